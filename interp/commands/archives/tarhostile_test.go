package archives

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestTarNamesStayInside makes names that lead out with the options that change
// names.
func TestTarNamesStayInside(t *testing.T) {
	t.Parallel()
	files := map[string]string{"x.tar": smallTar(t), "in/": "", "secret": "secret"}
	for _, options := range []string{
		"--transform s,^,../,", "--transform s,^a,/w/out,", "--xform s,^.*$,../secret,", "--one-top-level=../out", "--one-top-level=/w/out", "--xform s,f.o,../../secret,", "--strip-components=1 --xform s,^,../../,",
	} {
		for _, more := range []string{"", " --overwrite", " -k", " --keep-newer-files", " --keep-directory-symlink"} {
			r := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: strings.Fields("-xf x.tar -C in " + options + more), Files: files, Links: map[string]string{"in/a": "../"}})
			for line := range strings.Lines(r.Files) {
				if name := strings.Fields(line)[1]; name != "in" && !strings.HasPrefix(name, "in/") && name != "x.tar" && name != "secret" {
					t.Errorf("%s%s makes %s", options, more, line)
				}
			}
			if !strings.Contains(r.Files, `secret "secret"`) {
				t.Errorf("%s%s changes what is outside", options, more)
			}
		}
	}
}

// TestTarHeadersThatLie changes and compares archives whose headers are wrong:
// each ends with an error, and the archive is as it was.
func TestTarHeadersThatLie(t *testing.T) {
	t.Parallel()
	good := smallTar(t)
	lie := func(from int, field string) string {
		b := []byte(good)
		copy(b[from:], field)
		sum := 0
		for i := range 512 {
			if i < 148 || i >= 156 {
				sum += int(b[512+i])
			} else {
				sum += ' '
			}
		}
		copy(b[512+148:], fmt.Sprintf("%06o\x00 ", sum))
		return string(b)
	}
	for what, archive := range map[string]string{
		"huge size": lie(512+124, "77777777777\x00"), "negative size": lie(512+124, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "no number": lie(512+124, "zzzzzzzzzzz\x00"),
		"cut": good[:700], "wrong sum": strings.Replace(good, "a/f.o", "a/g.o", 1), "huge pax record": lie(512+156, "x"), "sparse": lie(512+156, "S"+good[512+157:512+386]+"00000000007\x0000000000001\x00"),
	} {
		for _, args := range []string{"rf x.tar n", "uf x.tar n", "Af x.tar y.tar", "--delete -f x.tar a", "df x.tar", "Af y.tar x.tar"} {
			files := map[string]string{"x.tar": archive, "y.tar": good, "n": "n"}
			r := commandtest.Run(t, Commands()["tar"], "tar", commandtest.Case{Args: strings.Fields(args), Files: files})
			if r.Status == 0 {
				t.Errorf("%s: tar %s is content", what, args)
			}
			for line := range strings.Lines(r.Files) {
				if f := strings.SplitN(line, " ", 3); f[1] == "x.tar" && unquote(t, strings.TrimSpace(f[2])) != archive {
					t.Errorf("%s: tar %s changes the archive", what, args)
				}
			}
		}
	}
}
