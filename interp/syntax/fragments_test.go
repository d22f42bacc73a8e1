package syntax

import "testing"

func TestParseAssignTarget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		src, name, index, value string
		all                     byte
		appended, bad           bool
	}{
		{src: "a", name: "a"},
		{src: "a=b c", name: "a", value: "b c"},
		{src: "a+=$x", name: "a", value: "$x", appended: true},
		{src: "a[1]", name: "a", index: "1"},
		{src: "a[x y]=z", name: "a", index: "x y", value: "z"},
		{src: "a[b[1]]", name: "a", index: "b[1]"},
		{src: "a[\"]\"]", name: "a", index: "\"]\""},
		{src: "a[@]", name: "a", index: "@", all: '@'},
		{src: "a[*]=", name: "a", index: "*", all: '*'},
		{src: "", bad: true}, {src: "1", bad: true}, {src: "a-b", bad: true}, {src: "a[", bad: true}, {src: "a[]", bad: true},
		{src: "a[1]x", bad: true}, {src: "=x", bad: true}, {src: "a b", bad: true}, {src: "[1]", bad: true},
	} {
		as, err := ParseAssignTarget(c.src, Config{})
		if c.bad {
			if err == nil {
				t.Errorf("%q is accepted", c.src)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		index, all, val := "", byte(0), ""
		if as.Index != nil {
			index, all = as.Index.X.Src, as.Index.All
		}
		if as.Value != nil {
			val = as.Value.Src
		}
		if as.Name != c.name || index != c.index || all != c.all || val != c.value || as.Append != c.appended {
			t.Errorf("%q: got %+v", c.src, as)
		}
	}
}

func TestParseCompoundAssign(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"(a 'b c' [3]=d [x y]+=e)", "a 'b c' [3]=d [x y]+=e"} {
		x, err := ParseCompoundAssign(src, Config{})
		if err != nil {
			t.Fatal(err)
		}
		if len(x.Elems) != 4 || x.Elems[1].Value.Src != "'b c'" || x.Elems[2].Index.X.Src != "3" ||
			x.Elems[3].Index.X.Src != "x y" || !x.Elems[3].Append || x.Elems[3].Value.Src != "e" {
			t.Errorf("%q: got %+v", src, x.Elems)
		}
	}
	for _, src := range []string{"(a", "(a ; b)", "(a) b", "(')"} {
		if _, err := ParseCompoundAssign(src, Config{}); err == nil {
			t.Errorf("%q is accepted", src)
		}
	}
}

// TestParameters checks how the text of ${...} is taken apart.
func TestParameters(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]ParamExp{
		"$a":         {Short: true, Name: "a"},
		"$12":        {Short: true, Name: "1"},
		"${12}":      {Name: "12"},
		"${#}":       {Name: "#"},
		"${##}":      {Length: true, Name: "#"},
		"${#-}":      {Length: true, Name: "-"},
		"${#--}":     {Name: "#", Op: ParamDefault},
		"${#:-x}":    {Name: "#", Op: ParamDefaultColon},
		"${#a}":      {Length: true, Name: "a"},
		"${#@}":      {Length: true, Name: "@"},
		"${#@Q}":     {Name: "#", Op: ParamTransform, Transform: 'Q'},
		"${!a}":      {Indirect: true, Name: "a"},
		"${!a@}":     {Prefix: '@', Name: "a"},
		"${!a*}":     {Prefix: '*', Name: "a"},
		"${!a@Q}":    {Indirect: true, Name: "a", Op: ParamTransform, Transform: 'Q'},
		"${!}":       {Name: "!"},
		"${!-a}":     {Name: "!", Op: ParamDefault},
		"${!1:-a}":   {Indirect: true, Name: "1", Op: ParamDefaultColon},
		"${a-b}":     {Name: "a", Op: ParamDefault},
		"${a:=b}":    {Name: "a", Op: ParamAssignColon},
		"${a?}":      {Name: "a", Op: ParamError},
		"${a:+b}":    {Name: "a", Op: ParamAltColon},
		"${a##b}":    {Name: "a", Op: ParamTrimPrefixAll},
		"${a%b}":     {Name: "a", Op: ParamTrimSuffix},
		"${a/b/c}":   {Name: "a", Op: ParamReplace},
		"${a//b}":    {Name: "a", Op: ParamReplaceAll},
		"${a/#b/c}":  {Name: "a", Op: ParamReplacePrefix},
		"${a/%b/c}":  {Name: "a", Op: ParamReplaceSuffix},
		"${a^^}":     {Name: "a", Op: ParamUpperAll},
		"${a,b}":     {Name: "a", Op: ParamLower},
		"${a~~}":     {Name: "a", Op: ParamToggleAll},
		"${a:1:2}":   {Name: "a", Op: ParamSlice},
		"${a: -1}":   {Name: "a", Op: ParamSlice},
		"${@:1}":     {Name: "@", Op: ParamSlice},
		"${*@Q}":     {Name: "*", Op: ParamTransform, Transform: 'Q'},
		"${a b}":     {Bad: true},
		"${}":        {Bad: true},
		"${a@QQ}":    {Name: "a", Op: ParamTransform},
		"${a@}":      {Name: "a", Op: ParamTransform},
		"${@[1]}":    {Bad: true},
		"${a[}":      {Bad: true},
		"${1a}":      {Bad: true},
		"${'a'}":     {Bad: true},
		"${a\\\nb}":  {Name: "ab"},
		"$\\\n{a}":   {Name: "a"},
		"$a\\\nb":    {Short: true, Name: "ab"},
		"${#a[@]}":   {Length: true, Name: "a"},
		"${a[i+1]}":  {Name: "a"},
		"${a[${b}]}": {Name: "a"},
	} {
		for _, quoted := range []bool{false, true} {
			text := src
			if quoted {
				text = "\"" + src + "\""
			}
			f, err := Parse("a "+text, Config{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			parts := f.Stmts[0].Cmd.(*CallExpr).Args[1].Parts
			if quoted {
				parts = parts[0].(*DblQuoted).Parts
			}
			got, ok := parts[0].(*ParamExp)
			if !ok {
				t.Errorf("%s: got %T", text, parts[0])
				continue
			}
			if got.Short != want.Short || got.Name != want.Name || got.Length != want.Length || got.Indirect != want.Indirect ||
				got.Prefix != want.Prefix || got.Op != want.Op || got.Transform != want.Transform || got.Bad != want.Bad {
				t.Errorf("%s: got %+v", text, got)
			}
		}
	}
}
