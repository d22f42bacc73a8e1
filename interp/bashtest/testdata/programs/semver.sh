#!/usr/bin/env bash
# A semantic version tool: parse, compare, bump, sort, satisfy.
set -u

SEMVER='^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-([0-9A-Za-z.-]+))?(\+([0-9A-Za-z.-]+))?$'

parse() {
  local -n out=$2
  local v=${1#v}
  if [[ ! $v =~ $SEMVER ]]; then
    echo "not a version: '$1'" >&2
    return 1
  fi
  out=("${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}" "${BASH_REMATCH[5]-}" "${BASH_REMATCH[7]-}")
}

compare_ids() {
  local a=$1 b=$2
  if [[ $a =~ ^[0-9]+$ ]]; then
    [[ $b =~ ^[0-9]+$ ]] || { echo -1; return; }
    ((10#$a < 10#$b)) && { echo -1; return; }
    ((10#$a > 10#$b)) && { echo 1; return; }
    echo 0
    return
  fi
  [[ $b =~ ^[0-9]+$ ]] && { echo 1; return; }
  if [[ $a < $b ]]; then echo -1; elif [[ $a > $b ]]; then echo 1; else echo 0; fi
}

compare_pre() {
  local a=$1 b=$2
  [[ $a == "$b" ]] && { echo 0; return; }
  [[ -z $a ]] && { echo 1; return; }
  [[ -z $b ]] && { echo -1; return; }
  local IFS=.
  local -a x=($a) y=($b)
  local i r
  for ((i = 0; i < ${#x[@]} || i < ${#y[@]}; i++)); do
    ((i >= ${#x[@]})) && { echo -1; return; }
    ((i >= ${#y[@]})) && { echo 1; return; }
    r=$(compare_ids "${x[i]}" "${y[i]}")
    ((r)) && { echo "$r"; return; }
  done
  echo 0
}

compare() {
  local -a A B
  parse "$1" A && parse "$2" B || return 2
  local i
  for i in 0 1 2; do
    if ((A[i] < B[i])); then echo -1; return; fi
    if ((A[i] > B[i])); then echo 1; return; fi
  done
  compare_pre "${A[3]}" "${B[3]}"
}

bump() {
  local part=$1 version=$2
  local -a V
  parse "$version" V || return
  case $part in
    major) V=($((V[0] + 1)) 0 0) ;;
    minor) V=("${V[0]}" $((V[1] + 1)) 0) ;;
    patch) [[ ${V[3]} ]] && V=("${V[@]:0:3}") || V=("${V[0]}" "${V[1]}" $((V[2] + 1))) ;;
    pre)
      local p=${V[3]:-rc.0}
      if [[ $p =~ ^(.*\.)([0-9]+)$ ]]; then
        p=${BASH_REMATCH[1]}$((BASH_REMATCH[2] + 1))
      else
        p+=.1
      fi
      echo "${V[0]}.${V[1]}.${V[2]}-$p"
      return
      ;;
    *)
      echo "unknown part: $part" >&2
      return 2
      ;;
  esac
  (IFS=.; echo "${V[*]}")
}

sort_versions() {
  local -a list=("$@")
  local i j t
  for ((i = 0; i < ${#list[@]}; i++)); do
    for ((j = 0; j + 1 < ${#list[@]} - i; j++)); do
      if (($(compare "${list[j]}" "${list[j + 1]}") > 0)); then
        t=${list[j]} list[j]=${list[j + 1]} list[j + 1]=$t
      fi
    done
  done
  printf '%s\n' "${list[@]}"
}

satisfies() {
  local version=$1 range=$2 op want c
  [[ $range =~ ^(\^|~|>=|<=|>|<|=)?(.+)$ ]]
  op=${BASH_REMATCH[1]:-=} want=${BASH_REMATCH[2]}
  c=$(compare "$version" "$want") || return 2
  local -a V W
  parse "$version" V; parse "$want" W
  case $op in
    =) ((c == 0)) ;;
    '>') ((c > 0)) ;;
    '<') ((c < 0)) ;;
    '>=') ((c >= 0)) ;;
    '<=') ((c <= 0)) ;;
    '^') ((c >= 0 && V[0] == W[0])) ;;
    '~') ((c >= 0 && V[0] == W[0] && V[1] == W[1])) ;;
  esac
}

for pair in "1.0.0 2.0.0" "1.2.3 1.2.3" "1.10.0 1.9.9" "1.0.0-alpha 1.0.0" "1.0.0-alpha.1 1.0.0-alpha" \
  "1.0.0-alpha.beta 1.0.0-alpha.1" "1.0.0-beta.11 1.0.0-beta.2" "1.0.0-rc.1 1.0.0-beta" "v1.0.0+build 1.0.0"; do
  set -- $pair
  echo "$1 vs $2: $(compare "$1" "$2")"
done
for bad in 1 1.2 01.2.3 1.2.3- a.b.c ''; do
  compare "$bad" 1.0.0; echo "status $?"
done
for part in major minor patch pre build; do
  for v in 1.2.3 0.9.9-rc.1 2.0.0-alpha; do
    printf '%s %s -> %s\n' "$part" "$v" "$(bump $part $v 2>&1)"
  done
done
sort_versions 1.0.0 0.1.0 1.0.0-rc.1 1.0.0-alpha 2.0.0 1.0.0-rc.10 1.0.0-rc.2 | while read -r v; do printf '[%s]' "$v"; done
echo
for r in '^1.2.0' '~1.2.0' '>=1.3.0' '<1.2.4' '=1.2.3' 1.2.3 '>2.0.0'; do
  if satisfies 1.2.3 "$r"; then echo "1.2.3 satisfies $r"; else echo "1.2.3 does not satisfy $r"; fi
done
