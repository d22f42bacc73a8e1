package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/overlay"
	"github.com/aegish/aegish/interp/vfs/standard"
)

// A session keeps its state from one Run to the next.
func ExampleSession_Run() {
	s, err := interp.New(interp.WithStdio(nil, os.Stdout, os.Stdout))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	for _, script := range []string{`greet() { echo "hello $1"; }; n=20`, `greet "number $((n + 1))"; false`} {
		res, err := s.Run(context.Background(), script)
		fmt.Println("status", res.Status, err)
	}
	// Output:
	// status 0 <nil>
	// hello number 21
	// status 1 <nil>
}

// Commands are Go code that gets everything it may touch in its Call.
func ExampleWithRegistry() {
	shout := func(_ context.Context, call *command.Call) int {
		text := strings.ToUpper(strings.Join(call.Args[1:], " "))
		if _, err := fmt.Fprintln(call.Stdout, text); err != nil {
			return 1
		}
		return 0
	}
	b := command.NewRegistry()
	if err := b.Add("shout", command.Entry{Command: command.Func(shout), Summary: "say it loud", Family: "text"}); err != nil {
		fmt.Println(err)
		return
	}
	s, err := interp.New(interp.WithRegistry(b.Build()), interp.WithStdio(nil, os.Stdout, os.Stdout))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	_, _ = s.Run(context.Background(), `type -t shout; x=$(shout hear, hear); echo "<$x>"`)
	// Output:
	// file
	// <HEAR, HEAR>
}

// Scripts work on the filesystem that they are given. An overlay keeps what
// they do to it and leaves what is below alone.
func ExampleWithFS() {
	disk, err := memory.New(memory.Options{}) // or host.New(directory)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := disk.WriteFile("/config", []byte("old\n"), 0o644); err != nil {
		fmt.Println(err)
		return
	}
	over, err := overlay.New(disk, memory.Identity{}, memory.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := interp.New(interp.WithFS(over), interp.WithStdio(nil, os.Stdout, os.Stdout))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	_, _ = s.Run(context.Background(), `echo new > /config; echo x > /added; read -r line < /config; echo "$line"`)
	_ = over.WriteChanges(os.Stdout)
	added, err := fs.ReadFile(vfs.IOFS(over), "added")
	fmt.Printf("%q %v\n", added, err)
	// Output:
	// new
	// A file "/added"
	// M file "/config"
	// "x\n" <nil>
}

// A hook sees the words that a command has after every expansion, and each file
// before it is opened. Its error is a denial.
func ExampleWithHooks() {
	hooks := interp.Hooks{
		BeforeCommand: func(_ context.Context, e interp.Event) error {
			if e.Argv[0] == "eval" {
				return errors.New("eval is not for you")
			}
			return nil
		},
		BeforeOpen: func(_ context.Context, o interp.Open) error {
			if strings.HasPrefix(o.Name, "/etc/") {
				return fmt.Errorf("%s is not for you", o.Name)
			}
			return nil
		},
	}
	files, err := standard.New(standard.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := interp.New(interp.WithFS(files), interp.WithHooks(hooks), interp.WithStdio(nil, os.Stdout, os.Stdout))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	_, _ = s.Run(context.Background(), `x=ev; ${x}al 'echo hidden'; echo $?; read -r line < /tmp/../etc/passwd; echo $?`)
	// Output:
	// aegish: line 1: eval is not for you
	// 126
	// aegish: line 1: /etc/passwd is not for you
	// 126
}

// A limit ends a Run and not the session.
func ExampleWithLimits() {
	limits := interp.DefaultLimits()
	limits.LoopIterations = 1000
	var messages bytes.Buffer
	s, err := interp.New(interp.WithLimits(limits), interp.WithStdio(nil, os.Stdout, &messages))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	res, err := s.Run(context.Background(), `while :; do ((n++)); done`)
	var limit *interp.LimitError
	fmt.Println(res.Status, res.Limit, errors.As(err, &limit))
	_, _ = s.Run(context.Background(), `echo "still here after $n rounds"`)
	// Output:
	// 125 loop_iterations true
	// still here after 1000 rounds
}

// A session can be written down and go on elsewhere.
func ExampleRestore() {
	s, err := interp.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	_, _ = s.Run(context.Background(), `declare -A seen=([one]=1); twice() { echo $(($1 * 2)); }`)
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		fmt.Println(err)
		return
	}
	later, err := interp.Restore(&file, interp.WithStdio(nil, os.Stdout, os.Stdout))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer later.Close()
	_, _ = later.Run(context.Background(), `echo "${!seen[@]}"; twice 21`)
	// Output:
	// one
	// 42
}
