// Package syntax parses bash: bytes to a tree, a command at a time, and prints
// a tree back the way bash does.
//
// It follows bash's two stages: words, here-documents and command
// substitutions are parsed, while subscripts and arithmetic stay text until
// they are evaluated. It expands nothing and knows no variable. It imports
// nothing of ours.
package syntax
