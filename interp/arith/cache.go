package arith

import "sync"

// Bounds of a Cache: how many programs it keeps at most, and how long a text
// may be that it keeps.
const (
	cacheEntries = 2048
	cacheText    = 4096
)

// A Cache keeps compiled expressions by their text. The zero value is ready;
// goroutines may share it. It holds two generations of cacheEntries/2: what was
// not used since the younger one began is dropped when that is full.
type Cache struct {
	mu         sync.Mutex
	young, old map[string]*Program
}

// Compile is Compile with the cache: also values of variables that are
// expressions are then looked up in it.
func (c *Cache) Compile(src string) (*Program, error) {
	if len(src) > cacheText {
		return compile(src, 0, c)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p, ok := c.young[src]; ok {
		return p, nil
	}
	p, ok := c.old[src]
	if !ok {
		var err error
		if p, err = compile(src, 0, c); err != nil {
			return nil, err
		}
	}
	if len(c.young) >= cacheEntries/2 {
		c.old, c.young = c.young, nil
	}
	if c.young == nil {
		c.young = make(map[string]*Program)
	}
	c.young[src] = p
	return p, nil
}

// Eval compiles src and evaluates it.
func (c *Cache) Eval(src string, env Env) (int64, error) {
	p, err := c.Compile(src)
	if err != nil {
		return 0, err
	}
	return p.Eval(env)
}
