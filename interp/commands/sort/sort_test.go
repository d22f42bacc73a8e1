package sort

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/stream"
)

func cases(files map[string]string, stdin string, lines ...string) (list []commandtest.Case) {
	for _, l := range lines {
		list = append(list, commandtest.Case{Args: strings.Fields(l), Stdin: stdin, Files: files})
	}
	return list
}

func TestSort(t *testing.T) {
	t.Parallel()
	in := "banana 3 x\nApple 10 y\ncherry 2 z\napple 10 a\n\n  spaced 1\nbanana 3 x\nB-b -5\nb_b 0.5\n"
	files := map[string]string{"a": "a\nc\ne\n", "b": "b\nc\nd\n", "in": in, "dir/": "", "nums": "10\n9\n-3\n2.5\n2.50\n1e3\nx\n0\n-0\n.5\n007\n1,000\n",
		"human": "1K\n2M\n500\n1G\n3k\n-1K\n0K\n1.5K\n", "months": "mar\nJAN\nfeb\nfoo\nDecember\n  apr\n", "gen": "1e3\n0x10\n0x.8p1\n-nan\n0x\nNaN\n1e-2\nnan\ninf\n-inf\nabc\n5\n+7\n.\n-.5\n",
		"ver": "a-1.10\na-1.9\na-1.9.tar.gz\na-1.10.tar\n.hidden\n..\n.\nb1\nb01\nb~1\nb\n\n", "csv": "b,2,x\na,10,y\nc,,z\na,9,q\n", "nul": "b\x00a\x00c", "names": "a\x00b\x00", "unsorted": "a\nc\nb\n", "tabs": "\tb\t2\na\t10\n日本\tä\n", "gap": "a\x00\x00b\x00", "dash": "-\x00", "void": "", "units": "1K\n1k\n1M\n2k\n1R\n1Q\n3Y\n.5k\n1\n", "dup": "a\na\nb\n"}
	list := cases(files, in, "", "-r", "-f", "-n", "-u", "-fu", "-s -k2,2", "-k2", "-k2n", "-k2,2n -k1,1", "-k2nr", "-b -k2", "-k2b", "-k1.2,1.4", "-d", "-i", "-df", "-n nums", "-nr nums", "-nu nums", "-g gen", "-gr gen",
		"-h human", "-hr human", "-M months", "-V ver", "-Vr ver", "-t, -k2 csv", "-t, -k2n csv", "-t, -k1,1 -k2,2nr csv", "-t, -k2,2 -s csv", "-t, -k1,1 -u csv", "-z nul", "a b", "-m a b", "-mu a b", "-mr a b", "-m unsorted a", "-o out a b", "-o a a b", "-m -o a a b",
		"-c a", "-c unsorted", "-C unsorted", "-cu dup", "-c dup", "-c -r a", "-cC a", "-c a b", "-c -o x a", "--check=quiet unsorted", "--check=diagnose-first unsorted", "--check=x", "missing", "a missing", "dir", "-o dir/x/y a", "-k0", "-kx", "-k1x", "-k1.0", "-k1.x", "-k1,0", "-k1,x", "-k", "-t ab", "-nM", "-k1nM", "-hn", "-dn", "-gi",
		"--sort=n nums", "--sort=x", "--files0-from=names", "--files0-from=missing", "--files0-from=names a", "--reverse a", "--key=2 in", "--field-separator=, -k2 csv", "-S 1M a", "-T /tmp a", "--parallel=2 a", "-t , -k 2,2n -k 1r csv", "-k2,2r -k1", "-rk2 -k1n", "-c missing", "-u dup", "-su -k1,1 in", "-k 3", "-k 2.2b,2.3b", "-o x -o y a", "-t: -t, a",
		"-S x a", "-S 5Q a", "-S 10% a", "-S -1 a", "--batch-size=1 a", "--batch-size=x a", "--parallel=0 a", "--parallel=x a", "--compress-program=a --compress-program=b a", "--files0-from=dir", "--files0-from=gap", "--files0-from=dash", "--files0-from=void",
		"+1 in", "+0 -1 csv", "+1 -2 in", "-1 in", "+0.1 in", "+1.1b -2.2 in", "+x in", "-- +1", "+1n -2 -k1 in", "-y a", "-y 10 a", "-y10 a", "-cz nul", "-h units")
	for _, o := range []string{"", "-n", "-k2", "-k1,1n -k2r", "-t, -k2n", "-b -k2", "-r", "-s -f", "-k1.2,1.3", "-u", "-M", "-h", "-V", "-g", "-k3,2", "-z", "-c", "-o x", "-n -t, -k1", "-nr -k1 -k2,2", "-k1n,1 -b", "-k2,2d", "-t. -nk1", "-n -t- -k1", "+1", "+1 -2.1", "-df -k1n",
		"-k1,1b -k2n -s", "-k2n -k1.3", "-k1,1g -k2h", "-k1M -b", "-k2,2 -u -r", "-k2,2 -r", "-g -t+ -k1", "-Mk2b,2", "-rk2 -k1n", "-m", "-k2b,3.1b", "-i"} {
		for _, file := range []string{"in", "csv", "nums", "tabs"} {
			list = append(list, commandtest.Case{Args: append(append([]string{"--debug"}, strings.Fields(o)...), file), Files: files})
		}
	}
	for _, env := range []string{"POSIXLY_CORRECT=1", "_POSIX2_VERSION=200112", "_POSIX2_VERSION=199209"} {
		for _, line := range []string{"+1 in", "in -r", "+1 -r in", "+0 -1 csv", "-- +1"} {
			list = append(list, commandtest.Case{Args: strings.Fields(line), Files: files, Env: []string{env}})
		}
	}
	list = append(list, commandtest.Case{Args: []string{"--debug", "a"}, Files: files, Env: []string{"LC_ALL=C"}})
	list = append(list, commandtest.Case{Args: []string{"-t", `\0`, "-k2"}, Stdin: "a\x00b\nb\x00a\n"}, commandtest.Case{Args: []string{"-t", ""}}, commandtest.Case{Args: []string{"-n"}, Stdin: "2\n10\n1\n", Pipe: true, Want: &commandtest.Want{Stdout: "1\n2\n10\n"}})
	commandtest.Compare(t, Commands(), "sort", list)
}

func TestSortRandom(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	var list []commandtest.Case
	for range 400 {
		var args []string
		if r.IntN(2) == 0 {
			args = append(args, "-"+pick("n", "r", "f", "d", "i", "b", "g", "h", "M", "V", "nr", "fr", "br"))
		}
		for range r.IntN(3) {
			k := fmt.Sprint(1 + r.IntN(3))
			if r.IntN(3) == 0 {
				k += fmt.Sprint(".", 1+r.IntN(3))
			}
			k += pick("", "", "b", "n", "f", "r", "br", "d", "V", "h", "g")
			if r.IntN(2) == 0 {
				k += fmt.Sprint(",", 1+r.IntN(3))
				if r.IntN(3) == 0 {
					k += fmt.Sprint(".", r.IntN(3))
				}
				k += pick("", "", "b", "r")
			}
			args = append(args, "-k", k)
		}
		for _, o := range []string{"-s", "-u", "-t:", "-c"} {
			if r.IntN(5) == 0 {
				args = append(args, o)
			}
		}
		var in strings.Builder
		for range r.IntN(15) {
			for range r.IntN(6) {
				in.WriteString(pick("a", "B", "b", "10", "9", "-", ".", ":", " ", "  ", "\t", "0", "1.5", "K", "M", "jan", "é", "~", "\x01", "_"))
			}
			in.WriteByte('\n')
		}
		list = append(list, commandtest.Case{Args: args, Stdin: in.String()})
	}
	commandtest.Compare(t, Commands(), "sort", list)
}

func TestManyLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 8))
	var in strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&in, "%d %x line %d\n", r.IntN(1000), r.Uint64(), i)
	}
	in.WriteString(strings.Repeat("long", 400_000))
	commandtest.Compare(t, Commands(), "sort", cases(nil, in.String(), "", "-n", "-k2", "-s -k1,1n", "-u -k1,1", "-r", "-nr -k1,1 -k2"))
}

func TestHeldBytes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bytes, status int
	}{{60_000, 0}, {1 << 20, 2}} {
		errs := stream.Buffer(0)
		call := &command.Call{Args: []string{"sort"}, Stdin: stream.FromBytes([]byte(strings.Repeat("x\n", c.bytes/2))), Stdout: stream.Null(), Stderr: errs,
			Limits: command.Limits{LineBytes: 1 << 20, HeldBytes: 4 << 20}}
		if got := run(context.Background(), call); got != c.status || (got == 2) != strings.Contains(string(errs.Bytes()), "more to sort than fits") {
			t.Errorf("%d bytes: status %d, %s", c.bytes, got, errs.Bytes())
		}
	}
}

func TestRandomOrderGroups(t *testing.T) {
	t.Parallel()
	in := strings.Repeat("a\nb\nc\nd\n", 50)
	got := commandtest.Run(t, Commands()["sort"], "sort", commandtest.Case{Args: []string{"-R"}, Stdin: in})
	changes := 0
	lines := strings.Fields(got.Stdout)
	for i := 1; i < len(lines); i++ {
		if lines[i] != lines[i-1] {
			changes++
		}
	}
	if len(lines) != 200 || changes != 3 {
		t.Errorf("%d lines, %d changes", len(lines), changes)
	}
}

// corpus is 20 MB of words and numbers.
func corpus() string {
	r := rand.New(rand.NewPCG(9, 9))
	var b strings.Builder
	for b.Len() < 20<<20 {
		fmt.Fprintf(&b, "%d user%d /path/%x some words %d\n", r.IntN(1e6), r.IntN(500), r.Uint32(), r.IntN(100))
	}
	return b.String()
}

func BenchmarkSort(b *testing.B) {
	text := corpus()
	for _, args := range [][]string{{}, {"-n"}, {"-k2,2"}, {"-u"}} {
		b.Run(strings.Join(args, ""), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				call := &command.Call{Args: append([]string{"sort"}, args...), Stdin: stream.FromBytes([]byte(text)), Stdout: stream.Null(), Stderr: stream.Null(),
					Limits: command.Limits{LineBytes: 1 << 20, HeldBytes: 256 << 20}}
				if run(context.Background(), call) != 0 {
					b.Fatal("failed")
				}
			}
		})
		b.Run("host"+strings.Join(args, ""), func(b *testing.B) {
			if _, err := os.Stat("/usr/bin/sort"); err != nil {
				b.Skip("the host has no sort")
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
				cmd := exec.CommandContext(ctx, "/usr/bin/sort", args...)
				cmd.Env = []string{"LC_ALL=C.UTF-8"}
				cmd.Stdin = strings.NewReader(text)
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				cancel()
			}
		})
	}
}
