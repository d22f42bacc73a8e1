package text

import (
	"testing"
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
