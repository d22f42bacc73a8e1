package envstate

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestParseBare(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line string
		want []string // nil: left to bash
	}{
		{"cd", []string{"cd"}},
		{"  cd\t/usr  ", []string{"cd", "/usr"}},
		{"cd foo;", []string{"cd", "foo"}},
		{"cd foo ; ", []string{"cd", "foo"}},
		{" cd foo # c", []string{"cd", "foo"}},
		{"cd foo\n", []string{"cd", "foo"}},
		{"cd foo; # c\n\n", []string{"cd", "foo"}},
		{"cd foo#c", []string{"cd", "foo#c"}},
		{`\cd foo`, []string{"cd", "foo"}},
		{`'cd' foo`, []string{"cd", "foo"}},
		{`c""d foo`, []string{"cd", "foo"}},
		{`cd "a b"`, []string{"cd", "a b"}},
		{`cd a\ b`, []string{"cd", "a b"}},
		{`cd ''`, []string{"cd", ""}},
		{`cd ""''`, []string{"cd", ""}},
		{"cd 'a\nb'", []string{"cd", "a\nb"}},
		{`cd "\$x\"\\"`, []string{"cd", `$x"\`}},
		{`cd '$x*?[]{}~!'`, []string{"cd", `$x*?[]{}~!`}},
		{"cd a=b", []string{"cd", "a=b"}},
		{"cd ~", []string{"cd", "~"}},
		{"cd ~/x ~u ~+1 ~-", []string{"cd", "~/x", "~u", "~+1", "~-"}},
		{"cd \xff\x80", []string{"cd", "\xff\x80"}},
		{"pushd +1", []string{"pushd", "+1"}},
		{"popd -n", []string{"popd", "-n"}},
		{"dirs -v", []string{"dirs", "-v"}},

		{"", nil}, {" ", nil}, {"\n", nil}, {"#", nil}, {";", nil}, {"ls", nil}, {"cdx", nil}, {"cd=1", nil}, {"x=1 cd", nil},
		{"cd $HOME", nil}, {`cd "$x"`, nil}, {"cd `x`", nil}, {`cd "` + "`x`" + `"`, nil}, {"cd $'x'", nil}, {`cd $"x"`, nil}, {"cd $", nil},
		{"cd f*", nil}, {"cd f?", nil}, {"cd [a]", nil}, {"cd {a,b}", nil}, {"cd {", nil}, {"cd }", nil}, {"cd !x", nil},
		{"cd a;b", nil}, {"cd a;;", nil}, {"cd a; cd b", nil}, {"cd a\ncd b", nil}, {"cd a\n; ", nil}, {"cd &", nil}, {"cd a && b", nil}, {"cd|x", nil},
		{"(cd a)", nil}, {"cd a)", nil}, {"cd <f", nil}, {"cd >f", nil}, {"cd 2>f", nil}, {"! cd a", nil}, {"{ cd a; }", nil}, {"time cd a", nil},
		{"cd 'a", nil}, {`cd "a`, nil}, {`cd a\`, nil}, {"cd a\\\nb", nil}, {"cd \"a\\\nb\"", nil}, {`cd "a\b"`, nil},
		{"cd a~", nil}, {"cd a=~", nil}, {"cd a:~", nil}, {`cd ~"x"`, nil}, {`cd ~\x`, nil}, {"cd ~a:b", nil}, {"cd ~'/'x", nil},
		{"cd --help", nil}, {`cd "--help"`, nil}, {"pushd x --help", nil},
		{"cd a\x00", nil}, {"cd a\x01", nil}, {"cd 'a\x7f'", nil}, {"cd a\r", nil}, {"cd # \x01", nil}, {"cd a\v", nil},
		{"cd \xe4\\x", nil}, {"builtin cd a", nil}, {"command cd a", nil},
		{"cd a # x\ncd b", nil}, {"cd a # x\n# y\n", []string{"cd", "a"}},
	}
	for _, tt := range tests {
		b, ok := ParseBare(tt.line)
		if ok != (tt.want != nil) || ok && !slices.Equal(b.Argv, tt.want) {
			t.Errorf("ParseBare(%q) = %q, %v; want %q", tt.line, b.Argv, ok, tt.want)
		}
	}
}

func TestFirstWord(t *testing.T) {
	t.Parallel()
	tests := []struct{ line, want string }{
		{"sudo ls", "sudo"}, {"  sudo", "sudo"}, {`\sudo x`, "sudo"}, {`su"d"o x`, "sudo"}, {"'sudo' $x", "sudo"}, {"sudo;x", "sudo"}, {"sudo\nx", "sudo"},
		{"/usr/bin/sudo -n x", "/usr/bin/sudo"},
		{"", ""}, {"  ", ""}, {"$sudo", ""}, {"A=1 sudo", ""}, {"a[1]=2 sudo", ""}, {"su*", ""}, {"~/sudo", ""}, {"(sudo)", ""}, {"'' x", ""}, {"'sudo", ""},
		{"{sudo,x}", ""}, {"# sudo", ""}, {"sudo|x", ""}, {"su\\\ndo", ""},
	}
	for _, tt := range tests {
		got, ok := FirstWord(tt.line)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("FirstWord(%q) = %q, %v; want %q", tt.line, got, ok, tt.want)
		}
	}
}

// bareEnviron is the environment of the word comparisons.
func bareEnviron() []string {
	return []string{"HOME=/H", "PWD=/", "OLDPWD=/usr", "PATH=/nonexistent"}
}

// wordsInBash tells which builtin a line calls in real bash, with which words,
// by putting functions in the builtins' place. Lines are fed to eval one by
// one; each answer is the calls and the status.
func wordsInBash(t testing.TB, lines []string) []string {
	t.Helper()
	const script = `for name in cd pushd popd dirs; do eval "$name(){ builtin printf '%s\1' $name "'"$@"; }'; done
		for line; do
			OLDPWD=/usr
			(eval "$line") 2>/dev/null
			builtin printf '\2%s\n\3' $?
		done`
	cmd := exec.Command(bashPath, append([]string{"--norc", "--noprofile", "-c", script, "bash"}, lines...)...)
	cmd.Env = bareEnviron()
	cmd.Dir = "/"
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	answers := strings.Split(strings.TrimSuffix(out.String(), "\x03"), "\x03")
	if len(answers) != len(lines) {
		t.Fatalf("%d answers for %d lines", len(answers), len(lines))
	}
	return answers
}

// wordsOurs is the answer bash must give to a line that ParseBare claims.
func wordsOurs(b Bare) string {
	s := New("/", NewEnv(bareEnviron()))
	defer s.Close()
	r := &bareRun{s: s}
	var out strings.Builder
	for i, word := range b.Argv {
		if b.tilde[i] {
			word = r.expandTilde(word)
		}
		out.WriteString(word + "\x01")
	}
	return out.String() + "\x020\n"
}

func checkClaims(t testing.TB, lines []string) (claimed int) {
	t.Helper()
	var asked []string
	var want []string
	for _, line := range lines {
		if b, ok := ParseBare(line); ok {
			asked = append(asked, line)
			want = append(want, wordsOurs(b))
		}
	}
	if len(asked) == 0 {
		return 0
	}
	for i, got := range wordsInBash(t, asked) {
		if got != want[i] {
			t.Errorf("%q: bash sees %q, ParseBare %q", asked[i], got, want[i])
		}
	}
	return len(asked)
}

// TestParseBareAgainstBash generates lines and compares the words of each that
// is claimed with those that bash sees.
func TestParseBareAgainstBash(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	names := []string{"cd", "pushd", "popd", "dirs", `\cd`, `'cd'`, `c"d"`, "c''d", `c\d`, "cdx", "cd=1"}
	parts := []string{
		"a", "b/c", ".", "..", "-", "+1", "--", "-n", "~", "~/x", "~root", "~+", "~-", "~+0", "~0", "~nouser", "''", `""`, "'a b'", `"a b"`, `a\ b`,
		"#", "#c", "a#", "=", "a=b", "a=~", ":~", "%", "@", ",", "^", "!", "!a", `\`, `\\`, `\'`, `'\'`, `"\\"`, `"\$"`, `"\a"`, "'\n'", "\n", "\t", ";",
		"\xff", "é", "é\\", "\xe4", "\u00a0", "\r", "\v", "$", "`", "*", "?", "[", "]", "{", "}", "{}", "(", ")", "<", ">", "|", "&", "\x01", "\x7f",
		"1", "2", "0x", "x", "/", "//", "'", `"`, "~\\", "~'", "if", "then", "time",
	}
	blanks := []string{" ", " ", " ", "\t", "", "  "}
	const rounds, batch = 5, 3000
	claimed := 0
	for range rounds {
		lines := make([]string, batch)
		for i := range lines {
			var b strings.Builder
			b.WriteString(blanks[rng.IntN(len(blanks))])
			b.WriteString(names[rng.IntN(len(names))])
			for range rng.IntN(5) {
				b.WriteString(blanks[rng.IntN(len(blanks))])
				b.WriteString(parts[rng.IntN(len(parts))])
			}
			lines[i] = b.String()
		}
		claimed += checkClaims(t, lines)
	}
	t.Logf("%d lines, %d claimed", rounds*batch, claimed)
	if claimed < rounds*batch/20 {
		t.Errorf("only %d lines were claimed: the comparison says little", claimed)
	}
}

// FuzzParseBare looks for a line that is claimed and read otherwise by bash.
func FuzzParseBare(f *testing.F) {
	for _, line := range []string{"cd ~/a 'b' # c", `pushd "x\$" +1;`, "dirs -v\n", "cd a\\ b", "popd ''", "cd ~+1/x"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		FirstWord(line)
		checkClaims(t, []string{line})
	})
}
