package ctype

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestAgainstBash asks bash, and so glibc, for the classes of characters that
// both versions of Unicode know: ASCII, Latin, Greek, Cyrillic, spaces, and
// samples beyond.
func TestAgainstBash(t *testing.T) {
	t.Parallel()
	var runes []rune
	for r := rune(1); r < 0x530; r++ {
		runes = append(runes, r)
	}
	for r := rune(0x1e00); r < 0x2200; r++ {
		runes = append(runes, r)
	}
	for r := rune(0x3000); r < 0x20000; r += 97 {
		// What the older version of Unicode does not know is left out.
		if r < 0xd800 || r >= 0xe000 && r < 0x10000 {
			runes = append(runes, r)
		}
	}
	var script strings.Builder
	for _, r := range runes {
		fmt.Fprintf(&script, "c=$'\\U%x'\n", r)
		for _, name := range classNames {
			fmt.Fprintf(&script, "[[ $c == [[:%s:]] ]] && printf 1 || printf 0\n", name)
		}
		script.WriteString("echo\n")
	}
	cmd := exec.Command("bash")
	cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH")}
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(runes) {
		t.Fatalf("%d answers to %d characters", len(lines), len(runes))
	}
	for i, r := range runes {
		var got strings.Builder
		for c := range classNames {
			bit := "0"
			if Class(c).Has(r) {
				bit = "1"
			}
			got.WriteString(bit)
		}
		if got.String() != lines[i] {
			t.Errorf("%U: got %s, bash %s (%v)", r, got.String(), lines[i], classNames)
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	for i, name := range classNames {
		if c, ok := LookupPattern(name); !ok || c != Class(i) || c.String() != name {
			t.Errorf("Lookup(%q) = %v, %v", name, c, ok)
		}
	}
	if _, ok := LookupPattern("ALPHA"); ok {
		t.Error("names are in lower case")
	}
	if Alpha.HasByte(0xe9) || !Alpha.HasByte('e') {
		t.Error("bytes above ASCII are in no class")
	}
	if ToLower('É') != 'é' || ToUpper('é') != 'É' || ToUpper('ß') != 'ß' {
		t.Error("case")
	}
}
