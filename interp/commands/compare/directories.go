package compare

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

// directories compares what two directories hold.
func (d *differ) directories(ctx context.Context, names [2]string, infos [2]fs.FileInfo) int {
	if strings.Count(names[0], "/") > vfs.MaxPath/2 {
		return trouble
	}
	found := map[string][2]bool{}
	for i, dir := range names {
		if infos[i] == nil {
			continue
		}
		list, err := d.call.FS.ReadDir(dir)
		if err != nil {
			d.problem(dir, err)
			return trouble
		}
		for _, e := range list {
			if slices.ContainsFunc(d.exclude, func(p string) bool { ok, err := path.Match(p, e.Name()); return ok && err == nil }) {
				continue
			}
			both := found[e.Name()]
			both[i] = true
			found[e.Name()] = both
		}
	}
	all := make([]string, 0, len(found))
	for name := range found {
		all = append(all, name)
	}
	slices.Sort(all)
	status := 0
	for _, name := range all {
		where := found[name]
		switch {
		case where[0] && where[1] || d.newFile:
			status = max(status, d.compare(ctx, join(names[0], name), join(names[1], name), false))
		case where[0]:
			d.out.WriteString("Only in " + names[0] + ": " + name + "\n")
			status = max(status, 1)
		default:
			d.out.WriteString("Only in " + names[1] + ": " + name + "\n")
			status = max(status, 1)
		}
		if d.out.Err() != nil {
			return trouble
		}
	}
	return status
}

func join(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}
