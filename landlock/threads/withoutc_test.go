//go:build !cgo

package threads

const withC = false

var trialsWithC map[string]func(file string) string
