package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/stream"
)

// A heldPiece is a piece of split that goes to a command: it is held until it is
// whole, because commands run one after the other.
type heldPiece struct {
	data  []byte
	limit int64
}

// Write implements io.Writer.
func (h *heldPiece) Write(p []byte) (int, error) {
	if int64(len(h.data)+len(p)) > h.limit {
		return 0, errHeld{h.limit}
	}
	h.data = append(h.data, p...)
	return len(p), nil
}

var _ io.Writer = (*heldPiece)(nil)

// begin makes the next piece one for the command of --filter.
func (s *splitter) begin(name string) {
	if s.verbose {
		fmt.Fprintf(s.stdout, "executing with FILE=%s\n", command.QuoteIfNeeded(name))
	}
	s.piece, s.pieceName = &heldPiece{limit: s.call.Limits.HeldBytes}, name
	s.out = command.NewFileOutput(s.call, s.piece)
}

// filterPiece runs the command of --filter over the piece, with its name in
// FILE.
func (s *splitter) filterPiece() error {
	err := s.out.Flush()
	if err == nil {
		err = s.stdout.Flush()
	}
	piece := s.piece
	s.piece = nil
	if err != nil {
		return err
	}
	in := stream.FromBytes(piece.data)
	defer in.Close()
	env := slices.DeleteFunc(slices.Clone(s.call.Env), func(v string) bool { return strings.HasPrefix(v, "FILE=") })
	s.code = s.exec(&command.Call{Args: []string{"sh", "-c", s.filter}, Env: append(env, "FILE="+s.pieceName), Stdin: in})
	if s.code == 0 || s.code == 141 { // it did not want all
		s.code = 0
		return nil
	}
	s.call.Errorf("with FILE=%s, exit %d from command: %s", s.pieceName, s.code, s.filter)
	return command.ErrReported
}
