// Package files is the family of commands that work on files and directories:
// ls, cp, mv, rm, find and their kin, as the GNU tools do it.
//
// They touch only what their Call hands them: names are looked up in its FS,
// what they run goes through its Exec. They know no owners but the one user of
// the Call. It imports interp/command, interp/commands/gnu and moment,
// interp/vfs, interp/stream and interp/pattern.
package files

import (
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// Commands returns the family.
func Commands() map[string]command.Entry {
	programs := []struct {
		name    string
		program func() gnu.Program
	}{
		{"basename", basename}, {"chgrp", chgrp}, {"chmod", chmod}, {"chown", chown}, {"cp", cp}, {"dd", dd}, {"df", df}, {"dirname", dirname}, {"du", du},
		{"file", fileProgram}, {"tree", tree}, {"find", find}, {"xargs", xargs}, {"install", install}, {"ln", ln}, {"ls", ls}, {"mkdir", mkdir},
		{"mkfifo", mkfifo}, {"mktemp", mktemp}, {"mv", mv}, {"pathchk", pathchk}, {"readlink", readlink}, {"realpath", realpath}, {"rm", rm},
		{"rmdir", rmdir}, {"stat", stat}, {"sync", sync}, {"touch", touch}, {"truncate", truncate},
	}
	all := make(map[string]command.Entry, len(programs))
	for _, p := range programs {
		all[p.name] = gnu.Entry("files", p.program)
	}
	return all
}

var message = command.Message

// join puts a name behind the name of a directory.
func join(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}

// trim takes the slashes off the end, but of "/".
func trim(name string) string {
	for len(name) > 1 && name[len(name)-1] == '/' {
		name = name[:len(name)-1]
	}
	return name
}

// base is the last component of a name without the slashes behind it.
func base(name string) string {
	name = trim(name)
	if i := strings.LastIndexByte(name, '/'); i >= 0 && name != "/" {
		return name[i+1:]
	}
	return name
}

// dirOf is what dirname(1) prints.
func dirOf(name string) string {
	name = trim(name)
	i := strings.LastIndexByte(name, '/')
	switch {
	case i < 0:
		return "."
	case strings.Trim(name[:i], "/") == "":
		return "/"
	}
	return trim(name[:i])
}

// isDir tells whether name is a directory, or a link to one.
func isDir(in *gnu.Invocation, name string) bool {
	fi, err := in.FS.Stat(name)
	return err == nil && fi.IsDir()
}

// isErrno tells whether err is one of the numbers.
func isErrno(err error, numbers ...syscall.Errno) bool {
	no := errno(err)
	for _, n := range numbers {
		if no == n {
			return true
		}
	}
	return false
}

// kindOf is what a file is, in the words of the GNU tools.
func kindOf(fi fs.FileInfo) string {
	switch mode := fi.Mode(); {
	case mode.IsRegular() && fi.Size() == 0:
		return "regular empty file"
	case mode.IsRegular():
		return "regular file"
	case mode.IsDir():
		return "directory"
	case mode&fs.ModeSymlink != 0:
		return "symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		return "fifo"
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeCharDevice != 0:
		return "character special file"
	case mode&fs.ModeDevice != 0:
		return "block special file"
	}
	return "weird file"
}
