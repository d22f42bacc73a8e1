package landlock

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// manyRules returns n directories that nothing merges.
func manyRules(tb testing.TB, n int) []string {
	tb.Helper()
	root := tb.TempDir()
	paths := make([]string, n)
	for i := range paths {
		paths[i] = filepath.Join(root, fmt.Sprint(i))
		if err := os.Mkdir(paths[i], 0o755); err != nil {
			tb.Fatal(err)
		}
	}
	return paths
}

func BenchmarkCompile2000(b *testing.B) {
	p := anyPorts()
	p.Read = manyRules(b, 2000)
	b.ReportAllocs()
	for b.Loop() {
		rs, err := Compile(p)
		if err != nil {
			b.Fatal(err)
		}
		if rs.Report().Rules != 2000 {
			b.Fatal(rs.Report())
		}
		rs.Close()
	}
}

// BenchmarkSandboxed compares `bash -c :` started directly with the same
// through the shipped dropper behind rulesets of several sizes, all in
// interleaved rounds. The unit x-direct is the ratio of the medians.
func BenchmarkSandboxed(b *testing.B) {
	argv := []string{"bash", "--norc", "--noprofile", "-c", ":"}
	direct := func() error {
		cmd := exec.Cmd{Path: "/bin/bash", Args: argv, Env: []string{}}
		return cmd.Run()
	}
	names := []string{"direct"}
	runs := []func() error{direct}
	for _, rules := range []int{0, 20, 2000} {
		p := anyPorts()
		p.Read, p.Execute = append(system(), manyRules(b, rules)...), system()
		rs, err := Compile(p)
		if err != nil {
			b.Fatal(err)
		}
		defer rs.Close()
		c := launchtest.Command{
			Dropper: droppers[0],
			Spec: launch.Spec{Path: "/bin/bash", Argv: argv, Ruleset: 5, NoNewPrivs: true,
				RestrictFlags: rs.RestrictFlags()},
			Files: map[int]*os.File{5: rs.File()},
		}
		names = append(names, fmt.Sprint(rules, "-rules"))
		runs = append(runs, func() error {
			res, err := c.Run()
			if err == nil && (res.Failed || res.Code != 0) {
				err = fmt.Errorf("%+v", res)
			}
			return err
		})
	}
	took := make([][]time.Duration, len(runs))
	b.ReportAllocs()
	for b.Loop() {
		for i, run := range runs {
			begin := time.Now()
			if err := run(); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(begin))
		}
	}
	var base time.Duration
	for i := range took {
		slices.Sort(took[i])
		median := took[i][len(took[i])/2]
		if i == 0 {
			base = median
		}
		b.ReportMetric(float64(median)/float64(base), names[i]+"-x-direct")
	}
}
