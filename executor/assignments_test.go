package executor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestAssignedNames(t *testing.T) {
	t.Parallel()
	dangerous := func(name string) bool { return strings.HasPrefix(name, "LD_") || name == "ENV" }
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"LD_PRELOAD=/x ls", []string{"LD_PRELOAD"}},
		{"true; LD_PRELOAD=/x ls", []string{"LD_PRELOAD"}},
		{"A=1 LD_AUDIT=x ENV=y ls", []string{"LD_AUDIT", "ENV"}},
		{"LD_PRELOAD+=:x ls", []string{"LD_PRELOAD"}},
		{"env LD_PRELOAD=x ls", []string{"LD_PRELOAD"}},
		{"export 'LD_PRELOAD=x'; ls", []string{"LD_PRELOAD"}},
		{"(LD_PRELOAD=x ls)", []string{"LD_PRELOAD"}},
		{"LD_\\\nPRELOAD=x ls", []string{"LD_PRELOAD"}},
		{"LD_PRELOAD=x a; LD_PRELOAD=y b", []string{"LD_PRELOAD"}},
		{"LD_PRELOAD ls", nil},
		{"MY_LD_PRELOAD=x ls", nil},
		{"0ENV=x ls", nil},
		{"ENVIRONMENT=x ls", nil},
		{"test a == b = += =", nil},
		{"", nil},
	} {
		if got := assignedNames(tt.text, dangerous); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestAssignedNamesIsBounded(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range maxAssigned + 1 {
		fmt.Fprintf(&text, "LD_%d=x ", i)
	}
	all := func(string) bool { return true }
	if got := assignedNames(text.String(), all); len(got) != maxAssigned {
		t.Errorf("%d names", len(got))
	}
	if got := assignedNames(strings.Repeat("A", MaxCommand-1)+"=", all); len(got) != 1 {
		t.Errorf("%d names", len(got))
	}
}
