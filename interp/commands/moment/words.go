package moment

import (
	"strings"
	"sync"
)

var months = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5,
		"june": 6, "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9,
		"october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
	}
})

var weekdays = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"sunday": 0, "sun": 0, "monday": 1, "mon": 1, "tuesday": 2, "tue": 2, "tues": 2, "wednesday": 3, "wed": 3,
		"wednes": 3, "thursday": 4, "thu": 4, "thur": 4, "thurs": 4, "friday": 5, "fri": 5, "saturday": 6, "sat": 6,
	}
})

var ordinals = sync.OnceValue(func() map[string]int {
	return map[string]int{
		"last": -1, "this": 0, "next": 1, "first": 1, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
		"seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12,
	}
})

// zones are hours east of Greenwich.
var zones = sync.OnceValue(func() map[string]float64 {
	return map[string]float64{
		"gmt": 0, "ut": 0, "utc": 0, "z": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "met": 1, "mez": 1, "cest": 2,
		"mest": 2, "eet": 2, "eest": 3, "sast": 2, "eat": 3, "msk": 3, "msd": 4, "ist": 5.5, "sgt": 8, "jst": 9,
		"nzst": 12, "nzdt": 13, "art": -3, "brt": -3, "brst": -2, "nst": -3.5, "ndt": -2.5, "ast": -4, "adt": -3,
		"clt": -4, "clst": -3, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
		"akst": -9, "akdt": -8, "hst": -10, "hdt": -9,
	}
})

var units = sync.OnceValue(func() map[string]shift {
	return map[string]shift{
		"year": {years: 1}, "month": {months: 1}, "fortnight": {days: 14}, "week": {days: 7}, "day": {days: 1},
		"hour": {seconds: 3600}, "minute": {seconds: 60}, "min": {seconds: 60},
		"second": {seconds: 1}, "sec": {seconds: 1},
	}
})

// unit is the unit that a word names, nil for none.
func (p *parser) unit(word string) *shift {
	if u, ok := units()[word]; ok {
		return &u
	}
	if u, ok := units()[strings.TrimSuffix(word, "s")]; ok {
		return &u
	}
	return nil
}
