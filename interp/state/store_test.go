package state

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/syntax"
)

// TestKeysComeInBashsOrder fills arrays of sizes around every growth of the
// table, removes some keys, and asks bash for the order.
func TestKeysComeInBashsOrder(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 7, 60, 2047, 2048, 2049, 2050, 9000} {
		m := NewMap()
		var script strings.Builder
		script.WriteString("declare -A a\n")
		for i := range n {
			key := fmt.Sprintf("k%x", i*7919)
			m.Set(key, "v")
			fmt.Fprintf(&script, "a[%s]=v\n", key)
		}
		for i := 0; i < n; i += 3 {
			key := fmt.Sprintf("k%x", i*7919)
			m.Unset(key)
			fmt.Fprintf(&script, "unset 'a[%s]'\n", key)
		}
		script.WriteString("a[é]=1; a['x y']=2; echo \"${!a[@]}\"\n")
		m.Set("é", "1")
		m.Set("x y", "2")
		cmd := exec.Command("bash", "-s")
		cmd.Stdin = strings.NewReader(script.String())
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(m.Keys(), " ") + "\n"; got != string(out) {
			t.Errorf("%d keys: got %.200q, bash has %.200q", n, got, out)
		}
		if got := strings.Join(m.Clone().Keys(), " "); got != strings.Join(m.Keys(), " ") {
			t.Errorf("%d keys: a clone has another order", n)
		}
	}
}

func TestListIsSparse(t *testing.T) {
	t.Parallel()
	l := NewList("a", "b")
	l.Set(1<<40, "far")
	l.Set(7, "near")
	if l.Len() != 4 || l.Max() != 1<<40 || fmt.Sprint(l.Indices()) != "[0 1 7 1099511627776]" {
		t.Errorf("len %d max %d indices %v", l.Len(), l.Max(), l.Indices())
	}
	c := l.Clone()
	l.Unset(1 << 40)
	if l.Max() != 7 || c.Max() != 1<<40 || fmt.Sprint(l.Values()) != "[a b near]" {
		t.Errorf("after unset: max %d, clone %d, values %v", l.Max(), c.Max(), l.Values())
	}
	d := NewList("x", "y", "z")
	d.Unset(2)
	d.Unset(1)
	if d.Max() != 0 || d.Len() != 1 {
		t.Errorf("dense: max %d len %d", d.Max(), d.Len())
	}
}

func set(t *testing.T, s *Store, name, value string) {
	t.Helper()
	if err := s.SetString(name, value); err != nil {
		t.Fatal(err)
	}
}

func value(s *Store, name string) string {
	v, ok := s.Get(name).Value()
	if !ok {
		return "(unset)"
	}
	return v
}

func TestLocalsAreDynamic(t *testing.T) {
	t.Parallel()
	s := NewStore(nil)
	set(t, s, "x", "global")
	s.Push(false)
	if ok, err := s.Local("x", &Variable{Str: "outer", Set: true}); !ok || err != nil {
		t.Fatal(ok, err)
	}
	s.Push(false)
	if value(s, "x") != "outer" {
		t.Errorf("the called function sees %s", value(s, "x"))
	}
	set(t, s, "x", "changed")
	s.UnsetDynamic("x")
	if value(s, "x") != "global" {
		t.Errorf("after unset the called function sees %s", value(s, "x"))
	}
	s.Pop()
	s.Pop()
	if value(s, "x") != "global" {
		t.Errorf("afterwards x is %s", value(s, "x"))
	}
	if _, err := s.Local("x", nil); err != ErrNotLocal {
		t.Errorf("local outside a function: %v", err)
	}
}

func TestForksShareNothingThatIsWritten(t *testing.T) {
	t.Parallel()
	for _, concurrent := range []bool{false, true} {
		s := NewStore(NewMeter(0))
		s.Define("a", &Variable{Kind: Indexed, List: NewList("1", "2"), Set: true})
		set(t, s, "x", "1")
		f := s.Fork(concurrent)
		f.Mutable("a").List.Set(0, "fork")
		set(t, f, "x", "fork")
		if got, _ := s.Get("a").List.Get(0); got != "1" || value(s, "x") != "1" {
			t.Errorf("concurrent %v: the parent sees %s %s", concurrent, got, value(s, "x"))
		}
		if concurrent {
			g := s.Fork(true)
			s.Mutable("a").List.Set(1, "parent")
			if got, _ := g.Get("a").List.Get(1); got != "2" {
				t.Errorf("the fork sees %s", got)
			}
		}
	}
}

func TestEnvironFollowsChanges(t *testing.T) {
	t.Parallel()
	s := NewStore(nil)
	set(t, s, "b", "2")
	s.Mutable("b").Attr |= Export
	s.Changed()
	set(t, s, "a", "1")
	s.Mutable("a").Attr |= Export
	s.Changed()
	if got := fmt.Sprint(s.Environ()); got != "[a=1 b=2]" {
		t.Errorf("environment %s", got)
	}
	s.Push(true)
	s.Temporary("b", &Variable{Str: "t", Set: true, Attr: Export})
	if got := fmt.Sprint(s.Environ()); got != "[a=1 b=t]" {
		t.Errorf("with a temporary: %s", got)
	}
	s.Pop()
	if got := fmt.Sprint(s.Environ()); got != "[a=1 b=2]" {
		t.Errorf("afterwards: %s", got)
	}
}

// TestValuesBeyondTheLimitAreRefused tries every way to store one byte more than
// there is room for.
func TestValuesBeyondTheLimitAreRefused(t *testing.T) {
	t.Parallel()
	const limit = 16 << 10
	big := strings.Repeat("x", limit)
	for name, store := range map[string]func(sh *Shell) error{
		"SetString":    func(sh *Shell) error { return sh.Vars.SetString("x", big) },
		"AppendString": func(sh *Shell) error { return sh.Vars.AppendString("x", big) },
		"SetIndex":     func(sh *Shell) error { return sh.Vars.SetIndex("a", 1, big) },
		"AppendIndex":  func(sh *Shell) error { return sh.Vars.AppendIndex("a", 0, big) },
		"SetKey":       func(sh *Shell) error { return sh.Vars.SetKey("m", "k", big) },
		"AppendKey":    func(sh *Shell) error { return sh.Vars.AppendKey("m", "k", big) },
		"Define":       func(sh *Shell) error { sh.Vars.Define("x", &Variable{Str: big, Set: true}); return nil },
		"Local":        func(sh *Shell) error { _, err := sh.Vars.Local("x", &Variable{Str: big, Set: true}); return err },
		"DefineFunction": func(sh *Shell) error {
			sh.DefineFunction("f", &Function{Decl: &syntax.FuncDecl{Bytes: limit}})
			return nil
		},
		"alias":       func(sh *Shell) error { sh.Aliases.Set("x", &big); return nil },
		"SetStack":    func(sh *Shell) error { sh.SetStack([]string{big}); return nil },
		"SetParams":   func(sh *Shell) error { sh.SetParams([]string{big}); return nil },
		"EnterParams": func(sh *Shell) error { _, _ = sh.EnterParams([]string{big}); return nil },
		"SetTrap":     func(sh *Shell) error { sh.SetTrap("EXIT", big); return nil },
		"Hold":        func(sh *Shell) error { sh.Vars.Hold(limit); return nil },
	} {
		m := NewMeter(limit)
		sh := NewShell(m)
		set(t, sh.Vars, "x", "1")
		sh.Vars.SetKind("m", Assoc)
		_ = sh.Vars.SetIndex("a", 0, "1")
		_ = sh.Vars.SetKey("m", "k", "1")
		sh.Vars.Push(false)
		before := m.Used()
		err := store(sh)
		if full := (*FullError)(nil); err != nil && (!errors.As(err, &full) || full.Limit != limit) {
			t.Errorf("%s: %v", name, err)
		}
		if !m.Over() || m.Used() != before || value(sh.Vars, "x") != "1" || value(sh.Vars, "a") != "1" {
			t.Errorf("%s: over %v, used %d and then %d, x=%s", name, m.Over(), before, m.Used(), value(sh.Vars, "x"))
		}
		if element, _ := sh.Vars.Get("m").Map.Get("k"); element != "1" || sh.Aliases.Len() != 0 || len(sh.Params) != 0 {
			t.Errorf("%s: it was stored", name)
		}
	}
}

// TestAFullMeterLeavesAReserve fills a meter to its limit: the next run gets a
// little more, the one after that no more than that.
func TestAFullMeterLeavesAReserve(t *testing.T) {
	t.Parallel()
	const limit = 1 << 20
	m := NewMeter(limit)
	s := NewStore(m)
	set(t, s, "x", strings.Repeat("x", limit-variableBytes))
	if m.Over() || s.SetString("y", "") == nil || !m.Over() {
		t.Error("the last byte counts")
	}
	for range 3 {
		m.Reset()
		if err := s.SetString("y", strings.Repeat("y", limit/16-variableBytes)); err != nil || m.Over() {
			t.Errorf("%v, over %v", err, m.Over())
		}
		if s.AppendString("y", "y") == nil {
			t.Error("the reserve has no end")
		}
	}
	s.Define("x", nil)
	if m.Reset(); s.SetString("z", "1") != nil || m.Over() || m.Used() > limit {
		t.Error("unset gives nothing back")
	}
}

// TestReleaseGivesBackWhatAForkTook lets a fork change, add and remove
// variables and functions.
func TestReleaseGivesBackWhatAForkTook(t *testing.T) {
	t.Parallel()
	m := NewMeter(0)
	sh := NewShell(m)
	set(t, sh.Vars, "x", "0123456789")
	sh.DefineFunction("f", &Function{Decl: &syntax.FuncDecl{Name: "f", Bytes: 100}})
	before := m.Used()
	fork := sh.Fork(true)
	set(t, fork.Vars, "x", strings.Repeat("x", 1000))
	set(t, fork.Vars, "y", "new")
	fork.DefineFunction("g", &Function{Decl: &syntax.FuncDecl{Name: "g", Bytes: 100}})
	fork.DefineFunction("f", nil)
	if m.Used() <= before {
		t.Errorf("used %d before and %d after", before, m.Used())
	}
	fork.Vars.Release()
	if m.Used() != before {
		t.Errorf("used %d before and %d after the release", before, m.Used())
	}
}
