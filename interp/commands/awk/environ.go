package awk

import "github.com/aegish/aegish/interp/command"

// describe fills PROCINFO with what scripts ask for (gawk, Auto-set variables).
// The version is that of the gawk of which the extensions are known.
func (in *interp) describe() {
	a := newArray()
	in.arrays[gPROCINFO] = a
	for _, f := range []struct {
		name, text string
	}{{"version", "5.2.1"}, {"platform", "posix"}, {"strftime", defaultTime}, {"FS", in.fieldsBy}} {
		in.replace(in.at(a, textKey(f.name)), input(f.text))
	}
	in.setGlobal("ERRNO", str(""))
	in.setGlobal("ARGIND", number(0))
	user := in.host.User
	for _, f := range []struct {
		name string
		id   int
	}{{"pid", in.host.Self}, {"uid", user.UID}, {"euid", user.UID}, {"gid", user.GID}, {"egid", user.GID}} {
		in.replace(in.at(a, textKey(f.name)), number(float64(f.id)))
	}
}

// setGlobal assigns to a variable that gawk sets, if the program knows it.
func (in *interp) setGlobal(name string, x value) {
	if i, ok := in.prog.globals[name]; ok && !in.prog.arrays[i] {
		in.replace(&in.globals[i], x)
	}
}

// failed notes in ERRNO why something failed.
func (in *interp) failed(err error) {
	in.setGlobal("ERRNO", str(command.Message(err)))
}
