package bashast

import sitter "github.com/smacker/go-tree-sitter"

// A skeleton is what the second reader is asked about: the source with spaces
// or letters in place of the constructs that the grammar reads wrongly, which
// are those that docs/decisions/0011-compound-subset.md lists, and the words
// that the strict parser has seen in each command. No byte moves.
type skeleton struct {
	src    []byte
	groups [][]span
}

func newSkeleton(src []byte) skeleton { return skeleton{src: append([]byte(nil), src...)} }

// blank removes what the grammar is not asked about.
func (k *skeleton) blank(at span) { k.fill(at, ' ') }

// letters makes a plain word of one whose content it is not asked about.
func (k *skeleton) letters(at span) { k.fill(at, 'x') }

func (k *skeleton) fill(at span, c byte) {
	for i := at.start; i < at.end; i++ {
		k.src[i] = c
	}
}

// symbol writes an operator, which may have line continuations inside, in one
// piece.
func (k *skeleton) symbol(at span, op string) {
	k.blank(at)
	copy(k.src[at.start:], op)
}

// begin starts the words of the next command.
func (k *skeleton) begin() { k.groups = append(k.groups, nil) }

// word adds a word to the current command.
func (k *skeleton) word(at span) {
	last := len(k.groups) - 1
	k.groups[last] = append(k.groups[last], at)
}

// standIn puts a word where there is a command without any.
func (k *skeleton) standIn(at int) {
	k.src[at] = 'x'
	k.word(span{at, at + 1})
}

// operand makes letters of the short words that the grammar takes for
// operators wherever they stand.
func (k *skeleton) operand(w wordToken) {
	switch w.text {
	case "[", "]", "=", "==", "!=", "!":
		k.letters(w.span)
	}
}

// agrees reports whether tree-sitter's grammar sees the same words in the same
// commands, in the same order.
func (k *skeleton) agrees() bool {
	return withTree(k.src, func(c *sitter.TreeCursor) bool {
		walk := treeWalk{src: k.src, cursor: c, expected: k.groups}
		return walk.node() && len(walk.expected) == 0
	})
}

// treeWalk compares a tree with the commands that are still expected.
type treeWalk struct {
	src      []byte
	cursor   *sitter.TreeCursor
	expected [][]span
}

// node compares the node at the cursor and what is below it.
func (w *treeWalk) node() bool {
	node := w.cursor.CurrentNode()
	switch node.Type() {
	case "command", "declaration_command", "unset_command", "variable_assignments":
		return w.command()
	case "variable_assignment":
		return w.next([]span{{int(node.StartByte()), int(node.EndByte())}})
	case "program", "list", "pipeline", "negated_command", "subshell", "compound_statement", "do_group",
		"if_statement", "elif_clause", "else_clause", "while_statement":
		return w.children(nil)
	case "for_statement":
		return w.forLoop()
	case "case_statement", "case_item":
		return w.children([]string{"word", "extglob_pattern"})
	default:
		return !node.IsNamed() // an operator or a reserved word
	}
}

// children compares each child in turn. Those of the kinds in skip are no
// commands.
func (w *treeWalk) children(skip []string) bool {
	if !w.cursor.GoToFirstChild() {
		return false
	}
	for {
		if !isOne(w.cursor.CurrentNode().Type(), skip) && !w.node() {
			return false
		}
		if !w.cursor.GoToNextSibling() {
			return w.cursor.GoToParent()
		}
	}
}

func isOne(kind string, of []string) bool {
	for _, k := range of {
		if kind == k {
			return true
		}
	}
	return false
}

// command compares the parts of one command.
func (w *treeWalk) command() bool {
	if !w.cursor.GoToFirstChild() {
		return false
	}
	var parts []span
	for {
		node := w.cursor.CurrentNode()
		parts = w.join(parts, span{int(node.StartByte()), int(node.EndByte())})
		if !w.cursor.GoToNextSibling() {
			return w.cursor.GoToParent() && w.next(parts)
		}
	}
}

// forLoop compares the name and the words of a loop, then its body.
func (w *treeWalk) forLoop() bool {
	if !w.cursor.GoToFirstChild() {
		return false
	}
	var parts []span
	for {
		node := w.cursor.CurrentNode()
		switch {
		case node.Type() == "do_group":
			if !w.next(parts) || !w.node() {
				return false
			}
		case node.IsNamed():
			parts = w.join(parts, span{int(node.StartByte()), int(node.EndByte())})
		}
		if !w.cursor.GoToNextSibling() {
			return w.cursor.GoToParent()
		}
	}
}

// join appends a part, or makes one of it and the last if only continuations
// stand between them: the grammar ends a word there where bash goes on.
func (w *treeWalk) join(parts []span, part span) []span {
	if n := len(parts); n > 0 && onlyContinuations(w.src[parts[n-1].end:part.start]) {
		parts[n-1].end = part.end
		return parts
	}
	return append(parts, part)
}

// next compares the words of the next command.
func (w *treeWalk) next(parts []span) bool {
	if len(w.expected) == 0 || len(parts) != len(w.expected[0]) {
		return false
	}
	for i, part := range parts {
		if part != w.expected[0][i] {
			return false
		}
	}
	w.expected = w.expected[1:]
	return true
}
