package config

import (
	"maps"
	"reflect"
)

// A builder makes the Config of each profile that a file defines.
type builder struct {
	doc   *document
	login bool
}

// resolve chooses the profile of an identity. Every profile that the file
// defines or refers to is built and checked, chosen or not: a mistake must not
// wait for its user.
func resolve(doc *document, o Options) (*Effective, error) {
	b := &builder{doc: doc, login: o.Login}
	if err := b.checkNames(); err != nil {
		return nil, err
	}
	if o.Profile != "" && !b.exists(o.Profile) {
		return nil, &Error{Key: "--profile", Msg: b.noSuchProfile(o.Profile)}
	}
	built, err := b.buildAll(o.Profile)
	if err != nil {
		return nil, err
	}
	name, source, err := b.choose(built, o)
	if err != nil {
		return nil, err
	}
	m := built[name]
	m.cfg.Login, m.cfg.File = o.Login, doc.file
	if m.cfg.AllowUserConfig = doc.raw.AllowUserConfig != nil && *doc.raw.AllowUserConfig; doc.raw.AllowUserConfig != nil {
		m.mark("allow_user_config")
	}
	m.source["profile"] = source
	return &Effective{Config: m.cfg, read: m.cfg, written: m.source}, nil
}

// buildAll builds what an identity can get from this file, and what is asked
// for besides. A built-in profile that nothing refers to is left out: the top
// level may well not be meant for it.
func (b *builder) buildAll(asked string) (map[string]*merger, error) {
	raw := &b.doc.raw
	names := sortedKeys(raw.Profiles)
	if raw.Profile != nil {
		names = append(names, *raw.Profile)
	} else {
		names = append(names, b.fallback())
	}
	for _, assigned := range []map[string]rawAssignment{raw.Users, raw.Groups} {
		for _, who := range sortedKeys(assigned) {
			names = append(names, *assigned[who].Profile)
		}
	}
	if asked != "" {
		names = append(names, asked)
	}
	built := map[string]*merger{}
	for _, name := range names {
		if built[name] != nil {
			continue
		}
		m, err := b.build(name)
		if err != nil {
			return nil, err
		}
		built[name] = m
	}
	return built, nil
}

// profiles names every profile there is: the built-in ones and the file's.
func (b *builder) profiles() []string {
	names := []string{ProfileWorkspace, ProfileRestricted, ProfileObserve}
	for _, name := range sortedKeys(b.doc.raw.Profiles) {
		if !isBuiltin(name) {
			names = append(names, name)
		}
	}
	return names
}

func (b *builder) exists(name string) bool {
	_, ok := b.doc.raw.Profiles[name]
	return ok || isBuiltin(name)
}

// build merges one profile: the built-in one it starts from, the file's top
// level, the profile's own tables.
func (b *builder) build(name string) (*merger, error) {
	start, _ := Builtin(b.base(name))
	start.Profile = name
	m := newMerger(b.doc, start)
	set(m, "engine", b.doc.raw.Engine, oneOf(EngineBash, EngineInterp), &m.cfg.Engine)
	set(m, "dropper", b.doc.raw.Dropper, absolute, &m.cfg.Dropper)
	m.apply("", b.doc.raw.tables())
	if own, ok := b.doc.raw.Profiles[name]; ok {
		m.apply(joinKey("profiles", name)+".", own.tables())
	}
	m.prefix = ""
	m.applyPacks()
	if m.finish(); m.err != nil {
		return nil, b.named(m.err, name)
	}
	m.prefix = ""
	return m, nil
}

// named tells which profile a mistake at the top level spoils, unless it
// spoils the default one as well.
func (b *builder) named(err *Error, name string) *Error {
	if name != b.fallback() {
		err.Msg += " (in profile " + quote(name) + ")"
	}
	return err
}

// base is the built-in profile that a profile starts from: itself, or what
// its `base` says, or the top level's `profile` where that is built in, or
// what holds without any configuration.
func (b *builder) base(name string) string {
	if isBuiltin(name) {
		return name
	}
	if own := b.doc.raw.Profiles[name].Base; own != nil {
		return *own
	}
	if top := b.doc.raw.Profile; top != nil && isBuiltin(*top) {
		return *top
	}
	return b.fallback()
}

// fallback is the profile that holds where nothing names one.
func (b *builder) fallback() string {
	if b.login {
		return ProfileRestricted
	}
	return ProfileWorkspace
}

// Source maps the keys of what was read ("landlock.write", "policy.rules[2]",
// "env.set.PATH") to "default", "profile NAME (built in)", "FILE:LINE" or
// "--profile". It is made anew by each call.
func (e *Effective) Source() map[string]string {
	out := maps.Clone(e.written)
	plain := map[string]any{}
	standard, _ := Builtin(ProfileWorkspace)
	for _, s := range standard.expanded() {
		plain[s.Key] = s.Value
	}
	for _, s := range e.read.expanded() {
		if _, ok := out[s.Key]; ok {
			continue
		}
		out[s.Key] = "default"
		if was, ok := plain[s.Key]; !ok || !reflect.DeepEqual(was, s.Value) {
			out[s.Key] = "profile " + e.read.Base + " (built in)"
		}
	}
	return out
}

// Attribute says where the value of a key comes from that has been changed since
// it was read.
func (e *Effective) Attribute(key, source string) { e.written[key] = source }
