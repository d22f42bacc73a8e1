package yq

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A function is called by name, with as many arguments as its table says.
type function struct {
	run func(r *run, e *expr, s state) ([]*place, error)
}

// mapping is a function that makes one node of each.
func mapping(f func(r *run, p *place) (*yaml.Node, error)) *function {
	return &function{func(r *run, e *expr, s state) ([]*place, error) {
		return r.mapped(&expr{}, s, func(p *place) (*yaml.Node, error) { return f(r, p) })
	}}
}

// asking is a function of each node and of the first value of its argument.
func asking(f func(r *run, p *place, arg *yaml.Node) (*yaml.Node, error)) *function {
	return &function{func(r *run, e *expr, s state) ([]*place, error) {
		return r.each(s, func(p *place, s state) ([]*place, error) {
			all, err := r.eval(e.list[0], s)
			if err != nil || len(all) == 0 {
				return nil, err
			}
			n, err := f(r, p, aliased(all[0].node))
			return []*place{made(n, p)}, err
		})
	}}
}

// functions by name, without underscores and in small letters, and how many
// arguments they have.
func functions() map[string]*function {
	all := map[string]*function{
		"empty/0":  {func(*run, *expr, state) ([]*place, error) { return nil, nil }},
		"select/1": {selected}, "filter/1": {filtered}, "del/1": {deleted}, "with/2": {with}, "map/1": {mapList}, "mapvalues/1": {mapValues},
		"recurse/0": {func(r *run, _ *expr, s state) ([]*place, error) { return r.traverse(&expr{op: opDescend}, s) }},
		"parent/0":  {func(r *run, _ *expr, s state) ([]*place, error) { return parents(s, 1), nil }},
		"parent/1":  {parentOf}, "eval/1": {evaluated}, "error/1": {failing}, "first/0": {first}, "first/1": {first}, "splitdoc/0": {splitDocuments},
		"not/0":    mapping(func(_ *run, p *place) (*yaml.Node, error) { return newBool(!truth(p.node)), nil }),
		"length/0": mapping(length), "kind/0": mapping(func(_ *run, p *place) (*yaml.Node, error) { return newString(kindName(p.node)), nil }),
		"path/0": mapping(func(_ *run, p *place) (*yaml.Node, error) { return newList(p.path()), nil }),
		"key/0":  {keyOf}, "iskey/0": mapping(func(_ *run, p *place) (*yaml.Node, error) { return newBool(p.isKey), nil }),
		"line/0":   mapping(func(_ *run, p *place) (*yaml.Node, error) { return newInt(p.node.Line), nil }),
		"column/0": mapping(func(_ *run, p *place) (*yaml.Node, error) { return newInt(p.node.Column), nil }),
		"has/1":    asking(has), "contains/1": asking(contains), "explode/1": {explode},
		"env/1": {environment}, "strenv/1": {environment}, "envsubst/0": mapping(substitute), "envsubst/1": mapping(substitute),
		"tojson/0": mapping(encoding("json", 2)), "tojson/1": {encodingWith}, "@json/0": mapping(encoding("json", 0)), "toyaml/0": mapping(encoding("yaml", 2)), "@yaml/0": mapping(encoding("yaml", 2)),
		"toprops/0": mapping(encoding("props", 2)), "@props/0": mapping(encoding("props", 2)), "toxml/0": mapping(encoding("xml", 2)), "@xml/0": mapping(encoding("xml", 2)),
		"tocsv/0": mapping(encoding("csv", 0)), "@csv/0": mapping(encoding("csv", 0)), "totsv/0": mapping(encoding("tsv", 0)), "@tsv/0": mapping(encoding("tsv", 0)),
		"setpath/2": {setPath}, "delpaths/1": {deletePaths}, "omit/1": asking(omit), "pick/1": asking(pick),
	}
	for _, file := range []string{"filename", "fileindex", "documentindex"} {
		all[file+"/0"] = mapping(func(_ *run, p *place) (*yaml.Node, error) { return fileOf(p, file), nil })
	}
	all["fi/0"], all["di/0"] = all["fileindex/0"], all["documentindex/0"]
	for _, name := range []string{"yaml", "json", "xml", "csv", "tsv", "props"} {
		all["from"+name+"/0"] = mapping(decoding(name))
		all["@"+name+"d/0"] = all["from"+name+"/0"]
	}
	for name, format := range map[string]string{"load": "yaml", "loadyaml": "yaml", "loadstr": "str", "strload": "str", "loadxml": "xml", "xmlload": "xml", "loadprops": "props", "propsload": "props", "loadjson": "json"} {
		all[name+"/1"] = asking(func(r *run, _ *place, arg *yaml.Node) (*yaml.Node, error) { return r.host.Load(format, arg.Value) })
	}
	maps.Copy(all, collections())
	maps.Copy(all, texts())
	return all
}

func selected(r *run, e *expr, s state) ([]*place, error) {
	return r.each(s, func(p *place, s state) ([]*place, error) {
		all, err := r.eval(e.list[0], s)
		if err == nil && slices.ContainsFunc(all, func(q *place) bool { return truth(q.node) }) {
			return []*place{p}, nil
		}
		return nil, err
	})
}

// deleted takes away what its argument has; the nodes stay what they are.
func deleted(r *run, e *expr, s state) ([]*place, error) {
	all, err := r.eval(e.list[0], s)
	for _, p := range all {
		p.remove()
	}
	return s.nodes, err
}

// with runs an expression for its effect on what another one has.
func with(r *run, e *expr, s state) ([]*place, error) {
	all, err := r.eval(e.list[0], s)
	for _, p := range all {
		if err != nil {
			break
		}
		_, err = r.eval(e.list[1], s.with(p))
	}
	return s.nodes, err
}

func evaluated(r *run, e *expr, s state) ([]*place, error) {
	all, err := r.eval(e.list[0], s)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	inner, err := parse(all[0].node.Value, r.depth)
	if err != nil {
		return nil, err
	}
	return r.eval(inner, s)
}

func failing(r *run, e *expr, s state) ([]*place, error) {
	all, err := r.eval(e.list[0], s)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return nil, errors.New(all[0].node.Value)
}

// splitDocuments makes a document of its own of each node.
func splitDocuments(_ *run, _ *expr, s state) ([]*place, error) {
	var out []*place
	for i, p := range s.nodes {
		q := *p
		q.document = &Document{Node: &yaml.Node{Kind: yaml.DocumentNode}, Index: i}
		if p.document != nil {
			q.document.File, q.document.FileIndex = p.document.File, p.document.FileIndex
		}
		out = append(out, &q)
	}
	return out, nil
}

func kindName(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "map"
	case yaml.SequenceNode:
		return "seq"
	case yaml.AliasNode:
		return "alias"
	}
	return "scalar"
}

func fileOf(p *place, what string) *yaml.Node {
	d := p.document
	if d == nil {
		d = &Document{}
	}
	switch what {
	case "filename":
		return newString(d.File)
	case "fileindex":
		return newInt(d.FileIndex)
	}
	return newInt(d.Index)
}

func length(_ *run, p *place) (*yaml.Node, error) {
	n := aliased(p.node)
	switch {
	case isMap(n):
		return newInt(len(n.Content) / 2), nil
	case isList(n):
		return newInt(len(n.Content)), nil
	case isNull(n):
		return newInt(0), nil
	}
	return newInt(len([]rune(n.Value))), nil
}

func has(r *run, p *place, key *yaml.Node) (*yaml.Node, error) {
	n := aliased(p.node)
	if isMap(n) {
		return newBool(find(n, key.Value) >= 0), nil
	}
	i, ok := integer(key)
	return newBool(isList(n) && ok && i >= 0 && i < len(n.Content)), nil
}

// contains tells whether the argument is a part of a node.
func contains(r *run, p *place, part *yaml.Node) (*yaml.Node, error) {
	ok, err := r.holds(aliased(p.node), part, 0)
	return newBool(ok), err
}

func (r *run) holds(n, part *yaml.Node, level int) (bool, error) {
	n, part = aliased(n), aliased(part)
	if level > nesting {
		return false, errDeep
	}
	if err := r.count(1); err != nil {
		return false, err
	}
	switch {
	case isList(n):
		wanted := []*yaml.Node{part}
		if isList(part) {
			wanted = part.Content
		}
		for _, w := range wanted {
			found := false
			for i := 0; i < len(n.Content) && !found; i++ {
				var err error
				if found, err = r.holds(n.Content[i], w, level+1); err != nil {
					return false, err
				}
			}
			if !found {
				return false, nil
			}
		}
		return true, nil
	case isMap(n) && isMap(part):
		for i := 0; i+1 < len(part.Content); i += 2 {
			at := find(n, part.Content[i].Value)
			if at < 0 {
				return false, nil
			}
			if ok, err := r.holds(n.Content[at+1], part.Content[i+1], level+1); !ok {
				return false, err
			}
		}
		return true, nil
	case isScalar(n) && isScalar(part) && kindTag(n) == "!!str":
		return kindTag(part) == "!!str" && strings.Contains(n.Value, part.Value), nil
	case n.Kind != part.Kind:
		return false, nil
	}
	return r.equal(n, part, level)
}

func encoding(format string, indent int) func(r *run, p *place) (*yaml.Node, error) {
	return func(r *run, p *place) (*yaml.Node, error) {
		text, err := r.host.Encode(format, indent, p.node)
		if format == "json" && indent == 0 || isScalar(aliased(p.node)) {
			text = strings.TrimSuffix(text, "\n")
		}
		return newString(text), err
	}
}

func encodingWith(r *run, e *expr, s state) ([]*place, error) {
	indent, _ := integer(e.list[0].value0())
	return r.mapped(&expr{}, s, func(p *place) (*yaml.Node, error) { return encoding("json", min(max(indent, 0), 7))(r, p) })
}

// value0 is the constant that an expression is, if it is one.
func (e *expr) value0() *yaml.Node {
	if e.op == opValue {
		return e.value
	}
	return newNull()
}

func decoding(format string) func(r *run, p *place) (*yaml.Node, error) {
	return func(r *run, p *place) (*yaml.Node, error) { return r.host.Decode(format, aliased(p.node).Value) }
}
