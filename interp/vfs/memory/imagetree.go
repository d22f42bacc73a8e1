package memory

import (
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

// kids reads the names of a directory. What they name may come later.
func (d *decoder) kids(i *inode) error {
	count, err := d.number()
	if err != nil {
		return err
	}
	if i.isDir() {
		i.kids = map[string]uint64{}
	} else if count > 0 {
		return ErrDamaged
	}
	last := ""
	for range count {
		b, err := d.text(vfs.MaxName)
		if err != nil {
			return err
		}
		name := string(b)
		if name <= last || name == "." || name == ".." || strings.ContainsAny(name, "/\x00") {
			return ErrDamaged
		}
		last = name
		ino, err := d.number()
		if err != nil {
			return err
		}
		if ino <= rootIno && (ino != 0 || i.origin == nil) {
			return ErrDamaged // but for a name of the base that was removed
		}
		if err := d.c.room(0, entrySize(name)); err != nil {
			return err
		}
		d.c.bytes += entrySize(name)
		i.kids[name] = ino
	}
	return nil
}

// data reads the chunks of a file.
func (d *decoder) data(i *inode) error {
	for last := uint64(0); ; {
		k, err := d.number()
		if err != nil || k == 0 {
			return err
		}
		if k <= last || k-1 > uint64(i.size)/chunkSize {
			return ErrDamaged
		}
		last = k
		b, err := d.text(chunkSize)
		if err != nil {
			return err
		}
		off := int64(k-1) * chunkSize
		if len(b) == 0 || off+int64(len(b)) > i.size || i.elsewhere() {
			return ErrDamaged
		}
		grow := i.data.growth(len(b), off)
		if err := d.c.room(0, grow); err != nil {
			return err
		}
		i.data = i.data.writeAt(d.c.t.own, b, off)
		d.c.bytes += grow
	}
}

// connect counts links and finds the parents, and refuses what is no tree: a
// directory with two names or none, a file without a name, a name of nothing.
func (d *decoder) connect(last uint64) error {
	c := d.c
	root := c.t.get(rootIno)
	if !root.isDir() {
		return ErrDamaged
	}
	if root.origin == nil {
		root.nlink = 2
	}
	root.parent = rootIno
	met := map[uint64]bool{rootIno: true}
	// Each directory is put on the list once, when its only name is found, so
	// that a cycle is either never met or met as a second name.
	for list := []uint64{rootIno}; len(list) > 0; {
		ino := list[len(list)-1]
		list = list[:len(list)-1]
		dir := c.t.get(ino)
		for _, kid := range dir.kids {
			if kid == 0 {
				continue
			}
			i := c.t.get(kid)
			if i == nil || kid > last || i.isDir() && met[kid] {
				return ErrDamaged
			}
			met[kid] = true
			if i.isDir() {
				i.parent = ino
				list = append(list, kid)
			}
			// The counts of what comes from a base were read.
			switch {
			case i.origin == nil && i.isDir():
				i.nlink = 2
			case i.origin == nil:
				i.nlink++
			}
			if i.isDir() && dir.origin == nil {
				dir.nlink++
			}
		}
	}
	for _, ino := range d.inodes {
		// A file of the base with several names may have lost those that were
		// looked at.
		if i := c.t.get(ino); !met[ino] && (i.origin == nil || i.isDir()) {
			return ErrDamaged
		}
	}
	return nil
}
