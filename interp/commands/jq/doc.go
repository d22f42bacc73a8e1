// Package jq is the language of jq(1): values of JSON that keep the order of
// their keys, a parser of filters, an evaluator, and reading and writing of
// JSON.
//
// It reproduces jq 1.6 with what 1.7 and 1.8 mended and added. A filter is
// evaluated by passing each of its outputs on to what takes it, so that nothing
// is collected that need not be. Every recursion has a limit, and what a filter
// holds is measured while it allocates.
//
// It knows no options, no files and no environment: who uses it hands over a
// Host. It imports interp/strftime.
package jq
