package syntax

// An Assign is NAME=VALUE, NAME+=VALUE, NAME[SUBSCRIPT]=VALUE or NAME=( ... ).
type Assign struct {
	Position Pos
	Name     string
	Index    *Subscript // nil without [ ]
	Append   bool       // +=
	// Value is nil where nothing follows the =; Array is set for ( ... ).
	Value *Word
	Array *ArrayExpr
	// Whole is the assignment as one word. Its parts are those of the text
	// as written, also where Array is set.
	Whole *Word
}

// An ArrayExpr is the ( ... ) of a compound assignment.
type ArrayExpr struct {
	Position Pos
	Elems    []*ArrayElem
}

// An ArrayElem is WORD, [SUBSCRIPT]=WORD or [SUBSCRIPT]+=WORD. Whole is the
// element as one word, for what bash does when the subscript form does not
// apply (an associative array filled from plain words, for one).
type ArrayElem struct {
	Index  *Subscript
	Append bool
	Value  *Word // nil where nothing follows the =
	Whole  *Word
}

// A Subscript is what stands between [ and ]. Whether it is an arithmetic
// expression or a key is known only when it is used.
type Subscript struct {
	Position Pos
	// All is '@' or '*' where just that was written, else 0.
	All byte
	// X is the text, to be expanded and then evaluated.
	X Arithm
}

// An Arithm is text that is expanded as if in double quotes and then
// evaluated as an arithmetic expression.
type Arithm struct {
	Position Pos
	// Src is the text as written.
	Src string
	// Word holds Src's parts: literal text (quotes included, as written)
	// and expansions. It has no parts where Src is empty.
	Word *Word
	// Key is Src parsed as an ordinary word, for the subscripts of
	// associative arrays, where quotes count. Nil outside subscripts.
	Key *Word
	// Plain is set where Src has no expansion and no quote in it.
	Plain bool
	// Memo belongs to the evaluator.
	Memo Memo
}

// A Word is one shell word.
type Word struct {
	Position Pos
	// Src is the word as written, for printing it back.
	Src   string
	Parts []WordPart
	// Assign is set for an argument of the form NAME=..., which
	// declaration builtins (and set -k) take as an assignment.
	Assign *Assign
	// Braces tells that an unquoted { is in the word, so that a brace
	// expansion may be.
	Braces bool
	// Memo belongs to the expander.
	Memo Memo

	spans []subSpan
}

// A WordPart is one of the part nodes below.
type WordPart interface{ wordPart() }

// A Lit is unquoted text, or text inside double quotes with its escapes
// undone. Outside double quotes it holds no backslash escape: see Escaped.
type Lit struct{ Value string }

// An Escaped is the character after an unquoted backslash. Escaped newlines
// are gone.
type Escaped struct{ Value string }

// A SglQuoted is '...' or, with Dollar, $'...'; Value is decoded.
type SglQuoted struct {
	Dollar bool
	Value  string

	bare bool // $'...' is printed without quotes
}

// A DblQuoted is "..." or, with Dollar, $"...".
type DblQuoted struct {
	Dollar bool
	Parts  []WordPart
}

// A ParamExp is $NAME or ${...}.
type ParamExp struct {
	Position Pos
	// Src is the expansion as written, for messages.
	Src string
	// Short is $NAME.
	Short bool
	// Name is the parameter: a name, digits, or one of @*#?-$!
	Name  string
	Index *Subscript // nil without [ ]
	// Length is ${#NAME}; Indirect is ${!NAME...}; Prefix is '@' or '*' for
	// ${!NAME@} and ${!NAME*}; Indirect with an Index of @ or * and no
	// operator lists the array's subscripts.
	Length   bool
	Indirect bool
	Prefix   byte
	Op       ParamOp
	// Word is the operand: default, message, pattern.
	Word *Word
	// Repl is the replacement of ParamReplace*, nil without a second /.
	Repl *Word
	// Offset and Count are those of ParamSlice; Count may be nil.
	Offset, Count *Arithm
	// Transform is the letter of ${NAME@X}.
	Transform byte
	// Bad is set where the text is no expansion; using it is the error
	// "bad substitution", or Err where that is set: the body of a
	// here-document that has a syntax error.
	Bad bool
	Err *Error
}

// A ParamOp is what a ParamExp does with its value.
type ParamOp uint8

// The operators of ParamExp. Colon forms test for null as well as unset.
const (
	ParamPlain         ParamOp = iota
	ParamDefault               // -
	ParamDefaultColon          // :-
	ParamAssign                // =
	ParamAssignColon           // :=
	ParamError                 // ?
	ParamErrorColon            // :?
	ParamAlt                   // +
	ParamAltColon              // :+
	ParamTrimPrefix            // #
	ParamTrimPrefixAll         // ##
	ParamTrimSuffix            // %
	ParamTrimSuffixAll         // %%
	ParamReplace               // /
	ParamReplaceAll            // //
	ParamReplacePrefix         // /#
	ParamReplaceSuffix         // /%
	ParamUpper                 // ^
	ParamUpperAll              // ^^
	ParamLower                 // ,
	ParamLowerAll              // ,,
	ParamToggle                // ~
	ParamToggleAll             // ~~
	ParamSlice                 // :
	ParamTransform             // @
)

// A CmdSubst is $(...) or `...`. The text of backquotes is parsed only when
// it runs: Stmts is nil then, and Src has lost the backslashes that the
// backquotes undo. The same is true of $((...) ...), which looks like
// arithmetic at first; Backquotes is set for it, too.
type CmdSubst struct {
	Position   Pos
	Backquotes bool
	Src        string
	Stmts      []*Stmt
	// Memo belongs to the runner, for the parsed text of backquotes.
	Memo  Memo
	posix bool // posix mode was on when it was read
}

// An ArithmExp is $((...)) or, with Bracket, $[...].
type ArithmExp struct {
	Position Pos
	Bracket  bool
	X        *Arithm
}

// A ProcSubst is <(...) or, with Out, >(...).
type ProcSubst struct {
	Position Pos
	Out      bool
	Src      string // without the parentheses
	Stmts    []*Stmt
	posix    bool // posix mode was on when it was read
}

// An ExtGlob is an extended pattern ?(...), *(...), +(...), @(...) or !(...).
// Parts is what stands between the parentheses, | included as literal text.
type ExtGlob struct {
	Op    byte
	Parts []WordPart
}

// A BraceExp is {a,b} or {x..y..z}. The parser makes none: SplitBraces does,
// for the brace expansion phase.
type BraceExp struct {
	Sequence bool
	// Elems are the alternatives, or the two or three parts of a sequence.
	Elems []*Word
}

func (*Lit) wordPart()       {}
func (*Escaped) wordPart()   {}
func (*SglQuoted) wordPart() {}
func (*DblQuoted) wordPart() {}
func (*ParamExp) wordPart()  {}
func (*CmdSubst) wordPart()  {}
func (*ArithmExp) wordPart() {}
func (*ProcSubst) wordPart() {}
func (*ExtGlob) wordPart()   {}
func (*BraceExp) wordPart()  {}
