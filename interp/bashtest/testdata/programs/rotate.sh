#!/bin/bash
# Keeps the newest backups of some files: makes numbered copies, rotates them,
# reports what it did. Dry runs change nothing.
set -euo pipefail

readonly PROGRAM=${0##*/}
declare -i keep=3 made=0 removed=0 verbose=0 dry=0
declare -a sources=() log_lines=()
declare -A sizes=()

usage() {
  printf 'usage: %s [-nv] [-k KEEP] FILE...\n' "$PROGRAM"
}

log() {
  local level=$1
  shift
  local line
  printf -v line '%-5s %s' "$level" "$*"
  log_lines+=("$line")
  if ((verbose)) || [[ $level == ERROR ]]; then
    printf '%s\n' "$line" >&2
  fi
}

die() {
  log ERROR "$@"
  exit 2
}

cleanup() {
  local status=$?
  printf 'lines logged: %d, status %d\n' "${#log_lines[@]}" "$status"
  return 0
}
trap cleanup EXIT

copy() {
  local from=$1 to=$2 line
  ((dry)) && { log DRY "copy $from $to"; return 0; }
  : > "$to"
  while IFS= read -r line || [[ -n $line ]]; do
    printf '%s\n' "$line" >> "$to"
  done < "$from"
}

size_of() {
  local file=$1 total=0 line
  while IFS= read -r line; do
    ((total += ${#line} + 1)) || true
  done < "$file"
  echo "$total"
}

# shift_up FILE: FILE.2 becomes FILE.3 and so on; the oldest is emptied.
shift_up() {
  local file=$1 n
  for ((n = keep - 1; n >= 1; n--)); do
    if [[ -e $file.$n ]]; then
      copy "$file.$n" "$file.$((n + 1))"
      log INFO "$file.$n -> $file.$((n + 1))"
    fi
  done
  if [[ -e $file.$((keep + 1)) ]]; then
    : > "$file.$((keep + 1))"
    removed+=1
  fi
}

rotate() {
  local file=$1
  [[ -r $file ]] || { log WARN "$file is missing"; return 1; }
  shift_up "$file"
  copy "$file" "$file.1"
  sizes[$file]=$(size_of "$file")
  made+=1
}

main() {
  local opt
  while getopts ':nvk:h' opt; do
    case $opt in
      n) dry=1 ;;
      v) verbose=1 ;;
      k)
        [[ $OPTARG =~ ^[1-9][0-9]?$ ]] || die "-k wants a number, not '$OPTARG'"
        keep=$OPTARG
        ;;
      h) usage; return 0 ;;
      :) die "-$OPTARG wants an argument" ;;
      \?) die "unknown option -$OPTARG" ;;
    esac
  done
  shift $((OPTIND - 1))
  sources=("$@")
  ((${#sources[@]})) || { usage; return 1; }

  local source
  for source in "${sources[@]}"; do
    rotate "$source" || log WARN "skipped $source"
  done
  for source in "${!sizes[@]}"; do
    printf '%s: %d bytes\n' "$source" "${sizes[$source]}"
  done
  echo "made=$made removed=$removed"
}

# What a user would do: three rounds over two files, one of them missing.
printf 'one\ntwo\n' > data.txt
main -v -k 2 data.txt missing.txt
echo "three" >> data.txt
OPTIND=1
main -k 2 data.txt
OPTIND=1
echo "four" >> data.txt
main -v -k 2 data.txt
for f in data.txt data.txt.*; do
  printf '%s=%s\n' "$f" "$(size_of "$f")"
done
OPTIND=1
( main -k 0 data.txt ) || echo "refused with $?"
OPTIND=1
( main -x ) || echo "refused with $?"
OPTIND=1
( main ) || echo "refused with $?"
printf '%s\n' "${log_lines[@]}"
