package expand

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// A replacement is the string of ${NAME/PATTERN/STRING}: pieces, between each
// two of which stands what the pattern matched.
type replacement struct{ pieces []string }

// replacement expands the string of a substitution. With patsub_replacement an
// unquoted & in it, also from an expansion, is what matched; a backslash
// quotes it (bash manual, Shell Parameter Expansion).
func (e *Expander) replacement(ctx context.Context, w *syntax.Word, q quoting) (replacement, error) {
	b := e.builder(false)
	defer e.release(b)
	if err := e.parts(ctx, b, w.Parts, operand); err != nil {
		return replacement{}, within(err, w)
	}
	if !e.Shell.Opts.On(state.PatsubReplacement) {
		return replacement{[]string{join(b.segs)}}, nil
	}
	var r replacement
	var piece strings.Builder
	for _, s := range b.segs {
		if s.kind == quoted || strings.IndexByte(s.text, '&') < 0 && strings.IndexByte(s.text, '\\') < 0 {
			piece.WriteString(s.text)
			continue
		}
		for i := 0; i < len(s.text); i++ {
			c := s.text[i]
			switch {
			case c == '\\' && i+1 < len(s.text) && (s.text[i+1] == '&' || s.text[i+1] == '\\'):
				i++
				piece.WriteByte(s.text[i])
			case c == '&':
				r.pieces = append(r.pieces, piece.String())
				piece.Reset()
			default:
				piece.WriteByte(c)
			}
		}
	}
	r.pieces = append(r.pieces, piece.String())
	return r, nil
}

// size is how long the replacement of a match of n bytes is.
func (r *replacement) size(n int) int {
	total := 0
	for _, p := range r.pieces {
		total += len(p)
	}
	if len(r.pieces) > 1 {
		total += n * (len(r.pieces) - 1)
	}
	return total
}

func (r *replacement) write(out *strings.Builder, matched string) {
	for i, p := range r.pieces {
		if i > 0 {
			out.WriteString(matched)
		}
		out.WriteString(p)
	}
}

// replace does ${NAME/PATTERN/STRING} and its kin on one value.
func (o *operation) replace(text string, set bool) (string, error) {
	switch {
	case o.match.text == "" && o.anchor == 0, !set, o.anchor != 0 && o.match.Misjudged():
		return text, nil
	case o.gate != nil:
		if ok, err := o.gate.whole(text); !ok || err != nil {
			return text, err
		}
	}
	switch {
	case o.anchor == '#':
		n, ok, err := o.match.prefix(text, true)
		if !ok || err != nil {
			return text, err
		}
		return o.one(text, 0, n)
	case o.anchor == '%':
		n, ok, err := o.match.suffix(text, true)
		if !ok || err != nil {
			return text, err
		}
		return o.one(text, n, len(text))
	case o.p.Op != syntax.ParamReplaceAll:
		from, to, ok, err := o.match.find(text, 0)
		if !ok || err != nil {
			return text, err
		}
		return o.one(text, from, to)
	}
	return o.every(text)
}

// one replaces text[from:to].
func (o *operation) one(text string, from, to int) (string, error) {
	if err := o.e.fits(len(text) - (to - from) + o.repl.size(to-from)); err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString(text[:from])
	o.repl.write(&out, text[from:to])
	out.WriteString(text[to:])
	return out.String(), nil
}

// longText is the length of a text in which looking for one match may take a while,
// in bytes.
const longText = 1 << 16

// every replaces all matches, the longest at each place.
func (o *operation) every(text string) (string, error) {
	var out strings.Builder
	search := o.match.Search(text)
	at := 0 // text before it is in out
	for at < len(text) || at == 0 {
		if len(text)-at > longText && o.ctx.Err() != nil {
			return "", context.Cause(o.ctx) // each match may take the whole text
		}
		from, to, err := search.Find(at)
		if err != nil {
			return "", o.match.limit(err)
		}
		if from < 0 {
			break
		}
		if err := o.e.fits(out.Len() + from - at + o.repl.size(to-from)); err != nil {
			return "", err
		}
		out.WriteString(text[at:from])
		o.repl.write(&out, text[from:to])
		if to == from {
			// An empty match moves on by a character.
			if from == len(text) {
				return out.String(), nil
			}
			n := o.e.first(text[from:])
			out.WriteString(text[from : from+n])
			to += n
		}
		at = to
	}
	if at == 0 {
		return text, nil
	}
	if err := o.e.fits(out.Len() + len(text) - at); err != nil {
		return "", err
	}
	out.WriteString(text[at:])
	return out.String(), nil
}
