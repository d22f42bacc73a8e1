package syntax

import "sync/atomic"

// Pos is a place in the source. Lines and columns count from 1, columns in
// bytes; Line is what $LINENO and error messages show. The zero Pos is no
// place.
type Pos struct {
	Offset uint32 // bytes from the start of the source
	Line   uint32
	Col    uint32
}

// A Memo is room in a node for what an evaluator worked out from it once
// (a compiled expression, a brace expansion). The parser leaves it empty. It
// may be read and set by several goroutines; all of them must set equal
// values.
type Memo struct{ value atomic.Value }

// Load is what was stored last, or nil.
func (m *Memo) Load() any { return m.value.Load() }

// Store keeps v for later. All values of one Memo must have one type.
func (m *Memo) Store(v any) { m.value.Store(v) }

// A File is a whole script.
type File struct {
	Name  string
	Stmts []*Stmt
}

// A Stmt is a command with what stands around it: redirections, `!`, `&`.
// bash's manual calls this a pipeline or a list element.
type Stmt struct {
	Position Pos
	// Cmd is nil where only redirections stand.
	Cmd        Command
	Redirs     []*Redirect
	Negated    bool // ! before it
	Background bool // & after it

	newline bool // a newline after it, in a command substitution
}

// A Command is one of the command nodes below.
type Command interface{ commandNode() }

// A CallExpr is a simple command: assignments, then words.
type CallExpr struct {
	Position Pos
	Assigns  []*Assign
	Args     []*Word
	// Memo belongs to the runner.
	Memo Memo
}

// A DeclClause is a call of a declaration builtin (declare, typeset, local,
// export, readonly, written literally, perhaps after `builtin` or `command`),
// whose arguments may be assignments of arrays and are not split.
type DeclClause struct {
	Position Pos
	Assigns  []*Assign // before the command word
	Prefix   []*Word   // `builtin`, `command` and their options
	Variant  string    // the builtin's name
	// Args are options, names and assignments. A word whose Assign is set
	// is an assignment.
	Args []*Word
}

// A BinaryCmd is two statements joined by && or ||, left-associative.
type BinaryCmd struct {
	Position Pos
	Op       BinaryOp
	X, Y     *Stmt
}

// A Pipeline is two or more statements joined by | or |&.
type Pipeline struct {
	Position Pos
	Stages   []*Stmt
	// All[i] is set where stage i is followed by |&.
	All []bool
}

// A Block is { ...; }.
type Block struct {
	Position Pos
	Stmts    []*Stmt
}

// A Subshell is ( ... ).
type Subshell struct {
	Position Pos
	Stmts    []*Stmt
}

// An IfClause is if, elif or else. An else has no Cond.
type IfClause struct {
	Position   Pos
	Cond, Then []*Stmt
	Else       *IfClause // nil at the end
}

// A WhileClause is while or until.
type WhileClause struct {
	Position Pos
	Until    bool
	Cond, Do []*Stmt
}

// A ForClause is for NAME in WORDS, or the C-style form.
type ForClause struct {
	Position Pos
	// Name is empty in the C-style form.
	Name string
	// In tells whether `in` was written; without it the positional
	// parameters are meant.
	In    bool
	Items []*Word
	// Init, Cond and Post are those of the C-style form; each may be empty.
	Init, Cond, Post *Arithm
	Do               []*Stmt
}

// A SelectClause is select NAME in WORDS.
type SelectClause struct {
	Position Pos
	Name     string
	In       bool
	Items    []*Word
	Do       []*Stmt
}

// A CaseClause is case WORD in ... esac.
type CaseClause struct {
	Position Pos
	Word     *Word
	Items    []*CaseItem
}

// A CaseItem is one list of patterns and what runs on a match.
type CaseItem struct {
	Position Pos
	Patterns []*Word
	Stmts    []*Stmt
	Op       CaseOp
}

// A FuncDecl defines a function. Body holds the compound command and the
// redirections that belong to the function.
type FuncDecl struct {
	Position Pos
	Name     string
	Keyword  bool // written with `function`
	Body     *Stmt
	// End is the line of what follows it.
	End uint32
	// Bytes is about the length of its source.
	Bytes uint32
}

// An ArithmCmd is (( ... )).
type ArithmCmd struct {
	Position Pos
	X        *Arithm
}

// A TestClause is [[ ... ]].
type TestClause struct {
	Position Pos
	X        TestExpr
}

// A CoprocClause is coproc [NAME] COMMAND. Name is "COPROC" unless one was
// written.
type CoprocClause struct {
	Position Pos
	Name     string
	Stmt     *Stmt
}

// A TimeClause is time [-p] PIPELINE. Stmt is nil where nothing follows.
type TimeClause struct {
	Position Pos
	Posix    bool
	Stmt     *Stmt
}

func (*CallExpr) commandNode()     {}
func (*DeclClause) commandNode()   {}
func (*BinaryCmd) commandNode()    {}
func (*Pipeline) commandNode()     {}
func (*Block) commandNode()        {}
func (*Subshell) commandNode()     {}
func (*IfClause) commandNode()     {}
func (*WhileClause) commandNode()  {}
func (*ForClause) commandNode()    {}
func (*SelectClause) commandNode() {}
func (*CaseClause) commandNode()   {}
func (*FuncDecl) commandNode()     {}
func (*ArithmCmd) commandNode()    {}
func (*TestClause) commandNode()   {}
func (*CoprocClause) commandNode() {}
func (*TimeClause) commandNode()   {}

// A BinaryOp joins two statements.
type BinaryOp uint8

// The operators of a BinaryCmd.
const (
	AndStmt BinaryOp = iota // &&
	OrStmt                  // ||
)

// A CaseOp ends a CaseItem.
type CaseOp uint8

// The ends of a CaseItem.
const (
	CaseBreak       CaseOp = iota // ;; or none
	CaseFallthrough               // ;&
	CaseResume                    // ;;&
)

// A Redirect is one redirection.
type Redirect struct {
	Position Pos
	Op       RedirOp
	// N is the descriptor that was written before the operator, or -1.
	N int
	// FdVar is NAME of {NAME}>, or empty.
	FdVar string
	// Word is the target, or the here-document's delimiter as written.
	Word *Word
	// Body is the here-document's text; leading tabs are gone after <<-.
	// Where the delimiter was quoted it is one SglQuoted.
	Body *Word
	// Quoted tells that the here-document's delimiter was quoted.
	Quoted bool
}

// A RedirOp is a redirection operator.
type RedirOp uint8

// The redirection operators.
const (
	RedirIn        RedirOp = iota // <
	RedirOut                      // >
	RedirAppend                   // >>
	RedirClobber                  // >|
	RedirInOut                    // <>
	RedirDupIn                    // <& (also N<&M- and <&-)
	RedirDupOut                   // >&
	RedirAll                      // &> (and >& WORD where WORD is no descriptor: found when it runs)
	RedirAllAppend                // &>>
	RedirHeredoc                  // <<
	RedirDashDoc                  // <<-
	RedirHereStr                  // <<<
)

// A TestExpr is an expression inside [[ ]].
type TestExpr interface{ testExpr() }

// A BinaryTest is X OP Y of [[ ]]. Op is the operator as written: && || == = !=
// =~ < > -eq -ne -lt -le -gt -ge -ef -nt -ot. For && and || the sides are X and
// Y, else words.
type BinaryTest struct {
	Op   string
	X, Y TestExpr
}

// A UnaryTest is OP X of [[ ]], where Op is ! or an operator such as -f.
type UnaryTest struct {
	Op string
	X  TestExpr
}

// A ParenTest is ( X ) of [[ ]].
type ParenTest struct{ X TestExpr }

// A WordTest is a lone word, or a side of an operator.
type WordTest struct{ Word *Word }

func (*BinaryTest) testExpr() {}
func (*UnaryTest) testExpr()  {}
func (*ParenTest) testExpr()  {}
func (*WordTest) testExpr()   {}
