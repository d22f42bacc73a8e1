#!/bin/bash
# A queue with workers: jobs run in the background, results come through a
# pipe, signals stop the intake, a trap writes the summary.

declare -A RESULT
declare -i started=0 finished=0 failed=0
stopping=

job() {
  local id=$1 kind=$2 value=$3 i r=0
  case $kind in
    sum) for ((i = 1; i <= value; i++)); do ((r += i)); done ;;
    square) r=$((value * value)) ;;
    fail) return "$value" ;;
    fact) r=1; for ((i = 2; i <= value; i++)); do ((r *= i)); done ;;
    upper) r=${value^^} ;;
    *) echo "unknown kind $kind" >&2; return 64 ;;
  esac
  echo "$id $r"
}

summary() {
  local id
  echo "started=$started finished=$finished failed=$failed stopping=${stopping:-no}"
  for id in "${!RESULT[@]}"; do
    echo "$id=${RESULT[$id]}"
  done | sort_
}

sort_() {
  local -a l=()
  local x i
  while IFS= read -r x; do
    for ((i = ${#l[@]}; i > 0; i--)); do
      [[ ${l[i - 1]} > $x ]] || break
      l[i]=${l[i - 1]}
    done
    l[i]=$x
  done
  ((${#l[@]})) && printf '%s\n' "${l[@]}"
}

trap 'echo "bye with $?"; summary' EXIT
trap 'stopping=USR1; echo "no more jobs"' USR1
trap 'echo "hangup ignored"' HUP

declare -a PIDS=()
declare -A NAME_OF

start() {
  [[ $stopping ]] && { echo "refused: $*"; return 1; }
  job "$@" > "out.$1" 2> "err.$1" &
  PIDS+=($!)
  NAME_OF[$!]=$1
  started+=1
}

collect() {
  local pid status id value
  for pid in "${PIDS[@]}"; do
    wait "$pid"
    status=$?
    finished+=1
    id=${NAME_OF[$pid]}
    if ((status)); then
      failed+=1
      RESULT[$id]="failed:$status"
      continue
    fi
    while read -r id value; do
      RESULT[$id]=$value
    done < "out.$id"
  done
  PIDS=()
}

start a sum 100
start b square 12
start c fail 3
start d fact 10
start e upper abc
start f nosuch 1
collect
summary
read -r complaint < err.f
echo "f said: $complaint"

# A worker that reads its jobs from a coprocess and answers in order.
coproc WORKER {
  while read -r id n; do
    [[ $id == stop ]] && break
    echo "$id $((n * 2))"
  done
  echo "done"
  read -r _
}
worker_pid=$WORKER_PID
for n in 1 2 3; do
  echo "w$n $((n * 10))" >&"${WORKER[1]}"
  read -r id value <&"${WORKER[0]}"
  RESULT[$id]=$value
done
echo stop >&"${WORKER[1]}"
read -r last <&"${WORKER[0]}"
echo bye >&"${WORKER[1]}"
wait "$worker_pid"
echo "worker: $last, status $?"

# Producers and one consumer over a pipe.
total=0
while read -r who n; do
  ((total += n))
done < <(
  for p in 1 2 3; do
    (for ((i = 0; i < 5; i++)); do echo "p$p $((p * i))"; done) &
    wait $!
  done
)
echo "total $total"

kill -HUP $$
kill -USR1 $$
start g sum 5 || echo "start gave $?"

# A job that fails.
(exit 1) & one=$!
wait "$one"
echo "one: $?"
exit 4
