package interp

import (
	"context"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/standard"
)

// hostile are scripts that try to run without end or to eat the machine.
var hostile = map[string]string{
	"function recursion":     `f() { f; }; f`,
	"mutual recursion":       `f() { g; }; g() { f; }; f`,
	"eval recursion":         `x='eval "$x"'; eval "$x"`,
	"source recursion":       `echo '. /s' > /s; . /s`,
	"substitution recursion": `f() { echo $(f); }; f`,
	"pipeline recursion":     `f() { f | f; }; f`,
	"subshell recursion":     `f() { (f); }; f`,
	"arithmetic recursion":   `x='x+1'; echo $((x))`,
	"arithmetic doubling":    `x=1; for i in {1..70}; do x="($x+$x)"; done; echo $((x))`,
	"trap recursion":         `trap 'kill -USR1 $$' USR1; kill -USR1 $$; while :; do :; done`,
	"exit trap loop":         `trap 'while :; do :; done' EXIT; exit`,
	"debug trap":             `trap 'f' DEBUG; f() { f; }; set -T; f`,
	"prompt recursion":       `PS4='$(set -x; echo +)'; set -x; while :; do :; done`,
	"handle recursion":       `command_not_found_handle() { nosuch; }; nosuch`,
	"nameref loop":           `declare -n a=b b=a 2>/dev/null; a=1; while :; do a=2; done 2>/dev/null`,
	"alias bomb":             "shopt -s expand_aliases\nalias a='b b b b b b b b' b='c c c c c c c c' c='d d d d d d d d' d='echo echo echo'\na",
	"string doubling":        `x=x; while :; do x=$x$x; done`,
	"append doubling":        `x=x; while :; do x+=$x; done`,
	"replace doubling":       `x=xx; while :; do x=${x//x/xx}; done`,
	"array growth":           `while :; do a+=(1 2 3 4 5 6 7 8); done`,
	"array doubling":         `a=(1 2); while :; do a+=("${a[@]}"); done`,
	"assoc growth":           `declare -A m; i=0; while :; do m[$((i++))]=x; done`,
	"sparse index":           `a[9223372036854775806]=1; echo ${#a[@]}; while :; do a[RANDOM*RANDOM]=1; done`,
	"declare growth":         `i=0; while :; do declare v$((i++))=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done`,
	"function growth":        `i=0; while :; do eval "f$((i++))() { echo a b c d e f g; }"; done`,
	"eval growth":            `s=:; while :; do s="$s;$s"; eval "$s"; done`,
	"history growth":         `while :; do history -s xxxxxxxxxxxxxxxxxxxxxxxx; done`,
	"brace bomb":             `echo {1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}{1..9}`,
	"brace range":            `echo {1..9999999999}`,
	"braces and many parts":  `x=$(printf '$a%.0s' {1..4000}); eval "echo {1..90000}$x"`,
	"braces and quotes":      `x=$(printf 'a"b"%.0s' {1..4000}); eval "a=({1..90000}$x)"`,
	"braces and long text":   `x=$(printf '%1000000s'); x=${x// /a}; eval "echo {1..99999}$x"`,
	"commas without braces":  `x=$(printf 'a,%.0s' {1..90000}); eval "echo $x$x$x$x$x{b,c}"`,
	"braces in braces":       `x=$(printf '{x,%.0s' {1..90000}) y=$(printf '}%.0s' {1..90000}); eval "echo $x$x$y$y"`,
	"braces of one":          `x=$(printf '{1..1}%.0s' {1..90000}); eval 'echo $a'"$x$x; echo a$x\$b$x"`,
	"words of a long text":   `x=$(yes | head -c 15000000); set -- $x; for i in $x; do :; done`,
	"lists in one word":      `set -- {1..9}{0..9}{0..9}{0..9}; x=$(printf '$@"$@"%.0s' {1..1000}); eval "echo $x"`,
	"joined lists":           `set -- {1..9}{0..9}{0..9}{0..9}; x=$(printf '$*%.0s' {1..1000}); IFS=; eval "y=$x"`,
	"parts of a prompt":      `x=$(yes '$x' | head -c 15000000); y=${x@P}`,
	"separators and fields":  `IFS=$(yes abcdefgh | head -c 8000000); x=$(yes z | head -c 8000000); IFS=${IFS//$'\n'} read -rd '' a b <<< "$x"`,
	"fields of read":         `yes | tr -d '\n' | head -c 15000000 | IFS=y read -ra x; while :; do :; done`,
	"printf of wide fields":  `x=$(yes '%1000000s' | head -c 15000000); printf "$x" > /dev/null`,
	"printf of digits":       `x=$(yes '%.1000f' | head -c 15000000); printf "$x" > /dev/null`,
	"glob bomb":              `for i in {1..300}; do > /f$i; done; echo /*/*/*/*/../*/../*/../* /f*{1,2,3}{1,2,3}*{1..900}`,
	"pattern bomb":           `x=$(printf 'a%.0s' {1..5000}); [[ $x == *a*a*a*a*a*a*a*a*a*b ]]; shopt -s extglob; [[ $x == +(+(+(a)))b ]]; while :; do [[ $x == *(*(a)|a)b ]]; done`,
	"regex bomb":             `x=$(printf 'a%.0s' {1..5000}); while :; do [[ $x =~ ^((a*)*)*b$ ]]; done`,
	"regex repeat":           `[[ a =~ ((((a{1,250}){1,250}){1,250}){1,250}) ]]; while :; do :; done`,
	"printf width":           `printf '%1000000000d' 1; printf '%.1000000000f' 1; printf '%*s' 2000000000 x; while :; do :; done`,
	"printf repetition":      `printf '%1000000s' {1..100000}`,
	"here-document growth":   `x=aaaaaaaaaaaaaaaa; while :; do x=$(cat <<< "$x$x"); done`,
	"fork bomb":              `f() { f | f & }; f; wait; while :; do f; done`,
	"background flood":       `while :; do sleep 100 & done`,
	"coproc flood":           `while :; do coproc { cat; }; done 2>/dev/null`,
	"process substitution":   `while :; do : <(sleep 100) >(cat); done`,
	"endless output":         `while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done`,
	"endless substitution":   `x=$(while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done)`,
	"descriptor flood":       `while :; do exec {fd}<<< x; done`,
	"directory stack":        `while :; do pushd / > /dev/null; done`,
	"positional growth":      `set -- a; while :; do set -- "$@" "$@"; done`,
	"read without end":       `while :; do echo -n xxxxxxxxxxxxxxxxxxxxxxxxxxx; done | read x`,
	"mapfile without end":    `while :; do echo x; done | mapfile a`,
	"file growth":            `while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >> /f; done`,
	"subshell nest":          `s=:; for i in {1..12}; do s="($s;$s)"; done; while :; do eval "$s"; done`,
	"wait without end":       `sleep 1000 & wait`,
	"sleep":                  `sleep 1000`,
	"fifo of pipes":          `f() { if (($1)); then f $(($1-1)) | cat; else while :; do echo x; done; fi; }; f 30`,
	"select without end":     `while :; do echo 9; done | select x in a b; do :; done`,
	"getopts":                `while getopts ':a:' o -a x; do OPTIND=1; done`,
	"indirection":            `a=b b=a; while :; do x=${!a}; done`,
	"shift and params":       `set -- {1..10000}; while :; do set -- "$@" x; shift; done`,
	"time of nothing":        `until false; do time :; done 2>/dev/null`,
	"transformations":        `x='$(echo x)'; while :; do x=${x@Q}; done`,
	"compgen":                `compgen -W "$(printf 'a%.0s ' {1..100000})" > /dev/null; while :; do compgen -v > /dev/null; done`,
	"arithmetic loop":        `for ((;;)); do :; done`,
	"deep arithmetic":        `x=$(printf '(%.0s' {1..100000}); echo $((x)); while :; do let "$x"; done 2>/dev/null`,
	"unended here-document":  `while :; do eval $'cat <<E\nx'; done >/dev/null 2>&1`,
	"nested substitutions":   `x=$(printf '$(%.0s' {1..15000}); eval "$x"; while :; do eval "$x"; done 2>/dev/null`,
	"kill all":               `kill -STOP $$ & while :; do kill -0 -1; done`,
	"set -x output":          `set -x; while :; do : xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done`,
	"tilde and path":         `PATH=$(printf '/a:%.0s' {1..20000}); while :; do nosuch; done 2>/dev/null`,
	"environment growth":     `x=x; while :; do x=$x$x; export x; bash -c : ; done`,
	"shells in shells":       `export s='bash -c "$s"'; bash -c "$s"`,
	"job of a subshell":      `declare -A m=([a]=1); (while :; do x=${m[a]}; done &); for ((i=0;;i++)); do m[b$i]=1; done`,
	"alias growth":           `for ((i=0;;i++)); do alias a$i=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done`,
	"hash growth":            `for ((i=0;;i++)); do hash -p /bin/ls$i x$i; done`,
	"completion growth":      `for ((i=0;;i++)); do complete -W xxxxxxxxxxxxxx x$i; done`,
	"trap growth":            `x=$(printf '%8000000s'); for i in {1..30}; do trap "$x$i" $i; done; while :; do :; done`,
	"arguments":              `x=$(printf '%8000000s'); f() { f "$@" "$x$((i++))"; }; f`,
	"positional parameters":  `x=$(printf '%1000000s'); while :; do set -- "$@" "$x$((i++))"; done`,
	"words of one command":   `x=$(printf '%8000000s'); : "$x"{1..1000}`,
	"lists of nested loops":  `x=$(printf '%8000000s'); for a in "$x"{1..5}; do for b in "$x"{1..5}; do for c in "$x"{1..5}; do for d in "$x"{1..5}; do :; done; done; done; done`,
	"empty elements":         `a=({1..90000}); a=("${a[@]/*}"); while :; do declare -a "b$((i++))"; eval "b$i=("\${a[@]}")"; done`,
	"holes":                  `for ((i=0;;i+=1000)); do a[i]=1; done`,
	"holes at the end":       `a[2**62]=1; a[2**63-1]=1; a+=(x); for ((i=0;;i++)); do a[i*1000000007]=1; unset "a[-1]"; done 2>/dev/null`,
	"small arrays":           `for ((i=0;;i++)); do declare -A m$i; eval "m$i[k]=1"; done`,
	"parts of large strings": `while :; do x=$(printf '%1000000s'); a+=("${x:0:1}"); done`,
	"values that jobs see":   `while :; do x=$(printf '%8000000s' $((i++))); sleep 100 & done`,
	"many locals":            `f() { local v{1..600}=1; f; }; f`,
	"locals of one call":     `f() { local v{1..20000}=1; }; while :; do f; done`,
	"many redirections":      `eval ": $(printf '>/dev/null %.0s' {1..50000})"; while :; do :; done`,
	"many assignments":       `eval "$(printf 'x=y %.0s' {1..50000}) :"; while :; do :; done`,
	"ignored names":          `GLOBIGNORE=$(printf 'a*:%.0s' {1..50000}); for i in {1..200}; do > /a$i; done; while :; do echo /*; done`,
	"eval in eval":           `x=$(printf ':;%.0s' {1..90000}); f() { eval "f; $x"; }; f`,
	"xargs without end":      `yes | xargs -n1 echo`,
	"history of large lines": `x=$(printf '%8000000s'); while :; do history -s "$x$((i++))"; done`,
	"directories of no size": `x=$(printf '%8000000s'); while :; do pushd -n "$x$((i++))"; done`,
	"read without newline":   `read -r -d x y < /dev/zero; read -n 999999999 x < /dev/urandom; while :; do read -r x < /dev/urandom; done`,
	"nested extglob":         `shopt -s extglob; x=$(printf 'a%.0s' {1..300}); while :; do [[ $x == @(a|aa|+(a))*(+(a|aa)|@(a))!(b*)b ]]; done`,
	"back-references":        `x=$(printf 'a%.0s' {1..3000}); while :; do [[ ${x}b =~ ^(a*)\1+\1$ ]]; done`,
	"wide characters":        `x=$(printf 'é%.0s' {1..100000}); for ((i=0;;i++)); do y=${x:i:1}; done`,
	"mapfile callbacks":      `f() { mapfile -C f -c 1 x <<< y; }; f`,
	"stops itself":           `kill -STOP $$; while :; do :; done`,
	"signal storm":           `trap : USR1 USR2; for i in 1 2 3; do (while :; do kill -USR1 $$; kill -USR2 $$; done) & done; while :; do wait; done`,
	"scripts that exec":      `echo 'exec /s' > /s; chmod +x /s; exec /s`,
	"scripts of themselves": `printf '#!/s
' > /s; chmod +x /s; while :; do /s; done 2>/dev/null`,
	"startup file":           `export BASH_ENV=/s; echo 'bash -c :' > /s; bash -c :`,
	"prompt of itself":       `x='${x@P}'; while :; do y=${x@P}; done`,
	"chain of namerefs":      `declare -n a0=x; for ((i=1;i<2000;i++)); do declare -n a$i=a$((i-1)); done 2>/dev/null; while :; do a1999=1; done 2>/dev/null`,
	"debug trap that grows":  `trap 'x+=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' DEBUG; while :; do :; done`,
	"coprocesses one by one": `while :; do coproc { :; }; wait; done 2>/dev/null`,
	"a long text":            `printf -v x '%3000000s' ''; while :; do [[ ${x// /a} =~ (a.*){50}b ]]; done`,
	"long lines":             `head -c 3000000 /dev/zero | tr '\0' a > /b; while :; do rg -U '(?s)(a.*){50}b' /b; sed -E 's/(a.*){50}b//' /b; done >/dev/null`,
	"symbolic links":         `ln -s /a /b; ln -s /b /a; while :; do cd /a; echo > /a; done 2>/dev/null`,
	"parts in awk":           `x=$(yes a | head -c 15000000); awk '{ print split($0, a, "") }' <<< "${x//$'\n'}"; awk '{ print split($0, a), split($0, a, /./), NF }' <<< "${x//$'\n'/ }"`,
	"timeout":                `timeout 99999999 bash -c 'while :; do :; done'`,
	"backslash growth":       `x='\'; while :; do printf -v x %q "$x"; done`,
}

// hostileMemory bounds what the process has taken from the system when a script
// with the limits of an agent has ended, which is as much as it ever took.
const hostileMemory = 600 << 20

// TestHostileScriptsEnd runs each with the limits of an agent: it ends, what it
// takes is bounded, and the session goes on.
func TestHostileScriptsEnd(t *testing.T) {
	// Not in parallel: memory is that of the process, with the collector's
	// settings of aegish itself.
	defer debug.SetGCPercent(debug.SetGCPercent(200))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(400 << 20))
	all, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	for name, script := range hostile {
		t.Run(name, func(t *testing.T) {
			limits := AgentLimits()
			limits.Time = time.Second / 2
			tree, err := standard.New(standard.Options{Root: true, Commands: Programs(all), Limits: memory.Limits{Bytes: 64 << 20}})
			if err != nil {
				t.Fatal(err)
			}
			s, err := New(WithLimits(limits), WithFS(tree), WithRegistry(all), WithStdio(nil, io.Discard, io.Discard))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			_, err = s.Run(ctx, script)
			if ctx.Err() != nil {
				t.Error("its own limits did not end it")
			}
			if limit := (*LimitError)(nil); err != nil && !errors.As(err, &limit) {
				t.Errorf("it ended with %v", err)
			}
			var mem runtime.MemStats
			runtime.ReadMemStats(&mem)
			if mem.Sys > hostileMemory {
				t.Errorf("the process has taken %d MiB", mem.Sys>>20)
			}
			res, err := s.Run(ctx, "trap - DEBUG EXIT; set +x +T; x=after; [[ $x == after ]]")
			if err != nil || res.Status != 0 {
				t.Errorf("the next command: %+v, %v", res, err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestFullSessionGoesOn fills a session up to live_bytes: the assignment that is
// too much is not made, what was there stays, and unset gives room.
func TestFullSessionGoesOn(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	limits := AgentLimits()
	limits.LiveBytes = 1 << 20
	s, err := New(WithLimits(limits), WithStdio(nil, &out, &out))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct {
		script, want string
		full         bool
	}{
		{"x=kept; printf -v big '%900000s'; big2=$big; echo not reached", "aegish: line 1: limit exceeded: live bytes (1048576); see interp.limits.live_bytes\n", true},
		{"echo $x ${#big} ${big2-unset}", "kept 900000 unset\n", false},
		{"printf -v y '%100000s'; echo ${#y}", "100000\n", false},
		{"printf -v z '%100000s'; echo not reached", "aegish: line 1: limit exceeded: live bytes (1048576); see interp.limits.live_bytes\n", true},
		{"z=small; f() { local z=$1; echo $z; }; f local; echo $(echo $z | (read y; echo $y))", "local\nsmall\n", false},
		{"unset big y; big=new; echo $big", "new\n", false},
		{"printf -v z '%900000s'; echo ${#z}", "900000\n", false},
	} {
		out.Reset()
		res, err := s.Run(t.Context(), c.script)
		if out.String() != c.want || (err != nil) != c.full || c.full && (res.Limit != "live_bytes" || res.Status != 125) {
			t.Errorf("%s: %q, %+v, %v", c.script, out.String(), res, err)
		}
	}
}
