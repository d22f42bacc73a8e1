package state

import (
	"strings"
	"testing"
)

// TestAppendedValuesAreTheirOwn appends to what two stores share.
func TestAppendedValuesAreTheirOwn(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3*growFrom)
	s := NewStore(NewMeter(0))
	for range 3 {
		_ = s.AppendString("s", long)
		_ = s.SetIndex("a", 0, "")
		_ = s.AppendIndex("a", 5, long)
	}
	s.SetKind("m", Assoc)
	_ = s.AppendKey("m", "k", long)
	_ = s.AppendKey("m", "k", long)
	before, _ := s.Get("s").Value()
	for _, concurrent := range []bool{false, true} {
		f := s.Fork(concurrent)
		_ = f.AppendString("s", "fork")
		_ = f.AppendIndex("a", 5, "fork")
		_ = f.AppendKey("m", "k", "fork")
		_ = s.AppendString("s", "self")
		_ = s.AppendIndex("a", 5, "self")
		_ = s.AppendKey("m", "k", "self")
		for _, c := range []struct {
			s    *Store
			want string
		}{{f, "fork"}, {s, "self"}} {
			text, _ := c.s.Get("s").Value()
			element, _ := c.s.Get("a").List.Get(5)
			value, _ := c.s.Get("m").Map.Get("k")
			for _, got := range []string{text, element, value} {
				if !strings.HasSuffix(got, "x"+c.want) && !strings.HasSuffix(got, "self"+c.want) {
					t.Errorf("want ...%s, got ...%s", c.want, got[len(got)-12:])
				}
			}
		}
	}
	if before != strings.Repeat("x", 9*growFrom) {
		t.Error("a value that was read has changed")
	}
}

// TestAppendAfterAssignment appends where the builder is out of date.
func TestAppendAfterAssignment(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("y", 2*growFrom)
	s := NewStore(nil)
	_ = s.AppendString("s", long)
	_ = s.SetString("s", strings.Repeat("z", 2*growFrom))
	_ = s.AppendString("s", "!")
	if v, _ := s.Get("s").Value(); v != strings.Repeat("z", 2*growFrom)+"!" {
		t.Errorf("%q", v)
	}
	_ = s.AppendIndex("a", 1, long)
	_ = s.SetIndex("a", 1, strings.Repeat("z", 2*growFrom))
	_ = s.AppendIndex("a", 1, "!")
	s.UnsetIndex("a", 1)
	_ = s.AppendIndex("a", 1, "new")
	if v, _ := s.Get("a").List.Get(1); v != "new" {
		t.Errorf("%q", v)
	}
	_ = s.AppendString("scalar", "v")
	_ = s.AppendIndex("scalar", 0, "w")
	if v := s.Get("scalar"); v.Kind != Indexed || v.List.Values()[0] != "vw" {
		t.Errorf("%+v", v)
	}
}

// TestGlobalBehindLocals reaches past function scopes.
func TestGlobalBehindLocals(t *testing.T) {
	t.Parallel()
	s := NewStore(nil)
	_ = s.SetString("x", "global")
	s.Push(false)
	_, _ = s.Local("x", &Variable{Str: "outer", Set: true})
	s.Push(false)
	_, _ = s.Local("x", &Variable{Str: "inner", Set: true})
	_, _ = s.Local("y", &Variable{Str: "inner", Set: true})
	if v := s.Global("x"); v.Str != "global" || s.Global("y") != nil {
		t.Errorf("%+v", v)
	}
	for _, name := range []string{"x", "y"} {
		if err := s.WithGlobal(name, func() error { return s.SetString(name, "new") }); err != nil {
			t.Fatal(err)
		}
		if v, _ := s.Get(name).Value(); v != "inner" {
			t.Errorf("%s: inner is %q", name, v)
		}
	}
	s.Pop()
	if v, _ := s.Get("x").Value(); v != "outer" {
		t.Errorf("outer is %q", v)
	}
	s.Pop()
	for _, name := range []string{"x", "y"} {
		if v, _ := s.Get(name).Value(); v != "new" {
			t.Errorf("global %s is %q", name, v)
		}
	}
}

// TestTemporaryVariables tells those of a command from those of a function.
func TestTemporaryVariables(t *testing.T) {
	t.Parallel()
	s := NewStore(nil)
	s.Push(true)
	s.Temporary("x", &Variable{Str: "1", Set: true, Attr: Export})
	s.Push(false)
	if !s.IsTemporary("x") || s.IsTemporary("y") {
		t.Error("x comes from the command")
	}
	_, _ = s.Local("x", &Variable{})
	if s.IsTemporary("x") {
		t.Error("x is local now")
	}
}

func TestListSlice(t *testing.T) {
	t.Parallel()
	for _, wide := range []bool{false, true} {
		l := NewList("a", "b")
		l.Set(5, "c")
		if wide {
			l.Set(1<<40, "d")
		}
		if got := strings.Join(l.Slice(1, 2), ","); got != "b,c" {
			t.Errorf("wide %v: %s", wide, got)
		}
		if got := l.Slice(1<<41, 2); got != nil {
			t.Errorf("%q", got)
		}
	}
}

// TestMeterFollowsElements counts bytes through every way of changing them.
func TestMeterFollowsElements(t *testing.T) {
	t.Parallel()
	m := NewMeter(0)
	s := NewStore(m)
	_ = s.SetIndex("a", 1, "12345")
	_ = s.AppendIndex("a", 1, "67")
	s.SetKind("h", Assoc)
	_ = s.SetKey("h", "k", "v")
	_ = s.AppendKey("h", "k", "w")
	_ = s.AppendString("s", "abc")
	if want := 7 + 2*denseBytes + 3 + entryBytes + 4*firstBuckets + 3 + 3*variableBytes; m.Used() != int64(want) {
		t.Errorf("used %d, want %d", m.Used(), want)
	}
	s.UnsetIndex("a", 1)
	s.UnsetKey("h", "k")
	s.Define("s", nil)
	if m.Used() != 2*variableBytes+4*firstBuckets {
		t.Errorf("%d left, of two empty variables", m.Used())
	}
}
