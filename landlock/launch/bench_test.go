package launch_test

import (
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// BenchmarkLaunch starts /bin/true and `bash -c :` directly and through each
// build of the dropper, from this long-lived process. The rounds interleave so
// that drift of the machine hits all alike; median-us is the median of a
// launch in microseconds and x-direct its ratio to the direct start.
func BenchmarkLaunch(b *testing.B) {
	programs := []struct {
		name string
		spec launch.Spec
	}{
		{"true", launch.Spec{Path: "/bin/true", Argv: []string{"true"}}},
		{"bash", launch.Spec{Path: "/bin/bash", Argv: []string{"bash", "--norc", "--noprofile", "-c", ":"}}},
	}
	for _, p := range programs {
		p.spec.Ruleset, p.spec.NoNewPrivs = launch.NoRuleset, true
		p.spec.Env = []string{"PATH=/usr/bin:/bin", "LANG=C.UTF-8"}
		starts := []start{{"direct", func() error { return direct(p.spec) }}}
		for _, d := range droppers {
			starts = append(starts, start{d.Name, func() error { return through(d, p.spec) }})
		}
		b.Run(p.name, func(b *testing.B) { compare(b, starts) })
	}
}

type start struct {
	name string
	run  func() error
}

func compare(b *testing.B, starts []start) {
	b.ReportAllocs()
	took := make([][]time.Duration, len(starts))
	for b.Loop() {
		for i, s := range starts {
			begin := time.Now()
			if err := s.run(); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(begin))
		}
	}
	var base float64
	for i, s := range starts {
		slices.Sort(took[i])
		median := float64(took[i][len(took[i])/2].Nanoseconds()) / 1e3
		if i == 0 {
			base = median
		}
		b.ReportMetric(median, s.name+"-median-us")
		b.ReportMetric(median/base, s.name+"-x-direct")
	}
	b.ReportMetric(0, "ns/op")
}

func direct(s launch.Spec) error {
	cmd := exec.Cmd{Path: s.Path, Args: s.Argv, Env: s.Env}
	return cmd.Run()
}

func through(d launchtest.Dropper, s launch.Spec) error {
	encoded, err := s.Encode()
	if err != nil {
		return err
	}
	payload, err := launchtest.Payload(encoded)
	if err != nil {
		return err
	}
	defer payload.Close()
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	cmd := exec.Cmd{Path: d.Path, Args: []string{"dropper"}, Env: []string{}, ExtraFiles: []*os.File{payload, w}}
	if err := cmd.Start(); err != nil {
		return err
	}
	w.Close()
	var report [256]byte
	if n, _ := r.Read(report[:]); n > 0 {
		failure, _ := launch.ParseFailure(report[:n])
		return failure
	}
	return cmd.Wait()
}
