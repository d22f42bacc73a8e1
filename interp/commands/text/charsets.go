package text

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// latin are the parts of ISO 8859 by the numbers of their Latin alphabets, from
// Latin-1 on.
var latin = [...]string{"1", "2", "3", "4", "9", "10", "13", "14", "15", "16"}

// charset finds an encoding that is not of Unicode by one of its names in
// iconv -l, nil where it is not known. It is looked for when somebody asks,
// because an index of all names would be built at every start.
func charset(name string) encoding.Encoding {
	key := charsetKey(name)
	if n, ok := strings.CutPrefix(key, "LATIN"); ok {
		key = "L" + n
	}
	if n, ok := strings.CutPrefix(key, "L"); ok {
		for i, part := range latin {
			if n == strconv.Itoa(i+1) {
				key = "ISO8859" + part
			}
		}
	}
	switch key {
	case "CYRILLIC":
		key = "ISO88595"
	case "ARABIC":
		key = "ISO88596"
	case "GREEK":
		key = "ISO88597"
	case "HEBREW":
		key = "ISO88598"
	case "TIS620":
		key = "CP874"
	case "MAC":
		key = "MACINTOSH"
	case "EUCJP", "UJIS":
		return japanese.EUCJP
	case "SHIFTJIS", "SJIS", "CP932", "MSKANJI", "CP31J":
		return japanese.ShiftJIS
	case "ISO2022JP":
		return japanese.ISO2022JP
	case "EUCKR", "CP949", "UHC":
		return korean.EUCKR
	case "GBK", "CP936", "GB2312", "EUCCN":
		return simplifiedchinese.GBK
	case "GB18030":
		return simplifiedchinese.GB18030
	case "HZ", "HZGB2312":
		return simplifiedchinese.HZGB2312
	case "BIG5", "BIGFIVE", "CP950":
		return traditionalchinese.Big5
	}
	for _, e := range charmap.All {
		if m, ok := e.(*charmap.Charmap); ok && charsetKey(m.String()) == key {
			return e
		}
	}
	return nil
}

// charsetKey is a name without what names are spelled differently in: case,
// punctuation, and who gave a code page its number.
func charsetKey(name string) string {
	key := strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_ .", r) {
			return -1
		}
		return r
	}, strings.ToUpper(name))
	for _, owner := range []string{"IBMCODEPAGE", "WINDOWS", "MSCP", "IBM"} {
		if n, ok := strings.CutPrefix(key, owner); ok {
			return "CP" + n
		}
	}
	return key
}

// charsetNames lists the encodings by their usual names.
func charsetNames() []string {
	names := []string{"ASCII", "UTF-8", "EUC-JP", "SHIFT_JIS", "ISO-2022-JP", "EUC-KR", "GBK", "GB18030", "HZ", "BIG5"}
	names = append(names, wideNames...)
	for _, e := range charmap.All {
		if m, ok := e.(*charmap.Charmap); ok {
			names = append(names, strings.ToUpper(strings.ReplaceAll(m.String(), " ", "-")))
		}
	}
	slices.Sort(names)
	return names
}
