// Package envstate holds what one shell command hands to the next: the working
// directory, the directory stack, the environment and the last status.
//
// A command runs in a fresh bash. What it leaves behind comes back as a framed
// report over a pipe (TrapBody writes it, ParseReport reads it), is treated as
// untrusted data, sanitized by a Filter and adopted into a State. Bare cd,
// pushd, popd and dirs never reach bash: ParseBare recognizes them and RunBare
// does what bash 5.2 would do, byte for byte.
//
// The package starts no process, evaluates no text, reads no configuration and
// never changes the working directory of its own process, so that several
// sessions can live in one. It is a leaf: it may import the standard library
// and golang.org/x/sys only.
package envstate
