package data

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/commands/jq"
	"go.yaml.in/yaml/v3"
)

// readRows makes a mapping of each row, by the names in the first one. Values of more
// than most nodes are refused.
func readRows(text string, separator rune, most int64) (*yaml.Node, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = separator, -1, separator == '\t'
	names, err := r.Read()
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	if err == io.EOF {
		return list, nil
	}
	for err == nil {
		var row []string
		if row, err = r.Read(); err != nil {
			break
		}
		if most -= 1 + 2*int64(len(names)); most < 0 {
			return nil, jq.ErrLong
		}
		m := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		for i, name := range names {
			value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}
			if i < len(row) && row[i] != "" {
				value = guessed(row[i])
			}
			m.Content = append(m.Content, textNode(name), value)
		}
		list.Content = append(list.Content, m)
	}
	if err != io.EOF {
		return nil, err
	}
	return list, nil
}

func textNode(s string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
}

// guessed is a cell by its looks: a number, true, or a text.
func guessed(s string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: s}
	switch n.Tag = n.ShortTag(); n.Tag {
	case "!!int", "!!float", "!!bool", "!!null":
		return n
	}
	return textNode(s)
}

var errRows = errors.New("csv encoding only works for arrays of: scalars, arrays of scalars, and flat maps")

// rows writes a list of lists or of mappings, of which the first names the columns.
func (y *yq) rows(n *yaml.Node, separator rune) (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = separator
	if n = follow(n); n.Kind != yaml.SequenceNode {
		return "", errRows
	}
	if len(n.Content) > 0 && follow(n.Content[0]).Kind == yaml.ScalarNode {
		n = &yaml.Node{Content: []*yaml.Node{n}}
	}
	var names []string
	for i, row := range n.Content {
		row = follow(row)
		var cells []string
		if row.Kind == yaml.MappingNode {
			if i == 0 {
				for j := 0; j+1 < len(row.Content); j += 2 {
					names = append(names, row.Content[j].Value)
				}
				if err := w.Write(names); err != nil {
					return "", err
				}
			}
			cells = make([]string, len(names))
			for j := 0; j+1 < len(row.Content); j += 2 {
				if at := slices.Index(names, row.Content[j].Value); at >= 0 {
					cell, err := cellOf(row.Content[j+1])
					if err != nil {
						return "", err
					}
					cells[at] = cell
				}
			}
		} else {
			for _, c := range row.Content {
				cell, err := cellOf(c)
				if err != nil {
					return "", err
				}
				cells = append(cells, cell)
			}
		}
		if err := w.Write(cells); err != nil {
			return "", err
		}
	}
	w.Flush()
	return b.String(), w.Error()
}

func cellOf(n *yaml.Node) (string, error) {
	if n = follow(n); n.Kind != yaml.ScalarNode {
		return "", errRows
	}
	return n.Value, nil
}
