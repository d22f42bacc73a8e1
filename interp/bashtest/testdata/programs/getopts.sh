#!/bin/bash
# A tool with subcommands, short and long options, defaults from the
# environment, and help text made from its own comments.

declare -A OPT=([format]=text [jobs]=1 [verbose]=0 [color]=auto)
declare -a ARGS=() INCLUDES=()
: "${TOOL_LEVEL:=info}"

##  tool [options] COMMAND [arguments]
##
##  -f, --format FORMAT   text, csv or json
##  -j, --jobs N          how many at once
##  -I, --include PATH    may be given many times
##  -v, --verbose         more of it, may be repeated
##      --color[=WHEN]    always, never or auto
##  -h, --help            this text

help() {
  local line
  while IFS= read -r line; do
    [[ $line == '##'* ]] && printf '%s\n' "${line#\#\#}"
  done < "$1"
}

fail() {
  printf 'tool: %s\n' "$1"
  return "${2:-2}"
}

need() { (($# >= 2)) || fail "$1 needs a value"; }

parse() {
  while (($#)); do
    case $1 in
      --) shift; ARGS+=("$@"); return ;;
      --format=* | --jobs=* | --include=*)
        local long=${1%%=*} value=${1#*=}
        shift
        set -- "$long" "$value" "$@"
        continue
        ;;
      -f | --format) need "$@" || return; OPT[format]=$2; shift ;;
      -j | --jobs)
        need "$@" || return
        [[ $2 == +([0-9]) ]] || { fail "bad number: $2"; return; }
        OPT[jobs]=$2
        shift
        ;;
      -I | --include) need "$@" || return; INCLUDES+=("$2"); shift ;;
      -v | --verbose) ((OPT[verbose]++)) ;;
      --color) OPT[color]=always ;;
      --color=*) OPT[color]=${1#*=} ;;
      --no-*) OPT[${1#--no-}]=off ;;
      -h | --help) OPT[help]=1 ;;
      -[!-]?*)
        local bundle=$1 first=${1:0:2} rest=${1:2}
        shift
        case $first in
          -[fjI]) set -- "$first" "$rest" "$@" ;;
          *) set -- "$first" "-$rest" "$@" ;;
        esac
        continue
        ;;
      -?*) fail "unknown option: $1"; return ;;
      *) ARGS+=("$1") ;;
    esac
    shift
  done
}

show() {
  local k
  for k in color format help jobs verbose cache; do
    [[ ${OPT[$k]+set} ]] && printf '%s=%s ' "$k" "${OPT[$k]}"
  done
  printf 'args=%d:' "${#ARGS[@]}"
  ((${#ARGS[@]})) && printf '<%s>' "${ARGS[@]}"
  printf ' includes='
  (IFS=:; printf '%s\n' "${INCLUDES[*]}")
}

cmd_add() { local s=0 n; for n; do ((s += n)); done; echo "$s"; }
cmd_join() { local IFS=$1; shift; echo "$*"; }
cmd_table() {
  local row
  case ${OPT[format]} in
    csv) for row; do echo "${row//:/,}"; done ;;
    json)
      local first=1 IFS=:
      printf '['
      for row; do
        set -- $row
        ((first)) || printf ','
        first=0
        printf '{"name":"%s","value":%d}' "$1" "$2"
      done
      echo ']'
      ;;
    *) for row; do printf '%-8s|%5s\n' "${row%%:*}" "${row#*:}"; done ;;
  esac
}

dispatch() {
  local name=${ARGS[0]-}
  case $name in
    '') fail 'no command' 3 ;;
    *)
      if declare -F "cmd_$name" > /dev/null; then
        "cmd_$name" "${ARGS[@]:1}"
      else
        fail "no such command: $name" 4
      fi
      ;;
  esac
}

tool() (
  parse "$@" || exit
  ((${OPT[help]-0})) && { help "$SELF"; exit; }
  ((OPT[verbose])) && show
  dispatch
)

shopt -s extglob
SELF=$0
tool -h
tool -v add 1 2 3
tool -vvj4 --format csv table a:1 b:22
tool --format=json table 'x y:7' z:08 2>&1
tool -fcsv -I a -Ib --include=c -v join , p q 'r s'
tool --color -v --no-cache add 5 -- -6
tool --color=never -v -- join - -f x
for bad in '-x' '--format' '-j many add' 'nosuch' '' '--jobs='; do
  tool $bad
  echo "status $?"
done
# The same with getopts, to see that both agree.
short() {
  local OPTIND=1 OPTARG o out=
  while getopts ':f:j:I:vh' o; do
    case $o in
      \?) out+="bad:$OPTARG " ;;
      :) out+="missing:$OPTARG " ;;
      *) out+="$o=${OPTARG-} " ;;
    esac
  done
  shift $((OPTIND - 1))
  echo "${out}rest=$*"
}
short -v -f text -j2 a -v
short -vhf
short -x -v -- -f
short a -v
echo "$TOOL_LEVEL"
