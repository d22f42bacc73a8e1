package dump

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// generated has the options of which random ones are combined.
var generated = map[string]string{
	"xxd": "-a;-b;-C;-c 5;-c8;-c 32;-c 0;-c 300;-cols 3;-E;-d;-e;-g 1;-g4;-g 0;-g 3;-g 16;-i;-l 7;-l 0;-l-1;-len 20;-n na-me;-n 9;-o 3;-o -4;-o0x10;-p;-ps;-s 3;-s +2;-s -4;-s 0x8;-seek 1;-skip 2;-u;-r;-r -p;-r -c 8;-c 7x;-l x",
	"od": "-a;-b;-c;-d;-D;-e;-f;-F;-h;-H;-i;-I;-l;-O;-o;-s;-x;-X;-t x1;-t x1z;-tx2z;-t d1u2;-to4;-t cz;-t az;-tu8;-tfF;-tfD;-t d;-A d;-Ax;-An;-A o;-A q;-j 3;-j0x4;-j 1b;-j 010;-N 5;-N 20;-N0;-N 1K;-S 2;-S4;--strings;--strings=1;-v;-w8;-w;-w 4;-w5;-w32;" +
		"--endian=big;--endian=little;--end=b;--traditional;+2;--width=6;--format=x1;--address-radix=d;--skip-bytes=2;--read-bytes=9;--output-dup;-t q;-tx3;-t f16y",
	"hexdump": "-b;-c;-C;-d;-o;-x;-v;-n 5;-n 0x11;-n 1KB;-n 0;-s 3;-s 20;-s 0x30;-s 1k;--length=7;--skip=2;--canonical;--one-byte-oct;-L=never;-Q;-n x;-e %_ad;-e \"%x\"",
	"hd":      "-b;-x;-v;-n 5;-s 2",
	"strings": "-a;-d;-f;-n 2;-n1;-t x;-td;-to;-o;-w;-s :;-s;-e s;-eS;-e l;-eb;-eL;-e B;--bytes=3;--radix=d;--all;--print-file-name;--encoding=S;-n x;-e q;-n 0;-T x",
}

func TestGeneratedOptions(t *testing.T) {
	t.Parallel()
	wide := strings.NewReplacer("a", "a\x00", "e", "e\x00\x00\x00", "o", "\x00o").Replace("a late oboe, a seal, eeeee, ooooo\n")
	more := map[string]string{"zeros": strings.Repeat("\x00", 80) + "x", "stars": strings.Repeat("0123456789abcdef", 5), "wide16": wide, "words": "some words\x00and more\x00\x00end", "dump": "00000000: 4865 6c6c 6f0a  Hello.\n0000004: 2021\n", "plain": "48656c\n6c6f0a zz 41\n"}
	for name, options := range generated {
		most := 2
		if name == "od" {
			most = 3
		}
		g := commandtest.Generator{Options: strings.Split(options, ";"), Names: []string{"empty", "nonl", "nls", "nul", "bad", "crlf", "wide", "long", "zeros", "stars", "wide16", "words", "dump", "plain", "missing"}, Most: most, Files: more, SkipStderr: name != "od" && name != "hexdump"}
		r, n := commandtest.Random(t, uint64(len(name)), 50)
		var all []commandtest.Case
		for _, c := range g.Cases(r, n) {
			if name == "xxd" {
				// Its second operand is written, and it does not know POSIXLY_CORRECT.
				c.Env = nil
			}
			c.Pipe = false // what can not seek is told from what can
			all = append(all, c)
		}
		commandtest.Compare(t, Commands(), name, all)
	}
}

// Every kind of number of od, of random bytes that are often special.
func TestOdNumbers(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 41, 30)
	var list []commandtest.Case
	for range n {
		data := make([]byte, r.IntN(100))
		for i := range data {
			data[i] = [...]byte{0, 0xff, 0x7f, 0x80, byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), 1}[r.IntN(8)]
		}
		types := []string{"fF", "fD", "f4z", "dL", "uI", "oS", "xC", "d8", "a", "c", "fDx4"}
		args := []string{"-t", types[r.IntN(len(types))], fmt.Sprint("-j", r.IntN(min(4, len(data)+1)))}
		if r.IntN(4) == 0 {
			args = append(args, "--endian=big")
		}
		list = append(list, commandtest.Case{Args: args, Stdin: string(data)})
	}
	// Numbers of 80 bits, without those that the format does not have.
	for range n {
		var data []byte
		for range 3 {
			mantissa, exponent := r.Uint64()|1<<63, uint16(16383+r.IntN(200)-100)|uint16(r.IntN(2))<<15
			if r.IntN(10) == 0 {
				mantissa, exponent = r.Uint64()>>(1+r.IntN(63)), 0
			}
			for i := range 8 {
				data = append(data, byte(mantissa>>(8*i)))
			}
			data = append(data, byte(exponent), byte(exponent>>8), 0, 0, 0, 0, 0, 0)
		}
		list = append(list, commandtest.Case{Args: []string{"-tfL"}, Stdin: string(data)})
	}
	commandtest.Compare(t, Commands(), "od", list)
}

// Dumps of xxd come back as what they were, and broken ones as the host has them.
func TestXxdBack(t *testing.T) {
	t.Parallel()
	r, n := commandtest.Random(t, 42, 30)
	var list []commandtest.Case
	for range n {
		data := make([]byte, r.IntN(60))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		shape := [][]string{nil, {"-p"}, {"-c", "8"}, {"-g", "1"}, {"-u"}, {"-p", "-c", "7"}}[r.IntN(6)]
		dump := commandtest.Run(t, Commands()["xxd"], "xxd", commandtest.Case{Args: shape, Stdin: string(data)}).Stdout
		back := append([]string{"-r"}, shape...)
		if got := commandtest.Run(t, Commands()["xxd"], "xxd", commandtest.Case{Args: back, Stdin: dump}); got.Stdout != string(data) || got.Status != 0 {
			t.Errorf("%q comes back as %q (%d)", data, got.Stdout, got.Status)
		}
		list = append(list, commandtest.Case{Args: append(back, "-", "out"), Stdin: damaged(r, dump), Files: map[string]string{"out": "0123456789"}})
	}
	commandtest.Compare(t, Commands(), "xxd", list)
}

// damaged changes some characters of a text.
func damaged(r *rand.Rand, text string) string {
	b := []byte(text)
	for range r.IntN(4) {
		if len(b) > 0 {
			b[r.IntN(len(b))] = " \n:0z9a\r"[r.IntN(8)]
		}
	}
	return string(b)
}
