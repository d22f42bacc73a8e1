package config

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Options say whose session it is and which file it asks for.
type Options struct {
	Path     string // --config, "" when not given
	Profile  string // --profile, "" when not given
	Login    bool   // the session is a login shell
	Identity Identity

	XDGConfigHome string // $XDG_CONFIG_HOME; ignored unless absolute, as its specification says
	Home          string // $HOME; used where XDGConfigHome is not

	SystemPath string // the system's file; "" means DefaultSystemPath
}

// DefaultSystemPath is where the system's configuration lies.
const DefaultSystemPath = "/etc/aegish/aegish.toml"

// An Effective is a Config with the origin of each of its values.
type Effective struct {
	Config Config
	// Implied holds values of keys of [interp.limits] that nobody has set, as
	// who applies them knows. They are shown, and nothing else.
	Implied map[string]any

	read    Config            // as it was read
	written map[string]string // key -> "FILE:LINE" or "--profile", of those that somebody wrote
}

// Load finds the one file that counts, reads it and gives what holds for this
// identity. Every error is an *Error; there is no result with an error and no
// error that is passed over.
func Load(o Options) (*Effective, error) {
	if o.Login && o.Path != "" {
		return nil, &Error{Key: "--config", Msg: "a login shell does not take a configuration from its command line"}
	}
	if o.Login && o.Profile != "" {
		return nil, &Error{Key: "--profile", Msg: "a login shell does not take a profile from its command line"}
	}
	doc, err := locate(o)
	if err != nil {
		return nil, err
	}
	return resolve(doc, o)
}

// Check is Load for `aegish config check`: besides, the system's file must
// hold for login shells, which would otherwise be the first to find out. It
// does not ask who owns the file a second time.
func Check(o Options) error {
	if _, err := Load(o); err != nil || o.Login || o.Path != "" {
		return err
	}
	system := o
	system.XDGConfigHome, system.Home, system.Profile = "", "", ""
	doc, err := locate(system)
	if err != nil {
		return err
	}
	b := &builder{doc: doc, login: true}
	_, err = b.buildAll("")
	return err
}

// locate decides which file counts: --config, else the system's, else the
// user's. The system's file, where it exists, yields to the others only when
// it says so. Without any file the document is empty.
func locate(o Options) (*document, error) {
	system := o.SystemPath
	if system == "" {
		system = DefaultSystemPath
	}
	doc, err := readSystem(system, o)
	if err != nil {
		return nil, err
	}
	if o.Login {
		return orEmpty(doc), nil
	}
	mayReplace := doc == nil || doc.raw.AllowUserConfig != nil && *doc.raw.AllowUserConfig
	if o.Path != "" {
		if !mayReplace {
			return nil, refusal(doc)
		}
		return readExplicit(o)
	}
	if own := userPath(o); own != "" && mayReplace {
		mine, err := read(own, Trust{UID: o.Identity.UID})
		if err == nil {
			return mine, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return orEmpty(doc), nil
}

// readSystem reads the system's file, nil where there is none. In a login
// shell a missing file in a directory that others can write is an error: one
// of them may have removed it.
func readSystem(path string, o Options) (*document, error) {
	trust := Trust{UID: o.Identity.UID}
	if o.Login {
		trust = Trust{}
	}
	f, suspect, err := openTrusted(path, trust)
	if errors.Is(err, fs.ErrNotExist) {
		if o.Login && suspect != nil {
			return nil, suspect
		}
		return nil, nil
	}
	return readFrom(f, path, suspect, err)
}

// readExplicit reads the file of --config, which must say something.
func readExplicit(o Options) (*document, error) {
	doc, err := read(o.Path, Trust{UID: o.Identity.UID})
	if err != nil {
		return nil, err
	}
	if doc.empty() {
		return nil, &Error{File: o.Path, Msg: "expected a configuration, found a file without any key"}
	}
	return doc, nil
}

// refusal is the answer to --config where the system's file alone counts.
func refusal(system *document) error {
	return &Error{Key: "--config", Msg: "expected none: " + printable(system.file) +
		" exists and counts alone, because it does not say allow_user_config = true"}
}

// userPath is where a user's own file lies, "" where that is not known. A
// relative directory is never used: it would be below the working directory.
func userPath(o Options) string {
	dir := o.XDGConfigHome
	if !filepath.IsAbs(dir) {
		if !filepath.IsAbs(o.Home) {
			return ""
		}
		dir = filepath.Join(o.Home, ".config")
	}
	return filepath.Join(dir, "aegish", "aegish.toml")
}

func read(path string, trust Trust) (*document, error) {
	f, suspect, err := openTrusted(path, trust)
	return readFrom(f, path, suspect, err)
}

// readFrom reads what openTrusted opened.
func readFrom(f *os.File, path string, suspect, err error) (*document, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if suspect != nil {
		return nil, suspect
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot read: " + err.Error()}
	}
	doc, err := decode(path, text)
	if err != nil {
		return nil, err
	}
	doc.byRoot = rootAlone(path, f)
	return doc, nil
}

// rootAlone reports whether the file that was read lies where nobody but root
// can have put or changed it.
func rootAlone(path string, read *os.File) bool {
	f, err := OpenTrusted(path, Trust{})
	if err != nil {
		return false
	}
	defer f.Close()
	a, errA := f.Stat()
	b, errB := read.Stat()
	return errA == nil && errB == nil && os.SameFile(a, b)
}

func orEmpty(doc *document) *document {
	if doc == nil {
		return &document{}
	}
	return doc
}
