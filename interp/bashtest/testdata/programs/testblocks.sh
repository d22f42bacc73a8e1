#!/usr/bin/env bash
# a small test framework: @test blocks turned into functions, asserts, setup, TAP, diff of failures
set -uo pipefail
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
cat > "$T/suite.bats" <<'S'
setup() { WORK=$(mktemp -d); cd "$WORK"; }
teardown() { cd /; rm -rf "$WORK"; }
@test "addition" { run expr 2 + 2; assert_status 0; assert_output 4; }
@test "failing status" {
  run bash -c 'echo oops >&2; exit 3'
  assert_status 3
  assert_output oops
}
@test "bad: multi line" {
  run printf '%s\n' one two three
  assert_output $'one\n2\nthree'
}
@test "lines array" {
  run printf 'a\n\nb\n'
  [ "${lines[0]}" = a ]
  [ "${lines[1]}" = b ]
  [ "${#lines[@]}" -eq 2 ]
}
@test "skipped one" { skip "not today"; false; }
@test "files & \"quotes\"" { touch "a b" c; run ls; assert_output "$(printf 'a b\nc')"; refute_output --partial zzz; }
@test "errexit stops" { false; echo "not reached"; }
@test "match" { run date -u -d @0 +%F; assert_match '^[0-9]{4}-([0-9]{2})-01$'; [[ ${BASH_REMATCH[1]} == 01 ]]; }
@test "command missing" { run nosuchcommand; assert_status 127; assert_match 'command not found$'; }
S
compile() {
  local n=0 line
  while IFS= read -r line; do
    if [[ $line =~ ^@test\ \"(.*)\"\ \{(.*)$ ]]; then
      (( ++n )); local name=${BASH_REMATCH[1]} rest=${BASH_REMATCH[2]}
      printf 'name_%d=%q\n' "$n" "$name"; printf 'test_%d() {%s\n' "$n" "$rest"
    else printf '%s\n' "$line"; fi
  done < "$1"
  printf 'TESTS=%d\n' "$n"
}
run() { local e=$-; set +e; output=$("$@" 2>&1); status=$?; lines=(); while IFS= read -r l; do [[ $l ]] && lines+=("$l"); done <<< "$output"; [[ $e == *e* ]] && set -e; return 0; }
fail() { printf '%s\n' "$@" >&2; return 1; }
assert_status() { (( status == $1 )) || fail "status: expected $1, got $status"; }
assert_output() { [[ $output == "$1" ]] || { diff --label expected --label actual -u <(echo "$1") <(echo "$output") >&2; return 1; }; }
refute_output() { if [[ $1 == --partial ]]; then [[ $output != *"$2"* ]] || fail "has $2"; else [[ $output != "$1" ]]; fi; }
assert_match() { [[ $output =~ $1 ]] || fail "no match: $output"; }
skip() { echo "SKIP ${1-}" >&3; exit 0; }
setup() { :; }; teardown() { :; }
compile "$T/suite.bats" > "$T/compiled.sh"
sed -n '3,6p' "$T/compiled.sh"
. "$T/compiled.sh"
echo "1..$TESTS"
ok=0 bad=0 skipped=0
for ((i=1; i<=TESTS; i++)); do
  v=name_$i
  ( set -eE
    trap 'echo "# at line $((LINENO)): $BASH_COMMAND" | sed "s/line [0-9]*/line N/"' ERR
    setup; trap teardown EXIT; "test_$i" ) > "$T/log" 2>&1 3> "$T/skip"
  rc=$?
  if [[ -s $T/skip ]]; then echo "ok $i - ${!v} # $(< "$T/skip")"; (( ++skipped ))
  elif (( rc == 0 )); then echo "ok $i - ${!v}"; (( ++ok ))
  else echo "not ok $i - ${!v}"; sed 's/^/#   /' "$T/log"; (( ++bad )); fi
done
echo "# ok=$ok bad=$bad skipped=$skipped"
declare -f test_3
declare -f test_1 assert_output run
# property tests with a seeded generator
RANDOM=42; seq_=(); for ((i=0;i<5;i++)); do seq_+=($((RANDOM%100))); done; echo "${seq_[@]}"
prop_rev() { local s=$1 r=; for ((k=${#s}-1;k>=0;k--)); do r+=${s:k:1}; done; [[ $r == "$(rev <<< "$s")" ]]; }
for ((i=0;i<20;i++)); do s=; for ((j=0;j<RANDOM%12;j++)); do printf -v c '\\x%x' $((33+RANDOM%90)); printf -v c "$c"; s+=$c; done; prop_rev "$s" || echo "failed for $s"; done; echo "last: $s"
# mocks by functions and PATH
mkdir "$T/bin"; printf '#!/bin/bash\necho "mock $(basename "$0") $*"\nexit 4\n' > "$T/bin/git"; chmod +x "$T/bin/git"
( PATH=$T/bin:$PATH; git push origin; echo "rc $?"; type -t git; hash -r; command -v git | sed "s,$T,T," )
date() { echo "mocked $*"; }; date +%s; command date -u -d @0 +%s; unset -f date; date -u -d @0 +%Y
export -f fail; bash -c 'fail exported one two; echo "rc $?"'
(( bad == 2 )) && exit 0 || exit 1
