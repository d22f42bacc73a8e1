package files

import (
	"context"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/commands/filemode"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/regex"
)

// nameTest reads tests that need no more than the name and the kind.
func (p *findParser) nameTest(word string) (predicate, bool, error) {
	switch word {
	case "-true":
		return always, true, nil
	case "-false":
		return func(context.Context, *found) bool { return false }, true, nil
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-lname", "-ilname":
		text, err := p.argument(word)
		if err != nil {
			return nil, true, err
		}
		if strings.HasSuffix(text, "/") && (strings.HasSuffix(word, "path") || strings.HasSuffix(word, "wholename")) {
			p.f.in.Warn("warning: %s %s will not match anything because it ends with /.", word, text)
		}
		return p.globTest(word, text), true, nil
	case "-regex", "-iregex":
		text, err := p.argument(word)
		if err != nil {
			return nil, true, err
		}
		re, err := compileRegex(text, p.regex, word == "-iregex")
		if err != nil {
			return nil, true, complain("failed to compile regular expression '%s': %s", text, err)
		}
		return func(_ context.Context, e *found) bool {
			at, err := re.Find([]byte(e.path), 0, false)
			return err == nil && at != nil && at[0] == 0 && at[1] == len(e.path)
		}, true, nil
	case "-type", "-xtype":
		text, err := p.argument(word)
		if err != nil {
			return nil, true, err
		}
		return typeTest(word, text)
	}
	return nil, false, nil
}

// compileRegex compiles a regular expression of one of the syntaxes that find
// knows (info find, Regular expressions).
func compileRegex(text, syntax string, fold bool) (*regex.Regexp, error) {
	var flags regex.Flags
	if fold {
		flags = regex.NoCase
	}
	switch {
	case strings.Contains(syntax, "extended") || strings.Contains(syntax, "egrep") || strings.Contains(syntax, "awk"):
		flags |= regex.Extended
	case syntax == "emacs" || syntax == "findutils-default":
		text = gnu.EmacsPattern(text)
	}
	return regex.Compile(text, flags)
}

func (p *findParser) globTest(word, text string) predicate {
	fold := strings.HasPrefix(word, "-i")
	pat := pattern.Compile(text, pattern.Options{NoCase: fold, Steps: p.f.in.Limits.Steps})
	match := func(s string) bool {
		ok, err := pat.Match(s)
		return ok && err == nil
	}
	switch strings.TrimPrefix(strings.TrimPrefix(word, "-"), "i") {
	case "name":
		return func(_ context.Context, e *found) bool { return match(e.name) }
	case "lname":
		return func(_ context.Context, e *found) bool {
			if e.mode&fs.ModeSymlink == 0 {
				return false
			}
			target, err := e.f.in.FS.Readlink(e.path)
			return err == nil && match(target)
		}
	}
	return func(_ context.Context, e *found) bool { return match(e.path) }
}

// typeTest reads the letters of -type and -xtype.
func typeTest(word, text string) (predicate, bool, error) {
	if text == "" {
		return nil, true, complain("Arguments to %s should contain at least one letter", word)
	}
	var want []byte
	for i := 0; i < len(text); i += 2 {
		c := text[i]
		switch {
		case strings.IndexByte("bcdpflsD", c) < 0:
			return nil, true, complain("Unknown argument to %s: %c", word, c)
		case i+2 == len(text) && text[i+1] == ',':
			return nil, true, complain("Last file type in list argument to %s is missing, i.e., list is ending on: ','", word)
		case i+1 < len(text) && text[i+1] != ',':
			return nil, true, complain("Must separate multiple arguments to %s using: ','", word)
		}
		if c == 'f' {
			c = '-'
		}
		if strings.IndexByte(string(want), c) >= 0 {
			return nil, true, complain("Duplicate file type '%c' in the argument list to %s.", text[i], word)
		}
		want = append(want, c)
	}
	return func(_ context.Context, e *found) bool {
		mode := e.mode
		switch {
		case word != "-xtype":
		case e.f.follow == followAll || e.f.follow == followOperands && e.depth == 0:
			if fi, err := e.f.in.FS.Lstat(e.path); err == nil {
				mode = fi.Mode() // what the test would not look at without the x
			}
		case mode&fs.ModeSymlink != 0:
			fi, err := e.f.in.FS.Stat(e.path)
			switch {
			case err == nil:
				mode = fi.Mode()
			case isErrno(err, syscall.ELOOP):
				e.f.in.Fail("%s: %s", e.f.in.Quote(e.path), message(err))
				return false
			}
		}
		return strings.IndexByte(string(want), typeLetter(mode)) >= 0
	}, true, nil
}

// statTest reads tests of what stat(2) tells.
func (p *findParser) statTest(word string) (predicate, bool, error) {
	with := func(test func(e *found, fi fs.FileInfo) bool) predicate {
		return func(_ context.Context, e *found) bool {
			fi := e.info()
			return fi != nil && test(e, fi)
		}
	}
	switch word {
	case "-fstype":
		kind, err := p.argument(word)
		return func(context.Context, *found) bool { return kind == fsName }, true, err
	case "-empty":
		return findEmpty, true, nil
	case "-size":
		test, err := p.size(word)
		return with(test), true, err
	case "-perm":
		test, err := p.perm(word)
		return with(test), true, err
	case "-user", "-uid", "-group", "-gid":
		test, err := p.owner(word)
		return with(test), true, err
	case "-nouser":
		return with(func(e *found, fi fs.FileInfo) bool { return p.f.owners.user(sys(fi).UID) == "" }), true, nil
	case "-nogroup":
		return with(func(e *found, fi fs.FileInfo) bool { return p.f.owners.group(sys(fi).GID) == "" }), true, nil
	case "-links", "-inum":
		c, err := p.number(word)
		return with(func(_ *found, fi fs.FileInfo) bool {
			if word == "-links" {
				return c.holds(int64(sys(fi).Nlink))
			}
			return c.holds(int64(sys(fi).Ino))
		}), true, err
	case "-samefile":
		name, err := p.argument(word)
		if err != nil {
			return nil, true, err
		}
		other, err := p.f.argument(name)
		if err != nil {
			return nil, true, complain("%s: %s", p.f.in.Quote(name), message(err))
		}
		return with(func(_ *found, fi fs.FileInfo) bool { return sameFile(fi, other) }), true, nil
	case "-readable", "-writable", "-executable":
		bit := map[string]uint32{"-readable": 4, "-writable": 2, "-executable": 1}[word]
		return func(_ context.Context, e *found) bool {
			fi, err := e.f.in.FS.Stat(e.path)
			return err == nil && p.f.may(fi, bit)
		}, true, nil
	}
	return nil, false, nil
}

// argument looks at a file that a test names, through links where the search
// goes through them.
func (f *finder) argument(name string) (fs.FileInfo, error) {
	if f.follow != followNone {
		if fi, err := f.in.FS.Stat(name); err == nil {
			return fi, nil
		}
	}
	return f.in.FS.Lstat(name)
}

// may tells whether the permissions of a file allow the Call's user something.
func (f *finder) may(fi fs.FileInfo, bit uint32) bool {
	bits, s := bitsOf(fi.Mode()), sys(fi)
	switch {
	case f.in.User.UID == 0:
		return bit != 1 || bits&xAll != 0 || fi.IsDir()
	case uint32(f.in.User.UID) == s.UID:
		return bits>>6&bit != 0
	case uint32(f.in.User.GID) == s.GID:
		return bits>>3&bit != 0
	}
	return bits&bit != 0
}

func findEmpty(_ context.Context, e *found) bool {
	switch {
	case e.mode.IsDir():
		list, err := e.entries()
		if err != nil {
			e.f.in.Fail("%s: %s", e.f.in.Quote(e.path), message(err))
		}
		return err == nil && len(list) == 0
	case e.mode.IsRegular():
		fi := e.info()
		return fi != nil && fi.Size() == 0
	}
	return false
}

// size reads N[cwbkMG]: the size is rounded up to the unit.
func (p *findParser) size(word string) (func(*found, fs.FileInfo) bool, error) {
	text, err := p.argument(word)
	if err != nil {
		return nil, err
	}
	if text == "" {
		return nil, complain("invalid null argument to -size")
	}
	number, unit := text, int64(512)
	if n := len(text); n > 0 && !isNumber(text[n-1]) {
		u, ok := map[byte]int64{'c': 1, 'w': 2, 'b': 512, 'k': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}[text[n-1]]
		if !ok {
			return nil, complain("invalid -size type `%c'", text[n-1])
		}
		number, unit = text[:n-1], u
	}
	c, ok := parseComparison(number)
	if !ok {
		return nil, complain("Invalid argument `%s' to -size", text)
	}
	return func(_ *found, fi fs.FileInfo) bool { return c.holds(ceilDiv(fi.Size(), unit)) }, nil
}

// perm reads MODE (exactly), -MODE (all of them), /MODE (any of them).
func (p *findParser) perm(word string) (func(*found, fs.FileInfo) bool, error) {
	text, err := p.argument(word)
	if err != nil {
		return nil, err
	}
	rest := text
	if text != "" && (text[0] == '-' || text[0] == '/') {
		rest = text[1:]
	}
	m, err := filemode.Parse(rest)
	if err != nil || strings.HasPrefix(text, "+") && strings.Trim(text[1:], "01234567") == "" {
		return nil, complain("invalid mode %s", p.f.in.Quote(text))
	}
	file, dir := m.Apply(0, false, 0), m.Apply(0, true, 0) // X differs
	if file == 0 && text[0] == '/' {
		p.f.in.Warn("warning: you have specified a mode pattern %s (which is equivalent to /000). The meaning of -perm /000 has now been changed to be consistent with -perm -000; that is, while it used to match no files, it now matches all files.", text)
	}
	return func(_ *found, fi fs.FileInfo) bool {
		bits, want := bitsOf(fi.Mode()), file
		if fi.IsDir() {
			want = dir
		}
		switch text[0] {
		case '-':
			return bits&want == want
		case '/':
			return want == 0 || bits&want != 0
		}
		return bits == want
	}, nil
}

func (p *findParser) owner(word string) (func(*found, fs.FileInfo) bool, error) {
	text, err := p.argument(word)
	switch {
	case err != nil && strings.HasSuffix(word, "id"):
		return nil, complain("invalid argument `%s' to `%s'", word, word)
	case err != nil:
		return nil, err
	}
	p.f.owners.user(0)
	p.f.owners.group(0)
	names, of := p.f.owners.users, func(fi fs.FileInfo) int64 { return int64(sys(fi).UID) }
	if strings.HasPrefix(word, "-g") {
		names, of = p.f.owners.groups, func(fi fs.FileInfo) int64 { return int64(sys(fi).GID) }
	}
	if strings.HasSuffix(word, "id") {
		c, ok := parseComparison(text)
		if !ok {
			return nil, complain("invalid argument `%s' to `%s'", text, word)
		}
		return func(_ *found, fi fs.FileInfo) bool { return c.holds(of(fi)) }, nil
	}
	if text == "" {
		return nil, complaint(map[string]string{"-user": "The argument to -user should not be empty", "-group": "argument to -group is empty, but should be a group name"}[word])
	}
	id, ok := byName(names, text)
	if !ok {
		if word == "-user" {
			return nil, complain("%s is not the name of a known user", p.f.in.Quote(text))
		}
		return nil, complain("%s is not the name of an existing group", p.f.in.Quote(text))
	}
	return func(_ *found, fi fs.FileInfo) bool { return of(fi) == int64(id) }, nil
}
