// Command aegish is a shell that judges every command and runs it in a
// sandbox, for people and programs who must not have an unlimited shell. See
// aegish(1).
package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/aegish/aegish/internal/cli"
)

func main() {
	os.Exit(cli.Main(cli.Process{
		Args:          os.Args,
		Env:           os.Environ(),
		Stdin:         os.Stdin,
		Stdout:        os.Stdout,
		Stderr:        os.Stderr,
		HangupIgnored: signal.Ignored(syscall.SIGHUP),
	}))
}
