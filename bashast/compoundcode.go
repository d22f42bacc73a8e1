package bashast

import "slices"

// The codes that only the compound subset has. Where a text has several
// constructs that it does not accept, these come behind those of the simple
// subset.
const (
	// BackgroundNotSupported: & behind a command.
	BackgroundNotSupported Code = "background_not_supported"
	// FunctionNotSupported: the definition of a function.
	FunctionNotSupported Code = "function_not_supported"
	// BuiltinNotSupported: a builtin that changes how bash reads or runs the
	// rest (alias, enable, most of set and shopt, hash -p, exec <FILE), or
	// that runs text which is no word (compgen, mapfile -C, jobs -x, test -v
	// with a subscript).
	BuiltinNotSupported Code = "builtin_not_supported"
	// AssignmentNameNotSupported: a value for a variable that changes how bash
	// reads or runs the rest, or whose value bash decides.
	AssignmentNameNotSupported Code = "assignment_name_not_supported"
	// ExpansionPositionNotSupported: $? or an allowed expansion where it is no
	// argument, or where a builtin may take it for more than a value.
	ExpansionPositionNotSupported Code = "expansion_position_not_supported"
)

// CompoundCodes lists all codes that the compound subset can give, in order of
// precedence. Those of the simple subset keep their meaning, as far as it is
// not accepted: compound_command_not_supported is for [[ ]], (( )), select,
// coproc, for without a list of words, ! and time behind |, declare and its
// kin, and forms of export and unset other than with literal names.
func CompoundCodes() []Code {
	return []Code{
		InputTooLarge, ParseError,
		HereDocNotSupported, RedirectionNotSupported, CompoundCommandNotSupported,
		AssignmentPrefixNotSupported,
		CommandSubstitutionNotSupported, ProcessSubstitutionNotSupported,
		ParameterExpansionNotSupported, ArithmeticExpansionNotSupported,
		NonLiteralWordNotSupported,
		BackgroundNotSupported, FunctionNotSupported, BuiltinNotSupported,
		AssignmentNameNotSupported, ExpansionPositionNotSupported,
	}
}

// compoundRank is the place of a code in that order.
func compoundRank(code Code) int { return slices.Index(CompoundCodes(), code) }

// classifyProgram names the violation of a text that the strict parser gave up
// on for a reason. The recognizer reads all of it; what either of them found
// and comes first in the order is the answer, except that what it takes for
// bash is no parse error while there is something else to name.
func classifyProgram(src []byte, allow Allow, reason Violation) *Violation {
	g := grammar{src: src, found: facts{compound: true, quoted: allow.QuotedExpansions}}
	g.program()
	switch {
	case g.failed:
		return &Violation{ParseError, g.failure.start, g.failure.end}
	case g.found.code != "" && (reason.Code == ParseError || compoundRank(g.found.code) < compoundRank(reason.Code)):
		return &Violation{g.found.code, g.found.at.start, g.found.at.end}
	}
	return &reason
}
