package dump

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

var files = map[string]string{"a": "Hello, world\n\x00\x01\x02\xff\xfe some more text that is longer\n", "zeros": "start" + strings.Repeat("\x00", 100) + "end", "empty": "", "dir/": "",
	"same": strings.Repeat("0123456789abcdef", 6) + "x", "dump": "00000000: 4865 6c6c 6f0a  Hello.\n", "plain": "48656c\n6c6f0a\n", "far": "00000010: 41\n00000012: 42\n", "floats": "\x00\x00\x80\x3f\x00\x00\x20\x41\xdb\x0f\x49\x40\x00\x00\x00\x00"}

func cases(stdin string, lines ...string) (list []commandtest.Case) {
	for _, l := range lines {
		list = append(list, commandtest.Case{Args: strings.Fields(l), Stdin: stdin, Files: files, SkipStderr: true})
	}
	return list
}

func want(stdin, stdout string, args ...string) commandtest.Case {
	return commandtest.Case{Args: args, Stdin: stdin, Pipe: true, Want: &commandtest.Want{Stdout: stdout}}
}

func TestXxd(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "xxd", append(cases("in put\n", "", "a", "-p a", "-ps a", "-b a", "-i a", "-i", "-u a", "-e a", "-g 1 a", "-g 4 a", "-g 0 a", "-c 8 a", "-c 5 a", "-l 10 a", "-l10 a", "-s 5 a", "-s -5 a", "-o 16 a", "-d a", "-a zeros", "zeros", "-r dump", "-r -p plain", "-r -ps plain", "-r far", "a out", "missing", "-p -c 4 a", "-c 4 -g 3 a", "-e -g 2 a", "-C -i a", "-n name -i a", "-Q", "empty", "-i empty", "-p -u a", "-l 0 a", "-s 100 a", "-b -c 4 a", "-plain a", "-len 4 a"),
		want("Hello\n", "00000000: 4865 6c6c 6f0a                           Hello.\n")))
}

func TestOd(t *testing.T) {
	t.Parallel()
	list := append(cases("in put\n", "", "a", "-c a", "-x a", "-b a", "-d a", "-s a", "-i a", "-l a", "-o a", "-a a", "-t x1 a", "-t x1z a", "-tx4 a", "-t d1 a", "-t u8 a", "-A x a", "-A d -c a", "-An -tx1 a", "-An -c a", "-j 5 a", "-N 10 a", "-j 5 -N 10 -c a", "zeros", "-v zeros", "same", "-w8 a", "-w a", "-w4 -tx1 a", "-w5 -tx2 a", "-t x1 -t c a", "-t x2 -c a", "-bc a", "-tx1 -tx4 a", "a same", "missing a", "-t q a", "-t x3 a", "-A z a", "-j 1000 a", "-N x a", "empty", "-tfF floats", "-f floats", "-t fD floats", "-t dL a", "--endian=big -tx4 a", "-j 0x5 a", "-t aod2 a", "-Q", "-c -", "-t x1 -t z a", "-tx1zx2z a", "-A n a"),
		want("AB\n", "0000000 041101 000012\n0000003\n"))
	r := rand.New(rand.NewPCG(2, 2))
	for range 60 {
		data := make([]byte, r.IntN(70))
		for i := range data {
			data[i] = byte(r.Uint32()) >> (r.IntN(3) * 3)
		}
		types := []string{"x1", "x2", "x4", "x8", "o1", "o2", "o4", "d1", "d2", "d4", "d8", "u1", "u2", "u4", "c", "a", "x1z", "cz", "f4", "f8"}
		args := []string{"-t", types[r.IntN(len(types))]}
		if r.IntN(2) == 0 {
			args = append(args, "-t", types[r.IntN(len(types))])
		}
		if r.IntN(3) == 0 {
			args = append(args, "-w8")
		}
		list = append(list, commandtest.Case{Args: args, Stdin: string(data)})
	}
	commandtest.Compare(t, Commands(), "od", list)
}

func TestStrings(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "strings", append(cases("abc\x00defgh\x01ij\tkl\n", "", "a", "-n 2 a", "-3 a", "-t x a", "-t d a", "-t o a", "-o a", "-f a", "-f", "-w a", "-s , a", "-a a", "missing", "a missing", "-n 0 a", "-n x a", "a zeros", "empty", "--bytes=3 a", "--radix=x a", "-n 6"),
		want("ab\x00defgh\x01", "defgh\n")))
}

// TestHexdumpFormats compares formats of one's own.
func TestHexdumpFormats(t *testing.T) {
	t.Parallel()
	var list []commandtest.Case
	for _, f := range []string{
		`1/1 "%02x"`, `16/1 "%02x " "\n"`, `"%08.8_ax  " 8/1 "%02x " " " 8/1 "%02x " "\n"`, `"%07.7_Ax\n"`, `1/1 "%.2x "`, `4/1 "%3u " "|" 4/1 "%_p" "\n"`, `"%_c"`, `"%-8_c|"`, `1/2 "%d\n"`, `"%x\n"`, `1/8 "%u\n"`,
		`1/4 "%f\n"`, `1/8 "%g "`, `1/1 "%_u "`, `"%5.3s|"`, `2/4 "%.4s|" "\n"`, `1/1 "%c"`, `"%_ad %_ao: " 3/1 "%o,"`, `x"`, `"%q"`, `2/3 "%d"`, `"%s"`, `3/2 "%d %d"`, `1/16 "%f"`, `"%_z"`, `2/`, `"%d`, `%`,
		`"%_ad "`, `/1 "%5.3u"`, `"%#x "`, `1/1 "%05d "`, `3/1 "%02x"`, `"a" "b" 1/1 "%x"`, `"100%% %x\n"`, `16/1 "%-4x" "\n"`, `5/2 " %04x" "\n"`, `1/1 "%i " "\n"`, `8/1 "%03o\t" "end\n"`,
	} {
		for _, args := range [][]string{{"-v"}, {"-n", "21"}} {
			for _, file := range []string{"a", "zeros"} {
				list = append(list, commandtest.Case{Args: append(append([]string{"-e", f}, args...), file), Files: files})
			}
		}
	}
	more := map[string]string{"fmt": "# comment\n\"%06.6_ao \" 8/2 \" %04x\" \"\\n\"\n\n\"%06_Ax\\n\"\n", "bad": "nope", "a": files["a"]}
	for _, line := range []string{"-f fmt a", "-f bad a", "-f missing a", "-v -f fmt -e \"x\" a", "-", "-C - a", "-C none -"} {
		list = append(list, commandtest.Case{Args: strings.Fields(line), Files: more})
	}
	commandtest.Compare(t, Commands(), "hexdump", append(list, commandtest.Case{Args: []string{"-v", "-e", `"%02_ax: " 4/1 "%02x "`, "-e", `"  " 4/1 "%_p" "\n"`, "a"}, Files: files}))
}

func TestHexdump(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "hexdump", append(cases("in put\n", "", "a", "-C a", "-b a", "-c a", "-d a", "-o a", "-x a", "-n 5 a", "-n 5 -C a", "-s 3 a", "-C -s 20 a", "zeros", "-C zeros", "-v zeros", "same", "-C same a", "missing a", "empty", "-C empty", "-Q", "-n x a", "-Cv zeros", "-s 2 -n 7 -C a"),
		want("Hello\n", "00000000  48 65 6c 6c 6f 0a                                 |Hello.|\n00000006\n", "-C")))
}
