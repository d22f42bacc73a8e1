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
	"github.com/aegish/aegish/internal/runsize"
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

// subsets are the two ways to read an input.
var subsets = []struct {
	name  string
	parse func(string) *bashast.Violation
}{
	{"simple", func(in string) *bashast.Violation {
		_, violation := bashast.Parse([]byte(in))
		return violation
	}},
	{"compound", func(in string) *bashast.Violation {
		_, violation := bashast.ParseProgram([]byte(in), allowed)
		return violation
	}},
}

// heavy yields accepted programs, or nearly so, that are as hard for the C
// parser as the limits allow.
func heavy(yield func(name, in string)) {
	pieces := []string{
		"a|", "a&&", "a||", "a;", "a\n", "a|&", "(a)|", "{ a;};", "! a;", "x=1 a|", "a<<<x;", "a>f 2>&1;", "a 'b' \"c\" d\\e|", "a \"$x\" $?;",
		"if a;then b;fi;", "for x in a;do b;done;", "while a;do b;done|", "case a in b) c;; esac;", "a <<E\nx\nE\n", "a # b\n", "time a;", "a \\\n|", "a &&\n",
	}
	filler := strings.Repeat("bb ", bashast.MaxInput/3)
	for _, piece := range pieces {
		for _, n := range []int{333, 499, 999, 1000} {
			program := strings.Repeat(piece, n) + "a "
			if len(program) > bashast.MaxInput {
				continue
			}
			yield(fmt.Sprintf("%d times %s", n, piece), program)
			yield(fmt.Sprintf("%d times %s and words", n, piece), program+filler[:bashast.MaxInput-len(program)])
		}
	}
	for _, nest := range [][2]string{{"( ", ") "}, {"{ ", "; }"}, {"if a; then ", "; fi"}, {"while a; do ", "; done"}, {"case a in b) ", ";; esac"}, {"a | (", ")"}} {
		for _, n := range []int{31, 33, 1000} {
			in := strings.Repeat(nest[0], n) + "a" + strings.Repeat(nest[1], n)
			yield(fmt.Sprintf("%d deep %s", n, nest[0]), in)
			yield(fmt.Sprintf("%d deep %s, many", n, nest[0]), strings.Repeat(in+"\n", max(1, bashast.MaxInput/(len(in)+1))))
		}
	}
	for _, body := range []string{"x\n", "\\\n", "\t\n", "\n", "\\$\n", "E \n"} {
		for _, op := range []string{"<<E", "<<-E", "<<'E'"} {
			head := "a " + op + "\n"
			yield("body of "+body, head+strings.Repeat(body, (bashast.MaxInput-len(head)-2)/len(body))+"\nE")
		}
	}
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
	subset, name string
	code         bashast.Code
	took         time.Duration // of the processor: a busy machine is not our doing
	rss          int64         // peak, bytes
}

const limitsChild = "AEGISH_GATE_LIMITS_CHILD"

// TestPathologicalInputs measures in a process of its own, where no other test
// runs beside it.
func TestPathologicalInputs(t *testing.T) {
	t.Parallel()
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
	take := func(name, in string) {
		for i := range subsets {
			c := measure(t, i, name, in)
			if c.took > overhead*maxParseTime || c.rss > overhead*maxParseRSS {
				t.Errorf("%s %q: %v, %d MiB", c.subset, name, c.took, c.rss>>20)
			}
			costs = append(costs, c)
		}
	}
	pathological(take)
	heavy(take)
	if len(costs) < 2*300 {
		t.Errorf("only %d inputs", len(costs)/2)
	}
	slices.SortFunc(costs, func(a, b cost) int { return int(b.took - a.took) })
	var rss int64
	for _, c := range costs {
		rss = max(rss, c.rss)
	}
	t.Logf("%d inputs of up to %d bytes; peak RSS %d MiB; slowest:", len(costs)/2, bashast.MaxInput, rss>>20)
	for _, c := range costs[:20] {
		t.Logf("%-8s %-40q %8.1f ms %4d MiB  %s", c.subset, c.name, c.took.Seconds()*1000, c.rss>>20, c.code)
	}
}

func measure(t *testing.T, subset int, name, in string) cost {
	resetPeak(t)
	start := processorTime(t)
	violation := subsets[subset].parse(in)
	return cost{subsets[subset].name, name, codeOf(violation), processorTime(t) - start, memory(t, "VmHWM:")}
}

// processorTime is what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestMemoryStaysFlat parses 150,000 times in a process of its own, every other
// time by the compound subset. AEGISH_GATE_PARSES sets another number.
func TestMemoryStaysFlat(t *testing.T) {
	t.Parallel()
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
		"a; b && c | d >f", "if a; then b; fi; for x in 1 2; do c; done", "cat <<E\nx\nE\nx=1 (a)", "case a in b) c;; esac # d", "a | b & c", "{ a; } >f; export A=1; [ x = y ]",
		"ls -la", "git commit -m 'a b'", "a | b", "a $(b) ${c}", "a 'b", "echo ==", "a <<E\nx\nE", "a " + strings.Repeat("b ", 50), "ｒｍ é",
	}
	rss := func(rounds int) int64 {
		for i := range rounds {
			subsets[i%2].parse(inputs[i/2%len(inputs)])
		}
		runtime.GC()
		return memory(t, "VmRSS:")
	}
	total := runsize.Of(t, "AEGISH_GATE_PARSES", 150000)
	before := rss(total / 10)
	after := rss(total - total/10)
	t.Logf("RSS after %d parses %d KiB, after %d %d KiB", total/10, before>>10, total, after>>10)
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
