package expand

import "context"

// ExpandPrompt expands text as a prompt.
func (e *Expander) ExpandPrompt(ctx context.Context, text string) (string, error) { return text, nil }
