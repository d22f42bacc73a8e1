package awk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// Bounds of include files.
const (
	maxIncludes     = 1000 // in a program
	maxIncludeDepth = 100
)

// directive parses what begins with an @ between rules (gawk, Include Files).
func (p *parser) directive() {
	p.advance()
	what := p.tok.text
	if p.advance(); !p.is(tString) {
		p.unexpected()
	}
	if what != "include" {
		p.fail("@%s is not supported", what)
	}
	name := p.tok.text
	text, key, err := p.include(name)
	if err != nil {
		p.fail("cannot open %s (%s)", name, command.Message(err))
	}
	if !p.included[key] {
		if p.includes++; p.includes > maxIncludes || p.depth > maxIncludeDepth {
			p.fail("too many include files")
		}
		if p.size += len(text); p.size > maxSource {
			p.fail("program too long")
		}
		p.included[key] = true
		saved := p.lex
		p.enter()
		p.lex = lexer{src: text, line: 1}
		p.advance()
		p.program()
		p.leave()
		p.lex = saved
	}
	if p.advance(); !p.is(tNewline, ";", tEOF) {
		p.unexpected()
	}
}

// load reads a file of a program. A name without a slash is looked for in the
// directories of AWKPATH, then with .awk behind it (gawk, AWKPATH Variable). key
// is where it was found.
func load(ctx context.Context, call *command.Call, name string) (text, key string, err error) {
	dirs := []string{""}
	if search, _ := call.Getenv("AWKPATH"); search != "" && !strings.Contains(name, "/") {
		dirs = strings.Split(search, ":")
		if name == "-" {
			dirs = []string{""}
		}
	}
	for _, suffix := range []string{"", ".awk"} {
		for _, dir := range dirs {
			key = name + suffix
			if dir != "" {
				key = path.Join(dir, key)
			}
			text, err = readSource(ctx, call, key)
			if !errors.Is(err, fs.ErrNotExist) {
				return text, key, err
			}
		}
	}
	return "", name, err
}

func readSource(ctx context.Context, call *command.Call, name string) (string, error) {
	in, err := call.Open(ctx, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	var b strings.Builder
	if _, err := io.Copy(&b, io.LimitReader(in, maxSource+1)); err != nil {
		return "", fmt.Errorf("reading: %w", err)
	}
	if b.Len() > maxSource {
		return "", errors.New("program too long")
	}
	return b.String(), nil
}
