package expand_test

import (
	"testing"
	"time"

	"github.com/aegish/aegish/interp/expand"
)

func (h *host) PromptInfo() expand.PromptInfo {
	return expand.PromptInfo{
		User: "root", Host: "vm.example", Terminal: "tty", Root: true, History: 1, Command: 3,
		Now: time.Date(2026, 2, 3, 16, 5, 6, 0, time.UTC),
	}
}

// TestPromptTime covers what a comparison with bash can not: time and host.
func TestPromptTime(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`\t|\T|\@|\A`: "16:05:06|04:05:06|04:05 PM|16:05", `\d`: "Tue Feb 03", `\D{%Y-%j}`: "2026-034",
		`\D{}`: "16:05:06", `\D`: `\D`, `\u@\h:\H`: "root@vm:vm.example", `\j \! \# \l`: "0 1 3 tty",
	} {
		h := newHost("/")
		_ = h.x.Shell.Vars.SetString("TZ", "UTC")
		if got, err := h.x.ExpandPrompt(t.Context(), in); got != want || err != nil {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestPromptAgainstBash(t *testing.T) {
	t.Parallel()
	compare(t, t.TempDir(), rows(t, "prompt.txt"))
}
