package moment

import "strings"

// A token is a number, a word in lower case, or another character.
type token struct {
	number bool
	sign   byte   // before a number: '+', '-' or 0
	text   string // digits
	value  int64
	huge   bool // more digits than an int64 takes
	word   string
	char   byte
	// gap tells that there was space before it.
	gap bool
}

func (t token) signed() int64 {
	if t.sign == '-' {
		return -t.value
	}
	return t.value
}

// afterComment is where the text goes on behind the comment that begins at i; one
// that does not end takes all of it.
func afterComment(text string, i int) int {
	for depth := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

// scan takes a text apart. Text in parentheses is left out.
func scan(text string) ([]token, bool) {
	var all []token
	gap := false
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			gap = true
			i++
			continue
		case c == '(':
			i = afterComment(text, i)
			continue
		case isDigit(c):
			j := digits(text, i)
			all = append(all, number(text[i:j], 0, gap))
			i = j
		case (c == '+' || c == '-') && signs(text, i, &all, gap):
			j := i + 1
			for text[j] == ' ' || text[j] == '\t' {
				j++
			}
			k := digits(text, j)
			all = append(all, number(text[j:k], c, gap))
			i = k
		case c == '+' || c == '-' && !dashed(text, i):
			i++ // a sign without a number says nothing
			continue
		case isLetter(c):
			j := i
			for j < len(text) && (isLetter(text[j]) || text[j] == '.') {
				j++
			}
			all = append(all, token{word: strings.ToLower(strings.ReplaceAll(text[i:j], ".", "")), gap: gap})
			i = j
		default:
			all = append(all, token{char: c, gap: gap})
			i++
		}
		gap = false
	}
	return all, true
}

// dashed tells whether the - at i stands before a number, be there space between.
func dashed(text string, i int) bool {
	rest := strings.TrimLeft(text[i+1:], " \t\n\v\f\r")
	return rest != "" && isDigit(rest[0])
}

// signs tells whether the + or - at i is the sign of a number, and not a dash
// of a date such as 2026-11-21 or 21-Nov-2026.
func signs(text string, i int, all *[]token, gap bool) bool {
	j := i + 1
	for j < len(text) && (text[j] == ' ' || text[j] == '\t') {
		j++
	}
	if j == len(text) || !isDigit(text[j]) {
		return false
	}
	n := len(*all)
	if text[i] == '+' || gap || n == 0 || j > i+1 {
		return true
	}
	last := (*all)[n-1]
	// Behind a number directly: part of a date unless a time came before.
	if last.number && n >= 2 && (*all)[n-2].char == ':' {
		return true
	}
	if last.number && n >= 2 && (*all)[n-2].char == '.' {
		return true
	}
	if last.number && n >= 2 && (*all)[n-2].word == "t" {
		return true
	}
	if last.number {
		return false
	}
	return last.char != '-' && months()[last.word] == 0
}

func number(text string, sign byte, gap bool) token {
	t := token{number: true, sign: sign, text: text, gap: gap}
	for i := range len(text) {
		if t.value > (1<<62)/10 {
			t.huge = true
			break
		}
		t.value = t.value*10 + int64(text[i]-'0')
	}
	return t
}

func digits(text string, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
