package expand

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/syntax"
)

// String expands a word into one string, without splitting and globbing: the
// word of case, an operand of [[.
func (e *Expander) String(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	b := e.builder(false)
	defer e.release(b)
	return e.text(ctx, b, w, plain)
}

// HereString is String for what stands behind <<<. It joins lists as the value
// of an assignment does.
func (e *Expander) HereString(ctx context.Context, w *syntax.Word) (string, error) {
	return e.bare(ctx, w, false)
}

// AssignValue expands the value of an assignment: as String, and tildes after
// colons too.
func (e *Expander) AssignValue(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	if len(w.Parts) == 1 {
		switch part := w.Parts[0].(type) {
		case *syntax.Lit:
			if strings.IndexByte(part.Value, '~') < 0 {
				return part.Value, nil
			}
		case *syntax.ParamExp:
			if text, ok := e.loneParam(part); ok {
				return text, nil
			}
		}
	}
	b := e.builder(false)
	defer e.release(b)
	b.assignment, b.value = true, true
	return e.text(ctx, b, w, plain)
}

// DeclaredValue is AssignValue for an argument of a declaration builtin.
func (e *Expander) DeclaredValue(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	b := e.builder(false)
	defer e.release(b)
	b.assignment, b.value, b.declared = true, true, true
	return e.text(ctx, b, w, plain)
}

// itemValue expands the value of an element in the list of an indexed array.
func (e *Expander) itemValue(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	b := e.builder(false)
	defer e.release(b)
	b.assignment, b.item = true, true
	return e.text(ctx, b, w, plain)
}

// bare expands a word that is a value, or the key of one; key switches tilde expansion off.
func (e *Expander) bare(ctx context.Context, w *syntax.Word, key bool) (string, error) {
	if w == nil {
		return "", nil
	}
	b := e.builder(false)
	defer e.release(b)
	b.noTilde, b.value = key, true
	return e.text(ctx, b, w, plain)
}

// text is a word that gives one string.
func (e *Expander) text(ctx context.Context, b *builder, w *syntax.Word, q quoting) (string, error) {
	segs, err := e.whole(ctx, b, w, q)
	if err != nil {
		return "", err
	}
	return join(segs), nil
}

// whole is a word that is not split, in segments.
func (e *Expander) whole(ctx context.Context, b *builder, w *syntax.Word, q quoting) ([]segment, error) {
	if err := e.parts(ctx, b, w.Parts, q); err != nil {
		return nil, within(err, w)
	}
	if err := e.fits(b.bytes); err != nil {
		return nil, err
	}
	return e.resplit(b)
}

// Document expands the body of a here-document.
func (e *Expander) Document(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	b := e.builder(false)
	defer e.release(b)
	b.document = true
	return e.text(ctx, b, w, double)
}

// Quoted expands a word as if it stood in double quotes: prompts, the name of a file.
func (e *Expander) Quoted(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	b := e.builder(false)
	defer e.release(b)
	return e.text(ctx, b, w, double)
}

// Pattern expands a word into the text of a pattern, in which characters that
// were quoted have a backslash.
func (e *Expander) Pattern(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	if len(w.Parts) == 1 {
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && strings.IndexByte(lit.Value, '~') < 0 {
			return lit.Value, nil
		}
	}
	b := e.builder(false)
	defer e.release(b)
	segs, err := e.whole(ctx, b, w, plain)
	if err != nil {
		return "", err
	}
	return escape(e.protect(segs)), nil
}

// TracedPattern is Pattern with a backslash before every quoted character.
func (e *Expander) TracedPattern(ctx context.Context, w *syntax.Word) (string, error) {
	b := e.builder(false)
	defer e.release(b)
	segs, err := e.whole(ctx, b, w, plain)
	if err != nil {
		return "", err
	}
	return escapeAll(e.protect(segs)), nil
}

// Regex expands a word into a regular expression; characters that were quoted
// stand for themselves.
func (e *Expander) Regex(ctx context.Context, w *syntax.Word) (string, error) {
	if w == nil {
		return "", nil
	}
	b := e.builder(false)
	defer e.release(b)
	segs, err := e.whole(ctx, b, w, plain)
	if err != nil {
		return "", err
	}
	return escapeRegex(segs), nil
}
