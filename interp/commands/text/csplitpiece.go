package text

import (
	"errors"
	"fmt"

	"github.com/aegish/aegish/interp/command"
)

// maxPieces bounds the files that one csplit makes.
const maxPieces = 1 << 20

// create begins the next piece.
func (s *contextSplitter) create() error {
	if len(s.names) >= maxPieces {
		return s.say("too many files")
	}
	name := s.name(len(s.names))
	f, err := s.call.Create(s.ctx, name)
	if err != nil {
		return s.say("%s: %s", command.QuoteIfNeeded(name), command.Message(err))
	}
	s.names = append(s.names, name)
	s.file, s.piece, s.size = f, command.NewFileOutput(s.call, f), 0
	return nil
}

// write adds to the piece; without one the line is left out.
func (s *contextSplitter) write(line []byte) error {
	if s.file == nil {
		return nil
	}
	s.size += int64(len(line))
	if _, err := s.piece.Write(line); err != nil {
		return s.failed(err)
	}
	return nil
}

func (s *contextSplitter) failed(err error) error {
	var output *command.OutputError
	if errors.As(err, &output) {
		err = output.Err
	}
	return s.say("%s: %s", command.QuoteIfNeeded(s.names[len(s.names)-1]), command.Message(err))
}

// finish ends the piece, if there is one, and prints its size.
func (s *contextSplitter) finish(show bool) error {
	if s.file == nil {
		return nil
	}
	err := s.piece.Flush()
	if cerr := s.file.Close(); err == nil {
		err = cerr
	}
	s.file = nil
	if err != nil {
		return s.failed(err)
	}
	if s.size == 0 && s.elide {
		last := len(s.names) - 1
		if err := s.call.FS.Remove(s.names[last]); err != nil {
			return s.say("%s: %s", command.QuoteIfNeeded(s.names[last]), command.Message(err))
		}
		s.names = s.names[:last]
		return nil
	}
	if show && !s.quiet {
		fmt.Fprintf(s.out, "%d\n", s.size)
	}
	return nil
}
