#!/bin/bash
# A small test framework: finds functions named test_*, runs each in a subshell
# with set-up and tear-down, captures output, times out nothing, prints TAP.

pass=0 fail=0 skip=0 number=0
declare -a failures

assert_equal() {
  [[ $1 == "$2" ]] && return
  printf 'expected %q, got %q' "$2" "$1"
  [[ ${3-} ]] && printf ' (%s)' "$3"
  printf '\n  at line %s in %s\n' "${BASH_LINENO[0]}" "${FUNCNAME[1]}"
  exit 1
}

assert_match() {
  [[ $1 =~ $2 ]] || { echo "'$1' does not match /$2/"; exit 1; }
}

assert_status() {
  local want=$1 got
  shift
  ("$@") > /dev/null 2>&1
  got=$?
  assert_equal "$got" "$want" "status of $*"
}

skip() {
  echo "SKIP: $*"
  exit 77
}

run_test() {
  local name=$1 output status
  number=$((number + 1))
  output=$(
    declare -F setup > /dev/null && setup
    trap 'declare -F teardown > /dev/null && teardown' EXIT
    "$name"
  )
  status=$?
  case $status in
    0)
      pass=$((pass + 1))
      echo "ok $number - ${name#test_}"
      ;;
    77)
      skip=$((skip + 1))
      echo "ok $number - ${name#test_} # $output"
      ;;
    *)
      fail=$((fail + 1))
      failures+=("$name")
      echo "not ok $number - ${name#test_} # status $status"
      while IFS= read -r line; do
        echo "  # $line"
      done <<< "$output"
      ;;
  esac
}

discover() {
  local _ name
  while read -r _ _ name; do
    [[ $name == test_* ]] && echo "$name"
  done < <(declare -F)
}

# ---- what is tested: a little library ----
stack=()
push() { stack+=("$@"); }
pop() {
  ((${#stack[@]})) || { echo "empty" >&2; return 1; }
  REPLY=${stack[-1]}
  unset 'stack[-1]'
}
repeat() {
  local n=$1 out=
  while ((n-- > 0)); do out+=$2; done
  echo "$out"
}
is_palindrome() {
  local s=${1,,} i
  s=${s//[^a-z0-9]/}
  for ((i = 0; i < ${#s} / 2; i++)); do
    [[ ${s:i:1} == "${s:${#s}-1-i:1}" ]] || return 1
  done
}

# ---- tests ----
setup() { stack=(base); : > scratch; }
teardown() { echo "teardown ran" >> teardowns; }

test_push_pop() {
  push a b
  pop
  assert_equal "$REPLY" b
  pop
  assert_equal "$REPLY" a
  assert_equal "${#stack[@]}" 1
}
test_pop_empty() {
  stack=()
  assert_status 1 pop
}
test_repeat() {
  assert_equal "$(repeat 3 ab)" ababab
  assert_equal "$(repeat 0 x)" ''
}
test_palindromes() {
  local w
  for w in "A man, a plan, a canal: Panama" noon x ''; do
    is_palindrome "$w" || { echo "'$w' should be one"; exit 1; }
  done
  assert_status 1 is_palindrome hello
}
test_failing() {
  assert_equal "$(repeat 2 z)" zzz "on purpose"
}
test_exit_inside() { exit 5; }
test_skipped() { skip "not on this machine"; }
test_isolation_one() { leaked=1; mkdir -p apart; cd apart; }
test_isolation_two() { assert_equal "${leaked-none}" none; [[ -e scratch ]] || exit 3; }
test_match() { assert_match "v1.2.3" '^v[0-9]+(\.[0-9]+)*$'; }
test_output_kept() { echo "first"; echo "second" >&2; false; }

mapfile -t tests < <(discover)
echo "1..${#tests[@]}"
for t in "${tests[@]}"; do
  run_test "$t" 2>&1
done
echo "# $pass passed, $fail failed, $skip skipped"
printf '# failed: %s\n' "${failures[@]}"
n=0
while read -r _; do ((++n)); done < teardowns
echo "# $n teardowns"
((fail == 3))
