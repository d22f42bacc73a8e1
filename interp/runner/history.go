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
	bytes int // of the text of all lines
	fresh int // see builtins.History
	filed int
	own   bool
	now   func() time.Time
	bang  builtins.Bang
}

// historyLimit is HISTSIZE where nothing else is said.
const historyLimit = 1000

// historyBytes is how long all lines together may be; the oldest make room.
const historyBytes = 4 << 20

// drop forgets the oldest line.
func (h *history) drop() {
	h.bytes -= len(h.lines[0].Text)
	h.lines = h.lines[1:]
}

// History implements builtins.Shell.
func (sh *shell) History() builtins.History { return sh.history }

// fork makes the history of a subshell.
func (h *history) fork() *history {
	h.mu.Lock()
	defer h.mu.Unlock()
	return &history{lines: slices.Clip(h.lines), next: h.next, bytes: h.bytes, fresh: h.fresh, filed: h.filed, own: h.own, now: h.now}
}

// Last implements builtins.History.
func (h *history) Last() (builtins.HistoryLine, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.lines) == 0 {
		return builtins.HistoryLine{}, false
	}
	return h.lines[len(h.lines)-1], true
}

// count is the number of lines.
func (h *history) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.lines)
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
	h.bytes += len(text)
	for len(h.lines) > historyLimit || h.bytes > historyBytes && len(h.lines) > 1 {
		h.drop()
	}
}

// Keep implements builtins.History.
func (h *history) Keep(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for n >= 0 && len(h.lines) > n {
		h.drop()
	}
}

// Clear implements builtins.History.
func (h *history) Clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lines, h.next, h.bytes, h.fresh = nil, 0, 0, 0
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
	for _, l := range h.lines[first : last+1] {
		h.bytes -= len(l.Text)
	}
	if last == len(h.lines)-1 {
		h.lines = slices.Clip(h.lines[:first])
	} else {
		h.lines = slices.Delete(slices.Clone(h.lines), first, last+1)
	}
	for i := first; i < len(h.lines); i++ {
		h.lines[i].Number = from + i - first
	}
	h.next -= to - from + 1
	h.fresh = max(0, h.fresh-(to-from+1))
	return true
}

// Fresh implements builtins.History.
func (h *history) Fresh() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.fresh
}

// Filed implements builtins.History.
func (h *history) Filed() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.filed
}

// SetFiled implements builtins.History.
func (h *history) SetFiled(fresh, filed int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fresh, h.filed = fresh, filed
}

// Own implements builtins.History.
func (h *history) Own() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.own
}

// SetOwn implements builtins.History.
func (h *history) SetOwn(own bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.own = own
}
