package data

import (
	"encoding/xml"
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"
)

// An xmlWriter puts elements together.
type xmlWriter struct {
	xmlNames
	b      strings.Builder
	indent int
	most   int
}

var errXML = errors.New("cannot encode this as XML: elements are made of maps")

// write makes XML of a mapping, at most as long as most.
func (x xmlNames) write(n *yaml.Node, indent, most int) (string, error) {
	w := &xmlWriter{xmlNames: x, indent: indent, most: most}
	switch n = follow(n); n.Kind {
	case yaml.ScalarNode:
		w.text(n.Value)
		w.b.WriteByte('\n')
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if err := w.entry(n.Content[i], n.Content[i+1], 0); err != nil {
				return "", err
			}
		}
	default:
		return "", errXML
	}
	return w.b.String(), nil
}

func (w *xmlWriter) text(s string) { xml.EscapeText(&w.b, []byte(s)) }

func (w *xmlWriter) line(level int) { w.b.WriteString(strings.Repeat(" ", level*w.indent)) }

// entry writes what a key stands for on lines of its own.
func (w *xmlWriter) entry(key, value *yaml.Node, level int) error {
	value = follow(value)
	switch {
	case level > nesting:
		return errors.New("elements are nested too deeply")
	case w.b.Len() > w.most:
		return errors.New("the XML is longer than the limits allow")
	case strings.HasPrefix(key.Value, w.instruction):
		w.b.WriteString("<?" + strings.TrimPrefix(key.Value, w.instruction) + " " + value.Value + "?>\n")
		return nil
	case key.Value == w.directive:
		w.b.WriteString("<!" + value.Value + ">\n")
		return nil
	case value.Kind == yaml.SequenceNode:
		for _, c := range value.Content {
			if err := w.entry(key, c, level); err != nil {
				return err
			}
		}
		return nil
	}
	w.line(level)
	w.b.WriteString("<" + key.Value)
	return w.element(key.Value, value, level)
}

// element writes the rest of an element whose name is there: attributes, text and the
// elements in it.
func (w *xmlWriter) element(name string, value *yaml.Node, level int) error {
	var inner []*yaml.Node
	content := value
	if value.Kind == yaml.MappingNode {
		content = nil
		for i := 0; i+1 < len(value.Content); i += 2 {
			k, v := value.Content[i], follow(value.Content[i+1])
			switch {
			case k.Value == w.content:
				content = v
			case strings.HasPrefix(k.Value, w.attribute):
				w.b.WriteString(" " + strings.TrimPrefix(k.Value, w.attribute) + `="`)
				w.text(v.Value)
				w.b.WriteByte('"')
			default:
				inner = append(inner, k, v)
			}
		}
	}
	w.b.WriteByte('>')
	switch {
	case content == nil:
	case content.Kind == yaml.SequenceNode:
		for _, c := range content.Content {
			w.text(follow(c).Value)
		}
	case content.ShortTag() != "!!null":
		w.text(content.Value)
	}
	if len(inner) > 0 {
		w.b.WriteByte('\n')
		for i := 0; i < len(inner); i += 2 {
			if err := w.entry(inner[i], inner[i+1], level+1); err != nil {
				return err
			}
		}
		w.line(level)
	}
	w.b.WriteString("</" + name + ">\n")
	return nil
}
