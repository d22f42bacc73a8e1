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
	var found [2][]string
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
			if !d.excluded(e.Name()) && d.compareNames(e.Name(), d.start) >= 0 {
				found[i] = append(found[i], e.Name())
			}
		}
		slices.SortFunc(found[i], func(a, b string) int { return d.orderNames(a, b) })
	}
	start := d.start
	d.start = "" // it is for the first directories alone
	defer func() { d.start = start }()
	status := 0
	for len(found[0]) > 0 || len(found[1]) > 0 {
		one, two := d.next(&found)
		switch {
		case one != "" && two != "":
			status = max(status, d.compare(ctx, join(names[0], one), join(names[1], two), false))
		case d.newFile || d.newFirst && one == "":
			name := one + two
			status = max(status, d.compare(ctx, join(names[0], name), join(names[1], name), false))
		case one != "":
			d.say("Only in ", names[0], ": ", one)
			status = max(status, 1)
		default:
			d.say("Only in ", names[1], ": ", two)
			status = max(status, 1)
		}
		if d.out.Err() != nil {
			return trouble
		}
	}
	return status
}

// next takes the next name off the lists: that of both, or of one alone. A name
// that the other list has in the same case goes before one that it has in another.
func (d *differ) next(found *[2][]string) (one, two string) {
	order := 0
	switch {
	case len(found[0]) == 0:
		order = 1
	case len(found[1]) == 0:
		order = -1
	default:
		order = d.compareNames(found[0][0], found[1][0])
		if order == 0 && d.foldNames {
			for i, name := range found[1] {
				if name == found[0][0] {
					copy(found[1][1:i+1], found[1][:i])
					found[1][0] = name
				}
			}
		}
	}
	if order <= 0 {
		one, found[0] = found[0][0], found[0][1:]
	}
	if order >= 0 {
		two, found[1] = found[1][0], found[1][1:]
	}
	return one, two
}

func (d *differ) compareNames(a, b string) int {
	if d.foldNames {
		a, b = strings.ToLower(a), strings.ToLower(b)
	}
	return strings.Compare(a, b)
}

// orderNames is compareNames, with an order of names that differ in case alone.
func (d *differ) orderNames(a, b string) int {
	if order := d.compareNames(a, b); order != 0 {
		return order
	}
	return strings.Compare(a, b)
}

func (d *differ) excluded(name string) bool {
	if d.foldNames {
		name = strings.ToLower(name)
	}
	return slices.ContainsFunc(d.exclude, func(p string) bool {
		if d.foldNames {
			p = strings.ToLower(p)
		}
		ok, err := path.Match(p, name)
		return ok && err == nil
	})
}

func join(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}
