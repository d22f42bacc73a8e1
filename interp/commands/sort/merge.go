package sort

import (
	"bytes"
	"container/heap"
	"context"
	"errors"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
)

// A source is a file that is being merged.
type source struct {
	in    *command.Input
	name  string
	r     *record.Reader
	line  line
	index int
}

// sources is a heap, the next line first.
type sources struct {
	o    *order
	list []*source
}

func (s *sources) Len() int      { return len(s.list) }
func (s *sources) Swap(i, k int) { s.list[i], s.list[k] = s.list[k], s.list[i] }
func (s *sources) Push(x any)    { s.list = append(s.list, x.(*source)) }
func (s *sources) Less(i, k int) bool {
	c := s.o.compare(&s.list[i].line, &s.list[k].line)
	return c < 0 || c == 0 && s.list[i].index < s.list[k].index
}
func (s *sources) Pop() any {
	last := s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return last
}

// maxMerge bounds the files that are open at once.
const maxMerge = 1024

// next reads the next line of a source; false at its end.
func (j *job) next(s *source) (bool, error) {
	rec, err := s.r.Next()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	s.line = j.line(record.Trim(rec, j.delim))
	return true, nil
}

// mergeFiles merges files that are sorted, each line by line. The result goes
// to a file of -o only at the end, as that may be one of the inputs.
func (j *job) mergeFiles(ctx context.Context) int {
	h := &sources{o: &j.order}
	defer func() {
		for _, s := range h.list {
			s.in.Close()
		}
	}()
	names := command.Operands(j.names)
	if len(names) > maxMerge {
		j.call.Errorf("more than %d files to merge", maxMerge)
		return trouble
	}
	for i, name := range names {
		in, err := j.call.Open(ctx, name)
		if err != nil {
			j.call.Errorf("cannot read: %s: %s", command.QuoteIfNeeded(name), command.Message(err))
			return trouble
		}
		s := &source{in: in, name: name, r: record.NewReader(in, j.delim, j.lineBytes), index: i}
		more, err := j.next(s)
		if !more {
			in.Close()
		}
		if err != nil {
			j.call.Errorf("read failed: %s: %s", command.QuoteIfNeeded(name), command.Message(err))
			return trouble
		}
		if more {
			h.list = append(h.list, s)
		}
	}
	heap.Init(h)
	if j.output == "" {
		out := command.NewOutput(j.call)
		status := j.mergeTo(ctx, h, out)
		return out.Finish(status, trouble)
	}
	held := &holder{limit: j.heldBytes}
	if status := j.mergeTo(ctx, h, held); status != 0 {
		return status
	}
	out, done, status := j.create(ctx)
	if status != 0 {
		return status
	}
	defer done()
	out.Write(held.b.Bytes())
	return out.Finish(0, trouble)
}

// holder is a bounded buffer.
type holder struct {
	b     bytes.Buffer
	limit int64
}

func (h *holder) Write(p []byte) (int, error) {
	if int64(h.b.Len()+len(p)) > h.limit {
		return 0, errHeld
	}
	return h.b.Write(p)
}

func (j *job) mergeTo(ctx context.Context, h *sources, out io.Writer) int {
	var last []byte
	first := true
	end := []byte{j.delim}
	for len(h.list) > 0 {
		s := h.list[0]
		skip := false
		if j.unique {
			if !first {
				l := j.line(last)
				skip = j.compare(&l, &s.line) == 0
			}
			if !skip {
				last = append(last[:0], s.line.text...)
			}
		}
		first = false
		if !skip && j.debug {
			j.showLine(out, s.line.text)
		} else if !skip {
			_, err := out.Write(s.line.text)
			if err == nil {
				_, err = out.Write(end)
			}
			if errors.Is(err, errHeld) {
				j.call.Errorf("%v", err)
			}
			if err != nil {
				return trouble
			}
		}
		more, err := j.next(s)
		if err != nil {
			j.call.Errorf("read failed: %s: %s", command.QuoteIfNeeded(s.name), command.Message(err))
			return trouble
		}
		if more {
			heap.Fix(h, 0)
		} else {
			heap.Pop(h)
			s.in.Close()
		}
	}
	return 0
}
