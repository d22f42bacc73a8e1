package executor

import "strings"

// A Reading is what bash made of a text that it read without running it.
type Reading struct {
	Completeness
	wants wants
}

// MayEnd reports whether an incomplete text could be whole with one more line.
// It errs towards yes; a no saves asking bash again for each line of a long
// here-document, quote or function.
func (r Reading) MayEnd(line string) bool {
	switch {
	case r.Completeness != Incomplete:
		return true
	case len(r.wants.delimiters) > 0:
		for _, delimiter := range r.wants.delimiters {
			if strings.TrimLeft(line, "\t") == delimiter {
				return true
			}
		}
		return false
	case r.wants.closing != 0:
		return strings.IndexByte(line, r.wants.closing) >= 0
	case r.wants.compound:
		for _, end := range [...]string{")", "}", "]", "fi", "done", "esac"} {
			if strings.Contains(line, end) {
				return true
			}
		}
		return false
	}
	return true
}

// wants is what an incomplete text waits for; the zero value is anything.
type wants struct {
	delimiters []string // a here-document's last line
	closing    byte     // the other quote or bracket
	compound   bool     // the end of a compound command
}

// Messages, in the C locale, by which bash 5.2 says that the text ended before
// the command did.
const (
	saysMatching = "unexpected EOF while looking for matching `"
	saysLooking  = "unexpected EOF while looking for `"
	saysEnd      = "unexpected end of file"
	saysDocument = "delimited by end-of-file (wanted `"
	saysTest     = "token `EOF'" // in [[ ]]
)

// ownWords leaves out of bash's messages the lines that quote the source: what
// the user wrote there is no message.
func ownWords(messages string) string {
	var b strings.Builder
	for line := range strings.Lines(messages) {
		_, text, found := strings.Cut(line, ": line ")
		_, text, numbered := strings.Cut(text, ": ")
		if !found || !numbered || !strings.HasPrefix(text, "`") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// endsEarly reads bash's messages about a text.
func endsEarly(messages, text string) (w wants, early bool) {
	messages = ownWords(messages)
	for rest := messages; ; {
		_, after, found := strings.Cut(rest, saysDocument)
		if !found {
			break
		}
		delimiter, remaining, _ := strings.Cut(after, "')")
		w.delimiters, rest = append(w.delimiters, delimiter), remaining
	}
	if len(w.delimiters) > 0 {
		return w, true
	}
	for _, says := range [...]string{saysMatching, saysLooking} {
		if _, after, found := strings.Cut(messages, says); found && after != "" {
			w.closing = after[0]
			return w, true
		}
	}
	if strings.Contains(messages, saysTest) {
		w.closing = ']'
		return w, true
	}
	if !strings.Contains(messages, saysEnd) {
		return w, false
	}
	w.compound = !endsOpen(text)
	return w, true
}

// endsOpen reports whether a text may end in an operator or a word that takes
// any command behind it. Comments and here-documents can stand behind those, so
// a text that may hold one counts.
func endsOpen(text string) bool {
	if strings.Contains(text, "<<") {
		return true
	}
	text = strings.TrimRight(text, " \t\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if strings.Contains(last, "#") {
		return true
	}
	for _, end := range [...]string{"&", "|", "!", `\`, "time", "coproc", ")"} {
		if strings.HasSuffix(last, end) {
			return true
		}
	}
	return false
}
