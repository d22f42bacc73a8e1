package host_test

import (
	"errors"
	"os"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/host"
)

// TestStopsAtLinksAboveNewNames makes names behind links: whoever follows them
// has to be told the whole rest of the name.
func TestStopsAtLinksAboveNewNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, err := range []error{os.MkdirAll(dir+"/d/e", 0o755), os.Symlink("d", dir+"/l"), os.WriteFile(dir+"/f", nil, 0o644)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	f, err := host.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	stops := f.StopAtLinks()
	for what, make := range map[string]func(string) error{
		"mkdir":   func(n string) error { return stops.Mkdir(n, 0o755) },
		"mkfifo":  func(n string) error { return stops.Mkfifo(n, 0o644) },
		"symlink": func(n string) error { return stops.Symlink("x", n) },
		"link":    func(n string) error { return stops.Link("/f", n) },
		"remove":  stops.Remove,
		"rename":  func(n string) error { return stops.Rename("/f", n) },
	} {
		for name, rest := range map[string]string{"/l/new": "new", "/l/e/new": "e/new", "/l/new/": "new"} {
			var link *vfs.LinkError
			if err := make(name); !errors.As(err, &link) || link.Dir != "/" || link.Target != "d" || link.Rest != rest && link.Rest != rest+"/" {
				t.Errorf("%s %s: %#v", what, name, err)
			}
		}
	}
}
