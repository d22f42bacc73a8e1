package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
)

// elsewhere resolves one name.
type elsewhere struct{}

func (elsewhere) Resolve(_ context.Context, call *command.Call) (command.Command, error) {
	if call.Args[0] != "far" {
		return nil, nil
	}
	return command.Func(func(_ context.Context, call *command.Call) int {
		fmt.Fprintln(call.Stdout, "far", call.Args[1:])
		return 4
	}), nil
}

func (elsewhere) Locate(name string) string {
	if name == "far" {
		return "/opt/far"
	}
	return ""
}

// TestResolverIsAskedByAll looks a name up that the resolver alone knows: as a
// command, through another command, and with what tells of commands.
func TestResolverIsAskedByAll(t *testing.T) {
	t.Parallel()
	b := command.NewRegistry()
	for name, run := range map[string]command.Func{
		"look": func(_ context.Context, call *command.Call) int {
			path, ok := call.Lookup(call.Args[1])
			fmt.Fprintln(call.Stdout, path, ok)
			return 0
		},
		"through": func(ctx context.Context, call *command.Call) int {
			return call.Exec(ctx, &command.Call{Args: call.Args[1:]})
		},
		"begin": func(ctx context.Context, call *command.Call) int {
			p, err := call.Start(ctx, &command.Call{Args: call.Args[1:]})
			if err != nil {
				fmt.Fprintln(call.Stderr, err)
				return 1
			}
			st, err := p.Wait(ctx)
			if err != nil || p.Signal(15, true) == nil {
				fmt.Fprintln(call.Stderr, "it goes on:", err)
			}
			return st.Code
		},
	} {
		if err := b.Add(name, command.Entry{Command: run, Summary: name, Family: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	s, err := interp.New(interp.WithName("sh"), interp.WithRegistry(b.Build()), interp.WithResolver(elsewhere{}), interp.WithStdio(nil, &out, &out))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Run(t.Context(), "far 1; echo $?; through far 2; echo $?; begin far 3; echo $?; look far; look near; look look; command -v far; type far; type -a look; type -P far near; through near; echo $?; begin near; echo $?; (exec far 5); echo $?")
	want := "far [1]\n4\nfar [2]\n4\nfar [3]\n4\n/opt/far true\n false\n/usr/bin/look true\n/opt/far\nfar is /opt/far\nlook is /usr/bin/look\nlook is /bin/look\n/opt/far\n127\n127\nfar [5]\n4\n"
	if err != nil || out.String() != want {
		t.Errorf("%v\n%s, want\n%s", err, out.String(), want)
	}
}
