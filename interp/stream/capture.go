package stream

import (
	"context"
	"io/fs"
	"sync"
	"sync/atomic"
	"syscall"
)

// A Capture is a description that keeps what is written to it, for command
// substitutions.
type Capture struct {
	base
	refs
	limit int64
	name  string

	mu   sync.Mutex
	data []byte
	done chan struct{} // closed with the last reference, if someone waits
}

// Buffer returns a Capture of at most limit bytes (below 1: MaxRecord). A write
// beyond it fails with a *LimitError whose Name is "substitution bytes"; as many
// bytes as fit are kept.
func Buffer(limit int64) *Capture {
	if limit < 1 {
		limit = MaxRecord
	}
	return &Capture{limit: limit, name: "substitution bytes"}
}

// Bytes is what was written. It belongs to the caller once all writers are
// done.
func (c *Capture) Bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.data
}

func (c *Capture) writeContext(_ context.Context, p []byte) (int, error) { return c.Write(p) }
func (c *Capture) Write(p []byte) (int, error) {
	if c.closed() {
		return 0, syscall.EBADF
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if room := c.limit - int64(len(c.data)); int64(len(p)) > room {
		c.data = append(c.data, p[:room]...)
		return int(room), &LimitError{c.name, c.limit}
	}
	c.data = append(c.data, p...)
	return len(p), nil
}

// Retain implements Description.
func (c *Capture) Retain() Description {
	c.retain()
	return c
}

// Close implements Description; Bytes goes on working.
func (c *Capture) Close() error {
	last, err := c.release()
	if last {
		c.mu.Lock()
		if c.done != nil {
			close(c.done)
		}
		c.mu.Unlock()
	}
	return err
}

// Await waits until the last reference was given back, as the reader of a pipe
// waits for its end. It returns the cause of ctx when that ends first.
func (c *Capture) Await(ctx context.Context) error {
	c.mu.Lock()
	if c.closed() {
		c.mu.Unlock()
		return nil
	}
	if c.done == nil {
		c.done = make(chan struct{})
	}
	done := c.done
	c.mu.Unlock()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Writable implements Description.
func (c *Capture) Writable() bool { return true }

// Path implements Description.
func (c *Capture) Path() string { return "pipe:[0]" }

// Stat implements Description.
func (c *Capture) Stat() (fs.FileInfo, error) {
	return info{c.Path(), fs.ModeNamedPipe | 0o600, 0, 0}, nil
}

// A Quota is a number of bytes that several descriptions may write together.
type Quota struct {
	limit int64
	used  atomic.Int64
	over  atomic.Pointer[func(*LimitError)]
}

// NewQuota makes a quota of limit bytes; below 1 there is none.
func NewQuota(limit int64) *Quota { return &Quota{limit: limit} }

// Renew begins a new count. Each write that does not fit calls over, perhaps
// several at one time.
func (q *Quota) Renew(over func(*LimitError)) {
	q.used.Store(0)
	q.over.Store(&over)
}

// Spare makes room for n bytes more, for the message that tells of the end.
func (q *Quota) Spare(n int64) { q.used.Add(-n) }

// take asks for n bytes and returns how many there are.
func (q *Quota) take(n int) int {
	used := q.used.Add(int64(n))
	over := used - q.limit
	if q.limit < 1 || over <= 0 {
		return n
	}
	give := max(int64(n)-over, 0)
	q.used.Add(give - int64(n))
	return int(give)
}

// LimitWriter returns d with its writes counted against q. What goes beyond
// fails with a *LimitError whose Name is "output bytes", after as many bytes as
// fit. It takes over the caller's reference.
func LimitWriter(d Description, q *Quota) Description {
	if b, ok := d.(*bound); ok {
		return &bound{&limited{b.contextual, q}, b.ctx, b.before}
	}
	if c, ok := d.(contextual); ok {
		return &limited{c, q}
	}
	return &counted{d, q}
}

type limited struct {
	contextual
	q *Quota
}

func (l *limited) Write(p []byte) (int, error) { return l.q.write(p, l.contextual.Write) }
func (l *limited) writeContext(ctx context.Context, p []byte) (int, error) {
	return l.q.write(p, func(p []byte) (int, error) { return l.contextual.writeContext(ctx, p) })
}
func (l *limited) Retain() Description {
	l.contextual.Retain()
	return l
}

// counted is limited for descriptions of other packages.
type counted struct {
	Description
	q *Quota
}

func (c *counted) Write(p []byte) (int, error) { return c.q.write(p, c.Description.Write) }
func (c *counted) Retain() Description {
	c.Description.Retain()
	return c
}

func (q *Quota) write(p []byte, write func([]byte) (int, error)) (int, error) {
	n := q.take(len(p))
	if n < len(p) {
		done, err := 0, error(nil)
		if n > 0 {
			done, err = write(p[:n])
		}
		if err == nil {
			full := &LimitError{"output bytes", q.limit}
			if over := q.over.Load(); over != nil {
				(*over)(full)
			}
			err = full
		}
		return done, err
	}
	return write(p)
}
