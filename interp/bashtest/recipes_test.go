package bashtest

// Recipes are statements with holes, which generator.fill fills: a currency
// sign and a letter.
//
//	w word, 1 of one part     W up to three words   t literal value     q word in quotes
//	e expansion   p pattern             g extended pattern  r regular expression
//	n arithmetic  c condition           s statement         l simple statement
//	P extended where extglob is on   v x, y or z   i index               k key               d line of a document
//	N 0 to 4      f, F file name           o printf format     x value expression
//	V an array as a whole, with an operator or none
//	B what bounds a loop and what grows in it
//	S, L s and l in a command substitution
//	Q a statement in single quotes
//
// Names that recipes grow belong to them alone, so that loops stay small.

// declarations make variables with attributes, arrays and references.
var declarations = []string{
	"declare -A m=([¤k]=¤w [¤k]=¤t); m[¤k]=¤w; printf '[%s]' ¤V; echo",
	"declare -A m; m=(¤k ¤t ¤k ¤w); m[¤k]+=¤w; declare -p m",
	"declare -A m=([a]=1 [b]=2); for k in \"${!m[@]}\"; do echo \"$k=${m[$k]}\"; done; unset 'm[a]'; echo \"${#m[@]}\" \"${!m[@]}\"",
	"declare -A m=(¤W); declare -p m",
	"declare -A m=([¤k]=\"¤n\"); (( m[¤k]++ )); (( m[b] += ¤n )); declare -p m",
	"declare -a s=([¤N]=¤w ¤w [¤N]=¤t ¤W); declare -p s; printf '[%s]' ¤V; echo",
	"s=([2]=p [5]=q r); s+=(¤W); unset 's[¤i]'; echo \"${#s[@]} ${!s[@]} ${s[-1]} ${s[*]}\"",
	"s=(¤W); s[¤i]=¤w; s[¤i]+=¤t; declare -p s; unset s",
	"declare -i k=\"¤n\"; k+='¤n'; k=\"¤x\"; echo \"$k\"; declare -p k; unset k",
	"declare -¤a k=¤w; k+=¤t; echo \"$k\"; declare -p k; declare +¤a k; k+=¤w; declare -p k; unset k",
	"declare -¤a s=(¤W); s+=(¤t); declare -p s; echo \"${s[@]@a}\"; unset s",
	"declare -n r=¤v; r=¤w; echo \"$r ${!r}\"; r+=¤t; declare -p r ¤v; unset -n r",
	"declare -n r=s; r=(¤W); r[¤N]=¤w; declare -p s r; printf '[%s]' \"${r[@]}\" \"${#r[@]}\" \"${!r}\"; unset r; declare -p r; unset -n r",
	"declare -n r='s[¤N]'; s=(¤W); r=¤w; echo \"$r\"; declare -p s; unset -n r",
	"declare -A m=([x]=¤w); declare -n r=m; r[¤k]=¤w; declare -p m; for k in \"${!r[@]}\"; do echo \"$k\"; done; unset -n r",
	"( readonly k=¤w; declare -p k; k=¤t; echo \"$?\" ); echo $?",
	"export k=¤w; declare -p k; k=¤t; declare -p k; declare +x k; declare -p k; unset k",
	"i='a[¤N]'; echo \"${!i}\" \"${!i-none}\" \"${!i:0:2}\" \"${!i/¤p/¤t}\"; unset i",
	"i=¤v; echo ${!i} \"${!i}\" \"${!i^^}\" \"${!i#¤p}\"; i=a[@]; printf '[%s]' \"${!i}\" ${!i}; echo; unset i",
	"printf -v k '¤o' ¤W; echo \"$k\"; printf -v 's[¤N]' '%s' ¤w; declare -p s; unset s k",
	"printf '[%s]' ¤V ¤V ¤V; echo",
	"echo \"${¤v@A}\" ${a[@]@A} \"${a[@]@K}\" \"${@@A}\"",
	"x=¤w y=¤t declare -p x y; z=$x x=$y y=$z; echo \"$x$y$z\"",
	"k=¤w eval 'echo \"$k\"'; echo \"${k-unset}\"; IFS=: eval 'echo $y'; IFS=, read -r k z <<< ¤w; echo \"$k|$z\"",
	"unset ¤v; echo \"${¤v-¤t}\" ${¤v=d} \"${¤v+¤t}\"",
	"echo ${u:=d}; declare -p u; unset u",
	"a=(\"${a[@]:¤N:¤N}\" ¤w); declare -p a",
	"a=(\"${a[@]/#/<}\"); a=(\"${a[@]/%/>}\"); printf '%s' \"${a[@]:0:4}\"; a=(\"${a[@]//[<>]}\")",
	"mapfile -t a <<< ¤w; declare -p a; a=(\"${a[@]:0:9}\")",
	"mapfile ¤m s < <(printf '%s\\n' ¤W); declare -p s; unset s",
	"mapfile -t ¤m s <<< \"${a[*]/ /$'\\n'}\"; declare -p s; unset s",
	"readarray -d : -t s <<< \"a:b:¤t:c\"; declare -p s; unset s",
}

// compounds hold statements.
var compounds = []string{
	"f() { local x=¤w y; local -a a=(¤W); ¤s; echo \"$x $# $FUNCNAME\"; }; f ¤W; echo \"$? $x\"",
	"f() { local -n r=$1; r=¤w; local z=$r; ¤l; return ¤N; }; f ¤v; echo \"$? $x $y $z\"",
	"f() { local x; echo \"${x-unset}\"; x=¤w; g; echo \"$x\"; unset x; echo \"$x\"; }; g() { x+=¤t; ¤l; }; f; echo \"$x\"; unset -f g",
	"f() { declare -g z=¤w; declare x=¤t; typeset -i y=\"¤n\"; ¤l; }; f; echo \"$x $y $z\"; unset -f f",
	"f() { local -; set -f; echo *; set -- ¤W; echo $#; }; f ¤w; echo \"$# $-\" > /dev/null",
	"f() { if (( $1 > 0 )); then f $(( $1 - 1 )) ¤w; else echo \"${#FUNCNAME[@]} $*\"; ¤l; fi; }; f ¤N; unset -f f",
	"f() { local x=1; ( x=2; ¤l; echo $x ); echo $x; return; }; f && echo ok",
	"f() { while :; do ¤l; return ¤N; done; }; f ¤W; echo $?",
	"f() for i in \"$@\"; do echo \"<$i>\"; ¤Bdone; f ¤W",
	"f() ( x=¤w; ¤l; exit ¤N ); f; echo \"$? $x\"",
	"f() [[ $1 == ¤p ]]; f ¤w; echo $?; f ¤t || echo no",
	"f() { read -r x; echo \"$x\"; } <<< ¤w; f; f() { ¤l; } 2> /dev/null; f ¤w",
	"f() { trap 'echo ret ¤N' RETURN; ¤l; }; f; trap - RETURN; ¤l",
	"for i in ¤W; do ¤Bfor j in 1 2 3; do ¤B[ $j = ¤N ] && ¤b; echo \"$j\"; ¤l; done; done",
	"for ((i=¤N, j=¤n; i<4; i++, j-=2)); do ¤Becho \"$i $j\"; ¤l; done",
	"while [[ ${#z} -lt 6 ]] && ((++L < 30)); do ¤Bz+=¤N; ¤l; done",
	"until ((L++ > 3)) || ¤c; do ¤B¤l; done",
	"while ((L++ < 4)); do ¤Bcase $L in ¤N) continue ;; ¤N) break ;; esac; ¤l; done; echo \"$L\"",
	"select i in s ¤W; do echo \"$REPLY ${i-none}\"; ¤l; ¤Bdone <<< $'¤N\\n¤N\\nq' 2> /dev/null; echo $?",
	"case ¤1 in ¤p | ¤p) ¤l ;& (¤p) ¤l ;;& ¤P) echo ext ;; *) echo other ;; esac",
	"case ¤q in (¤P | ¤P) echo one ;; (¤p) ¤l ;; esac; echo $?",
	"if ¤c; then ¤l; elif ¤c; then ¤s; else ¤l; fi; echo $?",
	"if ! { ¤c && ¤c; }; then ¤l; fi || ¤l",
	"¤c && ¤c || ¤l; echo $?; ! { ¤c; }; echo $?",
	"{ ¤l; ¤l; } > ¤F; while read -r l; do echo \"{$l}\"; ((++L > 30)) && break; done < ¤F",
	"( ¤s; exit ¤N ); echo $?",
	"( set -e; ¤l; ¤c; echo after ); echo $?",
	"( set -u; ¤l; echo \"${u¤N:-d}\" \"$u¤N\"; echo after ); echo $?",
	"( set -o pipefail; false | true; echo $?; { ¤c; } | { ¤c; } | :; echo \"$? ${PIPESTATUS[*]}\" )",
	"( set -f; set -- ¤W; echo $# \"$@\" * )",
	"( shopt -s ¤O; echo ¤p ¤W; case ¤1 in ¤p) echo in ;; esac; [[ ¤w == ¤p ]]; echo $?; echo \"${x/¤p/¤t}\" )",
	"( trap 'echo exit $? \"$x\"' EXIT; ¤l; ¤s; exit ¤N ); echo $?",
	"( trap 'echo exit $?' EXIT; set -e; ¤l; ¤c; ¤c; echo after ); echo $?",
	"( trap 'echo err $?' ERR; ¤c; ¤l; ¤c && ¤c; ! { ¤c; }; { ¤c; } | { ¤c; } )",
	"( set -E; trap 'echo err $?' ERR; f() { ¤c; ¤l; }; f; f || :; x=$(¤c) )",
	"( trap 'echo \"debug $BASH_COMMAND\"' DEBUG; x=¤q; [[ $x ]] && ¤c; for i in 1 2; do :; done; case 1 in 1) : ;; esac; (( ¤n )) )",
	"( set -T; trap 'echo d' DEBUG; f() { :; x=1; }; f; ( : ); echo $(:) )",
	"( trap 'echo usr1' USR1; kill -USR1 $BASHPID; ¤l; trap -p USR1; trap - USR1 )",
	"( trap ¤Q EXIT; ¤l; ¤c )",
	"( trap ¤Q ERR; ¤l; ¤c )",
	"x=$( ¤S); echo \"$? $x\"",
	"x=`echo ¤q`; echo \"$x\" `echo \\$x \"¤q\"`",
	"echo \"$( ¤S)\" $( ¤L; ¤L)",
	"eval \"echo \\\"\\$x\\\" ¤N\"; eval 'echo $y'; echo $?",
	"eval \"y=¤x;\" ¤Q; echo \"$? $y\"",
	"eval \"printf '<%s>' ${x@Q} ${a[*]@Q}\"; echo",
	"¤l | { read -r x y; echo \"$x|$y\"; while read -r x; do :; done; }; echo \"${PIPESTATUS[@]}\"",
	"printf '%s\\n' ¤W | while IFS= read -r l; do echo \"[$l]\"; done",
	"( shopt -s lastpipe; echo ¤w | read -r x y; echo \"$x $y\" )",
	"! { ¤c; } | { ¤c; }; echo $? \"${PIPESTATUS[*]}\"",
	"{ ¤l; } & wait $!; echo $?",
	"( exit ¤N ) & wait $!; echo $?; wait",
	"¤l 2>&1 >/dev/null; ¤l > /dev/null 2>&1; echo $?",
	"time -p ¤l 2> /dev/null",
	"command printf '%s\\n' ¤W; builtin echo ¤w; command -v f echo if",
	"declare -f f > /dev/null && declare -f f; type -t f echo while nothing",
}
