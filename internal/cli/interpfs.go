package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs/host"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/mounts"
	"github.com/aegish/aegish/interp/vfs/overlay"
	"github.com/aegish/aegish/interp/vfs/standard"
)

// A tree is the filesystem of the interpreter, and where a session begins in it.
type tree struct {
	world *standard.World
	dir   string
	// overlay is what keeps the changes, nil where nothing does.
	overlay *overlay.FS
}

// lower says how files of an interpreter are made that it keeps in memory; its
// base is the directory of the host, nil without one.
type lower struct{ memory.Options }

// lowerFiles opens the directory of the host.
func lowerFiles(cfg config.Interp, user command.User) (lower, error) {
	l := lower{memory.Options{Limits: memoryLimits(cfg.Limits), Identity: memory.Identity{UID: uint32(user.UID), GID: uint32(user.GID)}}}
	if cfg.FS == config.FSMemory {
		return l, nil
	}
	dir, err := host.New(cfg.Root)
	if err != nil {
		return l, fmt.Errorf("interp.root: %w", err)
	}
	l.Base = dir
	l.BaseName, err = filepath.EvalSymlinks(cfg.Root)
	return l, err
}

// saved are the options of the filesystem in a file of --state. Files of a
// directory that is written are not in it.
func (l lower) saved(cfg config.Interp) memory.Options {
	if cfg.FS == config.FSHost {
		l.Base = nil
	}
	return l.Options
}

// interpFS makes the filesystem of the interpreter and says where in it a
// session begins: at home in memory, and where the caller is in a directory of
// the host, if that is inside.
func interpFS(cfg config.Interp, user command.User, programs []string, cwd string, files lower, saved *interp.State) (*tree, error) {
	made := &tree{dir: user.Home}
	opts := standard.Options{
		User: user.Name, Group: user.Group, Host: user.Host, Home: user.Home,
		UID: files.Identity.UID, GID: files.Identity.GID, Root: user.UID == 0, Limits: files.Limits,
		Commands: programs,
	}
	if cfg.FS != config.FSMemory {
		opts.Base, made.dir = files.Base, inside(cfg.Root, cwd)
	}
	var err error
	switch {
	case cfg.FS == config.FSMemory && saved != nil:
		opts.Memory = saved.FS
	case cfg.FS == config.FSOverlay && saved != nil:
		made.overlay = &overlay.FS{FS: saved.FS}
	case cfg.FS == config.FSOverlay:
		if made.overlay, err = overlay.Make(files.Options); err != nil {
			return nil, fmt.Errorf("interp.fs: %w", err)
		}
	}
	if made.overlay != nil {
		opts.Base = made.overlay
	}
	for _, m := range cfg.Mounts {
		fs, err := host.New(m.Source)
		if err != nil {
			return nil, fmt.Errorf("interp.mounts: %w", err)
		}
		opts.Mounts = append(opts.Mounts, mounts.Mount{Path: m.At, FS: fs, ReadOnly: !m.Write, NoExec: m.Noexec})
	}
	if made.world, err = standard.New(opts); err != nil {
		return nil, fmt.Errorf("interp.fs: %w", err)
	}
	if fi, err := made.world.Stat(made.dir); made.dir == "" || err != nil || !fi.IsDir() {
		made.dir = "/"
	}
	return made, nil
}

// inside is where a directory of the host is seen below root, or "/".
func inside(root, dir string) string {
	if dir == "" {
		dir, _ = os.Getwd() // "" is outside
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "/"
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return "/"
	}
	rest, ok := strings.CutPrefix(real, strings.TrimSuffix(root, "/"))
	if !ok || rest != "" && rest[0] != '/' || rest == "" {
		return "/"
	}
	return rest
}
