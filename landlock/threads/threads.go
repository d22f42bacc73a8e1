// Package threads puts every thread of the running process into a Landlock
// domain. The kernel restricts one thread at a time before Landlock ABI 8.
//
// It knows nothing of rulesets but their descriptor. It is the only package with
// C code besides bashast: a signal handler that is not Go's has to run on threads
// that no Go code can be given to. A program without C code has none of those.
package threads

import (
	"errors"
	"os"
	"sync"
	"time"
)

const (
	// Limit is how long the threads have to answer. They take a tenth of a millisecond.
	Limit = 10 * time.Second
	// Most is how many other threads there may be.
	Most = 4096
)

var (
	// ErrTooMany says that there are more than Most other threads.
	ErrTooMany = errors.New("too many threads")
	// ErrTooLate says that a thread does not answer, or that new ones keep coming.
	ErrTooLate = errors.New("the threads do not answer")
)

// one at a time: the answers of threads are at one place.
var one sync.Mutex

// Restrict has this thread, and then every other thread of this process, set
// no_new_privs and enter a domain of the ruleset (PR_SET_NO_NEW_PRIVS(2const),
// landlock_restrict_self(2)). Threads that they start inherit both. The others
// do it in a handler of the first real-time signal, which the Go runtime neither
// uses nor blocks.
//
// When this thread may not, the others have not been asked. Any other error leaves
// threads that are restricted and some that are perhaps not: the process has to
// end. tasks is /proc/self/task (proc_pid_task(5)), opened before; it is read
// again and again, which a domain that does not have it allows.
func Restrict(ruleset, tasks *os.File) error {
	one.Lock()
	defer one.Unlock()
	return restrict(ruleset, tasks, Limit, Most)
}
