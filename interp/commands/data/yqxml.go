package data

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// xmlNames are how what is not an element is called among the keys.
type xmlNames struct {
	attribute, content, instruction, directive string
}

var usualXML = xmlNames{attribute: "+@", content: "+content", instruction: "+p_", directive: "+directive"}

// An xmlElement is one that is being read.
type xmlElement struct {
	name     string
	node     *yaml.Node
	texts    []string
	comments []string
}

// read makes a mapping of elements. Those of one name are a list.
func (x xmlNames) read(text string) (*yaml.Node, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict = false
	stack := []*xmlElement{{node: &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}}}
	for {
		t, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if len(stack) > nesting {
				return nil, errors.New("elements are nested too deeply")
			}
			e := &xmlElement{name: xmlName(t.Name), node: &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}}
			for _, a := range t.Attr {
				x.add(e.node, x.attribute+xmlName(a.Name), textNode(a.Value), nil)
			}
			stack = append(stack, e)
		case xml.EndElement:
			if len(stack) == 1 || top.name != xmlName(t.Name) {
				return nil, errors.New("element <" + top.name + "> closed by </" + xmlName(t.Name) + ">")
			}
			stack = stack[:len(stack)-1]
			outer := stack[len(stack)-1]
			x.add(outer.node, top.name, x.finished(top), outer.comments)
			outer.comments = nil
		case xml.CharData:
			if s := strings.TrimSpace(string(t)); s != "" {
				top.texts = append(top.texts, s)
			}
		case xml.Comment:
			top.comments = append(top.comments, "# "+strings.ReplaceAll(strings.TrimSpace(string(t)), "\n", "\n# "))
		case xml.ProcInst:
			x.add(top.node, x.instruction+t.Target, textNode(string(t.Inst)), nil)
		case xml.Directive:
			x.add(top.node, x.directive, textNode(string(t)), nil)
		}
	}
	if len(stack) > 1 {
		return nil, errors.New("unclosed element <" + stack[len(stack)-1].name + ">")
	}
	return x.finished(stack[0]), nil
}

func xmlName(n xml.Name) string {
	if n.Space != "" {
		return n.Space + ":" + n.Local
	}
	return n.Local
}

// finished is the value of an element: its text where it has nothing else.
func (x xmlNames) finished(e *xmlElement) *yaml.Node {
	var text *yaml.Node
	switch len(e.texts) {
	case 0:
	case 1:
		text = textNode(e.texts[0])
	default:
		text = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for _, t := range e.texts {
			text.Content = append(text.Content, textNode(t))
		}
	}
	switch comment := strings.Join(e.comments, "\n"); {
	case len(e.node.Content) > 0:
		if text != nil {
			e.node.Content = append([]*yaml.Node{textNode(x.content), text}, e.node.Content...)
		}
		e.node.FootComment = comment
		return e.node
	case text != nil:
		text.LineComment = comment
		return text
	case e.name == "":
		return e.node
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"}
}

// add puts a value under a key, in a list where the key has one already.
func (x xmlNames) add(m *yaml.Node, name string, value *yaml.Node, comments []string) {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value != name {
			continue
		}
		have := m.Content[i+1]
		if have.Kind != yaml.SequenceNode || have.Line >= 0 {
			have = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: []*yaml.Node{have}, Line: -1}
			m.Content[i+1] = have
		}
		have.Content = append(have.Content, value)
		return
	}
	key := textNode(name)
	key.HeadComment = strings.Join(comments, "\n")
	m.Content = append(m.Content, key, value)
}
