package builtins

import (
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/vfs"
)

// maxLinks is how many symbolic links one path may go through (path_resolution(7)).
const maxLinks = 40

func runCd(c *Call) Status {
	if c.restricted() {
		return c.failf("restricted")
	}
	physical := c.State.Opts.On(state.Physical)
	strict := false
	o := c.options("LPe")
	for o.next() {
		switch o.letter {
		case 'L':
			physical = false
		case 'P':
			physical = true
		case 'e':
			strict = true
		}
	}
	if o.failed {
		return o.status
	}
	args := o.rest()
	m := mover{call: c, physical: physical}
	if !m.cd(args) {
		return c.finish(failure)
	}
	_ = strict // the directory that was made the working one can always be told
	return c.finish(0)
}

// A mover changes the working directory.
type mover struct {
	call     *Call
	physical bool
}

// cd does what cd does with its operands, and reports what went wrong.
func (m mover) cd(args []string) bool {
	c := m.call
	if c.restricted() { // pushd and popd come here alone
		c.errorf("restricted")
		return false
	}
	if len(args) > 1 {
		c.errorf("too many arguments")
		return false
	}
	if len(args) == 0 {
		home, set := c.Shell.Get("HOME")
		if !set {
			c.errorf("HOME not set")
			return false
		}
		return m.direct(home, false)
	}
	name := args[0]
	if name == "-" {
		old, set := c.Shell.Get("OLDPWD")
		if !set {
			c.errorf("OLDPWD not set")
			return false
		}
		return m.direct(old, true)
	}
	if list, _ := c.Shell.Get("CDPATH"); list != "" && !anchored(name) {
		for _, dir := range strings.Split(list, ":") {
			if m.move(path.Join(orDot(dir), name)) != nil {
				continue
			}
			if dir != "" {
				c.print(c.State.Dir + "\n")
			}
			return m.settle()
		}
		if c.State.Opts.On(state.Posix) {
			c.errorf("%s: %s", expand.QuoteName(name), reason(syscall.ENOENT))
			return false
		}
	}
	return m.direct(name, false)
}

func orDot(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}

// anchored tells whether CDPATH does not matter for name.
func anchored(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return first == "." || first == ".." || strings.HasPrefix(name, "/")
}

// direct goes to name; show prints it then.
func (m mover) direct(name string, show bool) bool {
	c := m.call
	err := m.move(name)
	if err != nil && c.State.Opts.On(state.CDAbleVars) {
		if value, set := c.Shell.Get(name); set && expand.ValidName(name) && m.move(value) == nil {
			c.print(value + "\n")
			return m.settle()
		}
	}
	if err != nil && c.State.Opts.On(state.Cdspell) && c.State.Interactive {
		if better, found := respell(c.Shell.FS(), name); found && m.move(better) == nil {
			name, err, show = better, nil, true
		}
	}
	if err != nil {
		c.errorf("%s: %s", expand.QuoteName(name), reason(err))
		return false
	}
	if show {
		c.print(name + "\n")
	}
	return m.settle()
}

// move makes name the working directory.
func (m mover) move(name string) error {
	c := m.call
	full := name
	if !strings.HasPrefix(name, "/") {
		full = strings.TrimSuffix(c.State.Dir, "/") + "/" + name
	}
	if m.physical {
		if name == "" {
			return syscall.ENOENT
		}
		real, err := realPath(c.Shell.FS(), full)
		if err != nil {
			return err
		}
		return c.Shell.Chdir(real)
	}
	logical, err := logicalPath(c.Shell.FS(), full)
	if err != nil {
		return err
	}
	return c.Shell.Chdir(logical)
}

// settle makes PWD and OLDPWD follow the working directory.
func (m mover) settle() bool {
	c := m.call
	old, set := c.Shell.Get("PWD")
	ok := true
	if set {
		ok = c.Shell.Assign(c, "OLDPWD", old, false)
	}
	return c.Shell.Assign(c, "PWD", c.State.Dir, false) && ok
}

// rooted splits a path into its root, which is "//" for just two slashes
// (POSIX XBD 4.13), and what follows.
func rooted(name string) (root, rest string) {
	if strings.HasPrefix(name, "//") && !strings.HasPrefix(name, "///") {
		return "//", name[2:]
	}
	return "/", strings.TrimLeft(name, "/")
}

// logicalPath takes "." and ".." out of an absolute path as cd -L does: what
// comes before a ".." must be a directory.
func logicalPath(fsys vfs.FS, name string) (string, error) {
	root, rest := rooted(name)
	var parts []string
	for _, part := range strings.Split(rest, "/") {
		switch part {
		case "", ".":
		case "..":
			at := root + strings.Join(parts, "/")
			info, err := fsys.Stat(at)
			if err != nil {
				return "", err
			}
			if !info.IsDir() {
				return "", syscall.ENOTDIR
			}
			if len(parts) > 0 {
				parts = parts[:len(parts)-1]
			}
		default:
			parts = append(parts, part)
		}
	}
	return root + strings.Join(parts, "/"), nil
}

// realPath is an absolute path without symbolic links, "." and "..".
func realPath(fsys vfs.FS, name string) (string, error) {
	root, rest := rooted(name)
	todo := strings.Split(rest, "/")
	var parts []string
	for links := 0; len(todo) > 0; {
		part := todo[0]
		todo = todo[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if len(parts) > 0 {
				parts = parts[:len(parts)-1]
			}
			continue
		}
		parts = append(parts, part)
		at := root + strings.Join(parts, "/")
		info, err := fsys.Lstat(at)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if links++; links > maxLinks {
			return "", syscall.ELOOP
		}
		target, err := fsys.Readlink(at)
		if err != nil {
			return "", err
		}
		parts = parts[:len(parts)-1]
		if strings.HasPrefix(target, "/") {
			root, target = rooted(target)
			parts = nil
		}
		todo = append(strings.Split(target, "/"), todo...)
	}
	return root + strings.Join(parts, "/"), nil
}

func runPwd(c *Call) Status {
	physical := c.State.Opts.On(state.Physical)
	o := c.options("LP")
	for o.next() {
		physical = o.letter == 'P'
	}
	if o.failed {
		return o.status
	}
	dir := c.State.Dir
	if physical {
		real, err := realPath(c.Shell.FS(), dir)
		if err != nil {
			return c.failf("error retrieving current directory: getcwd: cannot access parent directories: %s", reason(err))
		}
		dir = real
	}
	c.print(dir + "\n")
	return c.finish(0)
}
