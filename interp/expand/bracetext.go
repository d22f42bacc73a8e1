package expand

import (
	"slices"

	"github.com/aegish/aegish/interp/syntax"
)

// braceTexts makes the words of braces in which all is plain text, without
// making words that would have to be expanded. ok is false where there is more, or
// where adding the texts of many parts to each other would take long. braceSizeOf
// has told how many they are.
func braceTexts(parts []syntax.WordPart) (texts []string, ok bool) {
	if len(parts) > textParts {
		return nil, false
	}
	texts = []string{""}
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if active(part.Value) {
				return nil, false
			}
			for i := range texts {
				texts[i] += part.Value
			}
		case *syntax.BraceExp:
			alternatives, ok := alternativeTexts(part)
			if !ok {
				return nil, false
			}
			if len(texts) == 1 && texts[0] == "" {
				texts = alternatives
				continue
			}
			next := make([]string, 0, len(texts)*len(alternatives))
			for _, head := range texts {
				for _, tail := range alternatives {
					next = append(next, head+tail)
				}
			}
			texts = next
		default:
			return nil, false
		}
	}
	return texts, true
}

// textParts is of how many parts braceTexts makes words.
const textParts = 64

// alternativeTexts lists what one brace expression gives.
func alternativeTexts(x *syntax.BraceExp) (texts []string, ok bool) {
	if x.Sequence {
		texts = sequenceOf(x).list()
		return texts, !slices.ContainsFunc(texts, active)
	}
	for _, elem := range x.Elems {
		more, ok := braceTexts(elem.Parts)
		if !ok {
			return nil, false
		}
		texts = append(texts, more...)
	}
	return texts, true
}
