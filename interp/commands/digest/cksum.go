package digest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var cksumOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write the POSIX checksum and the number of bytes of each file, or another checksum.",
	Options: []option.Option{
		{Short: 'a', Long: "algorithm", Arg: option.Required, Name: "TYPE", Help: "crc, bsd, sysv, md5, sha1, sha224, sha256, sha384, sha512, blake2b"},
		{Long: "untagged", Help: "write the checksum before the name"},
	},
}

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
	kind, untagged := "crc", p.Has("untagged")
	if k, given := p.Last("a"); given {
		kind = k
	}
	out := command.NewOutput(call)
	buf := make([]byte, command.BufferBytes)
	switch kind {
	case "crc":
		return crcFiles(ctx, call, p.Operands, out, buf)
	case "bsd":
		return sumFiles(ctx, call, p.Operands, false)
	case "sysv":
		return sumFiles(ctx, call, p.Operands, true)
	case "blake2b":
		kind = "b2"
	}
	for _, a := range algorithms {
		if a.command != kind+"sum" {
			continue
		}
		s := &summer{algorithm: a, call: call, out: out, buf: buf, tagged: !untagged}
		status := call.Each(ctx, p.Operands, 1, func(in *command.Input) error {
			digest, err := s.sum(in)
			if err == nil {
				s.write(digest, in.Name)
				err = out.Err()
			}
			return err
		})
		return out.Finish(status, 1)
	}
	call.Errorf("invalid argument %s for %s", command.Quote(kind), command.Quote("--algorithm"))
	return cksumOptions.Fail(call)
}

func crcFiles(ctx context.Context, call *command.Call, operands []string, out *command.Output, buf []byte) int {
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
		named(out, in.Name, len(operands) > 0)
		return out.Err()
	})
	return out.Finish(status, 1)
}

func named(out *command.Output, name string, show bool) {
	if show {
		out.WriteString(" " + name)
	}
	out.WriteByte('\n')
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
	return sumFiles(ctx, call, p.Operands, sysv)
}

func sumFiles(ctx context.Context, call *command.Call, operands []string, sysv bool) int {
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
		named(out, in.Name, len(operands) > 0)
		return out.Err()
	})
	return out.Finish(status, 1)
}
