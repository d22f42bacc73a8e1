package arith

import "strconv"

// smallEnd is the first number whose text is made anew each time.
const smallEnd = 1000

// smallText holds the numbers below smallEnd, three digits each.
var smallText = func() string {
	b := make([]byte, 0, 3*smallEnd)
	for i := range smallEnd {
		b = append(b, byte('0'+i/100), byte('0'+i/10%10), byte('0'+i%10))
	}
	return string(b)
}()

// Format returns v in decimal. It allocates only for negative numbers and for
// those from 1000 on.
func Format(v int64) string {
	if uint64(v) >= smallEnd {
		return strconv.FormatInt(v, 10)
	}
	skip := int64(0)
	switch {
	case v < 10:
		skip = 2
	case v < 100:
		skip = 1
	}
	return smallText[3*v+skip : 3*v+3]
}
