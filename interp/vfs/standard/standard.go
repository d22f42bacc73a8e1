// Package standard puts the filesystem together that a session has when nobody
// says otherwise: a small Unix tree in memory with /dev and /proc.
//
// It imports interp/vfs and the packages below it alone.
package standard

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/device"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/mounts"
)

// Options say what the tree looks like. The zero value is good.
type Options struct {
	// User, Group, Host and Home are what the files in /etc say; "user",
	// "user", "localhost" and /home/USER when empty. UID and GID are the
	// identity that works in the tree; 1000 when both are 0 and Root is false.
	User, Group, Host, Home string
	UID, GID                uint32
	// Root says that UID 0 is meant.
	Root bool
	// Limits bound the memory.
	Limits memory.Limits
	// Commands are names to show in /usr/bin, as executable files; /bin is a link
	// to it.
	Commands []string
	// Tty opens /dev/tty; nil for none.
	Tty device.Opener
	// ProcFiles and ProcLinks are what /proc shows, as in device.Proc.
	ProcFiles map[string]func() []byte
	ProcLinks map[string]func() string
	// Memory is a tree that was made before, instead of a new one.
	Memory *memory.FS
	// Base is the tree at "/" instead of the one in memory, as it is. /dev and
	// /proc cover what it has there. Where it has no /tmp, there is one in
	// memory. None of the three is listed where Base has nothing.
	Base vfs.FS
	// ReadOnly and NoExec are the flags of Base.
	ReadOnly, NoExec bool
	// Mounts are further filesystems.
	Mounts []mounts.Mount
	// Clock gives the times; time.Now when nil.
	Clock func() time.Time
}

func (o *Options) fill() {
	if o.User == "" {
		o.User = "user"
	}
	if o.Group == "" {
		o.Group = o.User
	}
	if o.Host == "" {
		o.Host = "localhost"
	}
	if o.Home == "" {
		o.Home = "/home/" + o.User
		if o.Root {
			o.Home = "/root"
		}
	}
	if o.UID == 0 && o.GID == 0 && !o.Root {
		o.UID, o.GID = 1000, 1000
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
}

// A World is the tree and what it is made of.
type World struct {
	*mounts.FS
	// Memory is what is at "/", nil with Options.Base.
	Memory *memory.FS
	// kept is what is at "/", nil if it can not be written down.
	kept exporter
}

// An exporter is a filesystem that can be written down.
type exporter interface{ Export(io.Writer) error }

// New makes the tree.
func New(o Options) (*World, error) {
	o.fill()
	w := &World{}
	root := mounts.Mount{Path: "/", FS: o.Base, ReadOnly: o.ReadOnly, NoExec: o.NoExec}
	if o.Base == nil {
		m := o.Memory
		if m == nil {
			var err error
			if m, err = populated(&o); err != nil {
				return nil, err
			}
		}
		w.Memory = m.As(memory.Identity{UID: o.UID, GID: o.GID})
		root.FS = w.Memory
	}
	w.kept, _ = root.FS.(exporter)
	now := o.Clock()
	all := []mounts.Mount{
		root,
		{Path: "/dev", FS: device.Dev(o.Tty, now), NoExec: true, Unlisted: o.Base != nil},
		{Path: "/proc", FS: device.Proc(o.ProcFiles, o.ProcLinks, now), NoExec: true, Unlisted: o.Base != nil},
	}
	if o.Base != nil {
		tmp, err := temporary(&o)
		if err != nil {
			return nil, err
		}
		all = append(all, tmp...)
	}
	var err error
	w.FS, err = mounts.New(append(all, o.Mounts...)...)
	return w, err
}

// temporary is the mount of a /tmp, if the base has none and nothing else is to
// be there.
func temporary(o *Options) ([]mounts.Mount, error) {
	if _, err := o.Base.Lstat("/tmp"); !errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, m := range o.Mounts {
		if m.Path == "/tmp" {
			return nil, nil
		}
	}
	m, err := memory.New(memory.Options{Limits: o.Limits, Clock: o.Clock})
	if err == nil {
		err = m.Chmod("/", 0o777|fs.ModeSticky)
	}
	return []mounts.Mount{{Path: "/tmp", FS: m.As(memory.Identity{UID: o.UID, GID: o.GID}), Unlisted: true}}, err
}

// Export writes the tree at "/" down, as memory.FS.Export does. ENOTSUP when
// that is an Options.Base which can not do so.
func (w *World) Export(to io.Writer) error {
	if w.kept == nil {
		return vfs.Error("export", "/", syscall.ENOTSUP)
	}
	return w.kept.Export(to)
}

// populated is a new tree.
func populated(o *Options) (*memory.FS, error) {
	m, err := memory.New(memory.Options{Limits: o.Limits, Clock: o.Clock})
	if err != nil {
		return nil, err
	}
	return m, populate(m, o)
}

var directories = []struct {
	name string
	mode fs.FileMode
}{
	{"/dev", 0o755}, {"/etc", 0o755}, {"/home", 0o755}, {"/opt", 0o755}, {"/proc", 0o555},
	{"/root", 0o700}, {"/run", 0o755}, {"/srv", 0o755}, {"/tmp", 0o777 | fs.ModeSticky}, {"/usr", 0o755},
	{"/usr/bin", 0o755}, {"/usr/lib", 0o755}, {"/usr/local", 0o755}, {"/usr/local/bin", 0o755},
	{"/usr/share", 0o755}, {"/var", 0o755}, {"/var/log", 0o755}, {"/var/tmp", 0o777 | fs.ModeSticky},
}

// populate makes the first files.
func populate(m *memory.FS, o *Options) error {
	for _, d := range directories {
		if err := m.Mkdir(d.name, 0o755); err != nil {
			return err
		}
		if err := m.Chmod(d.name, d.mode); err != nil {
			return err
		}
	}
	passwd := fmt.Sprintf("root:x:0:0:root:/root:/bin/bash\n%s:x:%d:%d::%s:/bin/bash\n", o.User, o.UID, o.GID, o.Home)
	group := fmt.Sprintf("root:x:0:\n%s:x:%d:\n", o.Group, o.GID)
	if o.UID == 0 {
		passwd = fmt.Sprintf("%s:x:0:0:%s:%s:/bin/bash\n", o.User, o.User, o.Home)
		group = o.Group + ":x:0:\n"
	}
	for name, text := range map[string]string{
		"/etc/passwd": passwd, "/etc/group": group, "/etc/hostname": o.Host + "\n",
		"/etc/hosts": "127.0.0.1 localhost " + o.Host + "\n", "/etc/shells": "/bin/sh\n/bin/bash\n",
	} {
		if err := m.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if err := m.Symlink("usr/bin", "/bin"); err != nil {
		return err
	}
	if err := m.WriteFiles("/usr/bin", o.Commands, []byte("#!/bin/false builtin command\n"), 0o755); err != nil {
		return err
	}
	return home(m, o)
}

func home(m *memory.FS, o *Options) error {
	dir := ""
	for part := range strings.SplitSeq(strings.Trim(path.Clean(o.Home), "/"), "/") {
		dir += "/" + part
		if _, err := m.Stat(dir); err == nil {
			continue
		}
		if err := m.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	return m.Chown(o.Home, int64(o.UID), int64(o.GID))
}
