package bc_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/bc"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

func script(text string) commandtest.Case { return commandtest.Case{Stdin: text} }

// dcScripts are compared with the host's dc, output, messages and status.
var dcScripts = []string{
	"1 2+p\n+\np", "1 0/p f", "[a]1+ f", "1 [a]+ f", "2 0.5^p _1vp 4vp 2kvp", "99i", "1o", "_1k", "[x]i", "[x]o", "[x]k", "Lap", "lap f", "1Sa 2Sa LapLapLap", "1 2 3f c f z p",
	"5 3r f R", "1 2 3 4 3R f", "1 2 3 4 _3R f", "1 2!<a f", "10 0 1Q f", "q 1p", "[1p q 2p]x 3p", "[[1p q 2p]x 3p]x 4p", "[[1p 2Q 2p]x 3p]x 4p", "0Q _1Q aQ",
	"65a p 321ap [hello]ap []ap f", "65P 16706P [abc]P _65P 0P", "10 3~f", "_10 3~f", "2k_10 3~f", "2k10 3%p _10 3 %p", "3 5 7|p 3 _1 7|p 3 5 0|p 3.5 2 7|p",
	"123.450Zp [abc]Zp 0Zp 0.001Zp 123.450Xp [a]Xp", "1 0:a 0Sa 2 0:a La 0;ap", "5;ap [x]3:a3;ap 1 _1:a _1;a 1 [x]:a", "16o 255p 1.5p 20o399p 17o 400p 2o _5p 0p .5p",
	"16i FFp A.8p 2i 9p 10i A i p", "1.50p .5p _.5p 00012p 1.p _p", "3k 10 3/p 1 3/p 2 3*p 1.55 2.345*p 2 3^p 2 _3^p 1.1 5^p 0k 1.1 5^p", "I O K f", "?\n5p", "?7p\n8p\n", "[1p", "#c\n1p",
	"1dp+p d", "pnP", "1n[x]n", "[3p]sa 1 2>a 2 1>a 1 1=a 1 2!=a 1 2!>a 1 1!<a", "4 2>", "1 s", "1 2:", "[a]x 1x [1 2+p]x", "0 0^p 0 _1^p 2 [x]^", "2 100^p", "7 0 %p 7 0~ f",
	"1 l\n f", "[abc[def]]p", "Kp 99999999999999999999k", "2 1000^p 2 1000^n 5p", "[" + strings.Repeat("1234567890", 10) + "]p", "[x]R f", "1 2 3 0R f", "1 2 3 1R f 9R f _9R f", "[abc]X f", "x", "1 x f",
	"5sa la la f", "[q]sa [la x 1p]x 2p", "[[[[q]x 1p]x 2p]x 3p]x 4p", "[[[2Q]x 1p]x 2p]x 3p", "[[[3Q]x 1p]x 2p]x 3p", "[[[2Q]x]x 2p]x 3p", "[[[1Q]x]x 2p]x 3p", "1.5Q 2p", "[[1.9Q]x 5p]x 2p", "1 2d3p", "[",
	"1_2p f", "1-2 f", "1.2.3 f", "16iABCDEFp", "Fp AAp FFp 1F.Fp", "1000:a", "256a p 1.9a p", "[]Zp", "_123.45Zp .5Zp", "4.0vp 0vp .0001vp", "2 1.0*p 1.00 2*p", "0.0p 0.00 1+p 1 1.00- p", "_0p 1 _1*0*p",
	"3k 0.5 2^p .5 10^p 2.5 0^p", "1 3 0.5 7|p", "1 _3 7|p", "_5 3 7|p 5 3 _7|p", "5 3.7 7|p 5 3 7.5|p", "2i 12p 2p 1.2p", "1 2 3 2.7R f", "1 99999999999^p", "\t \n1p", "1p # x q\n2p", "[3p#]x 4p\n5p",
	"1k _7 2~f c 7 _2~f c 7.55 2.1~f c 7.55 2.1%p", "20o 0p 1.5p .05p _3.7p", "16o .1p 1.25p 4k .3333p", "3Xp 3.14Xp", "[a]vp", "[a]1 2|p", "[a][b]<a f", "1[b]<a f", "1<a", "_ 5p", "_\n5p", "1 0:aLap",
	"[la1-dsa0<b]sb 5sa lbx lap", "[d1-d1<f*]sf 30lfxp", "50k 2vp 1 3/p", "0.00Zp 0.10Zp 100Zp", "9Sa 3sa Lap Lap", "100 1 1 0=x f", "3.9i Ip 5.7o Op 2.9k Kp", "[1p 1Q 3p]x 4p", "[1p 2Q 3p]x 4p", "[[[4Q 1p]x 2p]x 3p]x 4p", "[[1Q 1p]x]x 3p", "2Q 4p", "[9p[8Q1p]x 2p]x [1p]x 5p", "1.23 0*p 0 1.23*p",
}

func TestDC(t *testing.T) {
	t.Parallel()
	var cases []commandtest.Case
	for _, text := range dcScripts {
		cases = append(cases, script(text))
	}
	files := map[string]string{"f": "1p\n", "g": "[2p]x 3", "q": "q\n", "d/": ""}
	for _, args := range []string{"-e 1p", "-e 1p -e q -e 2p", "-e 1p -f -", "-e 1p -", "f g", "f -e 7p", "nope", "-f nope", "-e 3p nope -", "d", "--expression=2p --file=f", "-e 1s -e 2p", "q f",
		"-e ?f", "-f g -e p"} {
		cases = append(cases, commandtest.Case{Args: strings.Fields(args), Stdin: "5 6\np", Files: files})
	}
	try := "Try 'dc --help' for more information.\n"
	for _, c := range []struct {
		args, stdin, stdout, stderr string
		status                      int
	}{
		{"", "1]p", "1\n", "dc: ']' (0135) unimplemented\n", 0}, {"", "1 2 @ 3p\x01", "3\n", "dc: '@' (0100) unimplemented\ndc: 01 unimplemented\n", 0},
		{"", "1 0:alap", "0\n", "", 0}, {"-x", "", "", "dc: invalid option -- 'x'\n" + try, 1}, {"--foo", "", "", "dc: unrecognized option '--foo'\n" + try, 1},
		{"-e", "", "", "dc: option requires an argument -- 'e'\n" + try, 1}, {"-V", "", "dc (aegish)\n", "", 0},
	} {
		cases = append(cases, commandtest.Case{
			Args: strings.Fields(c.args), Stdin: c.stdin, Differs: "half of its messages is on standard output",
			Want: &commandtest.Want{Stdout: c.stdout, Stderr: c.stderr, Status: c.status},
		})
	}
	commandtest.Compare(t, bc.Commands(), "dc", cases)
}

func TestDCGenerated(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 1))
	words := strings.Fields("1 2 3 10 0 _1 _7 2.5 0.25 1.00 _1.5 12345678901234567890 FF A.C + + - - * * / / % ~ ^ | v d r R c f p p n P k i o K I O z Z X a sa Sb la Lb la lb sb :a ;a [p] [1+] [d] [1p]x [_2d*]x >a <b =a !>b !=a q")
	cases := []commandtest.Case{{Stdin: "2k 7 3/p 16o 255p", Want: &commandtest.Want{Stdout: "2.33\nFF\n"}}}
	for range 400 {
		var b strings.Builder
		b.WriteString("0sa 0sb ")
		for range 3 + r.IntN(20) {
			w := words[r.IntN(len(words))]
			if strings.Contains("k i o ^ | R", w) {
				b.WriteString([]string{"2 ", "3 ", "10 ", "16 ", "5 "}[r.IntN(5)])
			}
			b.WriteString(w + " ")
		}
		cases = append(cases, script(b.String()+"f"))
	}
	commandtest.Compare(t, bc.Commands(), "dc", cases)
}

// TestDCIsBounded gives programs that would go on, or grow, without end.
func TestDCIsBounded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[lax]dsax": "too many steps", "[lax1p]dsax": "too many nested macros", "[1lax]dsax": "bytes to hold", "[1Sblax]dsax": "bytes to hold",
		"9 9 9^^": "exponent too large", "9 99999^d*d*": "too many digits", "2 90000^[d1+lax]dsax": "bytes to hold", "2 90000^[dSblax]dsax": "bytes to hold",
		"0[1+d2 9000^r:blax]dsax": "bytes to hold", "999999k": "scale out of range", strings.Repeat("9", 100001): "too many digits",
		"3 3 9999^ 7 9000^1+|": "too many steps",
	} {
		t.Run(text[:min(len(text), 20)], func(t *testing.T) {
			t.Parallel()
			got := commandtest.RunLimited(t, bc.Commands()["dc"], "dc", script(text+" [end]p"), command.Limits{LineBytes: 1 << 20, HeldBytes: 10 << 20, Steps: 1000})
			if !strings.Contains(got.Stderr, want) || want != "" && got.Status != 1 {
				t.Errorf("%.40q: %d %.100q %.200q", text, got.Status, got.Stdout, got.Stderr)
			}
		})
	}
}
