package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// link is a link to another place of the module; headings are links that begin
// with #.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func TestLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	for _, file := range files(t, ".md") {
		for _, m := range link.FindAllStringSubmatch(read(t, file), -1) {
			target, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				t.Errorf("%s links to %s; documents must be whole without the network", file, m[1])
				continue
			}
			path := file
			if target != "" {
				path = filepath.Join(filepath.Dir(file), target)
			}
			if _, err := os.Stat(filepath.Join(root, path)); err != nil {
				t.Errorf("%s links to %s: %v", file, m[1], err)
				continue
			}
			if heading != "" && !hasHeading(read(t, path), heading) {
				t.Errorf("%s links to %s, and there is no such heading", file, m[1])
			}
		}
	}
}

// hasHeading reports whether a heading of a text has the given anchor.
func hasHeading(text, anchor string) bool {
	for line := range strings.Lines(text) {
		title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " ")
		if ok && line[0] == '#' && strings.ReplaceAll(strings.ToLower(strings.TrimSpace(title)), " ", "-") == anchor {
			return true
		}
	}
	return false
}

// foreign is text that belongs to one machine or one way of fetching modules,
// and not to the project. The patterns are written so that this file holds
// none of them.
var foreign = regexp.MustCompile(`/(?:work|home/[a-z]+/go|opt/hostedtoolcache)/[a-z]` +
	`|(?i:proxy[.]golang[.]org|sum[.]golang[.]org|goproxy[.]|registry[.]npmjs|files[.]pythonhosted)`)

func TestNothingOfOneMachine(t *testing.T) {
	t.Parallel()
	for _, file := range files(t, "") {
		text := read(t, file)
		if !utf8.ValidString(text) || strings.Contains(filepath.ToSlash(file), "/testdata/fuzz/") {
			continue
		}
		if at := foreign.FindString(text); at != "" {
			t.Errorf("%s holds %q", file, at)
		}
	}
}

func TestReadmeIsShort(t *testing.T) {
	t.Parallel()
	const limit = 150
	if n := lines(read(t, "README.md")); n >= limit {
		t.Errorf("README.md has %d lines, want fewer than %d", n, limit)
	}
}
