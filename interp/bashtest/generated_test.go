package bashtest

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// batch is how many generated scripts one bash runs.
const batch = 25

// single is how often the scripts of a batch run one by one instead, as a -c
// string, a file and on standard input: once in so many batches.
const single = 10

// enough is how many differences are shown; then the comparison ends.
const enough = 20

// A plan is how much is generated.
type plan struct {
	// first is the number of the first script, a multiple of batch; count is that
	// behind the last.
	first, count int
	seed         uint64
	// only are the scripts to compare; empty for all.
	only []int
	// until is when to stop; zero for never.
	until time.Time
}

// generated is how many scripts are compared; AEGISH_SCRIPT_N and
// AEGISH_SCRIPT_SEED ask for more, and for others, AEGISH_SCRIPT_TIME (as 45m)
// for no longer than that, AEGISH_SCRIPT_FROM leaves out those before a number,
// AEGISH_SCRIPT_ONLY asks for some numbers of the seed.
func generated(t *testing.T) plan {
	t.Helper()
	p := plan{count: 5000, seed: 1}
	if testing.Short() {
		p.count = 500
	}
	for name, set := range map[string]func(int){
		"AEGISH_SCRIPT_N": func(n int) { p.count = n }, "AEGISH_SCRIPT_SEED": func(n int) { p.seed = uint64(n) },
		"AEGISH_SCRIPT_FROM": func(n int) { p.first = n - n%batch },
	} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				t.Fatalf("%s=%s is no positive number", name, text)
			}
			set(n)
		}
	}
	for _, text := range strings.Fields(os.Getenv("AEGISH_SCRIPT_ONLY")) {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("AEGISH_SCRIPT_ONLY: %v", err)
		}
		p.only = append(p.only, n)
	}
	if text := os.Getenv("AEGISH_SCRIPT_TIME"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("AEGISH_SCRIPT_TIME: %v", err)
		}
		p.until = time.Now().Add(d)
	}
	return p
}

// A comparison runs generated scripts in both shells.
type comparison struct {
	*testing.T
	plan
	done, marked, different atomic.Int64
	next                    atomic.Int64 // the first script that nobody has taken
	told                    atomic.Int64 // when progress was last told, in nanoseconds
}

// TestGeneratedScriptsDoWhatBashDoes compares random scripts, many to a bash.
func TestGeneratedScriptsDoWhatBashDoes(t *testing.T) {
	t.Parallel()
	c := &comparison{T: t, plan: generated(t)}
	c.next.Store(int64(c.first))
	c.told.Store(time.Now().UnixNano())
	for _, n := range c.only {
		c.alone(n, scenario{script: c.script(n), mode: "c"})
	}
	if len(c.only) > 0 {
		return
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(c.work)
	}
	workers.Wait()
	t.Logf("seed %d: %d scripts compared, %d differ; %d were passed over",
		c.seed, c.done.Load(), c.different.Load(), c.marked.Load())
}

// work takes one batch after another, as long as there are any.
func (c *comparison) work() {
	for {
		first := int(c.next.Add(batch)) - batch
		if first >= c.count || c.different.Load() >= enough || !c.until.IsZero() && time.Now().After(c.until) {
			return
		}
		c.batch(first)
		now, last := time.Now().UnixNano(), c.told.Load()
		if now-last > int64(20*time.Second) && c.told.CompareAndSwap(last, now) {
			fmt.Fprintf(os.Stderr, "seed %d: %d of %d scripts compared, %d differ\n", c.seed, c.done.Load(), c.count, c.different.Load())
		}
	}
}

// script is one of the seed's.
func (c *comparison) script(number int) string {
	return newGenerator(c.seed<<32 + uint64(number)).script()
}

// batch compares the scripts from first on.
func (c *comparison) batch(first int) {
	scripts := make([]string, min(batch, c.count-first))
	for i := range scripts {
		scripts[i] = c.script(first + i)
	}
	if first/batch%single == single-1 {
		modes := []string{"c", "file", "stdin"}
		for i, script := range scripts {
			c.alone(first+i, scenario{script: script, mode: modes[(first/batch/single+i)%len(modes)]})
		}
		c.done.Add(int64(len(scripts)))
		return
	}
	var whole strings.Builder
	whole.WriteString("shopt -s extglob\n")
	for i, script := range scripts {
		fmt.Fprintf(&whole, "echo '=== %d'\n(\n%s)\necho \"=== status $?\"\n", i, script)
	}
	theirs, ours := c.both(scenario{script: whole.String(), mode: "c"})
	if theirs.status == tooSlow {
		for i, script := range scripts {
			c.alone(first+i, scenario{script: script, mode: "c"})
		}
		c.done.Add(int64(len(scripts)))
		return
	}
	behind, before := "", c.different.Load()
	for i, script := range scripts {
		from, to := fmt.Sprintf("=== %d\n", i), fmt.Sprintf("=== %d\n", i+1)
		their, our := between(theirs.stdout, from, to), between(ours.stdout, from, to)
		switch {
		case !strings.Contains(theirs.stdout, from):
			// The scripts have to be well-formed.
			c.different.Add(1)
			c.Errorf("seed %d: bash did not come to script %d, behind\n%s", c.seed, first+i, scripts[max(i-1, 0)])
			return
		case unstable(their) || strings.Contains(their, fmt.Sprintf("=== status %d\n", crashed)):
			c.marked.Add(1)
		case their != our && !c.alone(first+i, scenario{script: script, mode: "c"}):
			if behind == "" {
				behind = fmt.Sprintf("seed %d, script %d, behind others in one shell\n%s\n=== bash:\n%s\n=== interpreter:\n%s", c.seed, first+i, script, clip(their), clip(our))
			}
		}
	}
	if behind != "" && c.different.Load() == before {
		// Not because of files that one which differs alone has left.
		c.different.Add(1)
		c.Error(behind)
	}
	c.done.Add(int64(len(scripts)))
}

// alone compares one script and tells whether it differs.
func (c *comparison) alone(number int, sc scenario) bool {
	theirs, ours := c.both(sc)
	if unstable(theirs.stdout) || strings.Contains(theirs.stderr, ": double free detected") || theirs.status == crashed || theirs.status == tooSlow {
		c.marked.Add(1)
		return false
	}
	if theirs.sameAs(ours) {
		return false
	}
	if c.different.Add(1) <= enough {
		short := c.shrink(sc)
		theirs, ours = c.both(short)
		c.Errorf("seed %d, script %d, mode %s\n%s\n=== cut down:\n%s\n=== bash: %v\n=== interpreter: %v",
			c.seed, number, sc.mode, sc.script, short.script, theirs, ours)
	}
	return true
}

// sameAs compares what a script shows apart from messages.
func (o outcome) sameAs(other outcome) bool {
	return o.status == other.status && o.stdout == other.stdout
}

// between is the part of text between two marks; where the second is missing
// it goes to the end.
func between(text, from, to string) string {
	_, text, _ = strings.Cut(text, from)
	text, _, _ = strings.Cut(text, to)
	return text
}

// crashed is the status of a bash that a segmentation fault ended, tooSlow of one
// that had no answer in time: it tries all ways in which an extended pattern may
// match, and their number doubles with each character.
const (
	crashed = 128 + int(syscall.SIGSEGV)
	tooSlow = 128 + int(syscall.SIGKILL)
)

// unstable tells whether bash shows marks of its own, or all variables, by a
// declare that an eval made: they tell about the host.
func unstable(text string) bool { return marks(text) || strings.Contains(text, "BASH_VERSINFO=") }

// marks tells whether bash shows marks of its own: it puts 0x01 and 0x7f before
// and for what was quoted, and in some words with lists under a null IFS they
// stay there.
func marks(text string) bool {
	return strings.ContainsAny(text, "\x01\x7f") || strings.Contains(text, `\001`) || strings.Contains(text, `\177`)
}
