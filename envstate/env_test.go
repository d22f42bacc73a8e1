package envstate

import (
	"slices"
	"testing"
)

func TestNewEnv(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   []string
		want []string
	}{
		{"empty", nil, []string{}},
		{"order kept", []string{"B=1", "A=2"}, []string{"B=1", "A=2"}},
		{"last duplicate wins", []string{"A=1", "B=2", "A=3"}, []string{"A=3", "B=2"}},
		{"no equals sign", []string{"A", "B=1"}, []string{"B=1"}},
		{"no name", []string{"=x", "B=1"}, []string{"B=1"}},
		{"equals in value", []string{"A=b=c"}, []string{"A=b=c"}},
		{"names that are no identifiers", []string{"a.b=1", "x-y=2", "a b=3"}, []string{"a.b=1", "x-y=2", "a b=3"}},
		{"bytes", []string{"A=\xff\n\x01"}, []string{"A=\xff\n\x01"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := NewEnv(tt.in).Environ(); !slices.Equal(got, tt.want) {
				t.Errorf("NewEnv(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestEnvChanges(t *testing.T) {
	t.Parallel()
	var env Env
	env.Set("A", "1")
	env.Set("B", "2")
	env.Set("C", "3")
	copied := env.Clone()
	env.Unset("A")
	env.Unset("nothing")
	env.Set("C", "4")
	if got, want := env.Environ(), []string{"B=2", "C=4"}; !slices.Equal(got, want) {
		t.Errorf("after changes: %q, want %q", got, want)
	}
	if got, want := copied.Environ(), []string{"A=1", "B=2", "C=3"}; !slices.Equal(got, want) {
		t.Errorf("the copy changed: %q, want %q", got, want)
	}
	if got, want := copied.Bytes(), 3*len("A=1\x00"); got != want {
		t.Errorf("Bytes() = %d, want %d", got, want)
	}
	for _, bad := range [][2]string{{"", "x"}, {"A=B", "x"}, {"A\x00", "x"}, {"D", "x\x00"}} {
		env.Set(bad[0], bad[1])
	}
	if env.Len() != 2 {
		t.Errorf("impossible entries were stored: %q", env.Environ())
	}
}
