package text

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// generated has, for each command, the options of which random ones are
// combined, separated by semicolons, and in what way the host's tool is left
// alone.
var generated = []struct {
	name, options string
	names         []string
	most          int
}{
	{"head", "-n 3;-n -3;-c 5;-c -5;-3;-q;-v;-z;-n 0;-c 1K;-c 0;-n 99;-n x;-c 1x;-n;--lines=2;--bytes=3;--lin 2;--sil;-5c;-2k;-3q;-n 1kB", nil, 3},
	{"tail", "-n 3;-n +3;-c 5;-c +5;-3;-q;-v;-z;-n 0;-n +0;-c +0;-c 1K;-n +99;--lines=2;--bytes=3;-n 1kB", []string{"empty", "nonl", "nls", "words", "nul", "bad", "crlf", "wide", "long", "dup", "missing", "-"}, 3},
	{"cut", "-f1;-f2-;-f-2;-f2,3;-d, -f1,3;-c1-3;-c2;-b2-3;--complement;-s;--output-delimiter=:;-z;-n;-f1-2,2-4;-c3-,1;--fields=1;--delim=,;-d:;-f 0;-c x", nil, 3},
	{"uniq", "-c;-d;-u;-i;-D;--all-repeated=separate;--all-repeated=prepend;--group;--group=both;--group=append;-f 1;-s 1;-w 2;-z;-cd;-1;+1;-w 0;--rep;-f x", nil, 1},
	{"wc", "-l;-w;-c;-m;-L;-lw;-lwmcL;--max;--lines;--bytes;--nope=1", nil, 3},
	{"fold", "-w 5;-s;-b;-w x;-w;-w 9223372036854775807;-w 10 -s;-5;-s4;-b3;-sb -w 4;-w 0;-10s;--width=7", nil, 3},
	{"expand", "-t 4;-i;-t 2,5,9;-4;-t x;-t 0;-t;-t 99999999999999999999;-t /4;-t +4;-t 2,/4;-t 2,+4;--tabs=3;-t 5,2;-t /4,5;-t 1,/2,+3", nil, 3},
	{"nl", "-ba;-bn;-bt;-bp^a;-bp[aeiou];-s:;-w3;-nln;-nrn;-nrz;-v5;-i2;-v-2;-l2;-p;-d:;-ha;-fa;-hpx;-i-3;-b x;-w 0", nil, 3},
	{"paste", "-s;-d,;-d\\t,;-z;-s -d:,;-d\\0;-sz;-d\\\\;--serial;--delimiters=xy", nil, 3},
	{"comm", "-1;-2;-3;-12;-23;-123;--check-order;--nocheck-order;--output-delimiter=:;--output-delimiter=;--total;-z", []string{"empty", "nonl", "words", "csv", "dup", "nums", "nls", "missing"}, 2},
	{"join", "-a1;-a2;-v1;-v2;-e X;-o auto;-o 1.1,2.2,0;-o 1.1 2.2;-j2;-j2 -1 1;-j 2;-j1 2;-j1;-1;-a3;-o 3.1;-1 0;-t ab;-t,;-i;-1 2;-2 2;-j1;--header;--check-order;--nocheck-order;-z;-t:", []string{"empty", "nonl", "words", "csv", "dup", "nums", "tabs", "missing"}, 2},
	{"split", "-l 2;-b 5;-n 3;-n l/2;-n r/2;-d;-x;-a 3;--additional-suffix=.t;-n 2/3;-n l/1/2;-n r/2/3;-e;-e -n 9;--numeric-suffixes=5;-2;-b1K;-t,;-u;-n 4/3;-n r/0;--verbose", []string{"empty", "nl", "words", "nul", "dup", "long", "missing", "dir"}, 1},
	{"tac", "-s a;-b;-b -s o;-s th;--before;--separator=e", []string{"empty", "nonl", "nl", "nls", "words", "nul", "bad", "crlf", "wide", "long", "missing"}, 3},
	{"unexpand", "-a;-t 4;-t 2,5;-4;--first-only;-f -t 3;--tabs=2;-t 0;-t 3/;-t /4", nil, 3},
	{"rev", "-Q;--nope", []string{"empty", "nonl", "nls", "bad", "crlf", "wide", "long", "words", "missing", "dir"}, 2},
	{"shuf", "--random-source=long;-n 3;-n 0;-z;-r -n 4 --random-source=words;-e;-i 3-9 --random-source=long;--head-count=2;-n x;-i 5-4;-i 7;-i 1-x;-o out;--random-source=missing", []string{"empty", "nonl", "words", "missing"}, 1},
	{"tee", "-a;-i;-p;--append", []string{"out", "more", "dir", "missing/x"}, 2},
}

func TestGeneratedOptions(t *testing.T) {
	t.Parallel()
	for i, c := range generated {
		g := commandtest.Generator{Options: strings.Split(c.options, ";"), Names: c.names, Most: c.most}
		r, n := commandtest.Random(t, uint64(100+i), 40)
		all := g.Cases(r, n)
		for k := range all {
			all[k].Pipe = false // some look at the size of standard input
			if c.name == "shuf" && !strings.Contains(strings.Join(all[k].Args, " "), "random-source") {
				all[k].Args = append([]string{"--random-source=long"}, all[k].Args...)
			}
			if c.name == "join" {
				all[k].Env = nil // it takes options behind operands always
			}
		}
		commandtest.Compare(t, Commands(), c.name, all)
	}
}

// What was once done otherwise than by the host's tools.
func TestLikeTheHost(t *testing.T) {
	t.Parallel()
	files := commandtest.Awkward(map[string]string{"j1": "1 a\n2 b\n3 c\n", "j2": " 1 A\n\n  2  B\n", "odd": "b 1\na 2\n", "list": "words\x00dup\x00", "gap": "words\x00\x00dup\x00", "dash": "-\x00words\x00", "gaps": "\x00\x00"})
	for name, lines := range map[string]string{
		"head":   "-n 3 -1b words;-q -3v words;-x words",
		"tail":   "-n +3 -n 2 nums;-n 0 words dup;-c +5 -n 1 nums;--retry words;--pid=1 words;-n +99999999999999999999 words",
		"uniq":   "-s -1 dup;-f -1 dup;-w -1 dup;-1 dup;+1 dup;-12 dup;-1 -c words;-- +1",
		"fold":   "-s10 words;-10s words;-w 99999999999999999999 words;-bs3 words",
		"expand": "-t /4,5 tabs;-t 1,/2,3 tabs;-t /4,+5 tabs;-t /4 -t +4 tabs;-t +4 -t 2,5 tabs",
		"nl":     "-v 9223372036854775807 dup;-i 9223372036854775807 dup;-bp^a dup;-bp dup;-b pfo*x words;-ha -fn -bpo words;-bq words",
		"paste":  "-s dir words;-s words missing",
		"comm":   "--output-delimiter= --total csv dup;--output-delimiter=a --output-delimiter=b csv dup;--output-delimiter=a --output-delimiter=a csv dup",
		"join":   "-t: -t, csv dup;-j 1 -1 2 j1 j2;-1 1 -1 1 j1 j2;-e x -e y j1 j2;-o 1 j1 j2;-o 1.1, j1 j2;empty odd;odd empty;j1 j2;-v2 j1 j2;j1 odd;-j 99999999999999999999 j1 j1",
		"wc":     "--files0-from=list;--files0-from=gap;--files0-from=dash;--files0-from=gaps;-l --files0-from=gaps;--files0-from=missing;--files0-from=list words",
		"rev":    "bad;wide bad words;dir",
		"shuf":   "-i 1-x;-i x;-i 1;-i 5-3;-i 6-5 -n 1;-i 3-3;-i -1-3;-o a -o b words;-i 0-99999999999999999999",
		"csplit": "-q nums 3;--quiet nums 3;-s nums /0/",
		"split":  "-n r/2 words;-n 2/3 words;-n l/2/3 words;-n r/3/3 words;-n 4/3 words;-n 0/3 words;-n l/x/3 words;-n r/x words;-n l/100 words;-u -l1 words;-l 99999999999999999999 words;--numeric-suffixes=x words;--hex-suffixes=g words",
	} {
		var all []commandtest.Case
		for line := range strings.SplitSeq(lines, ";") {
			all = append(all, commandtest.Case{Args: strings.Fields(line), Files: files, Stdin: "a b\n"})
		}
		commandtest.Compare(t, Commands(), name, all)
	}
}
