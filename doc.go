// Package aegish is the root of the aegish module: a shell for people and
// programs who must not have an unlimited one. It holds no code; see README.md
// for what the project is and docs/design.md for where everything lives.
package aegish
