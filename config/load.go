package config

// Options say whose session it is and which file it asks for.
type Options struct {
	Path     string // --config, "" when not given
	Profile  string // --profile, "" when not given
	Login    bool   // the session is a login shell
	Identity Identity

	XDGConfigHome string // $XDG_CONFIG_HOME; used only when absolute
	Home          string // $HOME; used where XDGConfigHome is not

	SystemPath string // the system's file; "" means DefaultSystemPath
}

// DefaultSystemPath is where the system's configuration lies.
const DefaultSystemPath = "/etc/aegish/aegish.toml"

// An Identity is who runs the session, by the user database.
type Identity struct {
	UID    int
	User   string
	Groups []string // names, the primary group first
	Home   string
	Shell  string
}

// An Effective is a Config with the origin of each of its values.
type Effective struct {
	Config Config
	// Source maps a key ("landlock.write", "policy.rules[2]",
	// "env.set.PATH") to "default", "profile NAME (built in)", "FILE:LINE"
	// or "--profile".
	Source map[string]string
}
