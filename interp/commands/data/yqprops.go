package data

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/aegish/aegish/interp/commands/jq"
)

// properties writes a value as lines of Java's properties.
func properties(b []byte, path string, v jq.Value) []byte {
	below := func(key string) string {
		if path == "" {
			return key
		}
		return path + "." + key
	}
	switch v := v.(type) {
	case *jq.Object:
		for i := range v.Len() {
			k, item := v.At(i)
			b = properties(b, below(k), item)
		}
		return b
	case *jq.Array:
		for i := range v.Len() {
			b = properties(b, below(fmt.Sprint(i)), v.At(i))
		}
		return b
	case string:
		return fmt.Appendf(b, "%s = %s\n", path, strings.ReplaceAll(v, "\n", `\n`))
	case nil:
		return fmt.Appendf(b, "%s = null\n", path)
	}
	return fmt.Appendf(b, "%s = %s\n", path, jq.Text(v))
}

// readProperties reads lines of Java's properties. What stands between dots is a key
// of a mapping, or the place in a list where it is a number.
func readProperties(text string) (*yaml.Node, error) {
	top := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	var comments []string
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimLeft(lines[i], " \t\f")
		for strings.HasSuffix(line, `\`) && !strings.HasSuffix(line, `\\`) && i+1 < len(lines) {
			i++
			line = line[:len(line)-1] + strings.TrimLeft(lines[i], " \t\f")
		}
		switch {
		case line == "":
		case line[0] == '#' || line[0] == '!':
			comments = append(comments, "# "+strings.TrimSpace(line[1:]))
		default:
			at := strings.IndexAny(line, "=: \t")
			if at < 0 {
				at = len(line)
			}
			value := strings.TrimLeft(line[at:], " \t")
			if value != "" && (value[0] == '=' || value[0] == ':') {
				value = strings.TrimLeft(value[1:], " \t")
			}
			value = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`, `\`, "").Replace(value)
			if err := setProperty(top, strings.Split(line[:at], "."), value, strings.Join(comments, "\n")); err != nil {
				return nil, err
			}
			comments = nil
		}
	}
	return top, nil
}

// mostProperties bounds the place in a list that a property may have, and the parts of
// its name.
const mostProperties = 10_000

func setProperty(n *yaml.Node, path []string, value, comment string) error {
	if len(path) > nesting {
		return errors.New("a property with too many dots")
	}
	for i, name := range path {
		leaf := textNode(value)
		if i+1 < len(path) {
			leaf = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
			if _, err := strconv.Atoi(path[i+1]); err == nil {
				leaf = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
			}
		}
		var found *yaml.Node
		holder := leaf
		if n.Kind == yaml.SequenceNode {
			at, err := strconv.Atoi(name)
			if err != nil || at < 0 || at > mostProperties {
				return fmt.Errorf("%s is no place in a list", strconv.Quote(name))
			}
			for len(n.Content) <= at {
				n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"})
			}
			if found = n.Content[at]; found.Kind == yaml.ScalarNode {
				n.Content[at], found = leaf, leaf
			}
		} else {
			for j := 0; j+1 < len(n.Content) && found == nil; j += 2 {
				if n.Content[j].Value == name {
					if found = n.Content[j+1]; found.Kind == yaml.ScalarNode {
						n.Content[j+1], found = leaf, leaf
					}
				}
			}
			if found == nil {
				key := textNode(name)
				holder, found = key, leaf
				n.Content = append(n.Content, key, leaf)
			}
		}
		if i+1 == len(path) {
			holder.HeadComment = comment
		}
		n = found
	}
	return nil
}
