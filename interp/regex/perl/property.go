package perl

import (
	"strings"
	"unicode"
)

// property reads \p or \P and what follows, and adds it to a set.
func (p *parser) property(s *set) error {
	not := p.src[p.at+1] == 'P'
	p.at += 2
	malformed := fail(`malformed \P or \p sequence`)
	if !p.more() {
		return malformed
	}
	name := p.src[p.at : p.at+1]
	if name != "{" {
		p.at++
	} else {
		var ok bool
		if name, _, ok = strings.Cut(p.src[p.at+1:], "}"); !ok {
			return malformed
		}
		p.at += len(name) + 2
		if trimmed := strings.TrimLeft(name, " _-"); strings.HasPrefix(trimmed, "^") {
			name, not = trimmed[1:], !not
		}
	}
	has, ok := lookup(loose(name))
	if !ok {
		return fail(`unknown property after \P or \p`)
	}
	s.tests = append(s.tests, test{has, not})
	return nil
}

// loose is a name as they are compared: without case, blanks, hyphens and
// underscores.
func loose(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "", "\t", "").Replace(name))
}

// lookup finds a property by its loose name.
func lookup(name string) (func(rune) bool, bool) {
	for _, prefix := range []string{"script=", "script:", "sc=", "sc:", "scriptextensions=", "scriptextensions:", "scx=", "scx:"} {
		if script, ok := strings.CutPrefix(name, prefix); ok {
			return table(unicode.Scripts, script)
		}
	}
	if has := special(name); has != nil {
		return has, true
	}
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		if has, ok := table(tables, name); ok {
			return has, true
		}
	}
	return nil, false
}

func table(tables map[string]*unicode.RangeTable, name string) (func(rune) bool, bool) {
	for key, t := range tables {
		if loose(key) == name {
			return func(r rune) bool { return unicode.Is(t, r) }, true
		}
	}
	return nil, false
}

// special are the properties that the unicode package has no table for.
func special(name string) func(rune) bool {
	in := func(tables ...*unicode.RangeTable) func(rune) bool {
		return func(r rune) bool { return unicode.In(r, tables...) }
	}
	switch name {
	case "any":
		return func(rune) bool { return true }
	case "ascii":
		return func(r rune) bool { return r <= unicode.MaxASCII }
	case "l&", "lc":
		return in(unicode.Lu, unicode.Ll, unicode.Lt)
	case "cn", "unassigned":
		return func(r rune) bool { return !assigned(r) }
	case "c", "other":
		return func(r rune) bool { return unicode.Is(unicode.C, r) || !assigned(r) }
	case "xan":
		return in(unicode.L, unicode.N)
	case "xwd":
		return wide
	case "xsp", "xps":
		return wideSpace
	case "xuc":
		return func(r rune) bool { return r == '$' || r == '@' || r == '`' || 0xA0 <= r && r < 0xD800 || r >= 0xE000 }
	case "graphemeextend", "grext":
		return in(unicode.Mn, unicode.Me, unicode.Other_Grapheme_Extend)
	case "alphabetic", "alpha":
		return in(unicode.L, unicode.Nl, unicode.Other_Alphabetic)
	case "lowercase", "lower":
		return in(unicode.Ll, unicode.Other_Lowercase)
	case "uppercase", "upper":
		return in(unicode.Lu, unicode.Other_Uppercase)
	case "space", "wspace":
		return in(unicode.White_Space)
	case "cased":
		return in(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
	case "emoji":
		return emoji
	case "emojipresentation", "epres":
		return presentation
	case "extendedpictographic", "extpict":
		return pictograph
	case "regionalindicator", "ri":
		return flag
	case "emojimodifier", "emod":
		return modifier
	}
	return nil
}

func assigned(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}
