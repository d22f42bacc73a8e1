package files

import (
	"strings"

	"github.com/aegish/aegish/interp/pattern"
)

// flags of glob.
const (
	globPeriod = 1 << iota // a dot at the beginning has to be spelt out
	globFold               // upper and lower case are the same
)

// glob tells whether a name matches a pattern of the shell; a slash is like any
// other character (fnmatch(3)). A pattern that takes too long matches nothing.
func glob(text, name string, flags int) bool {
	if flags&globPeriod != 0 && strings.HasPrefix(name, ".") && !strings.HasPrefix(text, ".") && !strings.HasPrefix(text, `\.`) {
		return false
	}
	if n := len(text) - len(strings.TrimRight(text, `\`)); n%2 == 1 {
		return false // a backslash with nothing to take literally
	}
	ok, err := pattern.Compile(text, pattern.Options{NoCase: flags&globFold != 0}).Match(name)
	return ok && err == nil
}

// major and minor take a device number apart as the C library does.
func major(dev uint64) uint64 { return dev>>8&0xfff | dev>>32&^0xfff }
func minor(dev uint64) uint64 { return dev&0xff | dev>>12&^0xff }
