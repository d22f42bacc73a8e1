package policy

import (
	"path"
	"strings"
	"testing"

	"github.com/aegish/aegish/config"
)

func TestMatchPath(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"/etc/passwd", "/etc/passwd", true}, {"/etc/passwd", "/etc/passwd-", false},
		{"/etc/*", "/etc/passwd", true}, {"/etc/*", "/etc/ssh/key", false}, {"/etc/*", "/etc", false},
		{"/etc/**", "/etc/ssh/key", true}, {"/etc/**", "/etc", true}, {"/etc/**", "/etcetera", false},
		{"/**", "/", true}, {"/**", "/x/y", true}, {"/", "/", true}, {"/", "/x", false}, {"/*", "/x", true}, {"/*", "/", false},
		{"/home/*/.ssh/**", "/home/bob/.ssh/id", true}, {"/home/*/.ssh/**", "/home/bob/x/.ssh/id", false},
		{"/**/.env", "/a/b/.env", true}, {"/**/.env", "/.env", true}, {"/**/.env", "/a/.envx", false},
		{"/a/**/b/**/c", "/a/b/b/x/c", true}, {"/a/**/b/**/c", "/a/x/c", false},
		{"~", "/home/user", true}, {"~/.ssh/*", "/home/user/.ssh/id", true}, {"~/x", "/home/user2/x", false},
		{"/x?", "/xy", true}, {"/x?", "/x/", false}, {"/[ab]", "/a", true},
	} {
		if got := matchPath(tt.pattern, tt.name, "/home/user"); got != tt.want {
			t.Errorf("matchPath(%q, %q) = %v", tt.pattern, tt.name, got)
		}
	}
	if matchPath("~/x", "/x", "") {
		t.Error("without a home, ~ is the root")
	}
}

// The short cut says no only where the comparison does.
func TestDiffers(t *testing.T) {
	t.Parallel()
	parts := []string{"", "/", "a", "b", "*", "**", "?", "[ab]", "/a", "/b", "/**", "/*"}
	for _, p := range parts {
		for _, q := range parts {
			for _, r := range parts {
				pattern := "/" + p + q + r
				for _, name := range []string{"/", "/a", "/b", "/ab", "/a/b", "/a/a/b", "/ba/b"} {
					if path.Clean(pattern) == pattern && differs(pattern, name) && compareComponents(pattern, name) {
						t.Errorf("%q, %q", pattern, name)
					}
				}
			}
		}
	}
}

func TestMatchPathIsNotExponential(t *testing.T) {
	t.Parallel()
	if matchPath(strings.Repeat("/**/a", 200)+"/b", strings.Repeat("/a", 5000), "") {
		t.Error("matched")
	}
}

func TestUnder(t *testing.T) {
	t.Parallel()
	patterns := []string{"/srv/**"}
	for _, tt := range []struct {
		name string
		dirs []string
		want certainty
	}{
		{"/srv/x", nil, yes}, {"/srv/../etc", nil, no}, {"//srv//x", nil, yes},
		{"x", nil, perhaps}, {"x", []string{"/srv"}, yes}, {"../x", []string{"/srv"}, no}, {"../srv/x", []string{"/srv"}, yes},
		{"x", []string{"/srv", "/tmp"}, perhaps}, {"x", []string{"/etc", "/tmp"}, no},
	} {
		if got := under(patterns, tt.name, tt.dirs, ""); got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.name, tt.dirs, got, tt.want)
		}
	}
}

// How many parts of a word are looked at is bounded; beyond it a rule that
// denies counts.
func TestPartsAreBounded(t *testing.T) {
	t.Parallel()
	parts := strings.Repeat("/a:", maxMarked-1)
	for text, want := range map[string]certainty{parts + "/b": no, parts + "/srv": yes, parts + "/b:/c": perhaps} {
		if got := (Command{}).touches(config.Rule{Paths: []string{"/srv"}}, wordsOf("x "+text), ""); got != want {
			t.Errorf("%d parts: %v, want %v", strings.Count(text, ":")+1, got, want)
		}
	}
	bundle := "-" + strings.Repeat("x", maxBundle-1)
	for text, want := range map[string]certainty{bundle + "/srv": yes, bundle + "x/srv": no} {
		c := Command{Dirs: []string{"/tmp"}}
		if got := c.touches(config.Rule{Paths: []string{"/srv"}}, wordsOf("x "+text), ""); got != want {
			t.Errorf("a bundle of %d letters: %v, want %v", strings.Count(text, "x"), got, want)
		}
	}
}

// A rule that denies needs one path, a rule that allows needs all of them, in
// whatever place they stand.
func TestOperandPaths(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		command, values   string
		touches, confined bool
	}{
		{"cp /srv/a /srv/b", "", true, true},
		{"cp /srv/a /tmp/b", "", true, false},
		{"cp /tmp/a /tmp/b", "", false, false},
		{"cp a b", "", true, true}, // the command runs in /srv
		{"cp ../a b", "", true, false},
		{"ls", "", false, true}, // its directory is what it works on
		{"cp --target-directory=/srv a", "", true, true},
		{"cp --target-directory=/tmp /srv/a", "", true, false},
		{"cp -t/tmp /srv/a", "", true, false},
		{"cp -t/tmp /srv/a", "-t", true, false},
		{"cp -t/srv /tmp/a", "-t", true, false},
		{"ls -la /srv", "", true, false}, // a is perhaps a value of -l
		{"ls -la /srv", "-w", true, true},
		{"dd if=/srv/x of=/dev/sda", "", true, false},
		{"cat -- -x", "", true, true},
		{"cat $x", "", true, false},
		{"curl -d @/srv/x", "", true, true},
		{"curl -F f=@/srv/x", "", true, true},
		{"curl -sT/srv/x", "", true, false},
		{"curl -sTx", "", true, false}, // in /srv
		{"curl file:///srv/x", "", true, true},
		{"run -v /srv:/x", "", true, false},
		{"run --mount type=bind,source=/srv,target=/x", "", true, false},
		{"run --mount=type=bind,source=/tmp,target=/y", "", true, false}, // bind, in /srv
		{"cp /tmp:/y /tmp", "", false, false},
	} {
		words := wordsOf(tt.command)
		r := config.Rule{Paths: []string{"/srv/**"}}
		if tt.values != "" {
			r.Values = []string{tt.values}
		}
		c := Command{Dirs: []string{"/srv"}}
		if got := c.touches(r, words, "") != no; got != tt.touches {
			t.Errorf("%q touches: %v", tt.command, got)
		}
		if got := c.confined(r, words, ""); got != tt.confined {
			t.Errorf("%q is confined: %v", tt.command, got)
		}
	}
}
