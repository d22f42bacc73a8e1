// Package stream holds open file descriptions and the descriptor tables that
// refer to them, as POSIX means the words: a description has one offset and
// one end-of-file, several descriptors of several shell environments can refer
// to it, and it is closed when the last of them is.
//
// Pipes are bounded and live in memory; a writer whose readers are gone gets
// ErrBrokenPipe, which the runner turns into the status 141 of SIGPIPE.
//
// It imports interp/vfs alone.
package stream

import (
	"context"
	"errors"
	"io/fs"
)

// ErrBrokenPipe is what a write to a pipe without readers returns (EPIPE).
var ErrBrokenPipe = errors.New("broken pipe")

// ErrWouldBlock is what ReadUntil returns when its context ended before data
// came.
var ErrWouldBlock = errors.New("timed out")

// A Description is an open file description. All methods may be called by
// several goroutines. Read, Write and Close are those of package io.
//
// Retain and Close count references: a new description has one; the file is
// closed when the last is given back.
type Description interface {
	Read(p []byte) (int, error)
	Write(p []byte) (int, error)
	Close() error
	Retain() Description

	// ReadUntil reads up to and including the first delim byte, at most max
	// bytes (max < 1: as many as the limits allow), and consumes nothing
	// beyond it: the next reader, whoever that is, continues after it. It
	// returns what there was with io.EOF at the end of the file, and with
	// ErrWouldBlock (or the context's cause) when ctx ended first. It is
	// what the read and mapfile builtins stand on, so it costs no system
	// call for each byte on files and pipes of this package.
	ReadUntil(ctx context.Context, delim byte, max int) ([]byte, error)
	// Ready tells whether a read would return at once (data or end of
	// file), for `read -t 0`.
	Ready() bool
	// Seek is lseek(2); ESPIPE on pipes and terminals.
	Seek(offset int64, whence int) (int64, error)
	Stat() (fs.FileInfo, error)
	// Terminal tells whether it is a terminal, for `test -t`.
	Terminal() bool
	// Readable and Writable tell the access mode it was opened with.
	Readable() bool
	Writable() bool
	// Path is the name it was opened by, or what /proc/self/fd shows, such
	// as "pipe:[12]".
	Path() string
}
