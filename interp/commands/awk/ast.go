package awk

// A program is parsed and resolved; it does not change any more.
type program struct {
	begin, end []*block
	// beginFile and endFile run before and after each file of the main input.
	beginFile, endFile []*block
	rules              []*rule
	functions          []*function
	named              map[string]*function // by their names
	globals            map[string]int       // index of each global name
	arrays             []bool               // which globals are arrays
	ranges             int                  // how many rules have two patterns
	ends               bool                 // RT is used
}

// reads tells whether the main input is read.
func (p *program) reads() bool {
	return len(p.rules) > 0 || len(p.end) > 0 || len(p.beginFile) > 0 || len(p.endFile) > 0
}

type block struct{ body []stmt }

// A rule is a pattern with an action; a nil action prints the record.
type rule struct {
	pattern, last expr // last ends a range
	ranged        int  // index of its state, -1 without a range
	action        *block
}

type function struct {
	name   string
	params []param
	body   []stmt
	line   int
	weight int // of its body, a bound for the depth of evaluation
}

type param struct {
	name  string
	array bool
}

type scope uint8

const (
	global scope = iota
	local
	special
)

// An expr is a pointer to one of the expressions below, a stmt one of the
// statements.
type (
	expr any
	stmt any
)

// Expressions.
type (
	numLit    struct{ n float64 }
	strLit    struct{ s string }
	regexLit  struct{ re *regexpr } // by itself: $0 matches it
	fieldExpr struct{ index expr }
	varExpr   struct {
		name  string
		scope scope
		index int
		line  int
	}
	indexExpr struct {
		array expr // a varExpr, or an indexExpr for an array in an array
		subs  []expr
	}
	assignExpr struct {
		left  expr
		op    byte // 0 for =, else the arithmetic operator
		right expr
	}
	incExpr struct {
		left  expr
		delta float64
		post  bool
	}
	condExpr  struct{ cond, yes, no expr }
	arithExpr struct {
		op          byte
		left, right expr
	}
	concatExpr  struct{ parts []expr }
	compareExpr struct {
		op          compareOp
		left, right expr
	}
	matchExpr struct {
		left, right expr
		not         bool
	}
	andExpr  struct{ left, right expr }
	orExpr   struct{ left, right expr }
	notExpr  struct{ e expr }
	signExpr struct {
		e   expr
		neg bool
	}
	inExpr struct {
		subs  []expr
		array expr
	}
	groupExpr struct{ e expr }      // in parentheses
	listExpr  struct{ list []expr } // (a, b), for print alone
	callExpr  struct {
		name string
		fn   *function
		args []expr
		line int
		// indirect is the variable that has the name, nil where it is known.
		indirect *varExpr
	}
	builtinExpr struct {
		id   builtinID
		args []expr
		line int
	}
	getlineExpr struct {
		kind byte // 0 for the main input, < for a file, | for a command, & for a two-way one
		src  expr
		left expr // nil for $0
	}
)

type compareOp uint8

const (
	opLess compareOp = iota
	opLessEqual
	opEqual
	opNotEqual
	opGreater
	opGreaterEqual
)

// Statements.
type (
	exprStmt  struct{ e expr }
	printStmt struct {
		args   []expr
		format bool
		mode   byte // 0, > for a file, a to append, | for a command, & for a two-way one
		dest   expr
	}
	ifStmt struct {
		cond    expr
		yes, no []stmt
	}
	whileStmt struct {
		cond expr
		body []stmt
		post bool // do ... while
	}
	forStmt struct {
		init, step stmt
		cond       expr
		body       []stmt
	}
	switchStmt struct {
		value expr
		cases []switchCase
	}
	// A switchCase has a constant; a nil one is the default.
	switchCase struct {
		constant expr
		body     []stmt
	}
	forInStmt struct {
		v     expr
		array expr
		body  []stmt
	}
	deleteStmt struct {
		array expr
		subs  []expr // none for all
	}
	exitStmt     struct{ e expr }
	returnStmt   struct{ e expr }
	nextStmt     struct{}
	nextFileStmt struct{}
	breakStmt    struct{}
	continueStmt struct{}
)
