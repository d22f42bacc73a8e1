// Package pipe is the bounded queue of bytes behind pipes and named pipes
// (pipe(7)). It counts readers and writers, blocks, and lets go when a context
// ends. It knows no names, descriptors or filesystems and imports the standard
// library alone.
package pipe

import (
	"context"
	"io"
	"sync"
	"syscall"
)

// DefaultSize is the capacity of a pipe in bytes, as on Linux.
const DefaultSize = 64 << 10

// AtomicSize is PIPE_BUF: a write of at most that many bytes is never mixed
// with another.
const AtomicSize = 4096

const firstSize = 512

// A Pipe is a queue of bytes. Its zero value is not usable; see New.
type Pipe struct {
	max int

	mu               sync.Mutex
	ring             []byte
	start, n         int
	readers, writers int
	// Each is closed and forgotten when what its waiters wait for may hold.
	data, space, opened chan struct{}
	// arrivals count opens, so that one that came and went is not missed.
	readersEver, writersEver uint64
}

// New makes a pipe of size bytes (below 1: DefaultSize) that nobody has open.
func New(size int) *Pipe {
	if size < 1 {
		size = DefaultSize
	}
	return &Pipe{max: size}
}

// Connected makes a pipe with one reader and one writer.
func Connected(size int) *Pipe {
	p := New(size)
	p.readers, p.writers = 1, 1
	return p
}

func wake(c *chan struct{}) {
	if *c != nil {
		close(*c)
		*c = nil
	}
}

// wait releases the lock until c is woken or ctx ends. It returns the cause.
func (p *Pipe) wait(ctx context.Context, c *chan struct{}) error {
	if *c == nil {
		*c = make(chan struct{})
	}
	ch := *c
	p.mu.Unlock()
	var err error
	select {
	case <-ch:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	p.mu.Lock()
	return err
}

// AddReader opens the pipe for reading. What it returns is for AwaitWriter.
func (p *Pipe) AddReader() (seen uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.readers++
	p.readersEver++
	wake(&p.opened)
	return p.writersEver
}

// AddWriter opens the pipe for writing. What it returns is for AwaitReader.
func (p *Pipe) AddWriter() (seen uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.writers++
	p.writersEver++
	wake(&p.opened)
	return p.readersEver
}

// DropReader takes a reader away. Without any, writes fail with EPIPE and what
// the pipe held is lost.
func (p *Pipe) DropReader() {
	p.mu.Lock()
	p.readers--
	if p.readers == 0 {
		wake(&p.space)
		if p.writers == 0 {
			p.ring, p.start, p.n = nil, 0, 0
		}
	}
	p.mu.Unlock()
}

// DropWriter takes a writer away. Without any, reads end with io.EOF once the
// pipe is empty.
func (p *Pipe) DropWriter() {
	p.mu.Lock()
	p.writers--
	if p.writers == 0 {
		wake(&p.data)
		if p.readers == 0 {
			p.ring, p.start, p.n = nil, 0, 0
		}
	}
	p.mu.Unlock()
}

// Readers counts those who have it open for reading.
func (p *Pipe) Readers() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.readers
}

// AwaitWriter waits until someone writes, or has come and gone since AddReader
// returned seen.
func (p *Pipe) AwaitWriter(ctx context.Context, seen uint64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.writers == 0 && p.writersEver == seen {
		if err := p.wait(ctx, &p.opened); err != nil {
			return err
		}
	}
	return nil
}

// AwaitReader waits until someone reads, or has come and gone since AddWriter
// returned seen.
func (p *Pipe) AwaitReader(ctx context.Context, seen uint64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.readers == 0 && p.readersEver == seen {
		if err := p.wait(ctx, &p.opened); err != nil {
			return err
		}
	}
	return nil
}

// Read waits for data. It returns io.EOF when there is none and no writer, and
// the cause of ctx when that ended.
func (p *Pipe) Read(ctx context.Context, b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.awaitData(ctx); err != nil {
		return 0, err
	}
	got := 0
	for got < len(b) && p.n > 0 {
		c := copy(b[got:], p.front())
		got += c
		p.consume(c)
	}
	return got, nil
}

func (p *Pipe) awaitData(ctx context.Context) error {
	for p.n == 0 {
		if p.writers == 0 {
			return io.EOF
		}
		if err := p.wait(ctx, &p.data); err != nil {
			return err
		}
	}
	return nil
}

// front is the longest run of bytes from the beginning of the queue.
func (p *Pipe) front() []byte {
	end := min(p.start+p.n, len(p.ring))
	return p.ring[p.start:end]
}

// consume takes n bytes off. Writers are woken when half of the pipe is free,
// so that two sides that keep each other busy do not switch for each line.
func (p *Pipe) consume(n int) {
	p.start += n
	p.n -= n
	if p.start >= len(p.ring) {
		p.start -= len(p.ring)
	}
	if p.n == 0 {
		p.start = 0
	}
	if p.n <= p.max/2 || p.max < 2*AtomicSize {
		wake(&p.space)
	}
}

// Write waits for room and returns when all of b is in the pipe: EPIPE when
// nobody reads, the cause of ctx when that ended, with the count of bytes that
// went in.
func (p *Pipe) Write(ctx context.Context, b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	done := 0
	for {
		if p.readers == 0 {
			return done, syscall.EPIPE
		}
		if done == len(b) {
			return done, nil
		}
		need := 1
		if len(b) <= AtomicSize {
			need = min(len(b), p.max)
		}
		if p.max-p.n < need {
			if err := p.wait(ctx, &p.space); err != nil {
				return done, err
			}
			continue
		}
		done += p.put(b[done:])
		wake(&p.data)
	}
}

func (p *Pipe) put(b []byte) int {
	n := min(len(b), p.max-p.n)
	p.grow(p.n + n)
	b = b[:n]
	for len(b) > 0 {
		at := p.start + p.n
		end := len(p.ring)
		if at >= end {
			at -= end
			end = p.start
		}
		c := copy(p.ring[at:end], b)
		p.n += c
		b = b[c:]
	}
	return n
}

func (p *Pipe) grow(want int) {
	if want <= len(p.ring) {
		return
	}
	size := max(len(p.ring), firstSize)
	for size < want {
		size *= 2
	}
	ring := make([]byte, min(size, p.max))
	k := copy(ring, p.front())
	copy(ring[k:], p.ring[:p.n-k])
	p.ring, p.start = ring, 0
}

// Ready tells whether Read would return at once.
func (p *Pipe) Ready() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n > 0 || p.writers == 0
}
