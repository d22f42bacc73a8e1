#!/bin/bash
printf '%s\n' apple banana cherry > fruits.txt
# deploy with a lock, releases, retries, rollback and traps
set -Eeuo pipefail
shopt -s inherit_errexit
BASE=$PWD/srv; LOCK=$BASE/.lock KEEP=3
declare -i attempt=0
log() { local lvl=$1; shift; printf '%s [%-5s] (%s) %s\n' "T" "$lvl" "${FUNCNAME[1]}" "$*" >&2; }
backtrace() { local i; for ((i=1; i<${#FUNCNAME[@]}-1; i++)); do printf '  at %s (%s:%d)\n' "${FUNCNAME[i]}" "${BASH_SOURCE[i]##*/}" "${BASH_LINENO[i-1]}" >&2; done; }
declare -a CLEAN=()
defer() { CLEAN=("$*" "${CLEAN[@]}"); }
finish() { local rc=$? c; trap - EXIT ERR; for c in "${CLEAN[@]}"; do eval "$c" || log warn "cleanup failed: $c"; done; log info "exit $rc"; exit "$rc"; }
trap finish EXIT
trap 'log error "status $? in: $BASH_COMMAND"; backtrace' ERR
trap 'log warn "got INT"; exit 130' INT
trap 'log warn "got TERM"; exit 143' TERM
acquire() {
  mkdir -p "$BASE"
  local tries=0
  until mkdir "$LOCK" 2>/dev/null; do
    if (( ++tries > 2 )); then log error "locked by $(< "$LOCK/owner")"; return 75; fi
    sleep 0.01
  done
  echo "me" > "$LOCK/owner"
  defer 'rm -rf "$LOCK"'
}
retry() {
  local max=$1 delay=$2; shift 2
  local n=0 rc
  while :; do
    rc=0; "$@" || rc=$?
    (( rc == 0 )) && return 0
    (( ++n < max )) || { log error "giving up after $n: $*"; return $rc; }
    log warn "try $n failed ($rc), again in ${delay}s"
    sleep "$delay"; delay=$(bc <<< "$delay*2")
  done
}
fetch() { attempt+=1; if (( attempt < 3 )); then return 22; fi; cp "$1" "$2"; }
release() {
  local id=$1 dir=$BASE/releases/$1
  mkdir -p "$dir" "$BASE/shared"
  attempt=0
  retry 5 .01 fetch fruits.txt "$dir/data.txt"
  cat > "$dir/app.conf" <<CONF
release = $id
$(for k in web db; do echo "[$k]"; echo "  port = $(( ${#k} * 1000 + 80 ))"; done)
path = ${dir#"$BASE"/}
CONF
  ln -sfn "$BASE/shared" "$dir/shared"
  ( cd "$dir" && sha256sum data.txt app.conf > SHA256SUMS )
  (cd "$dir" && sha256sum --quiet -c SHA256SUMS) && log info "verified $id"
  local prev=; [[ -L $BASE/current ]] && prev=$(readlink "$BASE/current")
  ln -sfT "releases/$id" "$BASE/current.new" && mv -T "$BASE/current.new" "$BASE/current"
  echo "current: $(readlink "$BASE/current")${prev:+ (was $prev)}"
}
prune() {
  local -a all; mapfile -t all < <(ls -1 "$BASE/releases" | sort -r)
  local r; for r in "${all[@]:KEEP}"; do log info "prune $r"; rm -r "${BASE:?}/releases/$r"; done
}
health() { grep -q "release = $1" "$BASE/current/app.conf"; }
rollback() {
  local cur prev; cur=$(basename "$(readlink "$BASE/current")")
  prev=$(cd "$BASE/releases" && ls -1 | sort | awk -v c="$cur" '$0==c{print p} {p=$0}')
  [[ -n $prev ]] || { log error "nothing to roll back to"; return 1; }
  ln -sfn "releases/$prev" "$BASE/current"; echo "rolled back to $prev"
}
acquire
for id in 001 002 003 004 005; do release $id; health $id || rollback; done
prune
rollback; rollback
rollback || echo "third rollback failed with $?"
( acquire ) || echo "second lock: $?"
find "$BASE" -mindepth 1 \( -type l -printf '%P -> %l\n' -o -printf '%P\n' \) | sed "s,$BASE,BASE,"| sort
cat "$BASE/current/app.conf"
x=$(cd "$BASE/releases"; echo *)
echo "$x"
( kill -TERM $BASHPID; echo "not here" ) || echo "sub ended $?"
bad() { local out; out=$(ls "$BASE/none" 2>&1); echo "not reached $out"; }
outer() { bad "$@"; }
retry 2 0 false || echo "retry: $?"
outer a b
