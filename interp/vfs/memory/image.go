package memory

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"io/fs"
	"slices"

	"github.com/aegish/aegish/interp/vfs"
)

// An image is: magic, the inodes in the order of their numbers with the
// root first, a zero, and the SHA-256 of all before. Numbers are unsigned
// varints, bytes have their length before them. With a base the image holds
// what is different from it, and begins with changesMagic and the base's name;
// see changesimage.go.
const imageMagic = "aegish memory filesystem 1\n"

// ErrDamaged is what Import returns for an image that is not as Export writes
// them.
var ErrDamaged = errors.New("damaged or foreign filesystem image")

// Export writes the filesystem to w: all files with their names, hard links,
// owners, modes, times and content, holes left out; with a base only what is
// different from it. Open files without a name and what is in named pipes is
// not in it.
func (f *FS) Export(w io.Writer) error {
	c := f.Snapshot().c
	sum := sha256.New()
	buf := bufio.NewWriterSize(io.MultiWriter(w, sum), 64<<10)
	e := encoder{w: buf, changes: c.base != nil}
	if e.changes {
		c.prune(rootIno)
		e.raw(changesMagic)
		e.text(c.base.name)
	} else {
		e.raw(imageMagic)
	}
	for ino := uint64(rootIno); ino < c.next; ino++ {
		if i := c.t.get(ino); i != nil {
			e.inode(ino, i)
		}
	}
	e.number(0)
	if e.err == nil {
		e.err = buf.Flush()
	}
	if e.err == nil {
		_, e.err = w.Write(sum.Sum(nil))
	}
	return e.err
}

type encoder struct {
	w   *bufio.Writer
	err error
	// changes says that inodes may come from a base.
	changes bool
}

func (e *encoder) raw(s string) {
	if e.err == nil {
		_, e.err = e.w.WriteString(s)
	}
}

func (e *encoder) number(n uint64) {
	var b [binary.MaxVarintLen64]byte
	e.raw(string(binary.AppendUvarint(b[:0], n)))
}

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	e.raw(s)
}

func (e *encoder) inode(ino uint64, i *inode) {
	e.number(ino)
	for _, n := range []uint64{uint64(i.mode), uint64(i.uid), uint64(i.gid), uint64(i.atime), uint64(i.mtime), uint64(i.ctime), uint64(i.size)} {
		e.number(n)
	}
	if e.changes {
		e.origin(i)
	}
	e.text(i.target)
	names := make([]string, 0, len(i.kids))
	for name := range i.kids {
		names = append(names, name)
	}
	slices.Sort(names)
	e.number(uint64(len(names)))
	for _, name := range names {
		e.text(name)
		e.number(i.kids[name])
	}
	for k, chunk := range i.data {
		if chunk != nil && len(chunk.b) > 0 {
			e.number(uint64(k) + 1)
			e.text(string(chunk.b))
		}
	}
	e.number(0)
}

// Import reads what Export wrote. o says the limits, the identity and the clock
// of the new filesystem, and the base again if there was one; an image beyond
// the limits is ENOSPC, one that is damaged or not an image is ErrDamaged, and
// one that does not go with the base is ErrBase. What has disappeared from the
// base meanwhile is as it is when others remove it during a session: names that
// the session had changed stay, and have no content.
func Import(r io.Reader, o Options) (*FS, error) {
	f, err := New(o)
	if err != nil {
		return nil, err
	}
	d := decoder{c: f.c, sum: sha256.New(), r: bufio.NewReaderSize(r, 64<<10)}
	if err := d.image(); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = ErrDamaged
		}
		return nil, err
	}
	return f, nil
}

type decoder struct {
	c   *core
	r   *bufio.Reader
	sum hash.Hash
	// failed is the error of the last read.
	failed error
	inodes []uint64 // their numbers
}

// ReadByte is what binary.ReadUvarint reads from.
func (d *decoder) ReadByte() (byte, error) {
	b, err := d.r.ReadByte()
	if d.failed = err; err == nil {
		d.sum.Write([]byte{b})
	}
	return b, err
}

func (d *decoder) number() (uint64, error) {
	n, err := binary.ReadUvarint(d)
	if err != nil && d.failed == nil {
		err = ErrDamaged // it has too many bytes
	}
	return n, err
}

// text reads at most limit bytes; nothing is allocated for a length alone that
// is more.
func (d *decoder) text(limit int) ([]byte, error) {
	n, err := d.number()
	if err != nil {
		return nil, err
	}
	if n > uint64(limit) {
		return nil, ErrDamaged
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(d.r, b); err != nil {
		return nil, err
	}
	d.sum.Write(b)
	return b, nil
}

func (d *decoder) image() error {
	if err := d.begin(); err != nil {
		return err
	}
	last := uint64(0)
	for {
		ino, err := d.number()
		if err != nil {
			return err
		}
		if ino == 0 {
			break
		}
		if ino <= last || last == 0 && ino != rootIno || ino > 1<<48 {
			return ErrDamaged
		}
		last = ino
		if err := d.inode(ino); err != nil {
			return err
		}
	}
	if last == 0 {
		return ErrDamaged
	}
	var want [sha256.Size]byte
	if _, err := io.ReadFull(d.r, want[:]); err != nil {
		return err
	}
	if [sha256.Size]byte(d.sum.Sum(nil)) != want {
		return ErrDamaged
	}
	d.c.next = last + 1
	return d.connect(last)
}

const modeBits = permBits | fs.ModeDir | fs.ModeSymlink | fs.ModeNamedPipe

func (d *decoder) inode(ino uint64) error {
	var n [7]uint64
	for k := range n {
		var err error
		if n[k], err = d.number(); err != nil {
			return err
		}
	}
	mode := fs.FileMode(n[0])
	i := &inode{
		own: d.c.t.own, mode: mode, uid: uint32(n[1]), gid: uint32(n[2]),
		atime: int64(n[3]), mtime: int64(n[4]), ctime: int64(n[5]), size: int64(n[6]),
	}
	if d.c.base != nil {
		if err := d.origin(i); err != nil {
			return err
		}
		if ino == rootIno && (i.origin == nil || i.origin.path != "/") {
			return ErrDamaged
		}
	}
	switch {
	case n[0]>>32 != 0 || n[1]>>32 != 0 || n[2]>>32 != 0 || i.size < 0:
		return ErrDamaged
	case i.origin != nil && !i.origin.here: // the base says what it is
	case mode&^modeBits != 0, i.size > d.c.limits.FileBytes, i.size > 0 && !i.isRegular():
		return ErrDamaged
	case !i.isRegular() && !i.isDir() && !i.isLink() && !i.isFifo():
		return ErrDamaged
	}
	target, err := d.text(vfs.MaxPath)
	if err != nil {
		return err
	}
	if (len(target) > 0) != i.isLink() {
		return ErrDamaged
	}
	i.target = string(target)
	if d.c.next = ino; i.origin != nil && ino != rootIno {
		if err := d.hold(i); err != nil {
			return err
		}
	} else {
		if err := d.c.room(1, inodeCost+int64(len(target))); err != nil {
			return err
		}
		d.c.add(i)
	}
	d.inodes = append(d.inodes, ino)
	if err := d.kids(i); err != nil {
		return err
	}
	return d.data(i)
}
