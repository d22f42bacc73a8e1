package bashast

import "fmt"

// A Violation says why an input is not one literal command. It never holds any
// of the input's text.
type Violation struct {
	Code Code
	// Start and End delimit the first byte range, half open, that the code
	// was given for.
	Start, End int
}

// Error names the code and the byte range.
func (v *Violation) Error() string {
	return fmt.Sprintf("%s at bytes %d-%d", v.Code, v.Start, v.End)
}

// A Code is the stable name of a violation, fit for messages, logs and tests.
type Code string

// The codes, in order of precedence: of several constructs in one input, the
// one that comes first here is reported, wherever it stands.
const (
	// InputTooLarge: more than MaxInput bytes. Judged before anything else.
	InputTooLarge Code = "input_too_large"
	// ParseError: not UTF-8, a control character, nothing to run, no bash, or
	// too much to read within the limits of depth and time.
	ParseError Code = "parse_error"
	// MultipleStatements: a list, or a command sent to the background.
	MultipleStatements Code = "multiple_statements"
	// PipelineNotSupported: | or |& between commands.
	PipelineNotSupported Code = "pipeline_not_supported"
	// HereDocNotSupported: << <<- or <<<.
	HereDocNotSupported Code = "here_doc_not_supported"
	// RedirectionNotSupported: any other redirection.
	RedirectionNotSupported Code = "redirection_not_supported"
	// CompoundCommandNotSupported: if, for, select, while, until, case,
	// function, { }, [[ ]], (( )), coproc, time, ! and the builtins with a
	// grammar of their own (declare, export, local, readonly, typeset, let,
	// unset).
	CompoundCommandNotSupported Code = "compound_command_not_supported"
	// SubshellNotSupported: ( ) around commands.
	SubshellNotSupported Code = "subshell_not_supported"
	// AssignmentPrefixNotSupported: NAME=VALUE where a command word may stand.
	AssignmentPrefixNotSupported Code = "assignment_prefix_not_supported"
	// CommandSubstitutionNotSupported: $( ) or backticks.
	CommandSubstitutionNotSupported Code = "command_substitution_not_supported"
	// ProcessSubstitutionNotSupported: <( ) or >( ).
	ProcessSubstitutionNotSupported Code = "process_substitution_not_supported"
	// ParameterExpansionNotSupported: $NAME, ${ } or a special parameter.
	ParameterExpansionNotSupported Code = "parameter_expansion_not_supported"
	// ArithmeticExpansionNotSupported: $(( )) or $[ ].
	ArithmeticExpansionNotSupported Code = "arithmetic_expansion_not_supported"
	// NonLiteralWordNotSupported: whatever else is not plainly literal: globs,
	// braces, tildes, $"...", comments, job names, an empty command word.
	NonLiteralWordNotSupported Code = "non_literal_word_not_supported"
)

// Codes lists all codes in order of precedence.
func Codes() []Code {
	return []Code{
		InputTooLarge, ParseError, MultipleStatements, PipelineNotSupported,
		HereDocNotSupported, RedirectionNotSupported, CompoundCommandNotSupported,
		SubshellNotSupported, AssignmentPrefixNotSupported,
		CommandSubstitutionNotSupported, ProcessSubstitutionNotSupported,
		ParameterExpansionNotSupported, ArithmeticExpansionNotSupported,
		NonLiteralWordNotSupported,
	}
}
