package interp_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp"
)

// TestOutputIsBounded floods the standard streams by builtins, commands,
// pipelines and jobs: the Run ends with a message, whatever the writer makes of
// its failure, and the next Run has all of the limit again.
func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	const most, message = 20_000, "w: line 1: limit exceeded: output bytes (20000); see interp.limits.output_bytes\n"
	for _, script := range []string{
		"while :; do echo flood; done", "while :; do echo flood; done 2>&1 >&2", "yes", "yes | cat", "yes >&2; echo", "yes || :; while :; do :; done", "cat /dev/zero", "seq 1 99999999",
		"awk 'BEGIN { for (;;) print }'", "sed ':a;p;ba' <<< x", "jq -n 'repeat(1)'", "set -x; while :; do :; done", "yes & wait; while :; do :; done", "(yes)", "x=$(yes >&2); :", "cat <(yes)",
		"while :; do nosuch; done", "yes | tee /dev/stderr > /dev/null", "timeout 9 yes", "exec yes", "printf %30000d 1; echo not reached",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			limits := interp.AgentLimits()
			limits.OutputBytes = most
			var out, errs bytes.Buffer
			s := session(t, "/w", &out, &errs, interp.WithName("w"), interp.WithLimits(limits), interp.WithRegistry(allTools(t)), interp.WithFS(world(t, allTools(t))))
			res, err := s.Run(t.Context(), script)
			if err == nil || res.Status != 125 || res.Limit != "output_bytes" {
				t.Errorf("%+v, %v", res, err)
			}
			if n := out.Len() + errs.Len() - len(message); n != most {
				t.Errorf("%d bytes", n)
			}
			if text := errs.String(); !strings.Contains(text, message[len("w: line 1: "):]) {
				t.Errorf("it said %q", text[max(len(text)-200, 0):])
			}
			out.Reset()
			if res, err := s.Run(t.Context(), "echo on; printf %19000d 1 >&2"); err != nil || res.Status != 0 || out.String() != "on\n" {
				t.Errorf("the next: %+v, %v, %q", res, err, out.String())
			}
		})
	}
}
