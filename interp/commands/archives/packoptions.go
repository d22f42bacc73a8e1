package archives

import (
	"github.com/aegish/aegish/interp/command/option"
)

// packOptions are what gzip, bzip2, xz and zstd have in common, and more.
func packOptions(more ...option.Option) []option.Option {
	common := []option.Option{
		{Short: 'c', Long: "stdout", Help: "write to standard output, keep the files"},
		{Short: 'd', Long: "decompress", Help: "expand"},
		{Short: 'f', Long: "force", Help: "overwrite files; follow links"},
		{Short: 'k', Long: "keep", Help: "keep the input files"},
		{Short: 'q', Long: "quiet", Help: "no warnings"},
		{Short: 't', Long: "test", Help: "test whether files are intact"},
		{Short: 'v', Long: "verbose", Help: "say what is done"},
		{Short: '1', Long: "fast", Help: "compress faster"},
		{Short: '9', Long: "best", Help: "compress better"},
	}
	return append(append(common, levels()...), more...)
}

// levels are the options -2 to -8.
func levels() (all []option.Option) {
	for c := byte('2'); c < '9'; c++ {
		all = append(all, option.Option{Short: c})
	}
	return all
}

// option takes an option that all have, or that all understand alike; false for
// another one.
func (p *packer) option(f option.Found) bool {
	switch f.Name {
	case "c":
		p.stdout, p.keep = true, true
	case "d":
		p.expand = true
	case "f":
		p.force = true
	case "k":
		p.keep = true
	case "q":
		p.quiet, p.verbose = true, false
	case "r":
		p.recurse = true
	case "t":
		p.test, p.expand = true, true
	case "v":
		p.verbose, p.quiet = true, false
	default:
		if len(f.Name) != 1 || f.Name[0] < '0' || f.Name[0] > '9' {
			return false
		}
		p.level = int(f.Name[0] - '0')
	}
	return true
}
