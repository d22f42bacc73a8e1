package pattern

import "sync"

// Bounds of a Cache: how many patterns it keeps at most, and how long a text
// may be that it keeps.
const (
	cacheEntries = 1024
	cacheText    = 4096
)

type cacheKey struct {
	text string
	opts Options
}

// A Cache keeps compiled patterns. The zero value is ready; goroutines may
// share it. It holds two generations: what was not used since the younger one
// began is dropped when that is full.
type Cache struct {
	mu         sync.Mutex
	young, old map[cacheKey]*Pattern
}

// Compile is Compile with the cache.
func (c *Cache) Compile(text string, opts Options) *Pattern {
	if len(text) > cacheText {
		return Compile(text, opts)
	}
	key := cacheKey{text, opts}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.young[key]; ok {
		return p
	}
	p, ok := c.old[key]
	if !ok {
		p = Compile(text, opts)
	}
	if len(c.young) >= cacheEntries/2 {
		c.old, c.young = c.young, nil
	}
	if c.young == nil {
		c.young = make(map[cacheKey]*Pattern)
	}
	c.young[key] = p
	return p
}
