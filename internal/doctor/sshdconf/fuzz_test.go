package sshdconf

import (
	"errors"
	"strings"
	"testing"
)

// FuzzRead holds that no text makes the reader fail in another way than by its
// bounds, and that it makes no directive out of nothing.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"PermitUserRC no\n", "Match User bob\nInclude x\n", "Include sshd_config x\n", "A=\"b\\\"\nMatch all", "=", "\x00\r\n#",
	} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, text, included string) {
		config, err := Read(files{main: text, "/etc/ssh/x": included}, main)
		if err != nil {
			if !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
			return
		}
		for _, d := range config.Directives {
			if d.Keyword != strings.ToLower(d.Keyword) || strings.ContainsAny(d.Keyword, blank+"\n") || d.Line < 1 {
				t.Errorf("%+v", d)
			}
		}
	})
}
