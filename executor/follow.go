package executor

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock"
	"golang.org/x/sys/unix"
)

// maxLooked bounds how many paths are looked at before one command; longer
// lists are looked at in turns.
const maxLooked = 256

// A Follower compiles the ruleset of a session anew when a path in it has become
// another file: a directory that was replaced, that appeared or that is gone. A
// rule stays with the file that it was made for (landlock(7)).
//
// What commands themselves could put in a path's place is not followed. An
// entry whose name lies in a writable directory keeps the file that it had, or
// loses its rule; so does one that leads through a link there.
type Follower struct {
	policy  landlock.Policy // as it is at present
	entries []followed
	next    int // where to look first
	rebuild func(landlock.Policy) (*landlock.Ruleset, error)
}

// A followed entry is one of a set of the policy.
type followed struct {
	entry
	set  *[]string      // of Follower.policy
	file landlock.Inode // what it may be, where commands could replace it
	seen landlock.Inode // what it was when it was looked at last
}

// FollowPaths begins to follow the paths of a session's policy, as they are
// now. rebuild compiles another one.
func FollowPaths(cfg *config.Config, places Places, policy landlock.Policy, rebuild func(landlock.Policy) (*landlock.Ruleset, error)) (*Follower, error) {
	f := &Follower{policy: policy, rebuild: rebuild}
	for _, set := range []struct {
		key  string
		from []string
		to   *[]string
	}{
		{"read", cfg.Landlock.Read, &f.policy.Read},
		{"write", cfg.Landlock.Write, &f.policy.Write},
		{"execute", cfg.Landlock.Execute, &f.policy.Execute},
	} {
		entries, err := places.expand(set.key, set.from)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			file, _ := landlock.InodeOf(e.path) // none where it is missing
			f.entries = append(f.entries, followed{e, set.to, file, file})
		}
	}
	return f, nil
}

// Refresh returns a ruleset for the files that the paths lead to by now, or nil
// where none has changed.
func (f *Follower) Refresh() (*landlock.Ruleset, error) {
	if f == nil || !f.changed() {
		return nil, nil
	}
	entries, policy := f.look()
	ruleset, err := f.rebuild(policy)
	if err != nil {
		return nil, err
	}
	f.entries = entries
	f.policy.Read, f.policy.Write, f.policy.Execute, f.policy.Pinned = policy.Read, policy.Write, policy.Execute, policy.Pinned
	return ruleset, nil
}

// changed reports whether one of the next entries is another file than it was.
func (f *Follower) changed() bool {
	for range min(len(f.entries), maxLooked) {
		e := f.entries[f.next%len(f.entries)]
		f.next = (f.next + 1) % len(f.entries)
		if file, _ := landlock.InodeOf(e.path); file != e.seen {
			return true
		}
	}
	return false
}

// look finds what each entry leads to now, and the policy that this makes.
func (f *Follower) look() ([]followed, landlock.Policy) {
	next := f.policy
	next.Pinned = map[string]landlock.Inode{}
	sets := map[*[]string]*[]string{&f.policy.Read: &next.Read, &f.policy.Write: &next.Write, &f.policy.Execute: &next.Execute}
	for _, set := range sets {
		*set = nil
	}
	entries := slices.Clone(f.entries)
	for i := range entries {
		e := &entries[i]
		file, _ := landlock.InodeOf(e.path)
		e.seen = file
		real, safe := f.resolve(e.path)
		switch {
		case safe:
			e.file, e.real = file, real
		case file != e.file || e.real == "":
			continue // a command may have put it there
		default:
			next.Pinned[e.real] = e.file
		}
		if e.real != "" {
			*sets[e.set] = append(*sets[e.set], e.real)
		}
	}
	for _, set := range sets {
		slices.Sort(*set)
		*set = slices.Compact(*set)
	}
	return entries, next
}

// resolve follows a path to a file, by way of names that no command can have
// changed; the path is "" where there is none. It is not safe where one of the
// names lies in a directory that commands may write.
func (f *Follower) resolve(path string) (real string, safe bool) {
	real = "/"
	todo := strings.Split(path, "/")
	for links := 0; len(todo) > 0; {
		name := todo[0]
		todo = todo[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			real = filepath.Dir(real)
			continue
		}
		if slices.ContainsFunc(f.policy.Write, func(dir string) bool { return config.Contains(dir, real) }) {
			return "", false
		}
		at := filepath.Join(real, name)
		var st unix.Stat_t
		if err := unix.Lstat(at, &st); err != nil {
			return "", errors.Is(err, os.ErrNotExist)
		}
		if st.Mode&unix.S_IFMT != unix.S_IFLNK {
			real = at
			continue
		}
		target, err := os.Readlink(at)
		if links++; err != nil || links > maxLinks {
			return "", false
		}
		if filepath.IsAbs(target) {
			real = "/"
		}
		todo = append(strings.Split(target, "/"), todo...)
	}
	return real, true
}
