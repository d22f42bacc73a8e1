package pipe

import (
	"bytes"
	"context"
)

// ReadUntil reads up to and including the first delim, at most limit bytes,
// and leaves what follows in the pipe. It returns what it had read together
// with io.EOF or the cause of ctx.
func (p *Pipe) ReadUntil(ctx context.Context, delim byte, limit int) ([]byte, error) {
	var out []byte
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(out) < limit {
		if err := p.awaitData(ctx); err != nil {
			return out, err
		}
		chunk := p.front()
		if rest := limit - len(out); len(chunk) > rest {
			chunk = chunk[:rest]
		}
		i := bytes.IndexByte(chunk, delim)
		if i >= 0 {
			chunk = chunk[:i+1]
		}
		out = append(out, chunk...)
		p.consume(len(chunk))
		if i >= 0 {
			break
		}
	}
	return out, nil
}
