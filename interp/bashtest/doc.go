// Package bashtest compares the interpreter with the real bash, script by
// script. It holds tests only.
//
// The cases are in testdata, a file for each topic:
//
//	=== name of the case [flag ...]
//	the script
//
// Both run the script as `bash -c` does, in an empty directory of the same
// name, with the same small environment and no input; standard output,
// standard error and the status have to be the same. Flags in brackets:
//
//	[args=a,b]    positional parameters; the last flag, blanks count
//	[stdin]       the script comes on standard input instead
//	[file]        the script is a file, ./script
//	[-stderr]     standard error is not compared: bash's text is not stable
//	[sorted]      lines of standard output are sorted first (their order is
//	              a race)
//
// A case that is meant to differ says why and what is right:
//
//	=== name
//	script
//	--- differs: the reason
//	--- status 1
//	expected standard output
//
// It fails when bash does the same after all. docs/testing.md lists the
// reasons.
package bashtest
