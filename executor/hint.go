package executor

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/aegish/aegish/config"
	"golang.org/x/sys/unix"
)

// Bounds of looking for a hint: bytes at the end of standard error, and names
// in them that are looked at.
const (
	maxHintText  = 4096
	maxHintNames = 16
)

// refusals are the kernel's words for what Landlock and the filter of system
// calls refuse.
var refusals = [...]string{"Permission denied", "permission denied", "Operation not permitted", "operation not permitted", "EACCES", "EPERM"}

// SandboxHint says why a command was refused something, from what it printed:
// a file that the user's rights would let it have, and the sandbox does not, or
// the network where it is off. Where the sandbox explains nothing it is "". It
// is a guess about messages, and changes nothing.
func SandboxHint(cfg *config.Config, places Places, stderr, dir string) string {
	stderr = stderr[max(0, len(stderr)-maxHintText):]
	names := 0
	for line := range strings.Lines(stderr) {
		if !mentions(line, refusals[:]) {
			continue
		}
		for _, name := range filesIn(line) {
			if names++; names > maxHintNames {
				return ""
			}
			if !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			if hint := hintFor(cfg, places, name); hint != "" {
				return hint
			}
		}
		if cfg.Network.Mode == config.NetworkOff && mentions(line, []string{"socket", "connect", "network", "resolve"}) {
			return "the network is off (network.mode): see `aegish why connect PORT`"
		}
	}
	return ""
}

// mentions reports whether a line holds one of the words.
func mentions(line string, words []string) bool {
	for _, word := range words {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// filesIn finds what may be names of files in a message: what stands in quotes,
// and what stands between colons.
func filesIn(line string) []string {
	var names []string
	for _, quotes := range [...][2]string{{"'", "'"}, {"\"", "\""}, {"`", "'"}, {"\u2018", "\u2019"}} {
		_, rest, opened := strings.Cut(line, quotes[0])
		if name, _, closed := strings.Cut(rest, quotes[1]); opened && closed && name != "" {
			names = append(names, name)
		}
	}
	for part := range strings.SplitSeq(line, ":") {
		part = strings.TrimSpace(part)
		if strings.HasPrefix(part, "/") || strings.HasPrefix(part, "./") || strings.HasPrefix(part, "../") {
			names = append(names, part)
		} else if fields := strings.Fields(part); len(fields) > 0 && strings.Contains(fields[len(fields)-1], "/") {
			names = append(names, fields[len(fields)-1])
		}
	}
	return names
}

// hintFor looks whether the user could have a file that the sandbox refuses.
// aegish itself is outside, so that the kernel can be asked.
func hintFor(cfg *config.Config, places Places, name string) string {
	for _, want := range []struct {
		access Access
		mode   uint32
	}{{AccessRead, unix.R_OK}, {AccessWrite, unix.W_OK}, {AccessExecute, unix.X_OK}} {
		subject := name
		if unix.Access(subject, unix.F_OK) != nil {
			if want.access != AccessWrite {
				continue
			}
			subject = filepath.Dir(subject)
		}
		if unix.Access(subject, want.mode) != nil {
			continue
		}
		answer, err := WhyPath(cfg, places, want.access, name)
		if err == nil && answer.Key == keyDenyShells {
			return fmt.Sprintf("%s is a shell, and %s lets no command start or read one", name, answer.Key)
		}
		if err == nil && answer.Key == keyNoexec {
			return fmt.Sprintf("%s can be written by commands, so that %s keeps it from being executed", name, answer.Key)
		}
		if err == nil && !answer.Allowed {
			return fmt.Sprintf("%s is outside %s: see `aegish why %s %s`", name, answer.Key, want.access, name)
		}
	}
	return ""
}
