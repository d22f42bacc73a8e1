// Command interp measures the interpreter and its commands against bash and the
// host's: the processor time of the same script in both, net of what starting
// them takes, as ratios of the least of interleaved rounds, the memory that
// streams take, and how long starting takes. `make bench-interp` runs it on the
// built binary. A script whose output differs is shown as such, and so is what
// is over its bound.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"text/tabwriter"
	"time"
)

// A measured is one script and the times of both, one for each round.
type measured struct {
	script
	bash, ours []cost
	rss        int64 // of ours, the most, in KiB
	memory     bool
	problem    string
}

// A cost is what one run takes: of processors, with its children's, and from its
// beginning to its end.
type cost struct{ cpu, wall time.Duration }

// Starting is measured startRounds times in each round, since it takes so little,
// and may take maxStart of elapsed time.
const (
	startRounds = 10
	maxStart    = 5 * time.Millisecond
)

func main() {
	bin := flag.String("bin", "bin", "directory with aegish")
	rounds := flag.Int("rounds", 5, "rounds; each script runs once in each")
	only := flag.String("run", "", "the one script to run")
	flag.Parse()
	if err := run(*bin, *rounds, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(bin string, rounds int, only string) error {
	aegish, err := filepath.Abs(filepath.Join(bin, "aegish"))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "aegish-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := bench{aegish: aegish, dir: dir}
	if err := b.prepare(); err != nil {
		return err
	}
	all := []*measured{{script: script{name: "start", text: ":"}}}
	for i, list := range [][]script{scripts, commands, streams} {
		for _, s := range list {
			if only == "" || only == s.name {
				all = append(all, &measured{script: s, memory: i == 2})
			}
		}
	}
	for range rounds {
		for i, m := range all {
			progress("%d of %d: %-40s", i+1, len(all), m.name)
			times := 1
			if i == 0 {
				times = startRounds
			}
			for range times {
				if err := b.round(m); err != nil {
					return fmt.Errorf("%s: %w", m.name, err)
				}
			}
		}
	}
	progress("%60s", "")
	print(all)
	return nil
}

// progress shows what is being measured, on a terminal only.
func progress(format string, args ...any) {
	if st, err := os.Stderr.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(os.Stderr, "\r"+format+"\r", args...)
	}
}

type bench struct{ aegish, dir string }

// prepare writes what the scripts work on, and the configuration that shows
// the directory to the interpreter.
func (b bench) prepare() error {
	config := fmt.Sprintf("engine = \"interp\"\n[interp]\nfs = \"host\"\nroot = %q\n[audit]\nsink = \"none\"\n", b.dir)
	if err := os.WriteFile(filepath.Join(b.dir, "aegish.toml"), []byte(config), 0o600); err != nil {
		return err
	}
	if err := fill(filepath.Join(b.dir, "files"), 5000); err != nil {
		return err
	}
	for i := range 200 {
		if err := fill(fmt.Sprintf("%s/tree/d%02d/e%d", b.dir, i/10, i%10), 100); err != nil {
			return err
		}
	}
	if err := text(filepath.Join(b.dir, textFile), 20<<20); err != nil {
		return err
	}
	_, _, _, err := b.time("bash", materials)
	return err
}

// fill makes a directory with n empty files.
func fill(dir string, n int) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for i := range n {
		if err := os.WriteFile(fmt.Sprintf("%s/file%04d.txt", dir, i), nil, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// text writes lines of words and numbers, the same every time. It holds none
// of them, because the largest resident set of a child begins with ours.
func text(name string, size int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	words := []string{"alpha", "beta", "gamma", "delta", "error", "warning", "notice", "info", "debug", "trace"}
	seed := uint32(1)
	for written := 0; written < size; {
		seed = seed*1664525 + 1013904223
		n := seed >> 8
		line, err := fmt.Fprintf(out, "%s %s line%d key%d value=%d\n", words[n%10], words[n/10%10], n%1000, n/1000%50, n%100000)
		if err != nil {
			return err
		}
		written += line
	}
	return out.Flush()
}

func (b bench) round(m *measured) error {
	theirs, bash, _, err := b.time("bash", m.text)
	if err != nil {
		return err
	}
	mine, ours, rss, err := b.time(b.aegish, m.text)
	switch {
	case err != nil:
		m.problem = err.Error()
	case !bytes.Equal(theirs, mine):
		m.problem = fmt.Sprintf("bash prints %.40q, the interpreter %.40q", theirs, mine)
	}
	m.bash, m.ours, m.rss = append(m.bash, bash), append(m.ours, ours), max(m.rss, rss)
	return nil
}

// time runs a script once and returns its output, what it took, and its largest
// resident set in KiB.
func (b bench) time(shell, text string) ([]byte, cost, int64, error) {
	args := []string{"-c", text}
	if shell == b.aegish {
		args = append([]string{"--config", filepath.Join(b.dir, "aegish.toml")}, args...)
	}
	cmd := exec.Command(shell, args...)
	var out bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.dir, &out, io.Discard
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/"}
	begin := time.Now()
	err := cmd.Run()
	took := cost{wall: time.Since(begin)}
	st := cmd.ProcessState
	if st == nil {
		return nil, took, 0, err
	}
	took.cpu = st.UserTime() + st.SystemTime()
	return out.Bytes(), took, st.SysUsage().(*syscall.Rusage).Maxrss, err
}

func print(all []*measured) {
	startBash, startOurs := least(all[0].bash), least(all[0].ours)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "script\tbash ms\taegish ms\tratio\tbound\tRSS MB\t")
	start := all[0].remark(startOurs.wall > maxStart)
	fmt.Fprintf(w, "start, elapsed\t%.1f\t%.1f\t%.2f\t%.0f ms\t%d\t %s\n", ms(startBash.wall), ms(startOurs.wall),
		ms(startOurs.wall)/ms(startBash.wall), ms(maxStart), all[0].rss>>10, start)
	for _, m := range all[1:] {
		bash := max(least(m.bash).cpu-startBash.cpu, time.Microsecond)
		ours := max(least(m.ours).cpu-startOurs.cpu, 0)
		ratio, bound, held := ms(ours)/ms(bash), fmt.Sprintf("%.2f", m.bound), m.rss>>10
		beyond := ratio > m.bound
		if m.memory {
			bound, beyond = fmt.Sprintf("%.0f MB", m.bound), float64(held) > m.bound
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.2f\t%s\t%d\t %s\n", m.name, ms(bash), ms(ours), ratio, bound, held, m.remark(beyond))
	}
	w.Flush()
}

// least has the least time of each kind.
func least(runs []cost) cost {
	best := runs[0]
	for _, r := range runs[1:] {
		best = cost{min(best.cpu, r.cpu), min(best.wall, r.wall)}
	}
	return best
}

// remark is what the row says of a script that failed or is beyond its bound.
func (m *measured) remark(beyond bool) string {
	if m.problem == "" && beyond {
		return "over"
	}
	return m.problem
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
