// Package bashast is the mechanism of the gate: it turns the bytes of a command
// text into exactly what bash 5.2 would run, or into one typed violation.
//
// # What is accepted
//
// [Parse] reads the simple subset: one simple command whose words are all
// literal. Quotes, escapes, $'...' and line continuations are decoded;
// everything that bash would expand, connect, redirect or branch on is a
// violation. [PolicyText] has the decoded words and their canonical form.
//
// [ParseProgram] reads the compound subset: lists, pipelines, redirections to
// literal files and descriptors, assignments of literal values, here-documents
// and here-strings without expansions, groups, subshells, !, time, comments, if,
// for, while, until and case, export NAME=VALUE and unset NAME, $? and, where
// [Allow] says so, quoted parameters as arguments. A [Program] lists every
// simple command that the text may run.
//
// # Why it can be believed
//
// Two readers have to agree before anything is accepted:
//
//   - the strict lexer (lexer.go), and on its words the strict parser of the
//     compound subset (script.go), reads every byte of the input once, decodes
//     each word from its own bytes by bash's rules, and gives up at the first
//     byte that is not plainly in the subset;
//   - tree-sitter's bash grammar (tree.go, skeleton.go) has to see the same
//     commands, without errors, whose words cover exactly the same bytes. Of a
//     program it is shown a skeleton without the constructs that it reads
//     wrongly.
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
// What is reported is what bash 5.2 runs in a C or UTF-8 locale, started
// non-interactively, without aliases, extglob or history expansion, with the
// text as the operand of -c or in a file: from its standard input a program
// could read its own text. Other
// shells and other character sets read some accepted words differently. What a
// builtin such as eval does with its arguments is the caller's policy: in a
// program nothing is known about what stands behind eval, source, . or trap
// unless the caller knows what they run. Of the environment that bash starts
// with, functions, PS4 with substitutions and BASH_ENV are not accounted for.
//
// The package knows no mode, configuration or log, falls back to nothing, and
// imports no other package of this module.
package bashast
