package archives

import (
	"errors"
	"io"
)

// entryCost is what an entry of a directory takes in memory beside its texts.
const entryCost = 300

// openOld reads the directory of the archive that is to be changed. errNoEnd and
// the like are what is no archive.
func (z *zipper) openOld() (*zipDirectory, error) {
	d, err := openDirectory(z.ctx, z.call, z.archive)
	if err != nil {
		return nil, err
	}
	if z.old, err = z.entries(d); err != nil {
		d.file.Close()
		return nil, err
	}
	z.note = d.comment
	return d, nil
}

// entries lists what an archive has.
func (z *zipper) entries(d *zipDirectory) (all []*zipEntry, err error) {
	list, err := d.list()
	if err != nil {
		return nil, err
	}
	for {
		if err := ended(z.ctx); err != nil {
			return nil, err
		}
		e, err := list.next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if err := z.hold(entryCost + len(e.rawName) + len(e.extra) + len(e.rawComment)); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
}
