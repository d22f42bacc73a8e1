#!/bin/bash
# tracing, profiles, stack traces, decorators, mocks, try and catch, plugins, objects
set -uo pipefail
PS4='+${BASH_SOURCE##*/}:${LINENO}:${FUNCNAME[0]:-main}> '
trace_me() {
    local x=$1
    set -x
    local y=$((x * 2))
    [[ $y -gt 3 ]] && echo "big $y"
    for i in a 'b c'
    do
        : "$i"
    done
    case $x in 
        [0-9])
            : digit
        ;;
    esac
    arr=(1 "two words")
    arr[3]='t	b'
    (( y++ )) || true
    {
        set +x
    } 2> /dev/null
}
trace_me 2 2>&1
exec 7> trace.log
BASH_XTRACEFD=7
trace_me 1
unset BASH_XTRACEFD
exec 7>&-
sed 's/^++*//' trace.log | head -20
declare -A HITS=()
prof() {
    local k="${FUNCNAME[1]:-main}"
    [[ $k == prof ]] || HITS[$k]=$((${HITS[$k]:-0} + 1))
}
f1() {
    :
    :
    f2
}
f2() {
    : x
}
set -T
trap prof DEBUG
f1
f1
f2
trap - DEBUG
set +T
for k in "${!HITS[@]}"
do
    echo "$k ${HITS[$k]}"
done | sort
watchvar() {
    trap 'if [[ ${WATCHED-} != "${_last-}" ]]; then echo "line $LINENO: WATCHED=${WATCHED-} (before: $BASH_COMMAND)"; _last=${WATCHED-}; fi' DEBUG
}
watchvar
WATCHED=1
:
WATCHED=2
: done
trap - DEBUG
stack() {
    local i=0 l
    while l=$(caller $i); do
        echo "  #$i $l" | sed 's|[^ ]*/||'
        ((i++))
    done
}
a() {
    b x
}
b() {
    c "$@" y
}
c() {
    stack
    echo "${FUNCNAME[*]} | ${BASH_LINENO[*]} | ${#BASH_SOURCE[@]}"
}
a
eval 'a' | tail -1
( a | tail -1 )
x=$(a | tail -1)
echo "$x"
shopt -s extdebug
d() {
    echo "args: ${BASH_ARGC[*]} ${BASH_ARGV[*]}"
}
d p q
declare -F d | sed 's/ .*\// /'
shopt -u extdebug
copy_fn() {
    local body
    body=$(declare -f "$1") && eval "$2${body#"$1"}"
}
greet() {
    local who=${1:-world}
    echo "hello $who"
    return 4
}
copy_fn greet _orig_greet
greet() {
    echo "before"
    _orig_greet "$@"
    local rc=$?
    echo "after $rc"
    return $rc
}
greet bob
echo "rc $?"
declare -f greet | head -4
timed() {
    local fn=$1
    eval "_t_$(declare -f "$fn")"
    eval "$fn() { echo \"enter $fn(\$*)\"; _t_$fn \"\$@\"; }"
}
add() {
    echo $(($1 + $2))
}
timed add
add 2 3
unset -f add
add 1 1 2>&1 | sed 's/.*line [0-9]*: //'
memo() {
    local fn=$1
    copy_fn "$fn" "_m_$fn"
    declare -gA "_c_$fn=()"
    eval "$fn() { local -n c=_c_$fn; [[ -v c[\$1] ]] || c[\$1]=\$(_m_$fn \"\$1\"); echo \"\${c[\$1]}\"; }"
}
slow_sq() {
    echo x >> calls
    echo $(($1 * $1))
}
memo slow_sq
slow_sq 4 > /dev/null
slow_sq 4
wc -l < calls
mock() {
    local name=$1 out=$2 rc=${3:-0}
    eval "$name() { printf '%s %s\n' $name \"\$*\" >> mock.log; printf '%s\n' ${out@Q}; return $rc; }"
}
unmock() {
    unset -f "$1"
}
mock curl '{"ok":true}'
mock date '2024-01-01'
mock rm '' 3
curl -s http://x | jq .ok
echo "today $(date +%F)"
rm -rf /important
echo "rm: $?"
cat mock.log
unmock rm
unmock date
unmock curl
type -t rm curl date
command -v cat > /dev/null && echo real
try() {
    [[ $- == *e* ]]
    _e=$?
    set +e
}
throw() {
    echo "thrown: $*" 1>&2
    exit "${CODE:-1}"
}
catch() {
    export _rc=$?
    ((_e)) || set -e
    return $_rc
}
try
( set -e
echo in
CODE=42 throw boom
echo never )
catch || case $_rc in 
    42)
        echo "caught 42"
    ;;
    *)
        echo "other $_rc"
    ;;
esac
try
( set -e
false
echo never )
catch || echo "caught $_rc"
defer_stack=()
defer() {
    defer_stack+=("$*")
    trap 'for ((i=${#defer_stack[@]}-1; i>=0; i--)); do eval "${defer_stack[i]}"; done' EXIT
}
( defer echo one
defer 'echo two; echo "rc was $?"'
exit 5 )
echo "sub $?"
using() {
    trap 'trap - RETURN; echo "leaving ${FUNCNAME[0]}"' RETURN
    echo "in using"
}
using
mkdir plugins
for p in 10-a 20-b 30-bad
do
    echo "plugin_${p#*-}() { echo \"$p from \${BASH_SOURCE[0]##*/} at \$LINENO \$1\"; }" > plugins/$p.sh
done
echo 'if then' >> plugins/30-bad.sh
echo 'register late; return 7; echo never' > plugins/40-ret.sh
register() {
    REG+=("$1")
}
REG=()
for p in plugins/*.sh
do
    . "$p" arg 2> err || echo "load ${p##*/} failed: $?"
    [[ -s err ]] && sed 's|.*/||' err
done
for f in $(compgen -A function plugin_)
do
    $f "called"
done
echo "${REG[@]}"
. ./plugins/none.sh 2>&1 | sed 's/.*line/line/'
echo 'echo "$# $* ${0##*/}"' > args.sh
. ./args.sh 1 '2 3'
set -- outer
. ./args.sh
bash args.sh z
bash -c '. ./args.sh' name p
BASH_ENV=./args.sh bash -c 'echo body'
source <(echo 'echo "from fd: $((1+1))"')
obj_new() {
    local o=$1
    declare -gA "$o=()"
    eval "$o.set() { $o[\$1]=\$2; }; $o.get() { echo \"\${$o[\$1]-}\"; }; $o.keys() { printf '%s\n' \"\${!$o[@]}\" | sort; }"
}
obj_new cfg
cfg.set name 'x y'
cfg.set n 3
cfg.get name
cfg.keys | paste -sd,
cfg.get none
stack.push() {
    local -n s=$1
    s+=("$2")
}
stack.pop() {
    local -n s=$1
    local -n r=$2
    r=${s[-1]}
    unset 's[-1]'
}
S=()
stack.push S a
stack.push S 'b c'
stack.pop S v
echo "$v ${#S[@]}"
queue() {
    local -n q=$1
    case $2 in 
        put)
            q=("${q[@]}" "$3")
        ;;
        get)
            echo "${q[0]}"
            q=("${q[@]:1}")
        ;;
    esac
}
Q=()
queue Q put 1
queue Q put 2
queue Q get
echo "${#Q[@]}"
ll() {
    local IFS=,
    echo "${*:2}" "$#"
}
ll a b c
cb() {
    echo "cb $1 ${2%'
'}"
}
mapfile -t -C cb -c 2 M < <(seq 5)
echo "${#M[@]}"
mapfile -s 1 -n 2 -O 5 M < <(seq 9)
declare -p M
mapfile -d '' Z < <(printf 'a\0b c\0')
declare -p Z
readarray -t -u 8 L 8<<< 'p
q'
echo "${L[1]}"
printf -v 'M[9]' '%03d' 7
echo "${M[9]}"
printf -v x '%s,' "${M[@]:0:3}"
echo "${x%,}"
declare -a copy=("${M[@]}")
echo "${#copy[@]} ${!copy[@]}"
unset 'M[1]'
echo "${!M[@]}"
M=([3]=c [1]=a b)
declare -p M
echo "${M[@]:1:2}" "${M[@]: -1}" "${M[-1]}"
declare -ar RO=(1 2)
RO[0]=x 2>&1 | sed 's/.*line [0-9]*: //'
( RO+=(3) ) 2>&1 | sed 's/.*line [0-9]*: //'
declare -A AA=([a b]=1 ['c"d']=2 ['n
l']=3)
declare -p AA | tr ' ' '\n' | sort | head -3
for k in "${!AA[@]}"
do
    printf '%q=%s\n' "$k" "${AA[$k]}"
done | sort
echo "${AA[@]@K}" | wc -w
echo "${#AA[@]}"
[[ -v AA[a\ b] ]] && echo has
unset 'AA[a b]'
echo "${#AA[@]}"
alias ls='ls -1'
shopt -s expand_aliases
alias hi='echo hi there;'
hi
false
alias | sort
unalias hi
type two | head -1
hash -r
hash ls 2> /dev/null
hash -t ls 2> /dev/null | sed 's|.*/||'
type -a echo | head -1
type -P cat | sed 's|.*/||'
command -V for
builtin echo b
enable -n test
type -t test
enable test
kill -l 9 TERM 130
kill -l | head -1 | awk '{print $2}'
ulimit -n | grep -cE '^[0-9]+|unlimited'
umask
times | wc -l
set -o | grep -c on$
shopt -p extglob
shopt | wc -l
echo $-
set -f
echo *
set +f
set -- -a b
echo "$1"
shift 5 2> /dev/null || echo "shift $?"
let x=5 y=x*2
echo $y
help cd | head -1
test -v PATH && echo set
[ -t 0 ] || echo notty
printf '%s\n' "$BASH_VERSION" | cut -c1
echo "${BASH_VERSINFO[0]} $UID $EUID" | wc -w
echo "$0" | sed 's|.*/||'
echo "${PIPESTATUS[@]}" "$?" "$#" "${#PPID}" | wc -w
echo $SHLVL | grep -c .
( exit 300 )
echo $?
echo "${!BASH_VERS*}"
cd /
echo "$PWD $OLDPWD" | sed 's| .*/| |'
true && ! false || echo no
( ( ( echo nested ) ) )
{
    echo grp
} | cat
if :; then
    echo t
fi
time_it() {
    local s=$SECONDS
    "$@"
    ((SECONDS - s < 3)) && echo quick
}
time_it true
