package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	status, err := run(`echo "$USER has $(stock apples) apples" | tee note; cmd=rm; $cmd note; echo $?; cat note; exit 3`, &stdout, &stderr)
	if err != nil || status != 3 {
		t.Errorf("status %d, %v", status, err)
	}
	if want := "somebody has 42 apples\n126\nsomebody has 42 apples\n"; stdout.String() != want {
		t.Errorf("stdout %q, want %q", stdout.String(), want)
	}
	if !strings.Contains(stderr.String(), "nothing is removed here") {
		t.Errorf("stderr %q", stderr.String())
	}
}
