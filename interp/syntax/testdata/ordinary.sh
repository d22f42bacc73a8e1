#!/bin/bash
# Rotates the backups of a directory and keeps a number of them.
set -euo pipefail

readonly PROGRAM=${0##*/}
declare -A sizes=()
declare -i kept=0 removed=0
verbose=false
keep=7

usage() {
    cat <<USAGE
usage: $PROGRAM [-v] [-k COUNT] DIRECTORY TARGET
Archives DIRECTORY to TARGET and keeps the last $keep archives.
USAGE
    exit "${1:-2}"
}

log() {
    local level=$1
    shift
    if [[ $level != debug || $verbose == true ]]; then
        printf '%s %-5s %s\n' "$(date +%FT%T)" "$level" "$*" >&2
    fi
}

human() {
    local bytes=$1 unit
    for unit in B KiB MiB GiB; do
        if (( bytes < 1024 )); then
            echo "${bytes} ${unit}"
            return 0
        fi
        bytes=$((bytes / 1024))
    done
    echo "${bytes} TiB"
}

while getopts ':vk:h' option; do
    case $option in
        v) verbose=true ;;
        k) keep=$OPTARG
           [[ $keep =~ ^[0-9]+$ ]] || usage ;;
        h) usage 0 ;;
        :) log error "option -$OPTARG needs a value"; usage ;;
        \?) log error "unknown option -$OPTARG"; usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || usage

source_dir=${1%/} target=${2%/}
stamp=$(date +%Y%m%d-%H%M%S)
archive="$target/${source_dir##*/}-$stamp.tar.gz"
trap 'rm -f "$archive.part"' EXIT INT TERM

mkdir -p "$target" && tar -C "${source_dir%/*}" -czf "$archive.part" "${source_dir##*/}" 2>/dev/null
mv "$archive.part" "$archive"

files=("$target/${source_dir##*/}"-*.tar.gz)
for ((i = 0; i < ${#files[@]}; i++)); do
    file=${files[i]}
    sizes[$file]=$(stat -c %s "$file")
    if (( i < ${#files[@]} - keep )); then
        log info "removing $file ($(human "${sizes[$file]}"))"
        rm -- "$file" || { log error "can not remove $file"; continue; }
        ((++removed))
    else
        ((++kept))
    fi
done

while IFS=$'\t' read -r name size _; do
    [[ -z $name || $name == \#* ]] && continue
    printf '%-40s %10d\n' "$name" "${size:-0}"
done < <(for f in "${!sizes[@]}"; do printf '%s\t%s\n' "${f##*/}" "${sizes[$f]}"; done | sort)

log debug "kept $kept, removed $removed" && exit 0
