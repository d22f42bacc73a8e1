package cli

import (
	"os"
	"slices"
	"strings"
	"syscall"
)

// runtimeVars change how a Go program behaves, aegish among them; see
// "Environment Variables" of package runtime.
var runtimeVars = [...]string{"GODEBUG", "GOGC", "GOMAXPROCS", "GOMEMLIMIT", "GORACE", "GOTRACEBACK", "GOCOVERDIR"}

func isRuntimeVar(entry string) bool {
	name, _, _ := strings.Cut(entry, "=")
	return slices.Contains(runtimeVars[:], name)
}

// withoutRuntimeVars starts a login shell anew when its caller has set
// variables of the Go runtime: the caller of a login shell is the one it
// guards against. It returns only when there is nothing to remove, or when the
// new start fails.
func (p Process) withoutRuntimeVars() error {
	if !slices.ContainsFunc(p.Env, isRuntimeVar) {
		return nil
	}
	env := slices.DeleteFunc(slices.Clone(p.Env), isRuntimeVar)
	return os.NewSyscallError("execve", syscall.Exec("/proc/self/exe", p.Args, env))
}
