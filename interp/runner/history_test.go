package runner

import (
	"fmt"
	"testing"
	"time"
)

func TestHistoryIsBoundedAndForks(t *testing.T) {
	t.Parallel()
	h := &history{now: time.Now}
	for i := range historyLimit {
		h.Add(fmt.Sprint(i))
	}
	if lines := h.Lines(); len(lines) != historyLimit || lines[0].Number != 1 {
		t.Fatalf("%d lines from %d", len(lines), lines[0].Number)
	}
	h.Add("more")
	if lines := h.Lines(); len(lines) != historyLimit || lines[0].Number != 2 || lines[historyLimit-1].Text != "more" {
		t.Errorf("%d lines from %d to %q", len(lines), lines[0].Number, lines[len(lines)-1].Text)
	}
	f := h.fork()
	f.Add("fork")
	h.Add("parent")
	if !f.Delete(4, 5) {
		t.Error("the fork deletes nothing")
	}
	h.Delete(10, 20)
	last := func(h *history) string { lines := h.Lines(); return lines[len(lines)-1].Text }
	if last(f) != "fork" || last(h) != "parent" || f.Lines()[0].Text != "2" || h.Lines()[0].Text != "2" {
		t.Errorf("fork ends with %q, parent with %q", last(f), last(h))
	}
	if got := f.Lines()[1].Text; got != "5" {
		t.Errorf("after deleting in the fork its second line is %q", got)
	}
	if got := h.Lines()[1].Text; got != "3" {
		t.Errorf("the parent's second line is %q", got)
	}
}
