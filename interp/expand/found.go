package expand

import (
	"context"
	"strings"
)

// asFound takes an expanded [SUBSCRIPT]=VALUE apart as bash does, which looks for
// the end of the subscript in the word without its quotes: where what they held
// hides the bracket, all of it is a plain value. What the subscript has of quotes
// and expansions by then is expanded again.
func (e *Expander) asFound(ctx context.Context, it item) (item, error) {
	if !strings.ContainsAny(it.expr, "'\"\\`[]$") {
		return it, nil
	}
	op := "]="
	if it.append {
		op = "]+="
	}
	word := it.expr + op + it.value
	end := subscriptEnd(word)
	if end < 0 {
		return item{value: "[" + word}, nil
	}
	value, appending := strings.CutPrefix(word[end+1:], "+")
	value, found := strings.CutPrefix(value, "=")
	if !found {
		return item{value: "[" + word}, nil
	}
	it.expr, it.value, it.append = word[:end], value, appending
	if it.expr == "" || !strings.ContainsAny(it.expr, "'\"\\`$") {
		return it, nil
	}
	index, err := e.subscriptOf("_", it.expr)
	if err != nil {
		return it, nil // its evaluation will tell
	}
	if !index.X.Plain {
		it.expr, err = e.arithText(ctx, index.X.Word)
	}
	if strings.TrimSpace(it.expr) == "" {
		it.expr = "0"
	}
	return it, err
}

// subscriptEnd is where the bracket is that ends the subscript at the beginning of
// s, past quotes, substitutions and brackets in pairs; -1 if there is none.
func subscriptEnd(s string) int {
	depth := 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\'', '"', '`':
			size := quotedSize(s[i+1:], s[i])
			if size < 0 {
				return -1
			}
			i += size
		case '$':
			if i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '{') {
				closer := map[byte]byte{'(': ')', '{': '}'}[s[i+1]]
				size := nestedSize(s[i+2:], s[i+1], closer)
				if size < 0 {
					return -1
				}
				i += 1 + size
			}
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// quotedSize counts the bytes up to the closing quote and with it, -1 where it is
// missing.
func quotedSize(s string, quote byte) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == quote:
			return i + 1
		case s[i] == '\\' && quote != '\'':
			i++
		}
	}
	return -1
}

// nestedSize counts the bytes up to what closes a substitution and with it, -1
// where that is missing.
func nestedSize(s string, opener, closer byte) int {
	depth := 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\'', '"':
			size := quotedSize(s[i+1:], s[i])
			if size < 0 {
				return -1
			}
			i += size
		case opener:
			depth++
		case closer:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
