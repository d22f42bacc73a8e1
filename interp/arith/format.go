package arith

import "strconv"

// smallEnd is the first number whose text is made anew each time.
const smallEnd = 10000

// smallText holds the numbers below smallEnd, four digits each.
var smallText = func() string {
	b := make([]byte, 0, 4*smallEnd)
	for i := range smallEnd {
		b = append(b, byte('0'+i/1000), byte('0'+i/100%10), byte('0'+i/10%10), byte('0'+i%10))
	}
	return string(b)
}()

// Format returns v in decimal. It allocates only for negative numbers and for
// those from 10000 on.
func Format(v int64) string {
	if uint64(v) >= smallEnd {
		return strconv.FormatInt(v, 10)
	}
	skip := int64(0)
	switch {
	case v < 10:
		skip = 3
	case v < 100:
		skip = 2
	case v < 1000:
		skip = 1
	}
	return smallText[4*v+skip : 4*v+4]
}
