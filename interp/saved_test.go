package interp_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/standard"
)

// dump prints everything that a saved session keeps. What changes by itself,
// or by the dump, is left out.
const dump = `
printf '%s|' "$?" "$#" "$@"; echo
declare -p | grep_out
declare -f; declare -F
shopt; set -o; trap; alias -p; dirs -v; umask; umask -S
hash -l; enable -n; complete -p; pwd
for f in /* /tmp/* /home/*/*; do printf '%s\n' "$f"; [[ -f $f ]] && { read -r -d '' x < "$f"; printf '%s' "$x"; }; done
`

// filter is the function that the dump needs, defined and taken away by it.
const filter = `grep_out() { local l; while IFS= read -r l; do case $l in
*' RANDOM='*|*' SRANDOM='*|*' SECONDS='*|*' EPOCH'*|*' LINENO='*|*' BASH_'*|*' BASHPID='*|*' _='*|*' PIPESTATUS='*|*' FUNCNAME'*|*' HISTCMD='*) ;;
*) printf '%s\n' "$l";; esac; done; }
`

type box struct {
	*interp.Session
	out bytes.Buffer
}

func boxed(t testing.TB, make func(...interp.Option) (*interp.Session, error)) *box {
	t.Helper()
	registry, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	b := &box{}
	s, err := make(interp.WithRegistry(registry), interp.WithStdio(strings.NewReader(""), &b.out, &b.out), interp.WithClock(func() time.Time { return time.Unix(1e9, 0) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	b.Session = s
	return b
}

func fresh(t testing.TB) *box {
	t.Helper()
	world, err := standard.New(standard.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return boxed(t, func(o ...interp.Option) (*interp.Session, error) {
		return interp.New(append(o, interp.WithFS(world), interp.WithEnv([]string{"HOME=/home/user", "LANG=C.UTF-8"}))...)
	})
}

func (b *box) run(t testing.TB, script string) string {
	t.Helper()
	b.out.Reset()
	if _, err := b.Run(t.Context(), script); err != nil {
		t.Fatalf("%v\n%s", err, script)
	}
	return b.out.String()
}

func (b *box) save(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := b.Save(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func restored(t testing.TB, file []byte) *box {
	t.Helper()
	return boxed(t, func(o ...interp.Option) (*interp.Session, error) {
		return interp.Restore(bytes.NewReader(file), o...)
	})
}

// pieces of states. %s is a name, %q a quoted word.
var pieces = []string{
	"%s=%q", "%s=%q", "declare -x %s=%q", "declare -i %s=7+%d", "declare -r R%d=%q", "declare -l %s=%q", "declare -u %s=%q", "declare -c %s=%q",
	"declare -a %s=(%q %q [%d]=%q)", "declare -a %s", "declare -A m%d=([%q]=%q [k]=%q)", "declare -A m%d; m%d[%q]+=%q", "declare %s", "export %s", "unset %s",
	"declare -n n%d=%s", "declare -t %s=%q", "declare -ai %s=(1 2 3+4)", "unset RANDOM", "export SECONDS", "a[99999999]=%q", "a=(); unset 'a[0]'",
	"%s() { echo %q | while read x; do :; done; }", "f%d() { local x=(%q); case $1 in %q) ;; *) return 3;; esac; cat <<-X\n\tdocument $x\n\tX\n}", "export -f %s 2>/dev/null",
	"function g-%d { [[ $1 == @(a|%q) ]] && (( x++ )) || for ((i=0; i<3; i++)); do echo \"$i\" ${x[@]@Q} >&2; done; }", "declare -ft %s 2>/dev/null; readonly -f r%d 2>/dev/null",
	"shopt -s extglob", "shopt -s nullglob dotglob", "shopt -u sourcepath", "shopt -s expand_aliases", "set -f", "set -o pipefail", "set -u", "set +B", "set -a", "set -C", "set +o hashall",
	"alias %s=%q", "alias a%d=%q", "unalias -a", "trap %q USR1", "trap '' INT TERM", "trap - TERM", "trap 'echo bye' EXIT", "trap ': dbg' DEBUG", "trap ': err' ERR", "trap -- %q RETURN",
	"cd /tmp", "pushd /usr >/dev/null", "pushd -n /var >/dev/null", "popd >/dev/null 2>&1", "mkdir -p /tmp/d%d && cd /tmp/d%d", "umask 0%d7", "umask 077",
	"set -- %q %q", "shift 2>/dev/null", "hash -p /bin/x%d x%d", "enable -n printf; enable printf; enable -n fc", "complete -W %q c%d", "complete -F f -o nospace -A file %s", "complete -D -X %q",
	"printf '%%s' %q > /tmp/file%d", "ln -s /etc /tmp/l%d 2>/dev/null", "false", "IFS=:", "IFS=%q", "OPTIND=3", "getopts ab: o -abx", "export PATH=/bin:%q", "HOME=/tmp", "readonly %s", "unset HOSTNAME",
}

func piece(r *rand.Rand) string {
	p := pieces[r.IntN(len(pieces))]
	names := []string{"x", "y", "z", "a", "b", "long_name", "f", "HOME2"}
	words := []string{"''", "a", "'b c'", `'it'\''s'`, `$'\n\t\001'`, `$'\xff\xfe'`, `'$x "q" \'`, "é", "'*'", "~", "'a\nb'", "'=x'", "'#'", "'{a,b}'", "-n", "'!'"}
	var args []any
	for i := 0; i+1 < len(p); i++ {
		if p[i] != '%' {
			continue
		}
		switch p[i+1] {
		case 's':
			args = append(args, names[r.IntN(len(names))])
		case 'q':
			args = append(args, words[r.IntN(len(words))])
		case 'd':
			args = append(args, r.IntN(8))
		}
		i++
	}
	return fmt.Sprintf(strings.ReplaceAll(p, "%q", "%s"), args...)
}

// TestRandomStates builds states of random pieces, and wants the same dump of a
// session that was saved and restored, and the same bytes of saving that again.
func TestRandomStates(t *testing.T) {
	t.Parallel()
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 5))
		var script strings.Builder
		for range 3 + r.IntN(40) {
			script.WriteString("{ " + piece(r) + "\n} 2>/dev/null\n")
		}
		first := fresh(t)
		first.run(t, script.String())
		file := first.save(t)
		second := restored(t, file)
		// The options that would hinder the dump are shown first of all.
		see := "shopt; set -o; trap; set +eufaC +o pipefail +o keyword; shopt -u nullglob; shopt -s dotglob; trap - DEBUG ERR RETURN EXIT; unset IFS 2>/dev/null\n" + filter + dump
		want, got := first.run(t, see), second.run(t, see)
		if len(want) < 2000 {
			t.Fatalf("seed %d: the dump is %q", seed, want)
		}
		if got != want {
			t.Fatalf("seed %d\n%s\n=== before\n%s\n=== after\n%s", seed, script.String(), want, got)
		}
		third := restored(t, file)
		if again := third.save(t); !bytes.Equal(again, file) {
			t.Errorf("seed %d: saving what was restored gives other bytes", seed)
		}
	}
}

func TestRestoreGoesOn(t *testing.T) {
	t.Parallel()
	b := fresh(t)
	b.run(t, `x=(1 2); declare -A m=([a]=1); f() { echo "f ${x[1]} $1"; }; alias l='echo aliased'; shopt -s expand_aliases
trap 'echo got' USR1; cd /tmp; echo text > file; ln file link; umask 027; set -- one two; false`)
	again := restored(t, b.save(t))
	got := again.run(t, "echo $? $# ${m[a]}; f x\nl; kill -USR1 $$; pwd; cat < link; umask; [[ file -ef link ]] && echo same")
	if want := "1 2 1\nf 2 x\naliased\ngot\n/tmp\ntext\n0027\nsame\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// forge puts a description into a file with a right checksum.
func forge(format int, description string, rest ...byte) []byte {
	file := fmt.Appendf(nil, "aegish session %d\n", format)
	file = binary.AppendUvarint(file, uint64(len(description)))
	file = append(append(file, description...), rest...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	good := fresh(t).save(t)
	for name, file := range map[string][]byte{
		"nothing": nil, "text": []byte("hello"), "one byte more": append(bytes.Clone(good), 0), "cut": good[:len(good)-1], "cut early": good[:20],
		"no description": forge(1, "", 0), "another language": forge(1, `["x"]`, 0), "an unknown key": forge(1, `{"Dir":"Lw==","X":1}`, 0),
		"no directory":            forge(1, `{}`, 0),
		"a name":                  forge(1, `{"Dir":"Lw==","Vars":[{"Name":"a b","Set":true}]}`, 0),
		"a variable of the shell": forge(1, `{"Dir":"Lw==","Vars":[{"Name":"UID","Set":true}]}`, 0),
		"a variable twice":        forge(1, `{"Dir":"Lw==","Vars":[{"Name":"a"},{"Name":"a"}]}`, 0),
		"an attribute":            forge(1, `{"Dir":"Lw==","Vars":[{"Name":"a","Attr":65535}]}`, 0),
		"a kind":                  forge(1, `{"Dir":"Lw==","Vars":[{"Name":"a","Kind":9}]}`, 0),
		"uneven":                  forge(1, `{"Dir":"Lw==","Vars":[{"Name":"a","Kind":1,"Indices":[1],"Values":[]}]}`, 0),
		"below zero":              forge(1, `{"Dir":"Lw==","Vars":[{"Name":"a","Kind":1,"Indices":[-1],"Values":[""]}]}`, 0),
		"more than a function":    forge(1, `{"Dir":"Lw==","Functions":[{"Name":"Zg==","Text":"ZigpIHsgOjsgfTsgZWNobyBo"}]}`, 0), // f() { :; }; echo h
		"another function":        forge(1, `{"Dir":"Lw==","Functions":[{"Name":"Zw==","Text":"ZigpIHsgOjsgfQ=="}]}`, 0),
		"an option":               forge(1, `{"Dir":"Lw==","Options":["x"]}`, 0),
		"a trap":                  forge(1, `{"Dir":"Lw==","Traps":{"x":""}}`, 0),
		"a relative directory":    forge(1, `{"Dir":"eA=="}`, 0),
		"a umask":                 forge(1, `{"Dir":"Lw==","Umask":4096}`, 0),
		"an image":                forge(1, `{"Dir":"Lw=="}`, 1, 'x', 0),
		"a long piece":            forge(1, `{"Dir":"Lw=="}`, 0xff, 0xff, 0xff, 0xff, 0x0f),
		"format 0":                forge(0, `{"Dir":"Lw=="}`, 0),
		"format 02":               bytes.Replace(good, []byte("session 2"), []byte("session 02"), 1),
	} {
		if s, err := interp.Restore(bytes.NewReader(file)); !errors.Is(err, interp.ErrState) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	if _, err := interp.Restore(bytes.NewReader(forge(3, `{}`, 0))); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("format 3: %v", err)
	}
	if s, err := interp.Restore(bytes.NewReader(forge(1, `{"Dir":"Lw=="}`, 0))); err != nil {
		t.Errorf("the smallest: %v, %v", s, err)
	}
	for i := 0; i < len(good); i += 1 + len(good)/500 {
		bad := bytes.Clone(good)
		bad[i] ^= 0x41
		if _, err := interp.Restore(bytes.NewReader(bad)); err == nil {
			t.Fatalf("byte %d of %d was changed, and nobody saw it", i, len(good))
		}
	}
}

// A length that lies takes no memory, and a file that goes on for ever is not
// read for ever.
func TestRestoreIsBounded(t *testing.T) {
	t.Parallel()
	head := binary.AppendUvarint([]byte("aegish session 1\n"), 64<<20)
	if _, err := interp.Restore(bytes.NewReader(append(head, "{"...))); !errors.Is(err, interp.ErrState) {
		t.Errorf("a length without bytes: %v", err)
	}
	if _, err := interp.Restore(bytes.NewReader(binary.AppendUvarint([]byte("aegish session 1\n"), 64<<20+1))); !errors.Is(err, interp.ErrState) {
		t.Errorf("too long: %v", err)
	}
	endless := io.MultiReader(bytes.NewReader(forge(1, `{"Dir":"Lw=="}`, 0)), zeros{})
	if _, err := interp.ReadState(endless, memory.Options{}); !errors.Is(err, interp.ErrState) {
		t.Errorf("endless: %v", err)
	}
	b := fresh(t)
	b.run(t, "printf '%065536d' 0 > /tmp/big")
	if _, err := interp.ReadState(bytes.NewReader(b.save(t)), memory.Options{Limits: memory.Limits{Bytes: 1000}}); err == nil {
		t.Error("a filesystem beyond the limits was read")
	}
}

// TestSavingIsBounded fills a session with more than a state may have: that is told
// before anything of it is written down. It is not parallel, because memory is the
// process's.
func TestSavingIsBounded(t *testing.T) {
	for _, script := range []string{
		"printf -v x '%60000000s'", "printf -v x '%20000000s'; a=(\"$x\" \"$x\" \"$x\")", "printf -v x '%60000000s'; set -- \"$x\"; unset x",
		"printf -v x '%60000000s'; trap \"$x\" USR1; unset x", "printf -v x '%60000000s'; complete -W \"$x\" c; unset x",
	} {
		s := session(t, "/w", io.Discard, io.Discard)
		if _, err := s.Run(t.Context(), script); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := s.Save(io.Discard)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), "the limit is 67108864") {
			t.Errorf("%s: %v", script, err)
		}
		if made := after.TotalAlloc - before.TotalAlloc; made > 1<<20 {
			t.Errorf("%s: %d bytes were made", script, made)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func FuzzRestore(f *testing.F) {
	f.Add(fresh(f).save(f))
	f.Add(forge(1, `{"Dir":"Lw==","Vars":[{"Name":"a","Kind":1,"Indices":[1,5],"Values":["","eA=="],"Set":true}]}`, 0))
	f.Add(forge(1, `{"Dir":"Lw==","Functions":[{"Name":"Zg==","Text":"ZigpIHsgOjsgfQ=="}]}`, 0))
	f.Fuzz(func(t *testing.T, file []byte) {
		// Most of what is there is behind the checksum, so that is made right.
		if len(file) > sha256.Size {
			file = bytes.Clone(file) // the input is not the target's to change
			sum := sha256.Sum256(file[:len(file)-sha256.Size])
			copy(file[len(file)-sha256.Size:], sum[:])
		}
		s, err := interp.Restore(bytes.NewReader(file))
		if err != nil {
			return
		}
		defer s.Close()
		if err := s.Save(io.Discard); err != nil {
			t.Errorf("what was restored can not be saved: %v", err)
		}
	})
}
