#!/bin/bash
# what profiles hold: PATH, prompts, cd hooks, marks, notes, colours, aliases, completion
path_prepend() {
    local d
    for d in "$@"
    do
        case ":$PATH:" in 
            *:"$d":*)

            ;;
            *)
                PATH=$d${PATH:+:$PATH}
            ;;
        esac
    done
}
path_remove() {
    local p=":$PATH:"
    p=${p//":$1:"/:}
    p=${p#:}
    PATH=${p%:}
}
path_dedupe() {
    PATH=$(awk -v RS=: '!s[$0]++ {printf "%s%s", n++ ? ":" : "", $0}' <<< "$PATH" | tr -d '\n')
}
OLD=$PATH
PATH=/a:/b:/a
path_prepend /c /b
echo "$PATH"
path_remove /a
echo "$PATH"
PATH=x:y:x:z:y
PATH=$PATH:$OLD
path_dedupe
echo "${PATH%%:/*}"
PATH=$OLD
mkcd() {
    mkdir -p -- "$1" && cd -P -- "$1"
}
up() {
    local d= n=${1:-1}
    while ((n-- > 0)); do
        d+=../
    done
    cd "$d" && pwd | sed 's|.*/||'
}
ROOT=$PWD
mkcd a/b/c
pwd | sed "s|$ROOT|R|"
up 2
up
cd "$ROOT"
cdhook() {
    builtin cd "$@" && {
        [[ -f .env ]] && . ./.env && echo "loaded ${PROJECT-?}"
        :
    }
}
echo 'PROJECT=p1' > a/.env
cdhook a
cdhook ..
echo "$PROJECT"
alias cd=cdhook
shopt -s expand_aliases
cd a
unalias cd
builtin cd "$ROOT"
unset PROJECT
prompt() {
    local rc=$? branch=
    [[ -f .git/HEAD ]] && {
        read -r branch < .git/HEAD
        branch=${branch##*/}
    }
    PS1="\u@\h:\w${branch:+ ($branch)} $( ((rc)) && echo "[$rc] ")\\$ "
}
mkdir .git
echo 'ref: refs/heads/main' > .git/HEAD
false
prompt
printf '%s\n' "$PS1"
true
prompt
printf '%s\n' "$PS1"
p='\W \$ \j \\ \a\[x\] \v \e[0m \nnext \101 \q'
HOME=$ROOT
cd a
printf '%q\n' "${p@P}"
q='\w'
echo "${q@P}"
cd b
echo "${q@P}"
PROMPT_DIRTRIM=1
cd c
echo "${q@P}"
unset PROMPT_DIRTRIM
cd "$ROOT"
q='$(echo sub) ${#HOME}x'
echo "${q@P}" | sed 's/[0-9]*x$/Nx/'
q='\D{%Y}'
[[ ${q@P} == "$(date +%Y)" ]] && echo year
q='\t \A \@ \T \d'
[[ ${q@P} == *:*:*' '*:* ]] && echo times
extract() {
    case $1 in 
        *.tar.gz | *.tgz)
            tar xzf "$1"
        ;;
        *.tar.bz2)
            tar xjf "$1"
        ;;
        *.tar.xz)
            tar xJf "$1"
        ;;
        *.tar)
            tar xf "$1"
        ;;
        *.gz)
            gunzip -k "$1"
        ;;
        *.bz2)
            bunzip2 -k "$1"
        ;;
        *.xz)
            unxz -k "$1"
        ;;
        *.zip)
            unzip -qo "$1"
        ;;
        *)
            echo "extract: ${1@Q}?" 1>&2
            return 1
        ;;
    esac
}
mkdir ar
echo data > ar/f
for k in tgz tar.bz2 tar.xz tar
do
    case $k in 
        tgz)
            o=z
        ;;
        *bz2)
            o=j
        ;;
        *xz)
            o=J
        ;;
        *)
            o=
        ;;
    esac
    tar c${o}f t.$k ar
    rm -r ar
    extract t.$k && cat ar/f
done
( cd ar && zip -q ../t.zip f )
extract t.zip
cat f
gzip -k f
rm f
extract f.gz
cat f
rm f*
extract t.rar || echo "rc $?"
ls t.*
rm t.*
bm() {
    local f=$HOME/.marks
    case $1 in 
        -l)
            sort "$f" | awk -F= '{printf "%-6s %s\n", $1, $2}' | sed "s|$ROOT|R|"
        ;;
        -d)
            sed -i "/^$2=/d" "$f"
        ;;
        -g)
            local d
            d=$(grep "^$2=" "$f" | tail -1 | cut -d= -f2-)
            [[ -n $d ]] && cd "$d" || {
                echo "no mark $2"
                return 1
            }
        ;;
        *)
            echo "$1=${2:-$PWD}" >> "$f"
        ;;
    esac
}
bm root
( cd a && bm deep "$PWD/b" )
bm -l
bm -g deep && pwd | sed "s|$ROOT|R|"
cd "$ROOT"
bm -d deep
bm -g deep
bm -l
note() {
    local f=notes
    case ${1-} in 
        '')
            nl -w2 -s'. ' "$f"
        ;;
        -s)
            shift
            grep -in -- "$*" "$f"
        ;;
        -d)
            sed -i "${2}d" "$f"
        ;;
        *)
            printf '%s\n' "$*" >> "$f"
        ;;
    esac
}
note first thing
note 'second: "x"'
note
note -s SECOND
note -d 1
note
calc() {
    awk "BEGIN { OFMT = \"%.6g\"; print $* }"
}
calc '2*3+1/4'
calc 'sqrt(2)'
function = () 
{
    bc -l <<< "scale=4; $*"
}
= '10/3'
hex2dec() {
    echo $((16#$1))
}
hex2dec ff
dec2bin() {
    local n=$1 b=
    for ((1; n; n >>= 1))
    do
        b=$((n & 1))$b
    done
    echo "${b:-0}"
}
dec2bin 10
for fg in 3{0..3}
do
    for st in 0 1
    do
        printf '\e[%s;%sm %s;%s \e[0m' $st $fg $st $fg
    done
    echo
done | cat -v
for c in 16 21 196
do
    printf '\e[48;5;%dm%4d\e[0m' $c $c
done | cat -v
echo
strip() {
    sed -E 's/\x1b\[[0-9;]*[A-Za-z]//g'
}
printf '\e[1;31mred\e[0m plain\n' | strip
repeat_char() {
    printf "%${2}s" | tr ' ' "$1"
}
repeat_char = 10
echo
box() {
    local t="$*" l
    l=$(repeat_char - $((${#t} + 2)))
    printf '+%s+\n| %s |\n+%s+\n' "$l" "$t" "$l"
}
box hello world
histogram() {
    awk '{c[length($1)]++} END {for (l in c) {printf "%2d %s\n", l, substr("##########", 1, c[l])}}' | sort -n
}
printf '%s\n' a bb cc ddd a | histogram
weather() {
    :
}
alias ..='cd ..' ...='cd ../..' ll='ls -alF' grep='grep --color=auto' please='sudo' path='echo -e ${PATH//:/\\n}'
alias | sort
type ll
\ls -d a
command ls -d a
'll' 2> /dev/null || echo "quoted alias $?"
unalias -a
alias
set -o history
history -s 'cmd one'
history -s 'cmd two'
history | tail -2 | awk '{$1 = ""; print}'
history -c
HISTCONTROL=ignoredups
fc -l 2> /dev/null | wc -l
set +o history
shopt -s autocd 2> /dev/null
shopt -q cdspell || echo off
shopt -u sourcepath
shopt -s sourcepath histappend checkwinsize
shopt | grep -E 'histappend|autocd'
set -o vi
set -o | grep -E '^(vi|emacs) '
set -o emacs
umask 022
ulimit -c 0
ulimit -c
export EDITOR=vi LESS=-R PAGER=cat LANG=C.UTF-8
env | grep -E '^(EDITOR|LESS|PAGER)=' | sort
[[ -r /etc/nothing ]] && . /etc/nothing
for f in "$HOME"/.bashrc.d/*.sh
do
    [[ -r $f ]] && . "$f"
done
unset f
test -n "$SSH_CONNECTION" || echo local
case $TERM in 
    xterm* | rxvt*)
        echo x
    ;;
    *)
        echo "term other"
    ;;
esac
[ -z "$PS1" ] || echo "PS1 set"
dirs -c
pushd a > /dev/null
pushd b > /dev/null
dirs -v | sed "s|$ROOT|R|"
popd -n > /dev/null
dirs -p | wc -l
pushd +1 2>&1 | sed "s|$ROOT|R|"
cd ~
echo ~ ~+ | sed "s|$ROOT|R|g"
complete -W 'x y' tool
complete | head -1
fn_list() {
    declare -F | awk '{print $3}' | sort | head -"$1" | paste -sd' '
}
fn_list 4
declare -f up | wc -l
export -f up
bash -c 'type -t up'
export -nf up
bash -c 'type -t up' || echo "no up"
command_not_found_handle() {
    echo "cnf: $*"
    return 42
}
nonesuch a b
echo $?
( nonesuch2 )
echo $?
x=$(nonesuch3)
echo "$x $?"
unset -f command_not_found_handle
nonesuch4 2>&1 | sed 's/.*: line [0-9]*: //'
exit
