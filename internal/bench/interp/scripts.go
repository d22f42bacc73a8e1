package main

// A script is what both run. bound is the ratio to stay below.
type script struct {
	name, text string
	bound      float64
}

// textFile is where the text of 20 MB lies, in the working directory of both.
const textFile = "text"

var scripts = []script{
	{"while loop", `i=0; while ((i < 150000)); do ((i++)); done; echo $i`, 1},
	{"C-style for", `s=0; for ((i=0;i<200000;i++)); do ((s+=i)); done; echo $s`, 1},
	{"old arithmetic", `i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo $i`, 1},
	{"string append", `s=; for ((i=0;i<60000;i++)); do s+=abc; done; echo ${#s}`, 1},
	{"function calls", `f() { :; }; for ((i=0;i<80000;i++)); do f a b; done; echo $i`, 1},
	{"fib", `fib() { local n=$1; if ((n < 2)); then r=$n; return; fi; fib $((n-1)); local a=$r; fib $((n-2)); r=$((a+r)); }; fib 19; echo $r`, 1},
	{"arrays", `for ((i=0;i<60000;i++)); do a[i]=$i; done; for ((i=0;i<30000;i++)); do b+=(x$i); done; s=0; for x in "${a[@]}"; do ((s+=x)); done; echo ${#a[@]} ${#b[@]} $s`, 1},
	{"associative", `declare -A m; for ((i=0;i<30000;i++)); do m[k$i]=$i; ((m[k$((i/2))]++)); done; echo ${#m[@]} ${m[k7]}`, 1},
	{"parameters", `x=/usr/local/lib/foo.tar.gz; for ((i=0;i<20000;i++)); do y=${x##*/}; z=${y%%.*}; w=${x//o/0}; v=${x:3:5}; u=${x^^}; done; echo $y $z $w $v $u`, 1},
	{"conditions", `for ((i=0;i<60000;i++)); do if [[ $i == *99 && -n $i ]] || [ $i -eq 5 ]; then ((c++)); fi; done; echo $c`, 1},
	{"case", `for ((i=0;i<80000;i++)); do case $i in *7) ((a++));; *[0-4]) ((b++));; *) ((c++));; esac; done; echo $a $b $c`, 1},
	{"printf", `for ((i=0;i<40000;i++)); do printf -v x '%05d %s %x' $i abc $i; done; echo "$x"`, 1},
	{"regular expressions", `for ((i=0;i<8000;i++)); do [[ "key$i = value" =~ ^([a-z]+)([0-9]+)\ =\ (.*)$ ]] && x=${BASH_REMATCH[2]}; done; echo $x`, 1},
	{"while read", `n=0; while read -r a b c; do ((n+=${#c})); done < <(for ((i=0;i<30000;i++)); do echo "line $i of text"; done); echo $n`, 1},
	{"read a file", `n=0; i=0; while IFS= read -r l; do ((n+=${#l})); ((++i == 40000)) && break; done < ` + textFile + `; echo $n`, 1},
	{"characters of a string", `s=; for ((i=0;i<400;i++)); do s+=abcdefghij; done; for ((i=0;i<${#s};i++)); do c=${s:i:1}; [[ $c == e ]] && ((n++)); done; echo $n`, 1},
	{"wide characters", `s=; for ((i=0;i<150;i++)); do s+=abcäöüéßñ€; done; for ((i=0;i<${#s};i++)); do c=${s:i:1}; [[ $c == ß ]] && ((n++)); done; echo $n`, 1},
	{"here-strings", `for ((i=0;i<5000;i++)); do read -r a b <<< "word $i"; ((n+=b)); done; echo $n`, 1},
	{"locals", `f() { local a=$1 b=$2 c; c=$((a+b)); local -i d=c; r=$d; }; for ((i=0;i<20000;i++)); do f $i 2; done; echo $r`, 1},
	{"shift", `set -- {1..20000}; while (($#)); do ((n+=$1)); shift; done; echo $n`, 1},
	{"set --", `for ((i=0;i<20000;i++)); do set -- a b c $i; ((n+=$#+$4)); done; echo $n`, 1},
	{"nested arithmetic", `for ((i=0;i<30000;i++)); do x=$(( ((i*7+3) % 11) * $((i%5 ? i : 2)) + ${x:-0} % 1000 )); done; echo $x`, 1},
	{"split into an array", `line='alpha beta gamma delta epsilon zeta'; for ((i=0;i<10000;i++)); do read -ra a <<< "$line"; b=($line); ((n+=${#a[@]}+${#b[@]})); done; echo $n`, 1},
	{"array slices", `a=({1..2000}); for ((i=0;i<2000;i++)); do b=("${a[@]:i:5}"); ((n+=${b[0]}+${#a[@]})); done; echo $n`, 1},
	{"array copies", `a=({1..1000}); for ((i=0;i<100;i++)); do b=("${a[@]}" x); c=("${b[@]/1/2}"); d="${c[*]}"; done; echo ${#d}`, 1},
	{"word counts", `declare -A n; words="the quick brown fox jumps over the lazy dog and the cat"; for ((i=0;i<2000;i++)); do for w in $words; do ((n[$w]++)); done; done; for k in "${!n[@]}"; do echo $k ${n[$k]}; done | sort | head -3`, 1},
	{"associative lookups", `declare -A m; for i in {1..1000}; do m[key$i]=$i; done; for ((j=0;j<40;j++)); do for k in "${!m[@]}"; do ((s+=${m[$k]})); done; done; echo $s`, 1},
	{"trim and replace", `p=/a/long/path/to/some/file.tar.gz; for ((i=0;i<10000;i++)); do b=${p##*/}; d=${p%/*}; e=${b#*.}; f=${b%%.*}; g=${p//\//:}; h=${p/long/short}; done; echo $b $d $e $f $g $h`, 1},
	{"prompts and quoting", `x="it's a \"test\""; for ((i=0;i<10000;i++)); do y=${x@Q}; printf -v z %q "$x"; done; echo "$y $z"`, 1},
	{"many variables", `for k in 1 2 3 4 5; do for i in {1..5000}; do declare v$i=$i; done; for i in {1..5000}; do r=v$i; ((n+=${!r})); done; done; echo $n`, 1},
	{"getopts", `for ((i=0;i<5000;i++)); do OPTIND=1; while getopts 'ab:c' o -a -b x -c; do case $o in b) v=$OPTARG;; esac; done; done; echo $v`, 1},
	{"mapfile", `for ((i=0;i<3;i++)); do mapfile -t -n 50000 a < ` + textFile + `; done; echo ${#a[@]} ${a[49999]}`, 1},
	{"subshells of many variables", `for i in {1..20000}; do printf -v v$i %s x; done; for ((i=0;i<300;i++)); do x=$(echo $i); done; echo $x`, 0.5},
	{"brace expansion", `for ((i=0;i<20;i++)); do set -- {1..2000}{a,b}; done; echo $# $1`, 1},
	{"$(echo)", `for ((i=0;i<2000;i++)); do x=$(echo $i); done; echo $x`, 0.05},
	{"pipeline of builtins", `for ((i=0;i<1000;i++)); do echo a | read x; done; echo $i`, 0.05},
	{"glob of 5,000", `for i in 1 2 3 4 5; do set -- files/*; n=$#; done; echo $n; set -- files/*9?.txt; echo $#`, 2},
	{"glob of a few", `for ((i=0;i<50;i++)); do set -- files/*999.txt; done; echo $#`, 2},
	{"grep sort uniq head", `grep -E 'error|debug' ` + textFile + ` | cut -d' ' -f4 | sort | uniq -c | head -5`, 1.4},
	{"sed", `sed 's/line\([0-9]*\)/<\1>/' ` + textFile + ` | tail -1`, 2},
	{"awk", `awk '{ s[$4] += length($0); n++ } END { print n, s["key7"] }' ` + textFile, 2},
	{"wc", `wc ` + textFile, 1.5},
	{"cut", `cut -d' ' -f2,4 ` + textFile + ` | tail -1`, 1.5},
	{"tr", `tr a-z A-Z < ` + textFile + ` | tail -1`, 1.5},
	{"head", `head -n 300000 ` + textFile + ` | tail -n 1`, 1.5},
	{"find", `find tree -type f | wc -l; find tree -name '*99.txt' | wc -l`, 2},
}
