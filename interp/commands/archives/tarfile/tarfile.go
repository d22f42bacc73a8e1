// Package tarfile reads and writes the blocks of tar archives as GNU tar 1.34
// does: headers of v7, ustar, GNU and pax, long names, sparse files in all of
// their forms, and what is odd or damaged, in its words.
//
// It knows nothing of files and of the names that may be unpacked. It imports
// nothing of ours.
//
// Sources: tar(5), POSIX pax "ustar Interchange Format" and "pax Header Block",
// info tar "Basic Tar Format" and "Storing Sparse Files".
package tarfile

import "time"

// BlockBytes is what everything in an archive is a multiple of.
const BlockBytes = 512

// What a member is: the letter in its header.
const (
	Regular    = '0'
	OldRegular = 0
	Link       = '1'
	Symlink    = '2'
	Char       = '3'
	Block      = '4'
	Dir        = '5'
	Fifo       = '6'
	Contiguous = '7'
	Dumpdir    = 'D' // a directory with the names of what was in it
	LongLink   = 'K'
	LongName   = 'L'
	Continued  = 'M' // what is left of a file of the volume before
	Sparse     = 'S'
	Volume     = 'V' // a label
	Extended   = 'x'
	Global     = 'g'
	Solaris    = 'X' // as Extended
)

// A Format is one of the kinds of headers.
type Format int

// The formats; Default is GNU's.
const (
	Default Format = iota
	V7
	OldGNU
	USTAR
	POSIX
)

// Magic is whether headers of the format are those of GNU.
func (f Format) gnu() bool { return f == Default || f == OldGNU }

// An Extent is bytes of a sparse file that are in the archive.
type Extent struct{ Offset, Bytes int64 }

// A Header is what an archive says about a member.
type Header struct {
	Type           byte
	Name, Linkname string
	// Mode has the permissions and the bits above them.
	Mode     int64
	UID, GID int64
	// Size is that of the file, Stored how much of it is in the archive.
	Size, Stored             int64
	ModTime                  time.Time
	AccessTime, ChangeTime   time.Time // zero when the header has none
	Uname, Gname             string
	Major, Minor             int64
	Format                   Format
	Holes                    bool // a sparse file: Extents are all that is there
	Extents                  []Extent
	SparseMajor, SparseMinor int // of pax
	// Names is the list of a directory that an incremental archive has:
	// letters and names that end in a NUL each. HasNames tells an empty list
	// from none.
	Names    string
	HasNames bool
	// Label is that of an archive, in a global header.
	Label string
}

// IsDir tells whether the member is a directory; old archives mark them by a
// slash at the end of the name.
func (h *Header) IsDir() bool {
	return h.Type == Dir || h.Type == Dumpdir || (h.Type == Regular || h.Type == OldRegular) && len(h.Name) > 0 && h.Name[len(h.Name)-1] == '/'
}

// IsRegular tells whether the member is a file with content.
func (h *Header) IsRegular() bool {
	switch h.Type {
	case Regular, OldRegular, Contiguous, Sparse:
		return !h.IsDir()
	}
	return false
}

// A Reporter is told what is odd about an archive.
type Reporter interface {
	// Warn is for what does not count as a failure; keyword is what turns it
	// off (--warning).
	Warn(keyword, text string)
	Error(text string)
}
