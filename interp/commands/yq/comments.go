package yq

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// A commentKind is where a comment stands, and whether a document has one there.
type commentKind struct {
	of       func(n *yaml.Node) *string
	document bool
}

var commentKinds = map[string]commentKind{
	"head": {func(n *yaml.Node) *string { return &n.HeadComment }, true},
	"line": {func(n *yaml.Node) *string { return &n.LineComment }, false},
	"foot": {func(n *yaml.Node) *string { return &n.FootComment }, true},
}

// holders are the nodes that have the comments of a place: the document, too, at its
// root.
func (k commentKind) holders(p *place) []*yaml.Node {
	if k.document && p.parent == nil && p.document != nil && len(p.document.Node.Content) > 0 && p.document.Node.Content[0] == p.node {
		return []*yaml.Node{p.document.Node, p.node}
	}
	return []*yaml.Node{p.node}
}

// comment is a comment without its marks.
func comment(p *place, k commentKind) string {
	var parts []string
	for _, n := range k.holders(p) {
		if text := *k.of(n); text != "" {
			for line := range strings.SplitSeq(text, "\n") {
				line = strings.TrimPrefix(line, "#")
				parts = append(parts, strings.TrimPrefix(line, " "))
			}
		}
	}
	return strings.Join(parts, "\n")
}

func setComment(p *place, k commentKind, text string) {
	all := k.holders(p)
	for _, n := range all {
		*k.of(n) = ""
	}
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "#") {
			lines[i] = strings.TrimRight("# "+line, " ")
		}
	}
	text = strings.Join(lines, "\n")
	*k.of(all[0]) = text
}
