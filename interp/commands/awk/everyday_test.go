package awk

import (
	"embed"
	"encoding/json"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

//go:embed testdata
var testdata embed.FS

func file(t *testing.T, name string) string {
	t.Helper()
	data, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func inputs(t *testing.T) map[string]string {
	files := map[string]string{"f1": "first line\nsecond line\n", "sums": "x = 3\n2 * (x + 4) ^ 2\ny = x / 4\ny\n1 / 0\n(1\n7 % 4 - -2\n2 ^ 3 ^ 2\nz + 1\n1 2\n\n# no\n", "lib.awk": "function dbl(x) { return 2 * x }\n",
		"quoted": "id,name,note\n1,\"a \"\"b\"\"\",x\ty\n2,\"c, d\",\\\n-3.5,,\"\"\n"}
	for _, name := range []string{"t", "pw", "csv", "log", "para"} {
		files[name] = file(t, name+".txt")
	}
	for _, name := range []string{"report.awk", "convert.awk", "calc.awk"} {
		files[name] = file(t, name)
	}
	return commandtest.Awkward(files)
}

// everyday are one-line programs that people write, and wrong ones, on which
// mawk and gawk agree. In the file ¶ stands for a newline.
func everyday(t *testing.T) (list [][]string) {
	for l := range strings.Lines(file(t, "everyday.txt")) {
		list = append(list, []string{strings.ReplaceAll(strings.TrimSuffix(l, "\n"), "¶", "\n")})
	}
	return list
}

func TestEveryday(t *testing.T) {
	t.Parallel()
	files := inputs(t)
	var all []commandtest.Case
	for i, p := range everyday(t) {
		name := []string{"t", "log", "t", "csv", "t", "para", "t", "pw"}[i%8]
		all = append(all, commandtest.Case{Args: []string{p[0], name}, Files: files, SkipStderr: true, Stdin: "in put\n"})
	}
	commandtest.Compare(t, Commands(), "awk", all)
}

// What mawk, the host's awk, has otherwise or not at all; gawk 5.2 wrote the
// expectations, for the file t.
func TestLikeGawk(t *testing.T) {
	t.Parallel()
	files := inputs(t)
	lines := strings.Split(strings.TrimSuffix(file(t, "gawk.txt"), "\n"), "\n")
	var all []commandtest.Case
	for i := 0; i+1 < len(lines); i += 2 {
		var want string
		if err := json.Unmarshal([]byte(lines[i+1]), &want); err != nil {
			t.Fatal(err)
		}
		all = append(all, commandtest.Case{Args: []string{strings.ReplaceAll(lines[i], "¶", "\n"), "t"}, Files: files, Differs: "mawk", Want: &commandtest.Want{Stdout: want}})
	}
	commandtest.Compare(t, Commands(), "awk", all)
}

func TestLongPrograms(t *testing.T) {
	t.Parallel()
	files := inputs(t)
	var all []commandtest.Case
	for _, args := range [][]string{
		{"-f", "report.awk", "log"}, {"-f", "report.awk", "log", "t"}, {"-f", "report.awk", "empty"}, {"-f", "convert.awk", "csv"}, {"-f", "convert.awk", "quoted"}, {"-f", "convert.awk", "nonl"}, {"-f", "calc.awk", "sums"}, {"-f", "calc.awk", "log"}, {"-f", "lib.awk", "-f", "calc.awk", "nums"},
	} {
		all = append(all, commandtest.Case{Args: args, Files: files, SkipStderr: true})
	}
	commandtest.Compare(t, Commands(), "awk", all)
}

func TestGeneratedOptions(t *testing.T) {
	t.Parallel()
	g := commandtest.Generator{
		Options: []string{"-F:", "-F ,", "-F\\t", "-F[:,]", "-v OFS=-", "-v ORS=;", "-v RS=a", "-v x=5", "-v NR=3", "-F|", "-v FS=o"},
		Texts:   everyday(t), Names: []string{"t", "pw", "csv", "log", "para", "empty", "nonl", "nls", "crlf", "tabs", "spaces", "x=1", "FS=:", "OFS=+", "f1"},
		Files: inputs(t), SkipStderr: true,
	}
	r, n := commandtest.Random(t, 62, 300)
	var all []commandtest.Case
	for _, c := range g.Cases(r, n) {
		// The host's awk counts bytes, and overlooks newlines between fields
		// when RS becomes empty in BEGIN.
		if !strings.Contains(strings.Join(c.Args, " "), `RS=""`) && strings.IndexFunc(c.Stdin, func(r rune) bool { return r >= 0x80 }) < 0 {
			all = append(all, c)
		}
	}
	commandtest.Compare(t, Commands(), "awk", all)
}
