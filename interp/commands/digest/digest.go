// Package digest has the commands that compute checksums and those that encode
// bytes as text: md5sum and its like, cksum, sum, base32 and base64.
//
// They read streams in constant memory and touch only what their Call hands
// them.
package digest

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"hash"

	"github.com/aegish/aegish/interp/command"
)

// An algorithm is what one of the commands computes.
type algorithm struct {
	// command is its name, empty for what has no command of its own; tag is the
	// algorithm's name in tagged lines.
	command, tag string
	make         func(bits int) hash.Hash
	bits         int
}

func plain(f func() hash.Hash) func(int) hash.Hash { return func(int) hash.Hash { return f() } }

var algorithms = []algorithm{
	{"md5sum", "MD5", plain(md5.New), 128},
	{"sha1sum", "SHA1", plain(sha1.New), 160},
	{"sha224sum", "SHA224", plain(sha256.New224), 224},
	{"sha256sum", "SHA256", plain(sha256.New), 256},
	{"sha384sum", "SHA384", plain(sha512.New384), 384},
	{"sha512sum", "SHA512", plain(sha512.New), 512},
	{"b2sum", "BLAKE2b", newBlake2b, 512},
	{"", "SM3", plain(newSM3), 256}, // of cksum alone
}

// Commands returns the commands of the family by name.
func Commands() map[string]command.Entry {
	all := map[string]command.Entry{}
	add := func(name, summary string, run func(context.Context, *command.Call) int) {
		all[name] = command.Entry{Command: command.Func(run), Summary: summary, Family: "text"}
	}
	for _, a := range algorithms {
		if a.command == "" {
			continue
		}
		add(a.command, "compute or check "+a.tag+" checksums", a.run)
	}
	add("cksum", "compute checksums and count bytes", cksum)
	add("sum", "compute 16-bit checksums and count blocks", sum)
	add("base64", "encode or decode base64", base64Encoding.run)
	add("base32", "encode or decode base32", base32Encoding.run)
	return all
}
