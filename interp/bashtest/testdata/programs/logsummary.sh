#!/bin/bash
# Summarizes a web server's log: requests by status, by path and by hour, bytes,
# the slowest, and a histogram.

make_log() {
  local i path status bytes ms hour
  local paths=(/ /index.html /login /api/v1/items /api/v1/items/42 "/search?q=a b" /static/app.js)
  local codes=(200 200 200 301 404 500 200)
  for ((i = 0; i < 140; i++)); do
    path=${paths[i * 7 % ${#paths[@]}]}
    [[ $((i % 11)) -eq 0 ]] && path=${paths[(i / 11) % 7]}
    status=${codes[(i * 5 + i / 9) % 7]}
    bytes=$(((i * 7919) % 50000))
    ms=$(((i * 104729) % 1500))
    printf -v hour '%02d' $((i % 24))
    printf '10.0.%d.%d - - [21/Nov/2026:%s:%02d:00 +0000] "%s %s HTTP/1.1" %d %d %dms\n' \
      $((i % 3)) $((i % 17)) "$hour" $((i % 60)) "$([[ $path == /login ]] && echo POST || echo GET)" \
      "${path// /%20}" "$status" "$bytes" "$ms"
  done
  printf 'garbage line\n\n'
}

declare -A by_status by_path by_hour by_client bytes_of
declare -i total=0 bad=0 bytes=0 slowest=-1
slow_path=

parse() {
  local line re='^([0-9.]+) - - \[([^]]+)\] "([A-Z]+) ([^ ]+) [^"]+" ([0-9]{3}) ([0-9]+) ([0-9]+)ms$'
  while IFS= read -r line; do
    [[ -z $line ]] && continue
    if [[ ! $line =~ $re ]]; then
      bad+=1
      continue
    fi
    local client=${BASH_REMATCH[1]} stamp=${BASH_REMATCH[2]} method=${BASH_REMATCH[3]} path=${BASH_REMATCH[4]}
    local -i code=${BASH_REMATCH[5]} n=${BASH_REMATCH[6]} ms=${BASH_REMATCH[7]}
    path=${path%%\?*}
    local hour=${stamp#*:}
    hour=${hour%%:*}
    total+=1
    bytes+=n
    by_status[$code]=$((${by_status[$code]:-0} + 1))
    by_path["$method $path"]=$((${by_path["$method $path"]:-0} + 1))
    ((by_hour[$hour] += 1))
    ((by_client[$client]++))
    bytes_of[$path]=$((bytes_of[$path] + n))
    if ((ms > slowest)); then
      slowest=ms
      slow_path="$method $path"
    fi
  done
}

# sorted NAME: prints "count key" of an associative array, highest count first.
sorted() {
  local -n table=$1
  local -a rows=()
  local key i j tmp
  for key in "${!table[@]}"; do
    printf -v tmp '%08d %s' "${table[$key]}" "$key"
    rows+=("$tmp")
  done
  for ((i = 1; i < ${#rows[@]}; i++)); do
    tmp=${rows[i]}
    for ((j = i - 1; j >= 0; j--)); do
      [[ ${rows[j]} < $tmp ]] || break
      rows[j + 1]=${rows[j]}
    done
    rows[j + 1]=$tmp
  done
  for tmp in "${rows[@]}"; do
    printf '%6d  %s\n' "$((10#${tmp%% *}))" "${tmp#* }"
  done
}

human() {
  local -i n=$1
  local unit
  for unit in B K M G; do
    ((n < 1024)) && break
    n=n/1024
  done
  echo "$n$unit"
}

bar() {
  local n=$1 out=
  printf -v out '%*s' "$n" ''
  echo "${out// /#}"
}

parse < <(make_log)

echo "requests: $total (unreadable: $bad)"
echo "bytes: $bytes = $(human "$bytes")"
echo "slowest: $slowest ms $slow_path"
echo
echo "by status"
sorted by_status
echo "by path"
sorted by_path
echo "clients: ${#by_client[@]}"
echo "top three"
sorted by_client | { for _ in 1 2 3; do IFS= read -r l && echo "$l"; done; }
echo "hours"
for h in {00..23}; do
  printf '%s %s\n' "$h" "$(bar "${by_hour[$h]:-0}")"
done
echo "errors: $(( ${by_status[404]:-0} + ${by_status[500]:-0} ))"
for p in "${!bytes_of[@]}"; do echo "$p ${bytes_of[$p]}"; done
case $((total % 2)) in
  0) echo even ;;
  *) echo odd ;;
esac
