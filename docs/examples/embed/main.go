// Command embed shows how a program runs scripts with the interpreter: on a
// filesystem of its own, with a command of its own, under limits, and with a
// say in what runs.
//
//	go run ./docs/examples/embed 'echo "$USER has $(stock apples) apples"'
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/vfs/standard"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: embed SCRIPT")
		os.Exit(2)
	}
	status, err := run(os.Args[1], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
	}
	os.Exit(status)
}

// run runs a script and gives its exit status.
func run(script string, stdout, stderr io.Writer) (int, error) {
	registry, err := registry()
	if err != nil {
		return 1, err
	}
	files, err := standard.New(standard.Options{Commands: interp.Programs(registry)})
	if err != nil {
		return 1, err
	}
	limits := interp.AgentLimits()
	limits.Time = 10 * time.Second
	session, err := interp.New(
		interp.WithFS(files), interp.WithDir("/home/user"), interp.WithEnv([]string{"HOME=/home/user", "USER=somebody"}),
		interp.WithRegistry(registry), interp.WithStdio(nil, stdout, stderr), interp.WithLimits(limits),
		interp.WithHooks(interp.Hooks{BeforeCommand: allowed}), interp.WithExit(true),
	)
	if err != nil {
		return 1, err
	}
	defer session.Close()
	result, err := session.Run(context.Background(), script)
	return result.Status, err
}

// registry has the commands that come with the interpreter, and stock.
func registry() (command.Registry, error) {
	all, err := commands.All()
	if err != nil {
		return nil, err
	}
	b := command.NewRegistry()
	for _, name := range all.Names() {
		entry, _ := all.Lookup(name)
		if err := b.Add(name, entry); err != nil {
			return nil, err
		}
	}
	err = b.Add("stock", command.Entry{Command: command.Func(stock), Summary: "tell how many there are", Family: "shop"})
	return b.Build(), err
}

// stock NAME
func stock(_ context.Context, call *command.Call) int {
	if len(call.Args) != 2 {
		fmt.Fprintln(call.Stderr, "usage: stock NAME")
		return 2
	}
	if _, err := fmt.Fprintln(call.Stdout, 7*len(call.Args[1])); err != nil {
		return 1
	}
	return 0
}

// allowed is asked with the final words of each command.
func allowed(_ context.Context, e interp.Event) error {
	if len(e.Argv) > 0 && e.Argv[0] == "rm" {
		return errors.New("nothing is removed here")
	}
	return nil
}
