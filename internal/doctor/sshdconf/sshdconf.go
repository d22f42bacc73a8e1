// Package sshdconf reads an OpenSSH server configuration the way sshd does,
// far enough to tell which value of a keyword counts: Include globs are
// followed where they stand, the first value wins, and Match blocks override
// the global section for the connections they match (sshd_config(5)).
//
// It does not judge values and evaluates no Match criteria, since those depend
// on a connection that is still to come. It touches files only through the
// Source it is given and imports nothing of ours.
package sshdconf

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// Bounds of one reading.
const (
	// MaxFiles bounds the files that are read, included ones counted each
	// time.
	MaxFiles = 128
	// MaxPatterns bounds the patterns that are looked up.
	MaxPatterns = 1024
	// MaxDepth is how deep sshd lets includes nest (SERVCONF_MAX_DEPTH).
	MaxDepth = 16
	// MaxDirectives bounds the directives that are kept.
	MaxDirectives = 8192
)

// A Source gives access to configuration files by absolute path.
type Source interface {
	// ReadFile returns a file's content; how much that may be is the
	// source's to bound.
	ReadFile(path string) ([]byte, error)
	// Glob lists the existing files that match a pattern (glob(7)), sorted.
	Glob(pattern string) ([]string, error)
}

// A Directive is one line with a keyword.
type Directive struct {
	Keyword string // lower case
	Args    []string
	// Match holds the criteria of the enclosing Match block, "" in the global
	// section. Blocks around an Include are joined by " and ".
	Match string
	File  string
	Line  int // from 1
}

// Value is the first argument, "" when there is none.
func (d Directive) Value() string {
	if len(d.Args) == 0 {
		return ""
	}
	return d.Args[0]
}

// Where names the line: "/etc/ssh/sshd_config:12".
func (d Directive) Where() string { return fmt.Sprintf("%s:%d", d.File, d.Line) }

// conditional reports whether a directive counts for some connections only.
// `Match all` is no condition.
func (d Directive) conditional() bool { return d.Match != "" && d.Match != matchAll }

// matchAll is the Match criterion that every connection meets.
const matchAll = "all"

// A Config is a server configuration in the order in which sshd reads it.
type Config struct {
	Directives []Directive
	// Unread lists files and patterns that were included and could not be
	// read, with the reason.
	Unread []string
}

// ErrLimit means that a configuration is larger than the package's bounds.
var ErrLimit = errors.New("configuration too large")

// Read reads the file and everything it includes. An included file that can
// not be read is listed in Unread; the main file must be readable.
func Read(src Source, file string) (*Config, error) {
	r := reader{src: src, config: &Config{}, dir: path.Dir(file)}
	text, err := src.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := r.file(file, text, nil, 0); err != nil {
		return nil, err
	}
	return r.config, nil
}

// Effective returns the directive that counts for a connection that no
// conditional Match block matches: the first one below `Match all`, which
// overrides the global section wherever it stands, else the first global one.
func (c *Config) Effective(keyword string) (Directive, bool) {
	return c.effective(keyword, func(Directive) bool { return true })
}

// Subsystem returns the effective definition of a subsystem; its Args are the
// name, the command and the command's arguments.
func (c *Config) Subsystem(name string) (Directive, bool) {
	return c.effective("subsystem", func(d Directive) bool { return d.Value() == name })
}

func (c *Config) effective(keyword string, keep func(Directive) bool) (found Directive, ok bool) {
	for _, d := range c.Directives {
		if d.Keyword != keyword || d.conditional() || !keep(d) {
			continue
		}
		if d.Match == matchAll {
			return d, true
		}
		if !ok {
			found, ok = d, true
		}
	}
	return found, ok
}

// Conditional returns a keyword's directives in Match blocks that match some
// connections only.
func (c *Config) Conditional(keyword string) []Directive {
	var found []Directive
	for _, d := range c.Directives {
		if d.Keyword == keyword && d.conditional() {
			found = append(found, d)
		}
	}
	return found
}

// All returns every directive of a keyword, for those that add up (AcceptEnv).
func (c *Config) All(keyword string) []Directive {
	var found []Directive
	for _, d := range c.Directives {
		if d.Keyword == keyword {
			found = append(found, d)
		}
	}
	return found
}

// A reader collects directives over nested files.
type reader struct {
	src    Source
	config *Config
	dir    string // relative Include patterns start here
	files  int
	globs  int
}

// file reads one file's lines. outer holds the criteria of the Match blocks
// around its Include. A Match block ends with the file that it stands in.
func (r *reader) file(name string, text []byte, outer []string, depth int) error {
	if r.files++; r.files > MaxFiles {
		return fmt.Errorf("%w: more than %d files", ErrLimit, MaxFiles)
	}
	criteria := outer
	for number, line := range strings.Split(string(text), "\n") {
		words := fields(line)
		if len(words) == 0 {
			continue
		}
		keyword, args := strings.ToLower(words[0]), words[1:]
		switch keyword {
		case "match":
			criteria = enclose(outer, args)
		case "include":
			if err := r.include(args, criteria, depth+1); err != nil {
				return err
			}
		default:
			if len(r.config.Directives) == MaxDirectives {
				return fmt.Errorf("%w: more than %d directives", ErrLimit, MaxDirectives)
			}
			r.config.Directives = append(r.config.Directives, Directive{
				Keyword: keyword, Args: args, Match: strings.Join(criteria, " and "), File: name, Line: number + 1,
			})
		}
	}
	return nil
}

// enclose adds a Match line's criteria to those around it. `Match all` adds
// nothing to a condition and lifts none.
func enclose(outer, args []string) []string {
	inner := strings.Join(args, " ")
	if strings.EqualFold(inner, matchAll) {
		if len(outer) > 0 {
			return outer
		}
		inner = matchAll
	}
	if len(outer) == 1 && outer[0] == matchAll {
		outer = nil
	}
	return append(append([]string(nil), outer...), inner)
}

// include reads the files of an Include line in glob order.
func (r *reader) include(patterns, criteria []string, depth int) error {
	if depth > MaxDepth {
		return fmt.Errorf("%w: includes nest more than %d deep", ErrLimit, MaxDepth)
	}
	for _, pattern := range patterns {
		if !path.IsAbs(pattern) {
			pattern = path.Join(r.dir, pattern)
		}
		if r.globs++; r.globs > MaxPatterns {
			return fmt.Errorf("%w: more than %d include patterns", ErrLimit, MaxPatterns)
		}
		names, err := r.src.Glob(pattern)
		if err != nil {
			r.unread(pattern, err)
			continue
		}
		for _, name := range names {
			text, err := r.src.ReadFile(name)
			if err != nil {
				r.unread(name, err)
				continue
			}
			if err := r.file(name, text, criteria, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// unread notes what could not be read, up to a bound.
func (r *reader) unread(name string, err error) {
	if len(r.config.Unread) < MaxFiles {
		r.config.Unread = append(r.config.Unread, fmt.Sprintf("%s: %v", name, err))
	}
}
