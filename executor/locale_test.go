package executor

import (
	"slices"
	"testing"
)

func TestReadableLocale(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]bool{
		"": true, "C": true, "POSIX": true, "C.UTF-8": true, "C.utf8": true, "de_DE.UTF-8": true, "de_DE.utf8@euro": true,
		"en_US": false, "zh_CN.GBK": false, "ja_JP.SJIS": false, "en_US.ISO-8859-1": false, "zh_CN.GB18030": false,
		"de_DE@euro": false, "/tmp/x.UTF-8": false, "../x.UTF-8": false, "UTF-8": false, "x.UTF-16": false,
	} {
		if got := readableLocale(value); got != want {
			t.Errorf("readableLocale(%q) = %v, want %v", value, got, want)
		}
	}
}

func TestWithReadableLocale(t *testing.T) {
	t.Parallel()
	got := withReadableLocale([]string{"A=1", "LC_ALL=zh_CN.GBK", "LC_CTYPE=C.UTF-8", "LANG=ja_JP.SJIS", "LC_TIME=zh_CN.GBK", "odd"})
	if want := []string{"A=1", "LC_CTYPE=C.UTF-8", "LC_TIME=zh_CN.GBK", "odd"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
