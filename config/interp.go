package config

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Interp is [interp]: what the in-process engine works on.
type Interp struct {
	FS     FSKind
	Root   string // the host's directory of the kinds overlay and host
	Mounts []Mount
	Limits InterpLimits
	// Allow are the requests that curl and wget may make; none by default.
	Allow []Endpoint
}

// An FSKind says what the root of the interpreter's filesystem is.
type FSKind string

// The kinds of filesystems.
const (
	FSMemory  FSKind = "memory"  // empty at the start, gone at the end
	FSOverlay FSKind = "overlay" // Root to read, memory to write
	FSHost    FSKind = "host"    // Root itself
)

// A Mount shows a directory of the host inside the interpreter's filesystem.
type Mount struct {
	At, Source string // absolute paths, inside and on the host
	Write      bool
	Noexec     bool
}

// InterpLimits are the bounds of one command line in the interpreter, by the keys
// of interp.limits (aegish.toml(5)): bytes where the name says so, else how many.
// Nil is what Profile has.
type InterpLimits struct {
	Profile string // "default" or "agent"

	Time           time.Duration // 0 is what Profile has
	Commands       *uint64
	LoopIterations *uint64
	CallDepth      *uint64
	SubstDepth     *uint64
	StringBytes    *uint64
	ArrayElements  *uint64
	LiveBytes      *uint64
	OutputBytes    *uint64
	ExpansionWords *uint64
	HeredocBytes   *uint64
	Descriptors    *uint64
	Jobs           *uint64
	Processes      *uint64
	PatternSteps   *uint64
	FSBytes        *uint64
	FSFiles        *uint64
}

// The profiles of limits.
const (
	LimitsDefault = "default"
	LimitsAgent   = "agent"
)

// An Endpoint is what a request may go to.
type Endpoint struct {
	Methods []string // upper case; empty is GET and HEAD
	Scheme  string
	Host    string // with its port where that is not the scheme's own
	Path    string // a prefix
	// Private lets the host be at a private, loopback or link-local address.
	Private bool
}

// Port is the TCP port of the host.
func (e Endpoint) Port() (uint16, error) {
	_, text, found := strings.Cut(e.Host[strings.LastIndexByte(e.Host, ']')+1:], ":")
	switch {
	case !found && e.Scheme == "http":
		return 80, nil
	case !found:
		return 443, nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return 0, fmt.Errorf("%q is no port", text)
	}
	return uint16(port), nil
}

// applyInterp merges one layer's [interp].
func (m *merger) applyInterp(t *rawInterp) {
	const key = "interp."
	in := &m.cfg.Interp
	set(m, key+"fs", t.FS, oneOf(FSMemory, FSOverlay, FSHost), &in.FS)
	set(m, key+"root", t.Root, pathOrEmpty, &in.Root)
	set(m, key+"mounts", t.Mounts, each(mount), &in.Mounts)
	set(m, key+"allow", t.Allow, each(endpoint), &in.Allow)
	m.applyInterpLimits(&t.Limits)
}

func (m *merger) applyInterpLimits(t *rawInterpLimits) {
	const key = "interp.limits."
	l := &m.cfg.Interp.Limits
	set(m, key+"profile", t.Profile, oneOf(LimitsDefault, LimitsAgent), &l.Profile)
	set(m, key+"time", t.Time, timeout, &l.Time)
	for _, c := range []struct {
		name      string
		given     *int64
		low, high int64
		to        **uint64
	}{
		{"commands", t.Commands, 1, 1 << 40, &l.Commands},
		{"loop_iterations", t.LoopIterations, 1, 1 << 40, &l.LoopIterations},
		{"call_depth", t.CallDepth, 1, 100000, &l.CallDepth},
		{"subst_depth", t.SubstDepth, 1, 10000, &l.SubstDepth},
		{"string_bytes", t.StringBytes, 1024, 1 << 31, &l.StringBytes},
		{"array_elements", t.ArrayElements, 1, 1 << 31, &l.ArrayElements},
		{"live_bytes", t.LiveBytes, 1 << 16, 1 << 40, &l.LiveBytes},
		{"output_bytes", t.OutputBytes, 1, 1 << 50, &l.OutputBytes},
		{"expansion_words", t.ExpansionWords, 1, 1 << 31, &l.ExpansionWords},
		{"heredoc_bytes", t.HeredocBytes, 1, 1 << 31, &l.HeredocBytes},
		{"descriptors", t.Descriptors, 16, 65536, &l.Descriptors},
		{"jobs", t.Jobs, 1, 65536, &l.Jobs},
		{"processes", t.Processes, 8, 65536, &l.Processes},
		{"pattern_steps", t.PatternSteps, 1000, 1 << 40, &l.PatternSteps},
		// The tree of a session that begins has some 300 files and 100 KiB.
		{"fs_bytes", t.FSBytes, 1 << 20, 1 << 40, &l.FSBytes},
		{"fs_files", t.FSFiles, 1000, 1 << 31, &l.FSFiles},
	} {
		set(m, key+c.name, c.given, limit(c.low, c.high), c.to)
	}
}

// finishInterp checks what concerns several keys of [interp].
func (m *merger) finishInterp() {
	in := &m.cfg.Interp
	switch {
	case in.FS != FSMemory && in.Root == "":
		m.failAcross(fmt.Sprintf("expected an absolute path in interp.root where interp.fs is %q, found none", string(in.FS)), "interp.root", "interp.fs")
	case in.FS == FSMemory && in.Root != "":
		m.failAcross(fmt.Sprintf(`expected no interp.root where interp.fs is "memory", found %s`, quote(in.Root)), "interp.root", "interp.fs")
	}
	for i, mount := range in.Mounts {
		if slices.ContainsFunc(in.Mounts[:i], func(other Mount) bool { return other.At == mount.At }) {
			m.failAcross("expected each place once, found "+quote(mount.At)+" again", "interp.mounts")
		}
	}
}

// mount reads PLACE=DIRECTORY[:OPTION,...], the options being ro (as without
// any), rw, exec (as without any) and noexec.
func mount(s string) (Mount, error) {
	wrong := expected(`PLACE=DIRECTORY, both absolute, perhaps with ":rw", ":noexec" or ":rw,noexec" behind`, s)
	at, source, ok := strings.Cut(s, "=")
	if !ok {
		return Mount{}, wrong
	}
	mount := Mount{At: at}
	source, options, given := strings.Cut(source, ":")
	mount.Source = source
	if given {
		for option := range strings.SplitSeq(options, ",") {
			switch option {
			case "ro", "exec":
			case "rw":
				mount.Write = true
			case "noexec":
				mount.Noexec = true
			default:
				return Mount{}, wrong
			}
		}
	}
	for _, path := range []string{mount.At, mount.Source} {
		if _, err := absolute(path); err != nil {
			return Mount{}, wrong
		}
	}
	if mount.At == "/" || filepath.Dir(mount.At) == "/dev" || mount.At == "/dev" || mount.At == "/proc" {
		return Mount{}, expected("a place that is not /, /dev or /proc", s)
	}
	return mount, nil
}

// String writes a mount as the configuration does.
func (m Mount) String() string {
	var options []string
	if m.Write {
		options = append(options, "rw")
	}
	if m.Noexec {
		options = append(options, "noexec")
	}
	text := m.At + "=" + m.Source
	if len(options) > 0 {
		text += ":" + strings.Join(options, ",")
	}
	return text
}

// endpoint reads [METHOD,...] URL [private].
func endpoint(s string) (Endpoint, error) {
	wrong := expected(`[METHODS] URL [private], such as "GET,POST https://example.org/api/"`, s)
	fields := strings.Fields(s)
	var e Endpoint
	if n := len(fields); n > 1 && fields[n-1] == "private" {
		e.Private, fields = true, fields[:n-1]
	}
	if len(fields) == 2 {
		e.Methods, fields = strings.Split(fields[0], ","), fields[1:]
		for _, method := range e.Methods {
			if method == "" || strings.Trim(method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
				return Endpoint{}, wrong
			}
		}
	}
	if len(fields) != 1 {
		return Endpoint{}, wrong
	}
	u, err := url.Parse(fields[0])
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || !isPrintable(s) {
		return Endpoint{}, wrong
	}
	e.Scheme, e.Host, e.Path = u.Scheme, strings.ToLower(u.Host), u.EscapedPath()
	if _, err := e.Port(); err != nil {
		return Endpoint{}, wrong
	}
	if e.Path == "" {
		e.Path = "/"
	}
	return e, nil
}

// String writes an endpoint as the configuration does.
func (e Endpoint) String() string {
	text := e.Scheme + "://" + e.Host + e.Path
	if len(e.Methods) > 0 {
		text = strings.Join(e.Methods, ",") + " " + text
	}
	if e.Private {
		text += " private"
	}
	return text
}

// texts writes a list as the configuration does; an empty one is a list.
func texts[T fmt.Stringer](list []T) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = v.String()
	}
	return out
}

// settings lists the keys of [interp].
func (in Interp) settings() []setting {
	l := in.Limits
	limit := ""
	if l.Time > 0 {
		limit = DurationText(l.Time)
	}
	return []setting{
		{"interp.fs", string(in.FS)},
		{"interp.root", in.Root},
		{"interp.mounts", texts(in.Mounts)},
		{"interp.allow", texts(in.Allow)},
		{"interp.limits.profile", l.Profile},
		{"interp.limits.time", limit},
		{"interp.limits.commands", l.Commands},
		{"interp.limits.loop_iterations", l.LoopIterations},
		{"interp.limits.call_depth", l.CallDepth},
		{"interp.limits.subst_depth", l.SubstDepth},
		{"interp.limits.string_bytes", l.StringBytes},
		{"interp.limits.array_elements", l.ArrayElements},
		{"interp.limits.live_bytes", l.LiveBytes},
		{"interp.limits.output_bytes", l.OutputBytes},
		{"interp.limits.expansion_words", l.ExpansionWords},
		{"interp.limits.heredoc_bytes", l.HeredocBytes},
		{"interp.limits.descriptors", l.Descriptors},
		{"interp.limits.jobs", l.Jobs},
		{"interp.limits.processes", l.Processes},
		{"interp.limits.pattern_steps", l.PatternSteps},
		{"interp.limits.fs_bytes", l.FSBytes},
		{"interp.limits.fs_files", l.FSFiles},
	}
}
