// Package policy decides what may run.
//
// [Gather] collects what can be known of a text without running it: the simple
// commands in it as the gate reads them (bashast), and the commands that those
// would start in turn (unwrap.go). [Decide] is a pure function of the
// configuration and those facts: allow, deny or ask, with the rule and the
// reason.
//
// # Uncertainty
//
// A rule can match for certain, perhaps, or not at all. An argument may be
// known only at run time, an option may be spelled in a way that only its
// program can resolve, a relative path depends on a cd that may fail. What
// matches perhaps makes an answer stricter and never laxer: a rule that denies
// counts, a rule that allows does not.
//
// # Limits of the claim
//
// Decisions are about argument vectors and names of files. What a program does
// with its arguments, and where a symbolic link leads, is the sandbox's
// business. Of commands that start others, those in wrappers.go are known;
// what a wrapper would run and the text does not tell is opaque, and a rule can
// deny that.
//
// The package starts nothing, reads no file and knows no session. It may import
// bashast and config.
package policy
