// Package bashast is the mechanism of the gate: it turns the bytes of one
// command line into exactly the argument vector that bash 5.2 would run, or
// into one typed violation.
//
// # What is accepted
//
// One simple command whose words are all literal. Quotes, escapes, $'...' and
// line continuations are decoded; everything that bash would expand, connect,
// redirect or branch on is a violation. [PolicyText] has the decoded words and
// their canonical form.
//
// # Why it can be believed
//
// Two readers have to agree before anything is accepted:
//
//   - the strict lexer (lexer.go) reads every byte of the input once, decodes
//     each word from its own bytes by bash's rules, and gives up at the first
//     byte that is not plainly literal;
//   - tree-sitter's bash grammar (tree.go) has to see one command, without
//     errors, whose words cover exactly the same bytes.
//
// Neither is trusted alone: the grammar calls many expansions plain words and
// loses bytes between them, and a second opinion is cheap insurance against a
// mistake in the lexer.
//
// An input that the lexer gives up on is never accepted. It is only named: a
// recognizer of the whole bash grammar (grammar.go) lists the constructs in it,
// and the first one in the fixed order of precedence becomes the [Violation].
// A wrong name can therefore never turn into a wrong accept, and an input with
// thousands of operators never reaches the C parser, which would need
// gigabytes for it.
//
// # Limits of the claim
//
// The argument vector is what bash 5.2 runs in a C or UTF-8 locale, started
// non-interactively, without aliases, extglob or history expansion. Other
// shells and other character sets read some accepted words differently. What a
// builtin such as eval does with its arguments is the caller's policy.
//
// The package knows no mode, configuration or log, falls back to nothing, and
// imports no other package of this module.
package bashast
