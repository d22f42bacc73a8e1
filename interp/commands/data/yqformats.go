package data

import (
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/aegish/aegish/interp/commands/jq"
)

// A yqFormat is what yq reads or writes.
type yqFormat string

const (
	formatYAML  yqFormat = "yaml"
	formatJSON  yqFormat = "json"
	formatProps yqFormat = "props"
	formatXML   yqFormat = "xml"
	formatCSV   yqFormat = "csv"
	formatTSV   yqFormat = "tsv"
)

// yqFormats are the names of formats, and what files of theirs end in.
var yqFormats = map[string]yqFormat{"yaml": formatYAML, "y": formatYAML, "yml": formatYAML, "json": formatJSON, "j": formatJSON, "ndjson": formatJSON,
	"props": formatProps, "p": formatProps, "properties": formatProps, "xml": formatXML, "x": formatXML, "csv": formatCSV, "c": formatCSV, "tsv": formatTSV, "t": formatTSV}

// documents reads the documents of a text one by one; io.EOF is behind the last.
func (y *yq) documents(r io.Reader, format yqFormat) func() (*yaml.Node, error) {
	held := y.call.Limits.HeldBytes
	switch format {
	case formatYAML:
		d := newYAML(r, held)
		return d.document
	case formatJSON:
		d := jq.NewDecoder(r, jq.DecoderOptions{Held: held})
		return func() (*yaml.Node, error) {
			v, err := d.Next()
			if err != nil {
				return nil, err
			}
			return root(v), nil
		}
	}
	done := false
	return func() (*yaml.Node, error) {
		if done {
			return nil, io.EOF
		}
		done = true
		text, err := all(r, held)
		if err != nil {
			return nil, err
		}
		n, err := y.decode(format, text)
		if err != nil {
			return nil, &badInput{err}
		}
		return n, nil
	}
}

// decode reads a text that is one value.
func (y *yq) decode(format yqFormat, text string) (*yaml.Node, error) {
	switch format {
	case formatProps:
		return readProperties(text)
	case formatXML:
		return y.xml.read(text)
	case formatCSV, formatTSV:
		return readRows(text, y.separator(format), y.call.Limits.HeldBytes/nodeCost)
	}
	n, err := y.documents(strings.NewReader(text), format)()
	switch {
	case err == io.EOF:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}, nil
	case err != nil:
		return nil, err
	case n.Kind == yaml.DocumentNode && len(n.Content) > 0:
		return n.Content[0], nil
	}
	return n, nil
}

// encode writes a node in a format, with a newline behind it.
func (y *yq) encode(format yqFormat, indent int, n *yaml.Node) (string, error) {
	switch format {
	case formatJSON:
		v, err := newYAML(strings.NewReader(""), y.call.Limits.HeldBytes).whole(n)
		if err != nil {
			return "", err
		}
		f := y.format
		f.Indent = strings.Repeat(" ", indent)
		b := f.Append(nil, v)
		if f.Full(b) {
			return "", jq.ErrMemory
		}
		return string(b) + "\n", nil
	case formatProps:
		v, err := newYAML(strings.NewReader(""), y.call.Limits.HeldBytes).whole(n)
		return string(properties(nil, "", v)), err
	case formatXML:
		return y.xml.write(n, indent, int(y.call.Limits.HeldBytes/4))
	case formatCSV, formatTSV:
		return y.rows(n, y.separator(format))
	}
	if n.Kind == yaml.ScalarNode && y.plain {
		if n.Value == "" && n.ShortTag() == "!!null" {
			return "null\n", nil
		}
		return n.Value + "\n", nil
	}
	b, err := writeNode(n, max(indent, 1))
	return string(b), err
}

func (y *yq) separator(format yqFormat) rune {
	if format == formatTSV {
		return '\t'
	}
	return ','
}

func follow(n *yaml.Node) *yaml.Node {
	for range nesting {
		if n.Kind != yaml.AliasNode {
			break
		}
		n = n.Alias
	}
	return n
}
