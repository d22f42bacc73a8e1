package files_test

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/files"
)

// TestDf compares titles, as words, messages and status: how much space there is
// differs.
func TestDf(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		".", "-h .", "-H .", "-i .", "-T .", "-k .", "-m .", "-P .", "-PT .", "-P -m .", "-Ph .", "-P --block-size=1M .", "-iT .", "--output .", "--output=source,target .", "--output=pcent,avail,size,used --output=file .", "--output=nope .", "--output=size,size .", "--output -i .", "--output=size -T .",
		"--total .", "-t nope .", "missing", "missing .", "-x nope .", "-B 1M .", "-B x .", "--sync .", "-Q", "--outp=itotal,iused,iavail,ipcent .", "-v -a -l .", "--no-sync -h --output=size .",
	} {
		c := commandtest.Case{Args: strings.Fields(line)}
		want, found := commandtest.Host(t, "df", c)
		got := commandtest.Run(t, files.Commands()["df"], "df", c)
		first := func(s string) string {
			line, _, _ := strings.Cut(s, "\n")
			return strings.Join(strings.Fields(line), " ")
		}
		if found && (first(got.Stdout) != first(want.Stdout) || got.Stderr != want.Stderr || got.Status != want.Status || strings.Count(got.Stdout, "\n") != strings.Count(want.Stdout, "\n")) {
			t.Errorf("%s: %d\n%s%s, want %d\n%s%s", line, got.Status, got.Stdout, got.Stderr, want.Status, want.Stdout, want.Stderr)
		}
	}
}
