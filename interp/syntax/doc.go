// Package syntax parses bash: bytes to a tree, a command at a time, and prints
// a tree back the way bash does.
//
// It follows bash's two stages: words, here-documents and command
// substitutions are parsed, while subscripts and arithmetic stay text until
// they are evaluated. It expands nothing and knows no variable. It imports
// nothing of ours.
//
// Next gives one command line at a time, so that a line runs before the
// mistakes of the next are seen and aliases and shopt -s extglob hold for the
// lines that follow. Whatever is nested, long or repeated in the source has a
// bound (Limits); exceeding one is an *Error that names it.
//
// # Where it differs from bash 5.2
//
//   - [[ ]] without an expression, and [[ ! ]] or [[ a && ]], are syntax
//     errors. bash leaves without a word and with status 0.
//   - Of an incomplete [[ ]] only the first line of the message is given.
//   - for (( )) without its last ) is a syntax error. bash takes it at -n.
//   - $( ) may hold time before an assignment of an array, and arrays with
//     quoted blanks; bash 5.2 stumbles over its own printing of them.
//   - Aliases inside $( ) are expanded when the line is read.
//   - The name of $NAME ends where a brace expansion starts: $a{b,c} is
//     $a twice, not $ab and $ac. A { inside ${ } takes no part in brace
//     expansion.
//   - A } ends the subscript of ${NAME[...]} unless a ] follows it.
package syntax
