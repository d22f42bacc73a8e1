package builtins

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/state"
)

// bashRun asks bash what `"$@"` prints, on both streams, and its status.
func bashRun(t *testing.T, stdin string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command("bash", append([]string{"--norc", "-c", `"$@"`, "bash"}, args...)...)
	cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin", "TZ=UTC"}
	cmd.Stdin = strings.NewReader(stdin)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if _, isExit := err.(*exec.ExitError); err != nil && !isExit {
		t.Fatal(err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// sameAsBash compares one call of a builtin that needs no interpreter.
func sameAsBash(t *testing.T, args ...string) {
	t.Helper()
	f := newFake()
	f.state.Vars.Define("TZ", &state.Variable{Str: "UTC", Set: true, Attr: state.Export})
	got, st := f.run(t, "", args...)
	want, code := bashRun(t, "", args...)
	if got == want && st.Code == code {
		return
	}
	if formats, gots, wants := strings.Split(args[1], "|"), strings.Split(got, "|"), strings.Split(want, "|"); len(gots) == len(wants) && len(formats) == len(gots) {
		for i := range gots {
			if gots[i] != wants[i] {
				t.Errorf("%q of %q: got %q, want %q", formats[i], args[min(2, len(args)-1)], gots[i], wants[i])
			}
		}
		return
	}
	if got != want || st.Code != code {
		t.Errorf("%q\n got %d %q\nwant %d %q", args, st.Code, got, code, want)
	}
}

func TestPrintfAgainstBash(t *testing.T) {
	t.Parallel()
	for _, line := range strings.Split(printfCases, "\n") {
		fields := strings.Split(line, "~")
		for i, field := range fields {
			fields[i] = strings.NewReplacer(`\n`, "\n", `\x01`, "\x01").Replace(strings.ReplaceAll(field, `\\`, `\`))
		}
		sameAsBash(t, append([]string{"printf"}, fields...)...)
	}
}

// TestPrintfCombinations tries every conversion with every flag, width and
// precision on a few arguments.
func TestPrintfCombinations(t *testing.T) {
	t.Parallel()
	args := map[string][]string{
		"d": {"0", "5", "-7", "123456"}, "i": {"-1", "0x1f"}, "u": {"-1", "9"}, "o": {"0", "8", "-1"}, "x": {"0", "255", "-1"}, "X": {"0", "48879"},
		"s": {"", "a", "hello"}, "b": {`a\tb`, ""}, "q": {"a b", ""}, "Q": {"a b", "x"}, "c": {"", "xyz"},
		"f": {"0", "1.5", "-2.25", "1e10", "inf", "nan"}, "e": {"0", "12345.678", "-1e-5"}, "g": {"0", "100000", "1e6", "0.0001", "0.00001234", "-3.5"},
		"G": {"1e-10", "7"}, "E": {"99999.99"}, "F": {"-inf", "2.5"}, "a": {"0", "1", "0.1", "-255.75", "3.14159"}, "A": {"10"},
	}
	for letter, values := range args {
		var formats []string
		for _, flag := range []string{"", "-", "+", " ", "0", "#", "-#", "+0", "#0", " 0", "-0"} {
			for _, width := range []string{"", "1", "8", "12"} {
				for _, prec := range []string{"", ".", ".0", ".1", ".3", ".20"} {
					formats = append(formats, "%"+flag+width+prec+letter+"|")
				}
			}
		}
		for _, value := range values {
			all := make([]string, 0, len(formats)+2)
			all = append(all, "printf", strings.Join(formats, ""))
			for range formats {
				all = append(all, value)
			}
			sameAsBash(t, all...)
		}
	}
}

func TestPrintfIsBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		over bool
	}{
		{[]string{"printf", "-v", "x", "%1000s", "a"}, false},
		{[]string{"printf", "-v", "x", "%1001s", "a"}, true},
		{[]string{"printf", "%.1000d", "1"}, false},
		{[]string{"printf", "%.1001d", "1"}, true},
		{[]string{"printf", "%*f", "2000000000", "1"}, true},
		{[]string{"printf", "%.2000000000e", "1"}, true},
		{[]string{"printf", "%.2000000000g", "1"}, true},
		{[]string{"printf", "-v", "x", "%600s%600s", "a", "b"}, true},
		{[]string{"printf", "-v", "x", "%500s%500s", "a", "b"}, false},
	} {
		f := newFake()
		f.limits.StringBytes = 1000
		_, st := f.run(t, "", c.args...)
		if over := f.exceeded == limitStringBytes; over != c.over || over != (st.Code == 125) {
			t.Errorf("%q: exceeded %q, status %d", c.args, f.exceeded, st.Code)
		}
	}
}

func FuzzPrintf(f *testing.F) {
	for _, line := range strings.Split(printfCases, "\n") {
		format, arg, _ := strings.Cut(line, "~")
		f.Add(format, arg)
	}
	f.Fuzz(func(t *testing.T, format, arg string) {
		shell := newFake()
		shell.limits.StringBytes = 1 << 16
		start := time.Now()
		out, _ := shell.run(t, "", "printf", format, arg, arg, arg)
		if len(out) > 1<<20 && shell.exceeded == "" {
			t.Errorf("%d bytes of output", len(out))
		}
		if time.Since(start) > 5*time.Second {
			t.Error("too slow")
		}
	})
}

// printfCases are calls of printf, a line each, arguments separated by ~.
const printfCases = `%b|~\\1234~\\01234~\\08~\\'~\\"~\\?~\\q~\\x~\\u~\\c~x
\\1234\\08\\x41g\\u41\\"\\q|\\?\\'\\c|\\x|\\u
%
%5
%z
%y
a%y b
%l
%ld %lld %hd %jd %zd %td %Lf\n~1~2~3~4~5~6~7
%d~
%d~ 1
%d~1 
%d~1x
%d~0x1g
%d~08
%d~-
%d~99999999999999999999
%d~-99999999999999999999
%u~-1
%u~99999999999999999999
%x~-99999999999999999999
%d ~'a~\"b~'é~'~'ab~''
%f~abc
%f~1.5x
%f~1e5000
%f~inf~nan~-inf~INFINITY~nan~nanx
%.3f~0x1p3
%f~'a
%f~
%f~1,5
%.20f~0.1
%.30f~0.3~1e-30~123456789.123456789
%a %a %a %.2a %A~1~0.1~0~3.14159~255.5
%g %g %g %G %#g~100000~1000000~0.0001~0.00001~1
%c%c~abc
%5s|%-5s|%.2s|%5.1s|%05s~a~b~cde~fgh~x
%*s|%-*s|%.*s~5~a~5~b~2~cde
%*s|~-5~a
%.*s|~-1~abc
%*s~x~a
%*.*f~8~2~3.14159
%'d~1234567
%n
%s %s\n~a~b~c
x\n~a~b
%%|%5%|%-%
%s
%d\n

%(%Y)T~0
%(%Y-%m-%d %H:%M:%S %Z %z)T~0
%()T~0
%10(%Y)T|%-10(%Y)T|%.2(%Y)T|~0~0~0
%(%Y)T~abc
%(%s)T~86400x
%(%a %A %b %B %c %C %d %D %e %F %g %G %h %H %I %j %k %l)T~1234567890
%(%m %M %n %p %P %r %R %S %t %T %u %U %V %w %W %x %X %y %Y %%)T~1234567890
%(%_d|%-d|%05d|%^a|%#Z|%10Y|%_5m|%e|%-e|%Q|%E|%Ey|%Od|%+4Y)T~1234567890
%(%s %j %U %W %V %G)T~1230940800
%(x(y)z)T~0
%99999999999s
%2147483648d|~1
%-+ #05d~3
%1$s~a
%hhd~300
%s %d~a~x
%b~a\\0b
%5b|%.1b|~a\\tb~xyz
%5f|%-8f|%08f|%08f~inf~nan~inf~1
%+f % f~inf~inf
%.0f %.0f %.0f %.0f %#.0f~0.5~1.5~2.5~3.5~3
%d %d~3~x
%5d|%q
%\n
%-
%.
%.f~2.5
%.s|~abc
%.-3s|~abcdef
%.-3d|~5
%+q|~a
%s\\~a
%é~a
%d~1_0
%d~+5
%d~--5
%d~0b1
%f~0x
%f~.
%f~1e
%f~1e+
%f~-.5
%f~ 5
%f~5 
%x~0X1F
%f~infx
%f~nan(abc)
%f~i
-x
--~%s~a
-v
-v~1a~x
%q\n~a b~it's~a\nb~~é~\x01~~x~#~a#~{a,b}~!x
a\\cb
%s %b~x~a\\cb~c
%d~9223372036854775807~9223372036854775808~-9223372036854775808
%i~010~0x10~10
%o %x~8~255`
