package interp_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp"
)

// TestHeapIsBounded has less memory than the process of the test uses already:
// what runs ends at once, jobs too.
func TestHeapIsBounded(t *testing.T) {
	t.Parallel()
	limits := interp.DefaultLimits()
	limits.HeapBytes = 1
	for _, script := range []string{"while :; do :; done", "sleep 1000", "yes > /dev/null", "sleep 1000 & wait; while :; do :; done"} {
		var errs bytes.Buffer
		s := session(t, "/w", &bytes.Buffer{}, &errs, interp.WithLimits(limits), interp.WithRegistry(allTools(t)), interp.WithFS(world(t, allTools(t))))
		res, err := s.Run(t.Context(), script)
		if limit := (*interp.LimitError)(nil); !errors.As(err, &limit) || res.Limit != "live_bytes" || !strings.Contains(errs.String(), "limits.live_bytes") {
			t.Errorf("%s: %+v, %v, %q", script, res, err, errs.String())
		}
	}
}

// TestCommandsInCommands runs commands that start others, deeper than a stack or
// their arguments allow: the real ones become what they start.
func TestCommandsInCommands(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"env":     "env $(printf 'env %.0s' {1..40000}) echo out",
		"nice":    "nice $(printf 'nice %.0s' {1..40000}) echo out",
		"timeout": "timeout 99 $(printf 'timeout 99 %.0s' {1..9000}) echo out",
		"xargs":   "x=$(printf 'xargs %.0s' {1..3000}); echo | xargs $x echo out",
		"find":    `export x='find . -maxdepth 0 -exec sh -c "$x" \;'; sh -c "$x"; echo out`,
		"mixed":   "env $(printf 'nice env timeout 99 %.0s' {1..3000}) echo out",
		"#!":      "printf '#!/usr/bin/env -S env env\\n' > s; chmod +x s; ./s; echo out",
	} {
		var out, errs bytes.Buffer
		s := session(t, "/w", &out, &errs, interp.WithLimits(interp.AgentLimits()), interp.WithRegistry(allTools(t)), interp.WithFS(world(t, allTools(t))))
		if res, err := s.Run(t.Context(), script); err == nil || res.Limit != "subst_depth" || out.Len() > 0 {
			t.Errorf("%s: %+v, %v, %.100q, %.200q", name, res, err, out.String(), errs.String())
		}
		if res, err := s.Run(t.Context(), "env $(printf 'nice env %.0s' {1..30}) echo out"); err != nil || res.Status != 0 || out.String() != "out\n" {
			t.Errorf("%s, afterwards: %+v, %v, %q", name, res, err, out.String())
		}
	}
}
