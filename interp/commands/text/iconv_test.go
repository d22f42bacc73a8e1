package text

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestIconv(t *testing.T) {
	t.Parallel()
	files := map[string]string{"utf": "aäö€\n", "latin": "a\xe4\xf6\n", "bad": "ab\xffcd\n", "u16": "\xff\xfea\x00\xe4\x00", "sj": "\x93\xfa\x96\x7b\n"}
	list := each(files, "äx\n", "", "-f utf-8 -t latin1 utf", "-f latin1 -t utf-8 latin", "-f UTF-8 -t UTF-16LE utf", "-f UTF-16 -t UTF-8 u16", "-f utf8 -t utf16be latin utf", "-t ascii utf", "-f ascii utf", "bad", "-c bad", "-c -t ascii utf", "-t latin1 -c utf", "-f nope utf", "-t nope utf", "missing", "-f ISO-8859-15 -t UTF-8 latin", "-f SHIFT_JIS -t UTF-8 sj", "-f cp1252 -t utf-8 latin", "-t UTF-32LE utf", "-o out -t latin1", "-f latin1", "-x", "-t UTF-16 utf", "-f koi8-r latin")
	for i := range list {
		list[i].SkipStderr = true
	}
	compare(t, "iconv", list, fixed("ä", "\xe4", "-t", "latin1"))
}

// TestIconvGenerated combines encodings at random; what is broken is broken at
// the same place, and what a text has not is left out or written otherwise alike.
func TestIconvGenerated(t *testing.T) {
	t.Parallel()
	files := map[string]string{"utf": "aäö€\n", "latin": "a\xe4\xf6\x80\n", "u16": "\xff\xfea\x00\xe4\x00", "u16be": "\xfe\xff\x00a\x00b", "u16le": "a\x00=\xd8\x00\xdeb\x00", "lone": "a\x00\x00\xd8b\x00", "odd": "a\x00b", "sj": "\x93\xfa\x96\x7b\n", "euc": "\xc6\xfc\xcb\xdc",
		"punct": "“x” — … © ½ naïve Æ ß 日本 😀 x́ № ① ≠ ﬁ\n", "cyr": "привет", "kanji": "日本\n語", "cut": "abc\xe2\x82"}
	names := []string{"utf", "latin", "u16", "u16be", "u16le", "lone", "odd", "punct", "cyr", "cut", "bad", "wide", "nonl", "empty", "words", "nul"}
	var options []string
	for _, name := range []string{"utf-8", "UTF8", "ascii", "latin1", "iso-8859-1", "ISO_8859-15", "cp1252", "koi8-r", "CP1251", "utf-16", "UTF-16LE", "utf16be", "utf-32", "UTF-32BE", "ucs-2", "UCS-4", "UNICODE"} {
		if name != "UCS-4" { // the host has characters there beyond Unicode
			options = append(options, "-f "+name)
		}
		options = append(options, "-t "+name, "-t "+name+"//TRANSLIT", "--to-code="+name+"//IGNORE")
	}
	options = append(options, "-c", "-c", "-s", "-c -t ascii")
	g := commandtest.Generator{Options: options, Names: names, Files: files, Most: 1}
	r, n := commandtest.Random(t, 51, 120)
	var list []commandtest.Case
	for _, c := range g.Cases(r, n) {
		c.Env = nil
		list = append(list, c)
	}
	commandtest.Compare(t, Commands(), "iconv", list)
	var east []commandtest.Case
	for _, name := range []string{"kanji", "cut", "nul"} {
		for _, code := range []string{"shift_jis", "euc-jp", "gb18030", "big5", "gbk", "euc-kr"} {
			east = append(east, commandtest.Case{Args: []string{"-c", "-t", code, name}, Files: commandtest.Awkward(files)})
		}
	}
	east = append(east, commandtest.Case{Args: []string{"-f", "shift_jis", "sj"}, Files: files}, commandtest.Case{Args: []string{"-f", "euc-jp", "euc"}, Files: files})
	commandtest.Compare(t, Commands(), "iconv", east)
}
