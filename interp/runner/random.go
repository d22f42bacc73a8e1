package runner

import (
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// random is the next number of RANDOM: the minimal standard generator of Park
// and Miller, folded to 15 bits, never twice the same.
func random(sh *state.Shell) int {
	r := &sh.Random
	fold := !oldRandom(sh)
	for {
		r.Seed = parkMiller(r.Seed)
		n := r.Seed & 0x7fff
		if fold {
			n = (r.Seed>>16 ^ r.Seed&0xffff) & 0x7fff
		}
		if n != r.Last {
			r.Last = n
			return int(n)
		}
	}
}

// oldRandom tells whether BASH_COMPAT asks for the numbers of bash 5.0 and
// before, which are not folded.
func oldRandom(sh *state.Shell) bool {
	level, ok := sh.Vars.Get("BASH_COMPAT").Value()
	if !ok {
		return false
	}
	n, err := strconv.Atoi(strings.Replace(level, ".", "", 1))
	return err == nil && n >= 31 && n <= 50
}

func parkMiller(seed uint32) uint32 {
	const multiplier, quotient, remainder, modulus, fallback = 16807, 127773, 2836, 2147483647, 123459876
	if seed == 0 {
		seed = fallback
	}
	t := int32(multiplier*(seed%quotient) - remainder*(seed/quotient))
	if t < 0 {
		t += modulus
	}
	return uint32(t)
}

// seed is an assignment to RANDOM.
func seed(sh *state.Shell, value string) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		n = 0
	}
	sh.Random = state.Random{Seed: uint32(n)}
}
