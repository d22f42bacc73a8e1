package interp_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/aegish/aegish/interp"
)

// TestTwoWayCommands has the |& of awk: what is written is read before the
// command ends, and an end that is closed stays closed.
func TestTwoWayCommands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ program, want string }{
		{`BEGIN { print "pear\nfig" |& "sort"; close("sort", "to"); while (("sort" |& getline l) > 0) print l; print close("sort") }`, "fig\npear\n0\n"},
		{`BEGIN { c = "cat"; print "one" |& c; c |& getline x; print x; print "two" |& c; c |& getline; print $0, close(c) }`, "one\ntwo 0\n"},
		{`BEGIN { c = "exit 3"; c |& getline; print close(c), close(c) }`, "3 -1\n"},
		{`BEGIN { c = "cat"; print "x" |& c; print close(c, "to"), close(c, "to") }`, "0 -1\n"},
		{`BEGIN { c = "cat"; printf "x" |& c; close(c, "to"); print "more" |& c; print "not reached" }`, ""},
	} {
		t.Run(c.program, func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			s := session(t, "/w", &out, &errs, interp.WithRegistry(allTools(t)), interp.WithFS(world(t, allTools(t))))
			if _, err := s.Run(t.Context(), "awk '"+c.program+"'"); err != nil || out.String() != c.want {
				t.Errorf("%v, %q, %s", err, out.String(), errs.String())
			}
		})
	}
}

// TestTwoWayEnds has two that wait for each other.
func TestTwoWayEnds(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	s := session(t, "/w", &out, &errs, interp.WithRegistry(allTools(t)), interp.WithFS(world(t, allTools(t))))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err := s.Run(ctx, `awk 'BEGIN { print "x" |& "cat"; "cat" |& getline; "cat" |& getline; print "not reached" }'`)
	if err == nil || out.Len() > 0 {
		t.Errorf("%v, %q", err, out.String())
	}
}
