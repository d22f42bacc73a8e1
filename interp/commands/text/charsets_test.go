package text

import "testing"

// TestCharsets looks encodings up by the names that people write.
func TestCharsets(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"ISO-8859-1": "ISO 8859-1", "iso8859-15": "ISO 8859-15", "ISO_8859-2": "ISO 8859-2", "latin1": "ISO 8859-1",
		"L2": "ISO 8859-2", "LATIN-9": "ISO 8859-15", "latin10": "ISO 8859-16", "LATIN5": "ISO 8859-9",
		"GREEK": "ISO 8859-7", "CP1252": "Windows 1252", "WINDOWS-1251": "Windows 1251", "cp437": "IBM Code Page 437",
		"IBM850": "IBM Code Page 850", "KOI8-R": "KOI8-R", "koi8u": "KOI8-U", "MACINTOSH": "Macintosh", "TIS-620": "Windows 874",
		"EUC-JP": "EUC-JP", "SHIFT_JIS": "Shift JIS", "CP932": "Shift JIS", "EUC-KR": "EUC-KR", "GBK": "GBK",
		"GB18030": "GB18030", "BIG5": "Big5", "ISO-8859-17": "", "LATIN": "", "L0": "", "nonsense": "", "": "",
	} {
		got := ""
		if e := charset(name); e != nil {
			got = e.(interface{ String() string }).String()
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}
