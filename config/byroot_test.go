package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What leads out of the sandbox is opened by a file that root alone can have
// written, and by no other that is believed.
func TestSudoIsRoots(t *testing.T) {
	t.Parallel()
	const text = "[sudo]\nallow = true\n"
	for _, byRoot := range []bool{true, false} {
		doc, err := decode("f", []byte(text))
		must(t, err)
		doc.byRoot = byRoot
		e, err := resolve(doc, Options{Identity: me()})
		if byRoot && (err != nil || !e.Config.Sudo.Allow) {
			t.Errorf("root's: %v", err)
		}
		if !byRoot && (err == nil || !strings.Contains(err.Error(), "f:2: sudo.allow: expected false")) {
			t.Errorf("another's: %v", err)
		}
	}
	for _, profile := range []string{"[profiles.x.sudo]\nallow = true\n", "[profiles.observe]\n[profiles.observe.sudo]\nallow = true"} {
		doc, err := decode("f", []byte(profile))
		must(t, err)
		if _, err = resolve(doc, Options{Identity: me()}); err == nil {
			t.Errorf("%q in another's file", profile)
		}
	}
	if e, _, err := explicit(t, "[sudo]\nallow = false\n"); err != nil || e.Config.Sudo.Allow {
		t.Errorf("false is for everybody to say: %v", err)
	}
}

func TestRootAlone(t *testing.T) {
	t.Parallel()
	path := writeFile(t, "profile = \"observe\"\n")
	other := writeFile(t, "profile = \"observe\"\n")
	read := func(path string) bool {
		doc, err := read(path, Trust{UID: os.Getuid()})
		must(t, err)
		return doc.byRoot
	}
	if got, root := read(path), os.Getuid() == 0; got != root {
		t.Errorf("written by uid %d: by root %v", os.Getuid(), got)
	}
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	if rootAlone(other, f) {
		t.Error("another file was taken for the one that was read")
	}
	if os.Getuid() != 0 {
		t.Log("files of other users need root")
		return
	}
	// Believed, because the user owns it, and not root's.
	for name, change := range map[string]string{"file": path, "directory": filepath.Dir(path)} {
		must(t, os.Chown(change, 65534, 65534))
		doc, err := func() (*document, error) {
			f, suspect, err := openTrusted(path, Trust{UID: 65534})
			return readFrom(f, path, suspect, err)
		}()
		must(t, err)
		if doc.byRoot {
			t.Errorf("%s of another user: by root", name)
		}
		must(t, os.Chown(change, 0, 0))
	}
}

// A program may be for execution only, as sudo is on some systems.
func TestCheckTrusted(t *testing.T) {
	t.Parallel()
	path := writeFile(t, "x")
	me := Trust{UID: os.Getuid()}
	must(t, os.Chmod(path, 0o111))
	if err := CheckTrusted(path, me); err != nil {
		t.Errorf("a file without the right to read it: %v", err)
	}
	must(t, os.Chmod(path, 0o722))
	if err := CheckTrusted(path, me); err == nil {
		t.Error("a file that others can write")
	}
	must(t, os.Chmod(path, 0o755))
	must(t, os.Chmod(filepath.Dir(path), 0o777))
	if err := CheckTrusted(path, me); err == nil {
		t.Error("in a directory that others can write")
	}
	for _, absent := range []string{path + "x", filepath.Dir(path), "/dev/null"} {
		if err := CheckTrusted(absent, me); err == nil {
			t.Errorf("%s is no program", absent)
		}
	}
}
