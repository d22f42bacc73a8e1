package expand

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// transform is ${NAME@X} of one value.
func (e *Expander) transform(ctx context.Context, p *syntax.ParamExp, r *ref, text string, set bool) (string, error) {
	if r.element && (p.Transform == 'a' || p.Transform == 'A') {
		return "", nil // bash looks for a variable of that name
	}
	switch p.Transform {
	case 'a':
		return letters(r.v), nil
	case 'A':
		return e.statement(r, text, set), nil
	}
	if !set {
		return "", nil
	}
	switch p.Transform {
	case 'Q', 'K', 'k':
		return QuoteSingle(text), nil
	case 'E':
		return decodeANSI(text, e)
	case 'P':
		return e.ExpandPrompt(ctx, text)
	case 'U':
		return e.upperAll(text), nil
	case 'L':
		return e.lowerAll(text), nil
	case 'u':
		_, n := utf8.DecodeRuneInString(text)
		return e.upperAll(text[:n]) + text[n:], nil
	}
	return "", &Error{Text: p.Src + ": bad substitution", Code: 127, Fatal: true}
}

// decodeANSI undoes the escapes of $'...'.
func decodeANSI(text string, e *Expander) (string, error) {
	if strings.IndexByte(text, '\\') < 0 {
		return text, nil
	}
	return syntax.DecodeANSI(text), nil
}

// statement is ${NAME@A} of a scalar or an element: what would make it.
func (e *Expander) statement(r *ref, text string, set bool) string {
	attrs := letters(r.v)
	switch {
	case r.v == nil:
		return ""
	case !set && attrs == "":
		return ""
	case !set:
		return "declare -" + attrs + " " + r.name
	case attrs == "":
		return r.name + "=" + QuoteSingle(text)
	}
	return "declare -" + attrs + " " + r.name + "=" + QuoteSingle(text)
}

// transformList is ${NAME[@]@X} for the letters that look at more than one
// element at a time.
func (e *Expander) transformList(b *builder, p *syntax.ParamExp, r *ref, q quoting) error {
	values := e.list(r)
	switch p.Transform {
	case 'a':
		attrs := letters(r.v)
		n := len(values)
		switch {
		case n == 0 && r.v.IsArray() && !r.v.Set:
			n = 1
		case r.v != nil && !r.v.IsArray() && attrs == "":
			n = 0
		}
		values = make([]string, n)
		for i := range values {
			values[i] = attrs
		}
	case 'A':
		return e.addStatement(b, e.statements(r, values), p, r, q)
	case 'K', 'k':
		if r.positional() || !r.v.IsArray() {
			quotedValues := make([]string, len(values))
			for i, v := range values {
				quotedValues[i] = QuoteSingle(v)
			}
			values = quotedValues
			break
		}
		pairs := make([]string, 0, 2*len(values))
		for i, k := range e.subscripts(r) {
			pairs = append(pairs, k, values[i])
		}
		values = pairs
		if p.Transform == 'K' {
			if len(pairs) == 0 {
				return e.addList(b, nil, r.star, q)
			}
			text := quotedPairs(r.v, pairs)
			b.at = b.at || b.split && (!r.star || q != double)
			b.add(text, e.kindOf(q, text))
			return nil
		}
	}
	return e.addResults(b, values, p, r, q)
}

// addStatement adds the words of ${NAME[@]@A}. bash makes one text of them; in
// double quotes what stands before the values is split at IFS all the same.
func (e *Expander) addStatement(b *builder, words []string, p *syntax.ParamExp, r *ref, q quoting) error {
	first := e.splitter().first
	if len(words) < 2 || first == "" && b.split && (!r.star || q != double && r.positional()) {
		return e.addResults(b, words, p, r, q)
	}
	head, values := words[0]+" "+words[1]+" ", words[2:]
	if !r.positional() {
		if value, ok := strings.CutPrefix(values[0], r.name+"="); ok {
			head, values = head+r.name+"=", []string{value}
		}
	}
	if q == double && b.split && !r.star {
		b.listed = true
		b.add(head, expanded)
		for i, v := range values {
			if i > 0 {
				b.bound()
			}
			b.add(v, quoted)
		}
		return nil
	}
	sep := " "
	if r.star || b.value || b.split && q == plain {
		sep = first
	}
	text, err := e.joined(values, sep)
	if first == "" && b.split && q != double {
		b.at = true
		e.addBlanks(b, []string{words[0], words[1], strings.TrimPrefix(head, words[0]+" "+words[1]+" ") + text})
		return err
	}
	b.add(head+text, e.kindOf(q, head))
	return err
}

// quotedPairs is ${NAME[@]@K}.
func quotedPairs(v *state.Variable, pairs []string) string {
	var out strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		key := pairs[i]
		if v.Kind == state.Assoc {
			key = QuoteKey(key)
		} else if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(key + " " + QuoteDouble(pairs[i+1]))
		if v.Kind == state.Assoc {
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// statements is ${NAME[@]@A}: the words of a command that makes the array.
func (e *Expander) statements(r *ref, values []string) []string {
	if r.positional() {
		if len(values) == 0 {
			return nil
		}
		out := []string{"set", "--"}
		for _, v := range values {
			out = append(out, QuoteSingle(v))
		}
		return out
	}
	if r.v == nil {
		return nil
	}
	if !r.v.IsArray() {
		text, set := r.v.Value()
		if s := e.statement(r, text, set); s != "" {
			return []string{s}
		}
		return nil
	}
	out := []string{"declare", "-" + letters(r.v), r.name}
	if r.v.Set {
		out[2] += "=" + ArrayText(r.v)
	}
	return out
}

// ArrayText is the value of an array as declare -p and set show it.
func ArrayText(v *state.Variable) string {
	var out strings.Builder
	out.WriteByte('(')
	if v.Kind == state.Assoc {
		values := v.Map.Values()
		for i, k := range v.Map.Keys() {
			out.WriteString("[" + QuoteKey(k) + "]=" + QuoteDouble(values[i]) + " ")
		}
	} else {
		values := v.List.Values()
		for i, k := range v.List.Indices() {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString("[" + strconv.FormatInt(k, 10) + "]=" + QuoteDouble(values[i]))
		}
	}
	out.WriteByte(')')
	return out.String()
}

// Declaration is the line of declare -p for a variable, without a newline.
func Declaration(name string, v *state.Variable) string {
	flags := letters(v)
	if flags == "" {
		flags = "-"
	}
	text := "declare -" + flags + " " + name
	switch {
	case v.IsArray():
		if v.Set {
			text += "=" + ArrayText(v)
		}
	case v.Set:
		text += "=" + QuoteDouble(v.Str)
	}
	return text
}
