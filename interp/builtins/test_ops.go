package builtins

import (
	"fmt"
	"io/fs"
	"strconv"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// A Test evaluates the operators of test and, for the runner, of [[ ]].
type Test struct {
	Shell Shell
	State *state.Shell
	File  func(fd int) stream.Description
}

// Unary is the operator -OP of one argument. An unknown one is false.
func (t Test) Unary(op byte, arg string) bool {
	switch op {
	case 'z':
		return arg == ""
	case 'n':
		return arg != ""
	case 'o':
		opt, ok := state.SetOption(arg)
		return ok && t.State.Opts.On(opt)
	case 'v':
		_, set := t.Shell.Get(arg)
		return set
	case 'R':
		v := t.State.Vars.Get(arg)
		return v.Has(state.NameRef) && v.Set
	case 't':
		fd, ok := parseInt(arg)
		if !ok || fd < 0 || fd > maxInt32 {
			return false
		}
		file := t.File(int(fd))
		return file != nil && file.Terminal()
	}
	return t.fileTest(op, arg)
}

func (t Test) fileTest(op byte, name string) bool {
	if name == "" {
		return false
	}
	stat := t.Shell.FS().Stat
	if op == 'h' || op == 'L' {
		stat = t.Shell.FS().Lstat
	}
	info, err := stat(name)
	if err != nil {
		return false
	}
	mode := info.Mode()
	switch op {
	case 'a', 'e':
		return true
	case 'b':
		return mode.Type() == fs.ModeDevice
	case 'c':
		return mode&fs.ModeCharDevice != 0
	case 'd':
		return mode.IsDir()
	case 'f':
		return mode.IsRegular()
	case 'h', 'L':
		return mode&fs.ModeSymlink != 0
	case 'p':
		return mode&fs.ModeNamedPipe != 0
	case 'S':
		return mode&fs.ModeSocket != 0
	case 's':
		return info.Size() > 0
	case 'g':
		return mode&fs.ModeSetgid != 0
	case 'u':
		return mode&fs.ModeSetuid != 0
	case 'k':
		return mode&fs.ModeSticky != 0
	case 'r', 'w', 'x':
		right := map[byte]fs.FileMode{'r': vfs.MayRead, 'w': vfs.MayWrite, 'x': vfs.MayExecute}[op]
		return vfs.Allows(info, t.id("EUID"), t.group(), right)
	}
	sys, ok := info.Sys().(*vfs.Sys)
	if !ok {
		return false
	}
	switch op {
	case 'O':
		return int64(sys.UID) == t.id("EUID")
	case 'G':
		return int64(sys.GID) == t.group()
	case 'N':
		return info.ModTime().After(sys.Atime)
	}
	return false
}

// id is the value of EUID, 0 without one.
func (t Test) id(name string) int64 {
	value, _ := t.Shell.Get(name)
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func (t Test) group() int64 { return t.id("GROUPS") }

// Binary is an operator between two strings, all but && and ||. Of [[ ]] it
// has no pattern matching and no arithmetic.
func (t Test) Binary(a, op, b string) (bool, error) {
	switch op {
	case "=", "==":
		return a == b, nil
	case "!=":
		return a != b, nil
	case "<":
		return a < b, nil
	case ">":
		return a > b, nil
	case "-ef", "-nt", "-ot":
		return t.compareFiles(a, op, b), nil
	}
	x, ok := parseInt(a)
	if !ok {
		return false, fmt.Errorf("%s: integer expression expected", a)
	}
	y, ok := parseInt(b)
	if !ok {
		return false, fmt.Errorf("%s: integer expression expected", b)
	}
	switch op {
	case "-eq":
		return x == y, nil
	case "-ne":
		return x != y, nil
	case "-lt":
		return x < y, nil
	case "-le":
		return x <= y, nil
	case "-gt":
		return x > y, nil
	}
	return x >= y, nil
}

func (t Test) compareFiles(a, op, b string) bool {
	x, errX := t.Shell.FS().Stat(a)
	y, errY := t.Shell.FS().Stat(b)
	switch {
	case errX != nil && errY != nil:
		return false
	case op == "-ef":
		if errX != nil || errY != nil {
			return false
		}
		p, ok := x.Sys().(*vfs.Sys)
		q, okToo := y.Sys().(*vfs.Sys)
		return ok && okToo && p.Dev == q.Dev && p.Ino == q.Ino
	case op == "-nt":
		return errX == nil && (errY != nil || x.ModTime().After(y.ModTime()))
	}
	return errY == nil && (errX != nil || x.ModTime().Before(y.ModTime()))
}
