package interp

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/vfs/memory"
)

// A saved session is: magic with the number of the format, what the shell is
// like with its length before it, the image of the filesystem in pieces with
// their lengths before them, a zero, and the SHA-256 of all before. Lengths are
// unsigned varints; without a filesystem there is no piece.
const (
	savedMagic = "aegish session "
	// savedFormat is 2 since filesystems with a base are kept too, as what is
	// different from it; 1 is read as well.
	savedFormat = 2
	// maxDescription bounds what describes the shell, in bytes.
	maxDescription = 64 << 20
	// maxPiece bounds a piece of the filesystem's image.
	maxPiece = 1 << 20
)

// ErrState is what ReadState and Restore return for what Save has not written,
// or what was changed since.
var ErrState = errors.New("damaged or foreign session state")

// An exporter is a filesystem that can be written down whole.
type exporter interface{ Export(io.Writer) error }

// Save writes the session down, between two Runs: variables, functions,
// options, aliases, traps, directories, umask, remembered commands, completions
// and positional parameters, and the filesystem, if it is one in memory
// (memory.FS, overlay.FS, standard.World over them). Open files, jobs, the history and line numbers
// inside of functions are not kept. The error is w's, or names a function that
// can not be written down, or says that it is all too much, or is ErrBusy. It may be
// called behind Close.
func (s *Session) Save(w io.Writer) error {
	switch err := s.acquire(); err {
	case nil:
		defer s.release()
	case ErrClosed: // what there was to know is still there
	default:
		return err
	}
	description, err := s.engine.Save(maxDescription)
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 64<<10)
	fmt.Fprintf(out, "%s%d\n", savedMagic, savedFormat)
	_, _ = out.Write(binary.AppendUvarint(nil, uint64(len(description)))) // Flush tells
	_, _ = out.Write(description)
	if fsys, ok := s.fs.(exporter); ok {
		if err := fsys.Export(pieces{out}); err != nil && !errors.Is(err, syscall.ENOTSUP) {
			return fmt.Errorf("save: %w", err)
		}
	}
	_ = out.WriteByte(0)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	if _, err := w.Write(sum.Sum(nil)); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}

// pieces writes each write with its length before it.
type pieces struct{ w *bufio.Writer }

func (p pieces) Write(b []byte) (int, error) {
	n := 0
	for len(b) > 0 {
		piece := b[:min(len(b), maxPiece)]
		if _, err := p.w.Write(binary.AppendUvarint(nil, uint64(len(piece)))); err != nil {
			return n, err
		}
		m, err := p.w.Write(piece)
		if n += m; err != nil {
			return n, err
		}
		b = b[len(piece):]
	}
	return n, nil
}

// A State is a session that was saved.
type State struct {
	description []byte
	// FS is the filesystem that was saved, nil for none.
	FS *memory.FS
}

// ReadState reads what Save wrote; o says the limits, the identity and the
// clock of the filesystem, and the base again where there was one. r has to end
// with it. The error is ErrState, that of memory.Import for a filesystem beyond
// the limits or with another base, or r's.
func ReadState(r io.Reader, o memory.Options) (*State, error) {
	in := &summed{r: bufio.NewReaderSize(r, 64<<10), sum: sha256.New()}
	st, err := in.state(o)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, memory.ErrDamaged):
		return nil, ErrState
	case err != nil:
		return nil, err
	}
	want := in.sum.Sum(nil)
	var have [sha256.Size + 1]byte
	if n, _ := io.ReadFull(in.r, have[:]); n != sha256.Size || !bytes.Equal(have[:n], want) {
		return nil, ErrState
	}
	return st, nil
}

// summed counts what is read into a checksum.
type summed struct {
	r   *bufio.Reader
	sum hash.Hash
}

func (s *summed) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.sum.Write(p[:n])
	return n, err
}

func (s *summed) ReadByte() (byte, error) {
	b, err := s.r.ReadByte()
	if err == nil {
		s.sum.Write([]byte{b})
	}
	return b, err
}

func (s *summed) state(o memory.Options) (*State, error) {
	if err := s.format(); err != nil {
		return nil, err
	}
	n, err := binary.ReadUvarint(s)
	if err != nil || n > maxDescription {
		return nil, ErrState
	}
	// The length may be a lie: memory comes with what is really there.
	var description bytes.Buffer
	if _, err := io.CopyN(&description, s, int64(n)); err != nil {
		return nil, err
	}
	st := &State{description: description.Bytes()}
	image := &assembled{from: s}
	if err := image.next(); err != nil || image.left == 0 {
		return st, err
	}
	if st.FS, err = memory.Import(image, o); err != nil {
		return nil, err
	}
	if n, err := io.Copy(io.Discard, image); err != nil || n > 0 {
		return nil, ErrState
	}
	return st, nil
}

// format reads the first line.
func (s *summed) format() error {
	var line []byte
	for len(line) < len(savedMagic)+8 {
		b, err := s.ReadByte()
		if err != nil {
			return err
		}
		if line = append(line, b); b == '\n' {
			break
		}
	}
	number, ok := strings.CutPrefix(strings.TrimSuffix(string(line), "\n"), savedMagic)
	format, err := strconv.ParseUint(number, 10, 32)
	switch {
	case !ok || err != nil || number != strconv.FormatUint(format, 10) || format == 0:
		return ErrState
	case format > savedFormat:
		return fmt.Errorf("session state of format %d, which a newer version wrote; this one knows format %d", format, savedFormat)
	}
	return nil
}

// assembled puts the pieces of an image together again.
type assembled struct {
	from *summed
	left uint64
	over bool
}

// next reads the length of a piece.
func (a *assembled) next() (err error) {
	if a.left, err = binary.ReadUvarint(a.from); err == nil && a.left > maxPiece {
		err = ErrState
	}
	a.over = a.left == 0
	return err
}

func (a *assembled) Read(p []byte) (int, error) {
	if a.over {
		return 0, io.EOF
	}
	n, err := a.from.Read(p[:min(uint64(len(p)), a.left)])
	if a.left -= uint64(n); err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err == nil && a.left == 0 {
		err = a.next()
	}
	return n, err
}

// WithState makes the session go on where the saved one was. Its filesystem is
// for the caller to hand on by WithFS. What the state says about variables,
// options and the directory wins over the other options.
func WithState(st *State) Option { return func(c *config) { c.state = st } }

// Restore makes a session of what Save wrote. Without WithFS it works on the
// filesystem that was saved. The errors are those of ReadState and New.
func Restore(r io.Reader, opts ...Option) (*Session, error) {
	var c config
	for _, opt := range opts {
		opt(&c)
	}
	st, err := ReadState(r, memory.Options{Identity: memory.Identity{UID: uint32(c.User.UID), GID: uint32(c.User.GID)}, Clock: c.Now})
	if err != nil {
		return nil, err
	}
	all := []Option{WithState(st)}
	if st.FS != nil {
		all = append(all, WithFS(st.FS))
	}
	return New(append(all, opts...)...)
}
