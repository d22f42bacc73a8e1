package data

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/aegish/aegish/interp/command"
	yqlang "github.com/aegish/aegish/interp/commands/yq"
)

// evaluate runs an expression of yq.
func (y *yq) evaluate(e *yqlang.Expression) int {
	err := y.each(e)
	switch {
	case err != nil:
		return y.failed(err)
	case y.inPlace && y.replace() != 0:
		return 1
	case y.exit && !y.truth:
		return y.failed(errors.New("no matches found"))
	}
	return y.status
}

// host is what expressions can see.
func (y *yq) host() *yqlang.Host {
	return &yqlang.Host{
		Getenv: y.call.Getenv, Load: y.load, Nodes: max(y.call.Limits.HeldBytes/nodeCost, 1000),
		Decode: func(format, text string) (*yaml.Node, error) { return y.decode(yqFormat(format), text) },
		Encode: func(format string, indent int, n *yaml.Node) (string, error) {
			return y.encode(yqFormat(format), indent, n)
		},
	}
}

// each evaluates for each document, or once for all of them.
func (y *yq) each(e *yqlang.Expression) error {
	empty := func() *yqlang.Document {
		return &yqlang.Document{Node: &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Tag: "!!null"}}}}
	}
	use := func(all []*yqlang.Document) error {
		results, err := e.Run(y.ctx, y.host(), all, y.all)
		if err != nil {
			return err
		}
		for _, r := range results {
			if err := y.print(r); err != nil {
				return err
			}
		}
		return nil
	}
	if y.null {
		return use([]*yqlang.Document{empty()})
	}
	var held []*yqlang.Document
	count := 0
	err := y.read(func(d *yqlang.Document) error {
		count++
		if y.all {
			held = append(held, d)
			return nil
		}
		return use([]*yqlang.Document{d})
	})
	switch {
	case err != nil:
		return err
	case y.all && count > 0:
		return use(held)
	case count == 0:
		return use([]*yqlang.Document{empty()})
	}
	return nil
}

// read hands over the documents of all files.
func (y *yq) read(use func(d *yqlang.Document) error) error {
	for i, name := range command.Operands(y.files) {
		in, err := y.call.Open(y.ctx, name)
		if err != nil {
			return fmt.Errorf("open %s: %s", name, strings.ToLower(command.Message(err)))
		}
		err = y.readFile(in, name, i, use)
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (y *yq) readFile(in io.Reader, name string, index int, use func(d *yqlang.Document) error) error {
	next := y.documents(in, y.in)
	for count := 0; ; count++ {
		if err := y.ctx.Err(); err != nil {
			return err
		}
		n, err := next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("bad file '%s': %w", name, err)
		}
		if n.Kind != yaml.DocumentNode {
			n = &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{n}}
		}
		if err := use(&yqlang.Document{Node: n, Index: count, File: name, FileIndex: index}); err != nil {
			return err
		}
	}
}

// load reads a file for an expression.
func (y *yq) load(format, name string) (*yaml.Node, error) {
	text, err := y.slurpFile(name)
	if err != nil {
		return nil, fmt.Errorf("failed to load %s: %s", name, strings.ToLower(command.Message(err)))
	}
	if format == "str" {
		return textNode(text), nil
	}
	return y.decode(yqFormat(format), text)
}

// print writes one result, to the file that -s names if there is one.
func (y *yq) print(r yqlang.Result) error {
	n := r.Node
	if y.truth = y.truth || !(n.Kind == yaml.ScalarNode && (n.ShortTag() == "!!null" || n.ShortTag() == "!!bool" && strings.EqualFold(n.Value, "false"))); y.ctx.Err() != nil {
		return y.ctx.Err()
	}
	text, err := y.shown(r)
	if err != nil {
		return err
	}
	if y.zero {
		text = strings.TrimSuffix(text, "\n") + "\x00"
	}
	if y.splitBy != "" {
		return y.split(r, text)
	}
	if y.to == formatYAML && !y.unmarked && y.written > 0 && y.seen[0].Document != r.Document {
		text = "---\n" + text
	}
	y.written++
	y.seen = []yqlang.Result{r}
	b, err := y.kept([]byte(text), nil)
	if err == nil {
		_, err = y.out.Write(b)
	}
	return err
}

// shown is a result in the format of the output. The root of a document has the
// comments of the document.
func (y *yq) shown(r yqlang.Result) (string, error) {
	n := r.Node
	if y.to == formatJSON && y.plain && n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" {
		return n.Value + "\n", nil
	}
	if y.to != formatYAML {
		return y.encode(y.to, y.width, n)
	}
	if y.pretty {
		restyle(n)
	}
	if r.Root && !(n.Kind == yaml.ScalarNode && y.plain) {
		n = r.Document.Node
	}
	return y.encode(formatYAML, y.width, n)
}

// split writes a result to a file of its own.
func (y *yq) split(r yqlang.Result, text string) error {
	name, err := y.nameOf(r)
	if err != nil {
		return err
	}
	if path.Ext(name) == "" {
		name += map[yqFormat]string{formatYAML: ".yml", formatProps: ".properties"}[y.to]
		if path.Ext(name) == "" {
			name += "." + string(y.to)
		}
	}
	y.written++
	if err := y.save(name, []byte(text)); err != nil {
		return fmt.Errorf("open %s: %s", name, command.Message(err))
	}
	return nil
}

// nameOf evaluates the expression of -s.
func (y *yq) nameOf(r yqlang.Result) (string, error) {
	e, err := yqlang.Parse(fmt.Sprintf("%d as $index | (%s)", y.written, y.splitBy))
	if err != nil {
		return "", err
	}
	d := &yqlang.Document{Node: &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{r.Node}}}
	results, err := e.Run(y.ctx, y.host(), []*yqlang.Document{d}, false)
	if err == nil && (len(results) == 0 || results[0].Node.Kind != yaml.ScalarNode || results[0].Node.Value == "") {
		err = errors.New("the expression of -s names no file")
	}
	if err != nil {
		return "", err
	}
	return results[0].Node.Value, nil
}
