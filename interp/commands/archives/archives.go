// Package archives has the commands that compress and pack: gzip, bzip2, xz,
// zstd, tar, zip and the names that they are also called by.
//
// All of them stream: what they hold does not grow with what they read, but for
// the directory of a zip file that zip changes, which Limits.HeldBytes bounds. Input that
// unpacks to more than there is room for ends at the limits of the filesystem
// or of the output.
//
// It imports interp/command, interp/vfs and interp/stream, tarfile below it, its
// own encoder of bzip2, the standard library's formats, klauspost/compress and
// ulikunitz/xz.
package archives

import (
	"context"

	"github.com/aegish/aegish/interp/command"
)

// Family is the name that listings group these commands by.
const Family = "archives"

// Commands returns the commands of the family by name.
func Commands() map[string]command.Entry {
	offered := []struct {
		name, summary string
		run           func(context.Context, *command.Call) int
	}{
		{"gzip", "compress or expand files", gzipCommand},
		{"gunzip", "expand files that gzip made", gzipCommand},
		{"zcat", "write what files of gzip hold", gzipCommand},
		{"bzip2", "compress or expand files", bzip2Command},
		{"bunzip2", "expand files of bzip2", bzip2Command},
		{"bzcat", "write what files of bzip2 hold", bzip2Command},
		{"xz", "compress or expand files", xzCommand},
		{"unxz", "expand files of xz", xzCommand},
		{"xzcat", "write what files of xz hold", xzCommand},
		{"lzma", "compress or expand files", xzCommand},
		{"unlzma", "expand files of lzma", xzCommand},
		{"lzcat", "write what files of lzma hold", xzCommand},
		{"zstd", "compress or expand files of zstd", zstdCommand},
		{"unzstd", "expand files of zstd", zstdCommand},
		{"zstdcat", "write what files of zstd hold", zstdCommand},
		{"tar", "pack and unpack archives", tarCommand},
		{"zip", "pack files into a zip archive", zipCommand},
		{"unzip", "unpack a zip archive", unzipCommand},
		{"zipinfo", "tell what is in a zip archive", unzipCommand},
	}
	all := make(map[string]command.Entry, len(offered))
	for _, c := range offered {
		all[c.name] = command.Entry{Command: command.Func(c.run), Summary: c.summary, Family: Family}
	}
	return all
}
