package executor

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/aegish/aegish/landlock"
	"github.com/aegish/aegish/landlock/launch"
)

// A Noexec says how commands are kept from executing what they may write.
type Noexec struct {
	// Trees get mounts of their own in each command; none where every mount
	// there is noexec already.
	Trees []string
	// UserNamespace says that the mounts are made in a user namespace.
	UserNamespace bool
}

// NoexecFor finds out what it takes to make the writable paths noexec. mayMount says that this process has CAP_SYS_ADMIN; without it root
// can not, because in a user namespace it would lose its rights to files.
func NoexecFor(writable []string, uid int, mayMount bool) (*Noexec, error) {
	trees, err := landlock.NoexecTrees(writable)
	if err != nil {
		return nil, err
	}
	n := &Noexec{Trees: trees, UserNamespace: !mayMount}
	if len(trees) > 0 && !mayMount && uid == 0 {
		return nil, errors.New("root needs CAP_SYS_ADMIN to mount")
	}
	return n, nil
}

// Follow finds the trees of another policy, whose paths have changed.
func (n *Noexec) Follow(policy landlock.Policy) error {
	if n == nil {
		return nil
	}
	trees, err := landlock.NoexecTrees(policy.Write)
	if err != nil {
		return fmt.Errorf("landlock.noexec_write: %w", err)
	}
	n.Trees = trees
	return nil
}

// Try makes the mounts for a process that then executes nothing.
func (n *Noexec) Try(ctx context.Context, dropper *Dropper) error {
	if n == nil || len(n.Trees) == 0 {
		return nil
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	engine := NewBash(BashOptions{Dropper: dropper, Noexec: n})
	l := launcher{engine: engine, files: []*os.File{null, null, null, nil, nil}, spec: launch.Spec{
		Path: "/", Argv: []string{"nothing"}, Ruleset: launch.NoRuleset, NoNewPrivs: true,
	}}
	defer l.closeFiles()
	child, err := l.start("/", false)
	if err != nil {
		return err
	}
	l.closeFiles()
	child.wait(ctx)
	var failed *SetupError
	if err := l.failure(); !errors.As(err, &failed) {
		return fmt.Errorf("the attempt did not come to its end: %v", err)
	}
	if failed.Code != CodeSpawn { // at execve: a directory is no program
		return errors.Unwrap(failed.Err)
	}
	return nil
}

// useNoexec has the launcher make the mounts, and give up what would undo them,
// also where they were there before: Landlock does not know mount_setattr(2).
func (l *launcher) useNoexec(n *Noexec) {
	if n == nil {
		return
	}
	l.spec.Noexec = n.Trees
	l.spec.UserNamespace = n.UserNamespace && len(n.Trees) > 0
	l.spec.DropCapabilities = !l.spec.UserNamespace
}
