package runner

import (
	"slices"
	"sync"
	"time"

	"github.com/aegish/aegish/interp/builtins"
)

// history is the list of fc and history. Elements of lines are never changed,
// because forks share them.
type history struct {
	mu    sync.Mutex
	lines []builtins.HistoryLine
	next  int
	now   func() time.Time
}

// historyLimit is HISTSIZE where nothing else is said.
const historyLimit = 1000

// History implements builtins.Shell.
func (sh *shell) History() builtins.History { return sh.history }

// fork makes the history of a subshell.
func (h *history) fork() *history {
	h.mu.Lock()
	defer h.mu.Unlock()
	return &history{lines: slices.Clip(h.lines), next: h.next, now: h.now}
}

// Lines implements builtins.History.
func (h *history) Lines() []builtins.HistoryLine {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.lines)
}

// Add implements builtins.History.
func (h *history) Add(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next++
	h.lines = append(h.lines, builtins.HistoryLine{Number: h.next, Time: h.now(), Text: text})
	if len(h.lines) > historyLimit {
		h.lines = h.lines[len(h.lines)-historyLimit:]
	}
}

// Keep implements builtins.History.
func (h *history) Keep(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n >= 0 && len(h.lines) > n {
		h.lines = h.lines[len(h.lines)-n:]
	}
}

// Clear implements builtins.History.
func (h *history) Clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lines, h.next = nil, 0
}

// Delete implements builtins.History.
func (h *history) Delete(from, to int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	first := slices.IndexFunc(h.lines, func(l builtins.HistoryLine) bool { return l.Number == from })
	last := slices.IndexFunc(h.lines, func(l builtins.HistoryLine) bool { return l.Number == to })
	if first < 0 || last < first {
		return false
	}
	h.lines = slices.Delete(slices.Clone(h.lines), first, last+1)
	for i := first; i < len(h.lines); i++ {
		h.lines[i].Number = from + i - first
	}
	h.next -= to - from + 1
	return true
}
