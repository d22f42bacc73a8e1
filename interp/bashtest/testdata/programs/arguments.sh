#!/bin/bash
# argument parsers: getopt(1), getopts with long options, a declarative one
parse_getopt() {
  local opts
  opts=$(getopt -o 'ab:c::hv' --long 'alpha,beta:,gamma::,help,verbose' -n "$FUNCNAME" -- "$@") || { echo "getopt: $?"; return 1; }
  echo "opts:$opts"
  eval set -- "$opts"
  while true; do
    case $1 in
      -a|--alpha) echo alpha; shift;;
      -b|--beta) echo "beta=[$2]"; shift 2;;
      -c|--gamma) echo "gamma=[${2:-none}]"; shift 2;;
      -h|--help) echo help; shift;;
      -v|--verbose) echo v; shift;;
      --) shift; break;;
      *) echo "bug $1"; return 9;;
    esac
  done
  printf 'rest:'; printf ' <%s>' "$@"; echo
}
parse_getopt -ab 'x y' file --gamma=3 -- --not-opt
parse_getopt --al --be "it's" -cOPT 'a b' ''
parse_getopt --gam rest -vvv
parse_getopt -z; parse_getopt --beta; parse_getopt --unknown=1; parse_getopt --a=3; parse_getopt
getopt -o +ab: -- -a x -b y; getopt -a -o '' -l foo -- -foo; getopt -q -o a -- -b; echo $?
getopt -T; echo $?; getopt -u -o a: -- -a 'x y' z; getopt ab: -a -b c d; getopt -s csh -o a: -- -a 'b!c'; POSIXLY_CORRECT=1 getopt -o a -- x -a
parse_getopts() {
  local OPTIND=1 OPTARG o
  while getopts ':hf:n:-:' o; do
    if [[ $o == - ]]; then o=${OPTARG%%=*}; OPTARG=${OPTARG#"$o"}; OPTARG=${OPTARG#=}; fi
    case $o in
      h|help) echo "help";;
      f|file) echo "file=$OPTARG";;
      n|num) [[ $OPTARG =~ ^-?[0-9]+$ ]] && echo "num=$((OPTARG))" || echo "not a number: '$OPTARG'";;
      color) echo "color=${OPTARG:-auto}";;
      no-*) echo "off: ${o#no-}";;
      :) echo "missing argument of -$OPTARG"; return 2;;
      \?) echo "unknown -$OPTARG"; return 2;;
      *) echo "unknown --$o";;
    esac
  done
  shift $((OPTIND-1)); echo "rest($#): $*"
}
parse_getopts -h -f a.txt --file=b.txt -n 12 -n x1 --color --color=never --no-wrap -- -x y
parse_getopts -hfa -n-5 pos -h; parse_getopts -f; parse_getopts -q; parse_getopts --what
err() { OPTIND=1; while getopts 'ab:' o; do echo "$o ${OPTARG-}"; done; echo "ind=$OPTIND"; }
err -a -x -b 2>&1 | sed 's/^.*prog.sh: //'
# declarative specification
declare -A SPEC=([--name]="value:string:anon" [--count]="value:int:1" [--verbose]="flag" [--tag]="list" [--level]="enum:low,mid,high:mid")
declare -A OPT; declare -a TAGS POS
declare_parse() {
  OPT=() TAGS=() POS=(); local k s kind type def
  for k in "${!SPEC[@]}"; do IFS=: read -r kind type def <<< "${SPEC[$k]}"; case $kind in value|enum) OPT[${k#--}]=$def;; flag) OPT[${k#--}]=0;; esac; done
  while (($#)); do
    case $1 in
      --) shift; POS+=("$@"); break;;
      --*=*) set -- "${1%%=*}" "${1#*=}" "${@:2}"; continue;;
      --*) s=${SPEC[$1]-}; [[ $s ]] || { echo "no option $1" >&2; return 64; }
        IFS=: read -r kind type def <<< "$s"
        case $kind in
          flag) (( OPT[${1#--}]++ )); shift; continue;;
          list) TAGS+=("$2");;
          value) [[ $type == int && ! $2 =~ ^[0-9]+$ ]] && { echo "$1: '$2' is no number" >&2; return 65; }; OPT[${1#--}]=$2;;
          enum) [[ ,$type, == *,"$2",* ]] || { echo "$1: '$2' not one of ${type//,/|}" >&2; return 65; }; OPT[${1#--}]=$2;;
        esac; shift 2;;
      *) POS+=("$1"); shift;;
    esac
  done
}
show() { local k; for k in $(printf '%s\n' "${!OPT[@]}" | sort); do printf '%s=%s ' "$k" "${OPT[$k]@Q}"; done; printf 'tags=(%s) pos=(%s)\n' "${TAGS[*]@Q}" "${POS[*]@Q}"; }
declare_parse --name "Bob O'Neil" --count=3 a --verbose --verbose --tag x --tag='y z' -- --b; show
declare_parse --level=top; echo "rc=$?"; declare_parse --count x; echo "rc=$?"; declare_parse --nope; echo "rc=$?"; declare_parse; show
help_text() { local k; while IFS=$'\t' read -r k v; do printf '  %-12s %s\n' "$k" "$v"; done < <(for k in "${!SPEC[@]}"; do printf '%s\t%s\n' "$k" "${SPEC[$k]}"; done | sort); }
help_text
sub() { local c=${1-}; shift; case $c in add|a) echo "add: $*";; rm|remove) echo "rm: ${*:?nothing to remove}";; help) compgen -A function | grep -E '^(sub|show|parse_)' | sort | xargs;; "") echo "usage: ...">&2; return 64;; *) echo "unknown $c"; compgen -W "add remove help" -- "${c:0:2}";; esac; }
sub add 1 2; sub help; sub; echo $?; sub rev; sub adx; (sub rm); echo $?
set -- -abc --foo -- bar; for a; do case $a in --) echo end;; --*) echo "long ${a#--}";; -?*) for ((i=1;i<${#a};i++)); do echo "short ${a:i:1}"; done;; *) echo "pos $a";; esac; done
