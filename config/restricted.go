package config

import "fmt"

// restrictedPath is the PATH of the restricted profile: directories that only
// root writes.
const restrictedPath = "/usr/bin:/bin"

// restricted is for people who must not have an unlimited shell: one literal
// command at a time, from a short list, executed from the system's own
// directories only.
func restricted() Config {
	c := workspace()
	c.Profile, c.Base = ProfileRestricted, ProfileRestricted
	c.Run.BashASTMode = ModeEnforce
	c.Policy.Default = Deny
	c.Policy.Rules = restrictedRules()
	c.Landlock.MinABI = 3 // before it, truncate(2) is not covered
	c.Landlock.DenyShells = true
	c.Landlock.Read = []string{
		"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", // programs and what they load
		"/etc", "/run", "/proc", // names, time zones, who is logged in; mounts, uptime
		"/dev", VarStart,
	}
	c.Landlock.Write = []string{VarStart, VarDev}
	c.Landlock.Execute = []string{
		"/usr/bin", "/usr/sbin", "/usr/lib", "/usr/libexec",
		"/bin", "/sbin", "/lib", "/lib64", // links where /usr is merged; some hosts lack one
	}
	c.Landlock.WriteExecute = false
	c.Landlock.SignalScope, c.Landlock.AbstractScope = true, true
	c.Seccomp.Filter = FilterStrict
	c.Env.Set = map[string]string{"PATH": restrictedPath}
	return c
}

// restrictedCommands are allowed with any arguments. A command is here only
// when no option of it, and no variable that may be in its environment, makes
// it start another program, load code or evaluate its arguments. That leaves
// out, among others:
//
//	find xargs env nice nohup timeout stdbuf watch  start what they are told to
//	sort (--compress-program) split (--filter) tar   start helpers
//	diff (--paginate) file (-z) man less git         start pagers and helpers
//	awk sed perl python vi ed bc                      are interpreters
//	zgrep egrep which                                 are shell scripts
//	test [ printf                                     evaluate a[$(command)] with -v
//	export declare read source alias trap             change what later words mean
//	chmod chown ln                                    are not needed for looking around
var restrictedCommands = [...]string{
	// bash's own
	"cd", "pushd", "popd", "dirs", "pwd", "echo", "true", "false", "exit", "logout",
	// who, where, when
	"id", "whoami", "groups", "date", "uname", "uptime", "df", "du",
	// looking at files
	"ls", "stat", "cat", "head", "tail", "wc", "grep", "cut", "uniq", "nl", "tac",
	"basename", "dirname", "realpath", "readlink", "cmp", "comm",
	"md5sum", "sha256sum", "sha512sum",
	// changing files, which the sandbox keeps below $START
	"mkdir", "rmdir", "touch", "cp", "mv", "rm",
}

func restrictedRules() []Rule {
	rules := make([]Rule, len(restrictedCommands))
	for i, name := range restrictedCommands {
		rules[i] = Rule{
			Match:  []string{name, "**"},
			Access: AccessAny,
			Action: Allow,
			ID:     fmt.Sprintf("builtin.%s.policy.rules[%d]", ProfileRestricted, i),
		}
	}
	return rules
}
