package commands_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
)

func TestFamiliesShareNoName(t *testing.T) {
	t.Parallel()
	all, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all.Names() {
		e, _ := all.Lookup(name)
		if e.Summary == "" || e.Family == "" || strings.HasSuffix(e.Summary, ".") {
			t.Errorf("%s: summary %q, family %q", name, e.Summary, e.Family)
		}
	}
}

func TestJoinRefusesDuplicates(t *testing.T) {
	t.Parallel()
	one := map[string]command.Entry{"cat": {Command: command.Func(func(context.Context, *command.Call) int { return 0 })}}
	if _, err := commands.Join(one, one); err == nil {
		t.Error("cat is there twice")
	}
}
