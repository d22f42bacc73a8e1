package net

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestWgetListsAreBounded gives wget lists of URLs that are longer than it may hold,
// and lists whose URLs nobody allowed.
func TestWgetListsAreBounded(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(server.Close)
	limits := command.Limits{LineBytes: 1 << 16, HeldBytes: 1 << 20, Steps: 1 << 20}
	for name, list := range map[string]string{
		"too long":    strings.Repeat(server.URL+"/x\n", 1<<17),
		"one line":    server.URL + "/" + strings.Repeat("x", 8<<20),
		"not allowed": strings.Repeat("http://evil.example/\n", 1000),
	} {
		for _, from := range []string{"-", "list"} {
			asked.Store(0)
			c := commandtest.Case{Args: []string{"-nv", "-O", "out", "-i", from}, Stdin: list, Pipe: true, Files: map[string]string{"list": list}}
			got := commandtest.RunLimited(t, Commands(opened(server))["wget"], "wget", c, limits)
			if got.Status == 0 || got.Stderr == "" {
				t.Errorf("%s from %s: %d %.200q", name, from, got.Status, got.Stderr)
			}
			if n := asked.Load(); n != 0 {
				t.Errorf("%s from %s: %d requests", name, from, n)
			}
		}
	}
}
