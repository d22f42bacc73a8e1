package digest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"slices"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var cksumOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write or check the POSIX checksum and the number of bytes of each file, or another checksum.",
	Options: []option.Option{
		{Short: 'a', Long: "algorithm", Arg: option.Required, Name: "TYPE", Help: "crc, bsd, sysv, md5, sha1, sha224, sha256, sha384, sha512, blake2b, sm3"},
		{Short: 'c', Long: "check", Help: "read checksums from the files and check them"},
		{Short: 'l', Long: "length", Arg: option.Required, Name: "BITS", Help: "the length of a BLAKE2b checksum, a multiple of 8"},
		{Long: "tag", Help: "write the name of the algorithm as well; the default"},
		{Long: "untagged", Help: "write the checksum before the name"},
		{Short: 'z', Long: "zero", Help: "lines end with NUL, and names are not escaped"},
		{Long: "ignore-missing", Help: "with -c: say nothing about files that are missing"},
		{Long: "quiet", Help: "with -c: say nothing about files that are right"},
		{Long: "status", Help: "with -c: say nothing at all"},
		{Long: "strict", Help: "with -c: fail for lines that are malformed"},
		{Short: 'w', Long: "warn", Help: "with -c: warn about lines that are malformed"},
		{Long: "debug", Help: "tell which implementation computes the checksum"},
		{Short: 'b'}, {Short: 't'},
	},
}

// cksumNames are the values of -a, those of package algorithms last.
var cksumNames = []string{"bsd", "sysv", "crc", "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sm3"}

// crc goes on with the checksum of POSIX cksum, which takes the bits of each
// byte from the most significant one on. With all bits mirrored it is the one of
// package crc32, for which processors have instructions.
func crc(c uint32, p []byte) uint32 {
	var mirrored [4096]byte
	state := ^bits.Reverse32(c)
	for len(p) > 0 {
		n := min(len(p), len(mirrored))
		i := 0
		for ; i+8 <= n; i += 8 {
			word := binary.LittleEndian.Uint64(p[i:])
			binary.BigEndian.PutUint64(mirrored[i:], bits.Reverse64(word))
		}
		for ; i < n; i++ {
			mirrored[i] = bits.Reverse8(p[i])
		}
		state = crc32.Update(state, crc32.IEEETable, mirrored[:n])
		p = p[n:]
	}
	return bits.Reverse32(^state)
}

// eachBuffer hands a stream on piece by piece and returns its length.
func eachBuffer(in io.Reader, buf []byte, use func([]byte)) (n int64, err error) {
	for {
		got, err := in.Read(buf)
		use(buf[:got])
		n += int64(got)
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

func cksum(ctx context.Context, call *command.Call) int {
	p, status, ok := cksumOptions.Parse(call)
	if !ok {
		return status
	}
	const old = 3 // how many of the names have no algorithm with a tag
	kind := "crc"
	s := newSummer(call, algorithm{tag: "CRC"})
	s.cksum, s.tagged = true, true
	for _, o := range p.Options {
		switch {
		case o.Name == "b" || o.Name == "t":
			return cksumOptions.Fail(call)
		case o.Name == "a" && !slices.Contains(cksumNames, o.Value):
			call.Errorf("invalid argument %s for %s", command.Quote(o.Value), command.Quote("--algorithm"))
			fmt.Fprintf(call.Stderr, "Valid arguments are:\n")
			for _, name := range cksumNames {
				fmt.Fprintf(call.Stderr, "  - %s\n", command.Quote(name))
			}
			return cksumOptions.Fail(call)
		case o.Name == "a":
			kind, s.chosen = o.Value, true
		case !s.option(o):
			return 1
		}
	}
	if at := slices.Index(cksumNames, kind); at >= old {
		s.algorithm = algorithms[at-old]
		return s.all(ctx, &cksumOptions, p.Operands)
	}
	if s.check && s.chosen {
		call.Errorf("--check is not supported with --algorithm={bsd,sysv,crc}")
		return 1
	}
	if !s.setLength() {
		return 1
	}
	if status := s.misuse(&cksumOptions); status != 0 {
		return status
	}
	end := byte('\n')
	if s.zero {
		end = 0
	}
	switch {
	case s.check:
		return s.out.Finish(s.checkFiles(ctx, p.Operands), 1)
	case kind != "crc":
		return sumFiles(ctx, call, p.Operands, kind == "sysv", end)
	}
	if p.Has("debug") {
		call.Errorf("using generic hardware support")
	}
	return crcFiles(ctx, call, p.Operands, s.out, s.buf, end)
}

func crcFiles(ctx context.Context, call *command.Call, operands []string, out *command.Output, buf []byte, end byte) int {
	status := call.Each(ctx, operands, 1, func(in *command.Input) error {
		var c uint32
		n, err := eachBuffer(in, buf, func(p []byte) { c = crc(c, p) })
		if err != nil {
			return err
		}
		for rest := n; rest > 0; rest >>= 8 {
			c = crc(c, []byte{byte(rest)})
		}
		fmt.Fprintf(out, "%d %d", ^c, n)
		named(out, in.Name, len(operands) > 0, end)
		return out.Err()
	})
	return out.Finish(status, 1)
}

func named(out *command.Output, name string, show bool, end byte) {
	if show {
		out.WriteString(" " + name)
	}
	out.WriteByte(end)
}

var sumOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write a checksum and the number of blocks of each file.",
	Options: []option.Option{
		{Short: 'r', Help: "the BSD checksum, in blocks of 1024 bytes; the default"},
		{Short: 's', Long: "sysv", Help: "the System V checksum, in blocks of 512 bytes"},
	},
}

func sum(ctx context.Context, call *command.Call) int {
	p, status, ok := sumOptions.Parse(call)
	if !ok {
		return status
	}
	sysv := false
	for _, o := range p.Options {
		sysv = o.Name == "s"
	}
	return sumFiles(ctx, call, p.Operands, sysv, '\n')
}

func sumFiles(ctx context.Context, call *command.Call, operands []string, sysv bool, end byte) int {
	out := command.NewOutput(call)
	buf := make([]byte, command.BufferBytes)
	status := call.Each(ctx, operands, 1, func(in *command.Input) error {
		var c uint32
		n, err := eachBuffer(in, buf, func(p []byte) {
			for _, b := range p {
				if !sysv {
					c = c>>1 + c&1<<15
				}
				c += uint32(b)
				if !sysv {
					c &= 0xffff
				}
			}
		})
		if err != nil {
			return err
		}
		if sysv {
			c = c&0xffff + c>>16
			c = c&0xffff + c>>16
			fmt.Fprintf(out, "%d %d", c, (n+511)/512)
		} else {
			fmt.Fprintf(out, "%05d %5d", c, (n+1023)/1024)
		}
		named(out, in.Name, len(operands) > 0, end)
		return out.Err()
	})
	return out.Finish(status, 1)
}
