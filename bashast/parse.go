package bashast

import "unicode/utf8"

// MaxInput is the longest input, in bytes, that is looked at.
const MaxInput = 64 * 1024

// Parse judges one command line. Exactly one of its results is meaningful: the
// violation is nil when the input was accepted.
//
// It is safe for concurrent use, keeps nothing between calls, and needs at
// most treeDeadline plus some milliseconds whatever the input is.
func Parse(src []byte) (PolicyText, *Violation) {
	if len(src) > MaxInput {
		return PolicyText{}, &Violation{InputTooLarge, MaxInput, len(src)}
	}
	if at, ok := badByte(src); ok {
		return PolicyText{}, &Violation{ParseError, at, at + 1}
	}
	line, ok := lexPlain(src)
	if !ok {
		return PolicyText{}, classify(src, line.stop)
	}
	if !treeAgrees(src, line.spans) {
		return PolicyText{}, &Violation{ParseError, line.spans[0].start, line.spans[len(line.spans)-1].end}
	}
	return canonicalize(line.argv), nil
}

// badByte finds the first byte that is no text: invalid UTF-8, or a control
// character other than tab and newline. bash drops or reinterprets several of
// these (NUL, and its internal quoting bytes 1 and 127), and grammars take
// others, such as carriage return, for blanks.
func badByte(src []byte) (int, bool) {
	ascii := true
	for i, c := range src {
		switch {
		case c >= utf8.RuneSelf:
			ascii = false
		case c < ' ' && c != '\t' && c != '\n', c == 0x7f:
			return i, true
		}
	}
	if ascii || utf8.Valid(src) {
		return 0, false
	}
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i, true
		}
		i += size
	}
	return 0, false
}

// classify names the violation of an input that the strict lexer gave up on at
// byte stop.
func classify(src []byte, stop int) *Violation {
	if v := recognize(src); v != nil {
		return v
	}
	// The recognizer found nothing wrong, the strict lexer did: it wins.
	return &Violation{NonLiteralWordNotSupported, stop, min(stop+1, len(src))}
}
