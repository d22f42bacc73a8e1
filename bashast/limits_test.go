package bashast_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/bashast"
)

// What one parse may cost at most, whatever the input is.
const (
	maxParseTime = 250 * time.Millisecond
	maxParseRSS  = 64 << 20 // bytes, of the whole process
)

// fragments are repeated, alone and in pairs, up to the size limit.
var fragments = []string{
	"a|", "a&", "a;", "a&&", "a||", "(", ")", "((", "{ ", "} ", "$(", "${", "$((", "$[", "`", "\"", "'", "$'", "<(", ">(", "<<a ", "<<<", ">", "<", ">&",
	"a[", "a=(", "[[ ", "]]", "[", "@(", "case a in ", "if a;then ", "for a in ", "while a;do ", "a()", "function a ", "coproc ", "time ", "! ",
	"\\\n", "\\", "\n", " ", "a ", "''", "\"\" ", "\\\\", "=", "==", "~", "#", "a#", "$", "$ ", "}", "]", "1 ", "%", "{}", "{} ", "!", "é", "\u00a0", "a\\\n", "\\ ", "'a' ", "$'a'", "a=b ", "-", ",", "&", "|",
}

// pathological yields each fragment repeated up to the limit, then pairs, then
// some of both behind a plain command.
func pathological(yield func(name, in string)) {
	fill := func(prefix, s string) {
		n := (bashast.MaxInput - len(prefix)) / len(s)
		yield(fmt.Sprintf("%s%s…", prefix, s), prefix+strings.Repeat(s, n))
	}
	for _, s := range fragments {
		fill("", s)
		fill("a ", s)
	}
	for i, s := range fragments {
		for _, step := range []int{1, 7, 19, 31} {
			fill("", s+fragments[(i+step)%len(fragments)])
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 150 {
		prefix, s := "", ""
		for range 1 + r.IntN(3) {
			prefix += fragments[r.IntN(len(fragments))]
			s += fragments[r.IntN(len(fragments))]
		}
		fill(prefix, s)
	}
	for _, s := range []string{"$(", "(", "${a:-", "`", "\"$(", "<("} {
		for _, closer := range []string{")", "}", "\"", " "} {
			n := bashast.MaxInput / (len(s) + len(closer)) / 2
			yield(s+closer, "a "+strings.Repeat(s, n)+strings.Repeat(closer, n))
		}
	}
}

// cost is what one parse took.
type cost struct {
	name string
	code bashast.Code
	took time.Duration // of the processor: a busy machine is not our doing
	rss  int64         // peak, bytes
}

const limitsChild = "AEGISH_GATE_LIMITS_CHILD"

// TestPathologicalInputs measures in a process of its own, where no other test
// runs beside it.
func TestPathologicalInputs(t *testing.T) {
	if os.Getenv(limitsChild) != "" {
		measurePathological(t)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestPathologicalInputs$", "-test.v")
	cmd.Env = append(os.Environ(), limitsChild+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

func measurePathological(t *testing.T) {
	var costs []cost
	pathological(func(name, in string) {
		c := measure(t, name, in)
		if c.took > overhead*maxParseTime || c.rss > overhead*maxParseRSS {
			t.Errorf("%q: %v, %d MiB", name, c.took, c.rss>>20)
		}
		costs = append(costs, c)
	})
	if len(costs) < 300 {
		t.Errorf("only %d inputs", len(costs))
	}
	slices.SortFunc(costs, func(a, b cost) int { return int(b.took - a.took) })
	var rss int64
	for _, c := range costs {
		rss = max(rss, c.rss)
	}
	t.Logf("%d inputs of up to %d bytes; peak RSS %d MiB; slowest:", len(costs), bashast.MaxInput, rss>>20)
	for _, c := range costs[:15] {
		t.Logf("%-24q %8.1f ms %4d MiB  %s", c.name, c.took.Seconds()*1000, c.rss>>20, c.code)
	}
}

func measure(t *testing.T, name, in string) cost {
	resetPeak(t)
	start := processorTime(t)
	_, violation := bashast.Parse([]byte(in))
	return cost{name, codeOf(violation), processorTime(t) - start, memory(t, "VmHWM:")}
}

// processorTime is what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestMemoryStaysFlat parses 150,000 times in a process of its own.
func TestMemoryStaysFlat(t *testing.T) {
	if os.Getenv(limitsChild) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestMemoryStaysFlat$", "-test.v")
		cmd.Env = append(os.Environ(), limitsChild+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		} else {
			t.Logf("%s", out)
		}
		return
	}
	inputs := []string{
		"ls -la", "git commit -m 'a b'", "a | b", "a $(b) ${c}", "a 'b", "echo ==", "a <<E\nx\nE", "a " + strings.Repeat("b ", 50), "ｒｍ é",
	}
	rss := func(rounds int) int64 {
		for i := range rounds {
			bashast.Parse([]byte(inputs[i%len(inputs)]))
		}
		runtime.GC()
		return memory(t, "VmRSS:")
	}
	before := rss(15000)
	after := rss(135000)
	t.Logf("RSS after 15,000 parses %d KiB, after 150,000 %d KiB", before>>10, after>>10)
	if after > before+overhead*(4<<20) {
		t.Errorf("RSS grew from %d to %d KiB", before>>10, after>>10)
	}
}

// resetPeak makes the kernel forget the highest RSS so far (proc(5),
// clear_refs).
func resetPeak(t *testing.T) {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Fatal(err)
	}
}

// memory reads a field of proc(5)'s status, in bytes: VmRSS, or VmHWM for the
// highest one since resetPeak.
func memory(t *testing.T, field string) int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), field)
	kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}
