package runner

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits bound what a script may use. Zero means no limit, except where
// a default is named. Counts are those of one Run.
type Limits struct {
	// Time is the wall time of one Run and of one background job.
	Time time.Duration
	// Commands counts simple commands, LoopIterations the rounds of all
	// loops. A program of awk or sed may go round ten times as often.
	Commands       int64
	LoopIterations int64
	// CallDepth bounds calls of functions, eval, source, traps and
	// substitutions inside each other (default 1,000).
	CallDepth int
	// SubstDepth bounds subshells and substitutions inside each other
	// (default 200).
	SubstDepth int
	// StringBytes is the longest string, ArrayElements the highest count of
	// an array's elements, LiveBytes what all variables hold together.
	StringBytes   int
	ArrayElements int
	LiveBytes     int64
	// OutputBytes is what goes to the standard output and error of the
	// session.
	OutputBytes int64
	// ExpansionWords is what one brace or pathname expansion gives.
	ExpansionWords int
	HeredocBytes   int
	// Descriptors bounds the descriptors of one shell (default 256).
	Descriptors int
	// Jobs bounds the background jobs that run at one time, Processes
	// everything that runs at one time (default 1,024).
	Jobs      int
	Processes int
	// PatternSteps bounds one match of a pattern or regular expression.
	PatternSteps int
	// ParseDepth bounds the nesting of one command (default 200),
	// CommandBytes its source (default 16 MiB).
	ParseDepth   int
	CommandBytes int
	// HeapBytes is what the whole process may hold in memory, commands and
	// files in memory included. Beyond it, or 7/8 of it without garbage, the Run
	// and all jobs end as if LiveBytes were exceeded. It is for processes that
	// have no other work.
	HeapBytes int64
}

// DefaultLimits are generous enough that ordinary scripts never meet them.
func DefaultLimits() Limits {
	return Limits{
		Time: 24 * time.Hour, Commands: 50_000_000, LoopIterations: 10_000_000, CallDepth: 1000, SubstDepth: 200,
		StringBytes: 64 << 20, ArrayElements: 2_000_000, LiveBytes: 512 << 20,
		OutputBytes: 1 << 30, ExpansionWords: 1_000_000, HeredocBytes: 16 << 20,
		Descriptors: 256, Jobs: 256, Processes: 1024, PatternSteps: 50_000_000,
		ParseDepth: 200, CommandBytes: 16 << 20,
	}
}

// AgentLimits are the small profile, for scripts that a program wrote.
func AgentLimits() Limits {
	return Limits{
		Time: 2 * time.Minute, Commands: 1_000_000, LoopIterations: 1_000_000,
		CallDepth: 500, SubstDepth: 100, StringBytes: 16 << 20, ArrayElements: 1_000_000,
		LiveBytes: 128 << 20, OutputBytes: 16 << 20, ExpansionWords: 100_000,
		HeredocBytes: 4 << 20, Descriptors: 64, Jobs: 32, Processes: 128,
		PatternSteps: 10_000_000, ParseDepth: 200, CommandBytes: 4 << 20,
	}
}

// roundsPerLoop is how many rounds of awk's or sed's loops are as much as one of
// the shell's.
const roundsPerLoop = 10

// orDefault fills in the limits without which the interpreter is not safe.
func (l Limits) orDefault() Limits {
	set := func(n *int, d int) {
		if *n <= 0 {
			*n = d
		}
	}
	set(&l.CallDepth, 1000)
	set(&l.SubstDepth, 200)
	set(&l.Descriptors, 256)
	set(&l.Processes, 1024)
	set(&l.Jobs, 256)
	set(&l.ParseDepth, 200)
	return l
}

// held is what one more command may hold while others run: less the more there
// are, and never so much that a copy of it, as when a buffer grows, is more than
// the process may hold.
func (l Limits) held(others int64) int64 {
	n := orElse(l.LiveBytes, 512<<20) / (1 + others)
	if l.HeapBytes > 0 {
		n = min(n, max(l.HeapBytes/2, leastText))
	}
	return n
}

// few is how many shells or commands beside one another have all of what one may
// have, leastText and leastElements what each of very many has.
const (
	few           = 4
	leastText     = 1 << 20
	leastElements = 100_000
)

// text is the longest string for one more shell or command while others run:
// StringBytes, and with many of them less, because what makes a string holds
// parts and copies of it, too.
func (l Limits) text(others int64) int {
	longest := orElse(l.StringBytes, 64<<20)
	if others < few {
		return longest
	}
	return min(longest, max(leastText, int(orElse(l.LiveBytes, 512<<20)/2/(1+others))))
}

// elements is how many an array of one more shell may have while others run.
func (l Limits) elements(others int64) int {
	most := orElse(l.ArrayElements, 8_000_000)
	if others < few {
		return most
	}
	return min(most, max(leastElements, most*few/int(1+others)))
}

// Names of limits that are met in more than one place.
const (
	limitTime    = "time"
	limitOutput  = "output_bytes"
	limitLive    = "live_bytes"
	limitHeredoc = "heredoc_bytes"
)

// spareOutput is how much the message about a limit may take beyond
// OutputBytes.
const spareOutput = 4096

// A LimitError tells that a limit was exceeded. It ends the Run with status
// 125.
type LimitError struct {
	// Name is the limit as in the configuration, such as loop_iterations.
	Name string
	// Limit is the bound that was met; of the limit time it is a
	// time.Duration.
	Limit int64
}

func (e *LimitError) Error() string {
	bound := strconv.FormatInt(e.Limit, 10)
	if e.Name == limitTime {
		bound = time.Duration(e.Limit).String()
	}
	return fmt.Sprintf("limit exceeded: %s (%s); see interp.limits.%s", strings.ReplaceAll(e.Name, "_", " "), bound, e.Name)
}
