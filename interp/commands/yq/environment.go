package yq

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// environment is env(NAME), read as YAML, and strenv(NAME).
func environment(r *run, e *expr, s state) ([]*place, error) {
	name := e.list[0].text
	text, ok := r.host.Getenv(name)
	if !ok {
		return nil, fmt.Errorf("value for env variable '%s' not provided in env()", name)
	}
	n := newString(text)
	if !strings.HasPrefix(strings.ToLower(e.text), "str") {
		var err error
		if n, err = r.host.Decode("yaml", text); err != nil {
			return nil, err
		}
	}
	return r.constant(&expr{value: n}, s)
}

// substitute puts variables of the environment in the place of $NAME and ${NAME}, or
// what follows - where there is none.
func substitute(r *run, p *place) (*yaml.Node, error) {
	n := aliased(p.node)
	if !isScalar(n) || kindTag(n) != "!!str" {
		return nil, fmt.Errorf("cannot substitute with %s, can only substitute strings", describe(n))
	}
	var b strings.Builder
	for rest := n.Value; rest != ""; {
		i := strings.IndexByte(rest, '$')
		if i < 0 || i+1 == len(rest) {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:i])
		rest = rest[i+1:]
		name, end := rest, 0
		if rest[0] == '{' {
			if end = strings.IndexByte(rest, '}'); end < 0 {
				return nil, fmt.Errorf("closing brace expected")
			}
			name, end = rest[1:end], end+1
		} else {
			for end < len(rest) && (letter(rest[end]) || digit(rest[end])) && rest[end] < 0x80 {
				end++
			}
			name = rest[:end]
		}
		if end == 0 {
			b.WriteByte('$')
			continue
		}
		rest = rest[end:]
		name, other, _ := strings.Cut(name, "-")
		colon := strings.HasSuffix(name, ":")
		text, ok := r.host.Getenv(strings.TrimSuffix(name, ":"))
		if !ok || colon && text == "" {
			text = other
		}
		b.WriteString(text)
		if err := r.count(1 + int64(len(text)/64)); err != nil {
			return nil, err
		}
	}
	return newString(b.String()), nil
}
