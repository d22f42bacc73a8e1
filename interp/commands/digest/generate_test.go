package digest

import (
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// lists makes lists of checksums, damaged in ways that the commands tell apart.
func lists(t *testing.T, name string, plain, tagged []string) map[string]string {
	t.Helper()
	made := map[string]string{}
	for _, args := range [][]string{plain, tagged} {
		good := commandtest.Run(t, Commands()[name], name, commandtest.Case{Args: append(slices.Clone(args), "words", "nul", "wide", "empty"), Files: commandtest.Awkward(nil)}).Stdout
		kind := "l"
		if slices.Equal(args, tagged) {
			kind = "t"
		}
		made[kind+"good"] = good
		made[kind+"upper"] = strings.ReplaceAll(good, "a", "A")
		made[kind+"wrong"] = strings.Replace(good, "1", "2", 2)
		made[kind+"gone"] = strings.ReplaceAll(good, "wide", "gone")
		made[kind+"junk"] = "# a comment\njunk\n" + good + "more junk\n"
		made[kind+"crlf"] = strings.ReplaceAll(good, "\n", "\r\n")
		made[kind+"blank"] = strings.ReplaceAll(" \t"+good, "\n", " \n")
		made[kind+"cut"] = good[:len(good)/2]
		made[kind+"one"] = strings.ReplaceAll(strings.ReplaceAll(good, "  ", " "), " = ", "=")
		made[kind+"firstbad"] = "zz" + strings.ReplaceAll(good[2:strings.IndexByte(good, '\n')+1]+good, "  ", " ")
		made[kind+"star"] = strings.ReplaceAll(good, "  ", " *")
		made[kind+"escape"] = `\` + strings.ReplaceAll(good, "nul", `nul\\`)
		made[kind+"other"] = strings.ReplaceAll(good, "(", "-128 (")
	}
	return made
}

func TestGeneratedOptions(t *testing.T) {
	t.Parallel()
	check := "-c;--check;--quiet;--status;--strict;-w;--warn;--ignore-missing;-z;-b;-t"
	for i, c := range []struct {
		name, options string
		plain, tagged []string
	}{
		{"md5sum", check + ";--tag", nil, []string{"--tag"}},
		{"sha256sum", check + ";--tag;--zero", nil, []string{"--tag"}},
		{"b2sum", check + ";-l 128;-l 0;-l 9;-l x;--length=520;--tag", []string{"-l", "128"}, []string{"--tag", "-l", "64"}},
		{"cksum", check + ";--tag;--untagged;-a md5;-a sm3;-a sha224;-a blake2b;-a crc;-a bsd;-a sysv;-a b;-l 256;-a blake2b -l 64", []string{"-a", "md5", "--untagged"}, []string{"-a", "sha1"}},
		{"sum", "-r;-s;--sysv;-x", nil, nil},
	} {
		files := lists(t, c.name, c.plain, c.tagged)
		names := []string{"words", "nul", "missing", "-", "empty"}
		for name := range files {
			names = append(names, name)
		}
		slices.Sort(names)
		g := commandtest.Generator{Options: strings.Split(c.options, ";"), Names: names, Files: files}
		r, n := commandtest.Random(t, uint64(70+i), 40)
		commandtest.Compare(t, Commands(), c.name, g.Cases(r, n))
	}
}

func TestGeneratedTexts(t *testing.T) {
	t.Parallel()
	files := map[string]string{"b64": "aGVs\nbG8=", "b32": "NBSW\nY3DP", "odd": "aGVsbG8", "cat": "YQ==YmM=", "pad": "YQ=\n=", "junk": "a-G_V*sbG8=\n", "three": "=====", "one": "Y", "low": "nbswy3dp", "mid": "YW=J"}
	g := commandtest.Generator{Options: strings.Split("-d;-i;-w 5;-w0;-w 76;--decode;--ignore-garbage;--wrap=3;-w x", ";"), Most: 1, Files: files,
		Names: []string{"b64", "b32", "odd", "cat", "pad", "junk", "three", "one", "low", "mid", "words", "nul", "bad", "wide", "long", "missing", "dir", "-"}}
	for i, name := range []string{"base64", "base32"} {
		r, n := commandtest.Random(t, uint64(80+i), 50)
		commandtest.Compare(t, Commands(), name, g.Cases(r, n))
	}
}
