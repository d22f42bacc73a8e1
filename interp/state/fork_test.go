package state

import (
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestForksOfForksSeeNoLaterChange lets a fork that was waited for leave one of
// its own behind on another goroutine, and goes on with the first store. The
// race detector is the judge, too.
func TestForksOfForksSeeNoLaterChange(t *testing.T) {
	t.Parallel()
	sh := NewShell(NewMeter(0))
	s := sh.Vars
	s.SetKind("m", Assoc)
	_ = s.SetKey("m", "k", "old")
	_ = s.SetIndex("a", 0, "old")
	set(t, s, "x", "old")
	text := "old"
	sh.Aliases.Set("al", &text)
	var jobs sync.WaitGroup
	for i := range 20 {
		child := sh.Fork(false)
		job := child.Fork(true)
		child.Vars.Release()
		want := "old"
		if i > 0 {
			want = strconv.Itoa(i - 1)
		}
		jobs.Go(func() {
			defer job.Vars.Release()
			for n := range 200 {
				element, _ := job.Vars.Get("a").List.Get(0)
				keyed, _ := job.Vars.Get("m").Map.Get("k")
				if value(job.Vars, "x") != want || element != want || keyed != want || *job.Aliases.Get("al") != want {
					t.Errorf("job %d sees %s %s %s", i, value(job.Vars, "x"), element, keyed)
					return
				}
				_ = job.Vars.SetString("own"+strconv.Itoa(n), "1")
			}
		})
		text := strconv.Itoa(i)
		set(t, s, "x", text)
		_ = s.SetIndex("a", 0, text)
		_ = s.SetKey("m", "k", text)
		_ = s.SetKey("m", "k"+text, text)
		sh.Aliases.Set("al", &text)
		s.Define("v"+text, &Variable{Set: true})
	}
	jobs.Wait()
}

// TestJobsKeepWhatTheySeeOnTheMeter replaces a value as often as a job is there
// that still sees it.
func TestJobsKeepWhatTheySeeOnTheMeter(t *testing.T) {
	t.Parallel()
	m := NewMeter(0)
	sh := NewShell(m)
	const size = 1000
	set(t, sh.Vars, "x", "")
	empty := m.Used()
	var jobs []*Shell
	for range 10 {
		set(t, sh.Vars, "x", strings.Repeat("x", size))
		subshell := sh.Fork(false)
		jobs = append(jobs, subshell.Fork(true))
		subshell.Vars.Release()
		set(t, sh.Vars, "x", "")
	}
	if m.Used() < empty+10*size {
		t.Errorf("ten jobs see %d bytes", m.Used()-empty)
	}
	for _, job := range jobs {
		job.Vars.Release()
	}
	if m.Used() != empty {
		t.Errorf("%d bytes are left", m.Used()-empty)
	}
	// With nobody there values are changed in place.
	before := sh.Vars.Get("x")
	set(t, sh.Vars, "x", "1")
	job := sh.Fork(true)
	job.Vars.Release()
	if set(t, sh.Vars, "x", "2"); sh.Vars.Get("x") != before {
		t.Error("a value that nobody sees was copied")
	}
}

// TestScopesOfForks returns from functions in a fork and in its parent.
func TestScopesOfForks(t *testing.T) {
	t.Parallel()
	s := NewStore(NewMeter(0))
	set(t, s, "x", "global")
	s.Push(false)
	_, _ = s.Local("x", &Variable{Str: "local", Set: true})
	for i := range 30 {
		_, _ = s.Local("many"+strconv.Itoa(i), &Variable{Str: "1", Set: true})
	}
	for _, concurrent := range []bool{false, true} {
		f := s.Fork(concurrent)
		_, _ = f.Local("y", &Variable{Str: "fork", Set: true})
		f.UnsetDynamic("many7")
		f.Push(false)
		f.UnsetDynamic("x")
		f.Pop()
		if value(f, "x") != "global" || value(f, "y") != "fork" || s.IsLocal("y") || !s.IsLocal("x") {
			t.Errorf("concurrent %v: the fork has %s %s", concurrent, value(f, "x"), value(f, "y"))
		}
		f.Unwind()
		f.Release()
	}
	if value(s, "x") != "local" || value(s, "many7") != "1" {
		t.Errorf("x is %s", value(s, "x"))
	}
	s.Pop()
	if value(s, "x") != "global" || s.Get("many7") != nil || s.Depth() != 0 {
		t.Errorf("x is %s", value(s, "x"))
	}
}

// BenchmarkFork forks a store of many variables.
func BenchmarkFork(b *testing.B) {
	for _, n := range []int{50, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			s := NewStore(NewMeter(0))
			for i := range n {
				_ = s.SetString("v"+strconv.Itoa(i), "1")
			}
			for b.Loop() {
				f := s.Fork(true)
				_ = f.SetString("v7", "2")
				f.Release()
				_ = s.SetString("v8", "3")
			}
		})
	}
}
