package cli

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/landlock"
)

// A kernel that can not give the sandbox is a refusal that names the ways out.
func TestSandboxHelpNamesTheOptOuts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err   error
		names []string
	}{
		"no Landlock":     {landlock.ErrNotSupported, []string{"landlock.enabled = false", "--profile observe", "lsm="}},
		"too low an ABI":  {&landlock.UnsupportedError{ABI: 1, MinABI: 3, Missing: []string{"truncate"}}, []string{"landlock.best_effort = true", "landlock.min_abi", "truncate"}},
		"another failure": {&landlock.PathError{Set: "read", Path: "/x", Err: landlock.ErrNotAbsolute}, []string{"/x"}},
	} {
		got := sandboxHelp(tt.err).Error()
		for _, want := range tt.names {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q does not name %q", name, got, want)
			}
		}
	}
}
