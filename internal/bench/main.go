// Command bench measures what aegish adds to a command, as ratios to plain
// bash taken in one run: this and any other machine is noisy, and a ratio of
// medians from interleaved rounds is what can be compared. `make bench` runs
// it on the built binaries.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

// A contender runs the same command n times and reports how long that took.
type contender struct {
	name  string
	round func(n int) (time.Duration, error)
	times []time.Duration // per command, one for each round
}

func main() {
	bin := flag.String("bin", "bin", "directory with aegish and dropper")
	rounds := flag.Int("rounds", 15, "rounds; each contender runs once in each")
	perRound := flag.Int("n", 40, "commands in a round")
	flag.Parse()
	if err := run(*bin, *rounds, *perRound); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(bin string, rounds, n int) error {
	aegish, err := filepath.Abs(filepath.Join(bin, "aegish"))
	if err != nil {
		return err
	}
	all, err := contenders(aegish)
	if err != nil {
		return err
	}
	parts, release, err := steps(filepath.Dir(aegish))
	if err != nil {
		return err
	}
	defer release()
	if err := measure(slices.Concat(all, parts), rounds, n); err != nil {
		return err
	}
	print(all)
	fmt.Println("\none command from a running session, step by step:")
	print(parts)
	rss, err := peakRSS(aegish)
	if err != nil {
		return err
	}
	fmt.Printf("\npeak RSS of an aegish session over 200 commands: %.1f MB\n", float64(rss)/1024)
	return nil
}

// measure runs everybody in turns.
func measure(all []*contender, rounds, n int) error {
	for round := range rounds {
		fmt.Fprintf(os.Stderr, "\rround %d of %d", round+1, rounds)
		for _, c := range all {
			took, err := c.round(n)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			c.times = append(c.times, took/time.Duration(n))
		}
	}
	fmt.Fprint(os.Stderr, "\r                    \r")
	return nil
}

// contenders are bash alone, aegish in its forms, and the peers that this
// machine has.
func contenders(aegish string) ([]*contender, error) {
	const command = ":"
	all := []*contender{
		{name: "bash -c", round: each("/bin/bash", "-c", command)},
		{name: "bash with an EXIT trap that runs env -0", round: each("/bin/bash", "--norc", "--noprofile", "-c",
			"trap '{ pwd -P; /usr/bin/env -0; } >/dev/null' EXIT; "+command)},
		{name: "aegish session, each command", round: session(aegish, command)},
		{name: "aegish -c", round: each(aegish, "-c", command)},
		{name: "aegish run", round: each(aegish, "run", "--", command)},
	}
	if path, err := exec.LookPath("landrun"); err == nil {
		all = append(all, &contender{name: "landrun", round: each(path, "--rox", "/", "/bin/bash", "-c", command)})
	}
	if path, err := exec.LookPath("bwrap"); err == nil {
		all = append(all, &contender{name: "bubblewrap", round: each(path, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "/bin/bash", "-c", command)})
	}
	for _, c := range all { // a first run fills the caches and finds errors
		if _, err := c.round(1); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return all, nil
}

// each starts one process for each command.
func each(argv ...string) func(int) (time.Duration, error) {
	return func(n int) (time.Duration, error) {
		begin := time.Now()
		for range n {
			cmd := exec.Command(argv[0], argv[1:]...)
			if out, err := cmd.CombinedOutput(); err != nil {
				return 0, fmt.Errorf("%w: %s", err, out)
			}
		}
		return time.Since(begin), nil
	}
}

// session feeds n commands to one aegish, whose own start does not count.
func session(aegish, command string) func(int) (time.Duration, error) {
	return func(n int) (time.Duration, error) {
		cmd := exec.Command(aegish)
		in, err := cmd.StdinPipe()
		if err != nil {
			return 0, err
		}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		ready, err := cmd.StdoutPipe()
		if err != nil {
			return 0, err
		}
		if err := cmd.Start(); err != nil {
			return 0, err
		}
		one := make([]byte, 1)
		fmt.Fprintln(in, "echo")
		if _, err := ready.Read(one); err != nil {
			return 0, fmt.Errorf("%w: %s", err, errs.String())
		}
		begin := time.Now()
		fmt.Fprint(in, strings.Repeat(command+"\n", n)+"echo\n")
		if _, err := ready.Read(one); err != nil {
			return 0, fmt.Errorf("%w: %s", err, errs.String())
		}
		took := time.Since(begin)
		in.Close()
		if err := cmd.Wait(); err != nil {
			return 0, fmt.Errorf("%w: %s", err, errs.String())
		}
		return took * time.Duration(n) / time.Duration(n+1), nil
	}
}

// peakRSS is the most memory, in KiB, that a session of 200 commands held.
func peakRSS(aegish string) (int64, error) {
	cmd := exec.Command(aegish)
	cmd.Stdin = strings.NewReader(strings.Repeat("export A=$((A+1))\n", 200))
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w: %s", err, out)
	}
	return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss, nil
}

func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

func print(all []*contender) {
	base := median(all[0].times)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ratio\tmedian\tfastest\t\t")
	for _, c := range all {
		m := median(c.times)
		fmt.Fprintf(w, "%.2f\t%d us\t%d us\t\t%s\n", float64(m)/float64(base), m.Microseconds(), slices.Min(c.times).Microseconds(), c.name)
	}
	w.Flush()
}
