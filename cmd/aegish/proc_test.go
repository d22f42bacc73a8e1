package main_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A proc is one line of the process table, from proc(5).
type proc struct {
	pid, ppid, pgrp, session, foreground int
	name, state                          string
	args                                 []string
}

// processes reads the process table.
func processes(t *testing.T) []proc {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	var all []proc
	for _, dir := range dirs {
		stat, err := os.ReadFile(dir + "/stat")
		if err != nil {
			continue // it ended meanwhile
		}
		end := strings.LastIndexByte(string(stat), ')')
		fields := strings.Fields(string(stat)[end+1:])
		if end < 0 || len(fields) < 6 || fields[0] == "Z" {
			continue
		}
		p := proc{name: string(stat)[strings.IndexByte(string(stat), '(')+1 : end], state: fields[0]}
		p.pid, _ = strconv.Atoi(filepath.Base(dir))
		for i, to := range []*int{&p.ppid, &p.pgrp, &p.session, nil, &p.foreground} {
			if to != nil {
				*to, _ = strconv.Atoi(fields[i+1])
			}
		}
		cmdline, _ := os.ReadFile(dir + "/cmdline")
		p.args = strings.Split(strings.TrimSuffix(string(cmdline), "\x00"), "\x00")
		all = append(all, p)
	}
	return all
}

// running lists the processes that match.
func running(t *testing.T, match func(proc) bool) []proc {
	t.Helper()
	var found []proc
	for _, p := range processes(t) {
		if match(p) {
			found = append(found, p)
		}
	}
	return found
}

// waitFor waits until n processes match.
func waitFor(t *testing.T, n int, what string, match func(proc) bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); len(running(t, match)) != n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: %v, want %d", what, running(t, match), n)
		}
	}
}

// sleeps matches `sleep SECONDS`; each test has a number of its own.
func sleeps(seconds string) func(proc) bool {
	return func(p proc) bool { return len(p.args) == 2 && p.name == "sleep" && p.args[1] == seconds }
}

func childrenOf(pid int) func(proc) bool { return func(p proc) bool { return p.ppid == pid } }
