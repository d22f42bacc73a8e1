package bashast

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
static void trim(void) { malloc_trim(0); }
#else
static void trim(void) {}
#endif
*/
import "C"

import (
	"context"
	"runtime"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/bash"
)

// treeDeadline bounds one run of the C parser.
const treeDeadline = 100 * time.Millisecond

// trimAbove is the length of input, in bytes, after which the C library is told
// to give freed memory back. The parser needs up to 400 times the input, glibc
// keeps that per thread, and a session lives for days.
const trimAbove = 4096

// treeAgrees reports whether tree-sitter's bash grammar, too, sees src as one
// simple command with exactly these words.
func treeAgrees(src []byte, words []span) bool {
	return withTree(src, func(c *sitter.TreeCursor) bool { return oneCommand(c, src, words) })
}

// withTree calls judge with a cursor on the root of the tree of src and returns
// its answer. A tree with errors and an expired deadline are a no.
//
// The parser is a fresh one for each call: one that was interrupted would
// answer the next input with the tree of the last. The limit is the parser's
// own clock, checked as it advances, rather than a context, which would cost a
// goroutine and a timer for every command.
func withTree(src []byte, judge func(*sitter.TreeCursor) bool) bool {
	if len(src) > trimAbove {
		defer C.trim() // last, when all below is freed
	}
	parser := sitter.NewParser()
	defer closeNow(parser, parser.Close)
	parser.SetLanguage(bash.GetLanguage())
	parser.SetOperationLimit(int(treeDeadline / time.Microsecond))
	tree, err := parser.ParseCtx(context.Background(), nil, src)
	if err != nil {
		return false
	}
	defer closeNow(tree.BaseTree, tree.Close)
	root := tree.RootNode()
	if root.HasError() || root.Type() != "program" {
		return false
	}
	cursor := sitter.NewTreeCursor(root)
	defer closeNow(cursor, cursor.Close)
	return judge(cursor)
}

// closeNow frees the C side of an object and takes its finalizer off, so that
// memory does not wait for the garbage collector.
func closeNow[T any](object *T, free func()) {
	free()
	runtime.SetFinalizer(object, nil)
}

// oneCommand walks a program: a command, and at most a semicolon behind it.
func oneCommand(c *sitter.TreeCursor, src []byte, words []span) bool {
	if !c.GoToFirstChild() || c.CurrentNode().Type() != "command" || !c.GoToFirstChild() {
		return false
	}
	if !sameWords(c, src, words) || !c.GoToParent() {
		return false
	}
	if c.GoToNextSibling() && c.CurrentNode().Type() != ";" {
		return false
	}
	return !c.GoToNextSibling()
}

// sameWords compares the parts of a command with the lexer's words. The
// grammar ends a word at a line continuation where bash goes on with it, so
// parts with nothing but continuations between them count as one.
func sameWords(c *sitter.TreeCursor, src []byte, words []span) bool {
	node := c.CurrentNode()
	for i := 0; ; i++ {
		part := span{int(node.StartByte()), int(node.EndByte())}
		more := c.GoToNextSibling()
		for more {
			node = c.CurrentNode()
			if !onlyContinuations(src[part.end:node.StartByte()]) {
				break
			}
			part.end = int(node.EndByte())
			more = c.GoToNextSibling()
		}
		if i >= len(words) || part != words[i] {
			return false
		}
		if !more {
			return i == len(words)-1
		}
	}
}

// onlyContinuations reports whether gap holds nothing but backslash-newlines.
func onlyContinuations(gap []byte) bool {
	l := lexer{src: gap}
	return l.after(0) == len(gap)
}
