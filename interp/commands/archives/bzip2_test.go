package archives

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestBzip2 compares all that is made as well: files are the same byte for byte.
func TestBzip2(t *testing.T) {
	t.Parallel()
	plain := hostPacks(t, "bzip2", "hello\nhello\n")
	files := map[string]string{
		"a.bz2": plain, "b.bz2": plain, "b": "there", "x.bz2": "none", "d/": "", "e.tbz2": plain, "two.bz2": plain + plain, "cut.bz2": plain[:30],
		"odd": plain, "two": "twice\ntwice\n", "empty": "", "empty.bz2": "", "head.bz2": plain[:2], "f.tbz": plain, ".bz2": plain,
		"junk.bz2": plain + "garbage", "zeros.bz2": plain + "\x00\x00\x00\x00", "sum.bz2": plain[:len(plain)-3] + "xx" + plain[len(plain)-1:], "text": strings.Repeat("some text\n", 3000) + "the end\n",
	}
	links := map[string]string{"l": "a.bz2", "lt": "text", "gone": "nowhere", "text2.bz2": "gone"}
	var all cases
	for _, args := range []string{
		"-d a.bz2", "-dk a.bz2", "-d b.bz2", "-df b.bz2", "-dv a.bz2", "-d x.bz2", "-dc x.bz2", "-d nope.bz2", "-d d", "-d e.tbz2", "-dc two.bz2", "-dc", "-t a.bz2", "-d l", "-dk odd", "-d -c a.bz2 two.bz2",
		"text", "-k text", "-1k text", "-9k text", "-kv text", "-v text two empty", "-c text", "-cv empty", "-fk text", "lt", "-k lt", "-f lt", "gone", "d", "nope", "b", "-f b", "-q b", "a.bz2", "-q a.bz2", "-kf a.bz2", "f.tbz",
		"-z two", "--compress two", "-dz two", "-zd a.bz2", "--fast -k two", "--best two", "-s two", "--exponential two", "--repetitive-fast two", "two -k", "-- -k", "-k -- two", "- two",
		"-dc cut.bz2", "-d cut.bz2 a.bz2 b.bz2", "-dq cut.bz2", "-dvk cut.bz2", "-dq x.bz2", "-d empty.bz2", "-dc head.bz2", "-dcf x.bz2 two", "-d .bz2", "-dq odd", "-dcq junk.bz2", "-dc junk.bz2", "-dcv zeros.bz2",
		"-t junk.bz2", "-tv zeros.bz2 a.bz2", "-t cut.bz2 a.bz2 x.bz2", "-tv cut.bz2", "-tq cut.bz2", "-t sum.bz2", "-t nope", "-t d", "-tv", "-t empty", "-tc a.bz2", "-tf x.bz2", "-d sum.bz2",
	} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Files: files, Links: links, Stdin: plain})
	}
	all = append(all, commandtest.Case{Args: []string{"-v"}, Stdin: files["text"]}, commandtest.Case{Args: []string{}, Stdin: ""},
		commandtest.Case{Args: []string{"text"}, Files: files, Env: []string{"BZIP2=-k -1", "BZIP=-v"}})
	for _, bad := range []string{"-0", "-x", "-kx", "--nope", "--dec", "--keep=x"} {
		all = append(all, commandtest.Case{Args: []string{bad, "two"}, Files: files, SkipStderr: true})
	}
	commandtest.Compare(t, Commands(), "bzip2", all)
	commandtest.Compare(t, Commands(), "bzcat", cases{{Args: []string{"a.bz2", "b.bz2"}, Files: files}, {Args: []string{"two"}, Files: files}})
	commandtest.Compare(t, Commands(), "bunzip2", cases{{Args: []string{"a.bz2"}, Files: files}, {Args: []string{"-z", "two"}, Files: files}, {Args: []string{"x.bz2", "nope"}, Files: files}})
}
