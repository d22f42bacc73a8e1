package bashtest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
)

// Where a system keeps scripts, and how many of which size are looked at.
var scriptPlaces = []string{"/usr/bin", "/usr/sbin", "/etc", "/usr/lib/git-core", "/usr/share"}

const (
	mostScripts     = 250
	mostFilesSeen   = 20_000
	mostScriptBytes = 128 << 10
	leastScripts    = 5
)

var shellScript = regexp.MustCompile(`^#! ?/(usr/)?bin/(env )?(ba|da)?sh\b`)

// TestInstalledScriptsParseAsInBash has both shells look at the scripts of this
// system with -n, which executes nothing, and compares what they find wrong.
func TestInstalledScriptsParseAsInBash(t *testing.T) {
	t.Parallel()
	scripts := installedScripts(t)
	if len(scripts) < leastScripts {
		t.Fatalf("found %d scripts in %v", len(scripts), scriptPlaces)
	}
	dir := t.TempDir()
	var text strings.Builder
	for i, script := range scripts {
		name := fmt.Sprintf("script%d", i)
		if err := os.WriteFile(filepath.Join(dir, name), script.text, 0o600); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "bash -n %s 2>&1; echo \"$?\"; echo =mark=\n", name)
	}
	sc := scenario{mode: "c", script: text.String()}
	theirs := strings.Split(underBash(t, sc, dir).stdout, "=mark=\n")
	ours := strings.Split(inProcess(t, sc, dir, func(files vfs.FS) {
		for i, script := range scripts {
			write(t, files, path.Join(dir, fmt.Sprintf("script%d", i)), string(script.text))
		}
	}).stdout, "=mark=\n")
	if len(ours) != len(theirs) {
		t.Fatalf("%d results, bash has %d", len(ours), len(theirs))
	}
	for i, script := range scripts {
		if ours[i] != theirs[i] {
			t.Errorf("%s\nbash: %s\n  we: %s", script.name, theirs[i], ours[i])
		}
	}
	t.Logf("%d scripts", len(scripts))
}

type installedScript struct {
	name string
	text []byte
}

// installedScripts finds shell scripts, the same ones each time.
func installedScripts(t *testing.T) []installedScript {
	t.Helper()
	var found []installedScript
	seen := 0
	for _, place := range scriptPlaces {
		place, err := filepath.EvalSymlinks(place)
		if err != nil {
			continue
		}
		filepath.WalkDir(place, func(name string, d fs.DirEntry, err error) error {
			if seen++; seen > mostFilesSeen || len(found) >= mostScripts {
				return filepath.SkipAll
			}
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if text := scriptText(name); text != nil {
				found = append(found, installedScript{name, text})
			}
			return nil
		})
	}
	return found
}

// scriptText is the text of a file that is a shell script, or nil.
func scriptText(name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	begin := make([]byte, 32)
	n, _ := f.Read(begin)
	if !shellScript.Match(begin[:n]) {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil || len(text) > mostScriptBytes || bytes.IndexByte(text, 0) >= 0 {
		return nil
	}
	return text
}
