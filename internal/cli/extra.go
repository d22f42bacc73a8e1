//go:build !attack

package cli

import "github.com/aegish/aegish/interp/command"

// withAttacks adds nothing; the build for tests has commands that do what no
// command may.
func withAttacks(r command.Registry) (command.Registry, error) { return r, nil }
