package envstate

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestDirectoryTables runs the documented forms of cd, pushd, popd and dirs,
// each from a fresh start, in a State and in real bash.
func TestDirectoryTables(t *testing.T) {
	t.Parallel()
	setups := [][]string{
		// Forms of cd that succeed.
		{"cd"}, {"cd ~"}, {"cd --"}, {"cd -- -dash"}, {"cd ./-dash"}, {"cd ''", "cd -"}, {`cd "sp ace"`}, {`cd sp\ ace`}, {"cd a;"}, {" cd a # c"},
		{`\cd a`}, {"'cd' a"}, {`c""d a`}, {"cd ~root"}, {"cd ~+"}, {"cd //tmp"}, {"cd -e a"}, {"cd -Pe link"}, {"cd -PL link"}, {"cd -LP link"},
		{"!empty", "cd", "cd -"}, {"cd '~t'"}, {"cd ///"}, {"cd /tmp/.."}, {"cd noread"}, {"cd noread/in"},
		// Forms of cd that fail.
		{"cd a b"}, {"cd nosuch"}, {"cd file"}, {"cd ~nouser"}, {"cd -"}, {"!nohome", "cd"}, {"cd a/../nosuch/../a"}, {"cd +nosuch"}, {"cd - a"},
		{"cd -dir"}, {"cd -x"}, {"cd -1"}, {"cd -@"}, {"cd -- -nosuch"}, {"cd noexec"}, {"cd noexec/in"}, {"cd loop"}, {"cd broken"}, {"cd file/x"},
		{"cd " + strings.Repeat("x", 256)}, {"cd " + strings.Repeat("a/../", 2000)}, {"cd -P " + strings.Repeat("a/../", 2000)},
		// Symbolic links and the previous directory.
		{"cd link", "cd .."}, {"cd link", "cd -P .."}, {"cd link/..", "cd -", "cd -"}, {"cd -P link", "cd .."}, {"cd a", "cd b", "cd -", "cd -"},
		{"cd ln", "cd ../.."}, {"cd abs/b/back/d", "cd -P ."}, {"cd 'nl\nx'", "cd /", "cd -"}, {"cd bad\xff", "cd /", "cd -"}, {"cd 'no\nsuch'"}, {"cd nosuch\xff"},
		{"cd up"}, {"cd a/b", "!away", "cd ../d", "cd ../../moved"}, {"cd link", "cd ~+", "cd ~-", "cd ~-/b"},
		// A directory that goes away.
		{"cd gone", "!rm", "cd ."}, {"cd gone", "!rm", "cd .", "cd ..", "dirs"}, {"cd gone/deep", "!rm", "cd .."}, {"cd gone", "!rm", "cd ''"}, {"cd gone", "!rm", "cd -P ."},
		{"cd gone", "!rm", "cd -Pe ."}, {"cd gone", "!rm", "cd /"}, {"cd gone", "!rm", "cd nosuch", "cd"}, {"cd gone", "!rm", "pushd /", "popd"}, {"cd gone", "!rm", "dirs", "dirs -v"},
		{"cd gone", "!rm", "cd .", "cd .", "pushd .", "dirs"}, {"cd gone", "cd a", "cd /", "!rm", "cd -"}, {"cd a/d", "!away", "cd .", "cd ..", "cd -"},
		// The stack.
		{"pushd"}, {"pushd a", "pushd"}, {"pushd a", "pushd b", "pushd +1"}, {"pushd a", "pushd b", "pushd +2"}, {"pushd a", "pushd b", "pushd -0"},
		{"pushd a", "pushd b", "pushd -1"}, {"pushd a", "pushd b", "pushd +3"}, {"pushd a", "pushd -3"}, {"pushd -n a", "dirs", "cd /", "dirs"}, {"pushd -n +1"},
		{"pushd a", "pushd b", "pushd -n +1", "dirs"}, {"pushd +0"}, {"pushd -dir"}, {"pushd nosuch"}, {"pushd file"}, {"pushd -- -dash"}, {"pushd -n -- -x", "dirs"},
		{"pushd a b"}, {"pushd -", "cd a", "pushd -"}, {"pushd ~"}, {"pushd -n ~/b", "popd"}, {"pushd 'sp ace'", "dirs -v"},
		{"popd"}, {"popd +1"}, {"pushd a", "popd"}, {"pushd a", "pushd b", "popd +1"}, {"pushd a", "pushd b", "popd -0"}, {"pushd a", "pushd b", "popd -1"},
		{"pushd a", "pushd b", "popd +0"}, {"pushd a", "pushd b", "popd -2"}, {"pushd a", "popd +7"}, {"pushd a", "popd -7"}, {"pushd a", "popd -n", "dirs"}, {"popd foo"},
		{"popd -x"}, {"popd -n -n"}, {"pushd a", "pushd b", "popd ''"}, {"cd gone", "pushd /", "!rm", "popd", "dirs"}, {"cd gone", "pushd /", "!rm", "pushd", "dirs"},
		{"cd gone", "pushd /", "pushd /tmp", "!rm", "pushd -0", "dirs"}, {"pushd noexec"}, {"pushd a", "cd /", "popd"},
		{"dirs"}, {"dirs -c"}, {"pushd a", "dirs -c", "dirs"}, {"pushd a", "dirs -l"}, {"pushd a", "dirs -p"}, {"pushd a", "dirs -v"}, {"pushd a", "pushd b", "dirs -v +2"},
		{"pushd a", "dirs +0"}, {"pushd a", "dirs -0"}, {"pushd a", "dirs +1"}, {"pushd a", "dirs -1"}, {"pushd a", "dirs +2"}, {"dirs +1"}, {"dirs x"}, {"dirs -x"}, {"dirs -lv"},
		{"pushd a", "dirs -l -p -v"}, {"dirs --"}, {"dirs -- x"}, {"pushd a", "cd ~1", "cd ~-0/a", "cd ~+1"}, {"pushd a", "!root", "dirs"}, {"pushd a", "!nohome", "dirs"},
	}
	for _, lines := range setups {
		t.Run(strings.Join(lines, "; ")[:min(60, len(strings.Join(lines, "; ")))], func(t *testing.T) {
			t.Parallel()
			compareWithBash(t, lines, runBareLine, "LANG=C.UTF-8")
		})
	}
}

// failingWriter is an output that takes nothing, like /dev/full.
type failingWriter struct{ error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.error }

// TestRunBareWriteError: bash says so, and fails where the output is the
// command's own; the move has happened all the same.
func TestRunBareWriteError(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line, message string
		status        int
		dir           string
	}{
		{"cd -", "cd: write error: No space left on device\n", 1, "/usr"},
		{"dirs", "dirs: write error: No space left on device\n", 1, "/"},
		{"pushd /usr", "pushd: write error: No space left on device\n", 0, "/usr"},
		{"cd /usr", "", 0, "/usr"},
	} {
		s := New("/", NewEnv([]string{"OLDPWD=/usr"}))
		b, _ := ParseBare(tt.line)
		var errs strings.Builder
		status := s.RunBare(b, failingWriter{unix.ENOSPC}, &errs, RunBareOptions{})
		if status != tt.status || errs.String() != tt.message || s.Dir != tt.dir {
			t.Errorf("%q = %d %q in %q", tt.line, status, errs.String(), s.Dir)
		}
		s.Close()
	}
}

// TestRunBareWithoutNew: a State that was put together by hand works too, and
// the zero State fails without harm.
func TestRunBareWithoutNew(t *testing.T) {
	t.Parallel()
	b, _ := ParseBare("cd usr")
	s := &State{Dir: "/"}
	if status := s.RunBare(b, io.Discard, io.Discard, RunBareOptions{}); status != 0 || s.Dir != "/usr" {
		t.Errorf("status %d in %q", status, s.Dir)
	}
	s = &State{}
	if status := s.RunBare(b, io.Discard, io.Discard, RunBareOptions{}); status != 1 {
		t.Errorf("status %d", status)
	}
	if status := s.RunBare(Bare{}, io.Discard, io.Discard, RunBareOptions{}); status != 0 {
		t.Errorf("status %d for no command", status)
	}
}
