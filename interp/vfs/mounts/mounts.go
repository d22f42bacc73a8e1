// Package mounts puts several filesystems under one tree (mount(8)). It walks
// symbolic links and ".." itself, because both can lead from one filesystem to
// another; the filesystems are asked for names without either.
//
// It imports interp/vfs alone.
package mounts

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

// A Mount is a filesystem at a place.
type Mount struct {
	// Path is where its root is seen: absolute and clean. The directory should
	// exist in the filesystem around it, so that one can go there by
	// listing; where it does not, listings show it all the same unless it is
	// Unlisted.
	Path string
	FS   vfs.FS
	// ReadOnly makes what would change it fail with EROFS.
	ReadOnly bool
	// NoExec says that nothing on it may be executed.
	NoExec bool
	// Unlisted keeps it out of the listings of a directory that has no such
	// name itself. It is found by its path alone then.
	Unlisted bool
}

// maxMounts bounds what each step of a walk looks through.
const maxMounts = 64

// An FS is the tree of all mounts. It does not change.
type FS struct {
	// mounts has the longest paths first, so that the first that fits is the
	// one.
	mounts []mount
	// stop makes walks end at the first symbolic link.
	stop bool
}

type mount struct {
	Mount
	// bare is the filesystem that stops at links, if it can.
	bare vfs.FS
}

var (
	_ vfs.FS            = (*FS)(nil)
	_ vfs.ContextOpener = (*FS)(nil)
	_ vfs.Spacer        = (*FS)(nil)
	_ vfs.LinkStopper   = (*FS)(nil)
)

// New makes the tree. One of the mounts has to be at "/", no two at the same
// path.
func New(mounts ...Mount) (*FS, error) {
	if len(mounts) > maxMounts {
		return nil, fmt.Errorf("%d mounts, at most %d are possible", len(mounts), maxMounts)
	}
	f := &FS{}
	root := false
	for _, m := range mounts {
		if m.FS == nil || !path.IsAbs(m.Path) || path.Clean(m.Path) != m.Path || strings.IndexByte(m.Path, 0) >= 0 {
			return nil, fmt.Errorf("%q is no place for a mount", m.Path)
		}
		for _, other := range f.mounts {
			if other.Path == m.Path {
				return nil, fmt.Errorf("two mounts at %s", m.Path)
			}
		}
		stopper, ok := m.FS.(vfs.LinkStopper)
		bare := m.FS
		if ok {
			bare = stopper.StopAtLinks()
		}
		if m.ReadOnly {
			bare = vfs.ReadOnly(bare)
		}
		root = root || m.Path == "/"
		f.mounts = append(f.mounts, mount{m, bare})
	}
	if !root {
		return nil, fmt.Errorf("no mount at /")
	}
	slices.SortFunc(f.mounts, func(a, b mount) int { return len(b.Path) - len(a.Path) })
	return f, nil
}

// StopAtLinks implements vfs.LinkStopper.
func (f *FS) StopAtLinks() vfs.FS { return &FS{f.mounts, true} }

// Mounts lists the mounts, outer ones first.
func (f *FS) Mounts() []Mount {
	list := make([]Mount, 0, len(f.mounts))
	for _, m := range slices.Backward(f.mounts) {
		list = append(list, m.Mount)
	}
	return list
}

// at finds the mount of a path without links and the name in it.
func (f *FS) at(name string) (*mount, string) {
	for i := range f.mounts {
		m := &f.mounts[i]
		if m.Path == "/" {
			return m, name
		}
		if rest, ok := strings.CutPrefix(name, m.Path); ok && (rest == "" || rest[0] == '/') {
			if rest == "" {
				rest = "/"
			}
			return m, rest
		}
	}
	return nil, ""
}

// isRoot tells whether a mount is at name.
func (f *FS) isRoot(name string) bool {
	trimmed := strings.TrimRight(name, "/")
	for i := range f.mounts {
		if f.mounts[i].Path == trimmed || trimmed == "" {
			return true
		}
	}
	return false
}

// busy tells whether a mount is at name or below it.
func (f *FS) busy(name string) bool {
	trimmed := strings.TrimRight(name, "/")
	for i := range f.mounts {
		if at := f.mounts[i].Path; at == trimmed || strings.HasPrefix(at, trimmed+"/") {
			return true
		}
	}
	return false
}

// NoExec tells whether the file at name is on a filesystem from which nothing
// may be executed. What can not be found counts as such.
func (f *FS) NoExec(name string) bool {
	noexec := true
	err := f.walk(name, func(m *mount, inner, _ string) error {
		_, err := m.bare.Stat(inner)
		noexec = m.NoExec || err != nil
		return err
	})
	return err != nil || noexec
}

// Space implements vfs.Spacer.
func (f *FS) Space(name string) (space vfs.Space, err error) {
	err = f.walk(name, func(m *mount, inner, _ string) error {
		if _, err := m.bare.Stat(inner); err != nil {
			return err
		}
		if s, ok := m.FS.(vfs.Spacer); ok {
			space, err = s.Space(inner)
		}
		return err
	})
	return space, renamed(err, "statfs", name)
}

// covering are the mounts right below a directory without links.
func (f *FS) covering(dir string) []*mount {
	var list []*mount
	for i := range f.mounts {
		if m := &f.mounts[i]; m.Path != "/" && path.Dir(m.Path) == dir {
			list = append(list, m)
		}
	}
	return list
}

var _ fs.FileInfo = rootInfo{}

// rootInfo is a mount's root under the name that it has in the tree.
type rootInfo struct {
	fs.FileInfo
	name string
}

func (r rootInfo) Name() string { return r.name }
