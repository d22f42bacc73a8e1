package syntax

import (
	"strconv"
	"strings"
)

// redirects writes the redirections of a command.
func (pr *printer) redirects(s *Stmt) {
	if len(s.Redirs) > 0 {
		pr.flushed = false
	}
	for i, r := range s.Redirs {
		if i > 0 || s.Cmd != nil {
			pr.str(" ")
		}
		pr.redirect(r)
	}
}

// redirect writes a redirection. A here-document's body comes later.
func (pr *printer) redirect(r *Redirect) {
	fd := func(standard int) string {
		switch {
		case r.FdVar != "":
			return "{" + r.FdVar + "}"
		case r.N >= 0 && r.N != standard:
			return strconv.Itoa(r.N)
		}
		return ""
	}
	word := wordText(r.Word)
	switch r.Op {
	case RedirIn:
		pr.str(fd(0) + "< " + word)
	case RedirOut:
		pr.str(fd(1) + "> " + word)
	case RedirAppend:
		pr.str(fd(1) + ">> " + word)
	case RedirClobber:
		pr.str(fd(1) + ">| " + word)
	case RedirInOut:
		pr.str(inOut(r) + "<> " + word)
	case RedirAll:
		pr.str("&> " + word)
	case RedirAllAppend:
		pr.str("&>> " + word)
	case RedirHereStr:
		pr.str(fd(0) + "<<< " + word)
	case RedirHeredoc, RedirDashDoc:
		pr.str(fd(0) + [...]string{RedirHeredoc: "<<", RedirDashDoc: "<<-"}[r.Op])
		end, quoted := delimiter(r.Word.Src)
		if quoted {
			end = singleQuote(end)
		}
		pr.str(end)
		pr.docs = append(pr.docs, r)
	case RedirDupIn, RedirDupOut:
		pr.dup(r, word)
	}
}

// inOut is the descriptor before <>, which bash always writes.
func inOut(r *Redirect) string {
	if r.FdVar == "" && r.N < 0 {
		return "0"
	}
	return r.varName() + strings.TrimPrefix(strconv.Itoa(r.N), "-1")
}

// dup writes <& or >&. bash knows those with a number from those with a word.
func (pr *printer) dup(r *Redirect, word string) {
	arrow, n := "<&", 0
	if r.Op == RedirDupOut {
		arrow, n = ">&", 1
	}
	number := allDigits(strings.TrimSuffix(word, "-")) && word != ""
	switch {
	case word == "-":
		arrow = ">&"
	case !number && r.N < 0:
		pr.str(r.varName() + arrow + word)
		return
	}
	switch {
	case r.FdVar != "":
		pr.str(r.varName())
	case r.N >= 0:
		pr.str(strconv.Itoa(r.N))
	default:
		pr.str(strconv.Itoa(n))
	}
	pr.str(arrow + word)
}

func (r *Redirect) varName() string {
	if r.FdVar == "" {
		return ""
	}
	return "{" + r.FdVar + "}"
}
