package executor

import "testing"

const endMessage = "bash: -c: line 2: syntax error: unexpected end of file\n"

// What a text waits for: a yes where the line may end it, and a no only where
// it can not.
func TestMayEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		messages, text, line string
		want                 bool
	}{
		{endMessage, "if a", "echo x", false},
		{endMessage, "if a", "fi", true},
		{endMessage, "f() {", "}", true},
		{endMessage, "f()", "[[ a ]]", true},
		{endMessage, "a |", "b", true},
		{endMessage, "a && # then", "b", true},
		{endMessage, "a &&\n# note", "b", true},
		{endMessage, "cat <<E |\nq\nE", "tr a b", true},
		{endMessage, "a \\", "b", true},
		{"bash: line 1: warning: here-document at line 1 delimited by end-of-file (wanted `E')\n", "cat <<E", "x", false},
		{"bash: line 1: warning: here-document at line 1 delimited by end-of-file (wanted `E')\n", "cat <<E", "E", true},
		{"bash: line 1: warning: here-document at line 1 delimited by end-of-file (wanted `E')\n", "cat <<-E", "\t\tE", true},
		{"bash: -c: line 1: unexpected EOF while looking for matching `\"'\n", "echo \"a", "b", false},
		{"bash: -c: line 1: unexpected EOF while looking for matching `\"'\n", "echo \"a", "b\"", true},
		{"bash: -c: line 2: unexpected token `EOF' in conditional command\n", "[[ a &&", "b ]]", true},
	} {
		w, early := endsEarly(tt.messages, tt.text)
		if !early {
			t.Errorf("%q is taken for complete", tt.text)
		}
		if got := (Reading{Incomplete, w}).MayEnd(tt.line); got != tt.want {
			t.Errorf("%q then %q: %v, want %v", tt.text, tt.line, got, tt.want)
		}
	}
	for _, text := range []string{
		"bash: -c: line 1: syntax error near unexpected token `)'\nbash: -c: line 1: `echo \"unexpected end of file\" )'\n", "",
	} {
		if _, early := endsEarly(text, "x"); early {
			t.Errorf("%q is taken for incomplete", text)
		}
	}
}
