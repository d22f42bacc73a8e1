package config

import (
	"fmt"
	"strings"
	"testing"
)

// Every mistake names the file, the line, the key and what was expected.
func TestMistakes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		line       int
		key, msg   string
	}{
		// Syntax and names.
		{"syntax", "engine = \n", 1, "", "expected"},
		{"unterminated", "\nengine = \"bash\n", 2, "", "new lines"},
		{"invalid UTF-8", "# \xff\n", 1, "", "UTF-8"},
		{"unknown key", "\n\nprofil = \"x\"", 3, "profil", "unknown key; expected one of profile, engine"},
		{"unknown table", "[landlok]\n", 1, "landlok", "unknown key"},
		{"unknown key in table", "[landlock]\nreads = []", 2, "landlock.reads", "expected one of enabled"},
		{"run at the top", "[run]\nbash_ast_mode = \"off\"", 1, "run", "unknown key"},
		{"upper case", "[tools.run]\nShell = \"/bin/bash\"", 2, "tools.run.Shell", "unknown key"},
		{"both cases", "engine = \"bash\"\nENGINE = \"bash\"", 2, "ENGINE", "unknown key"},
		{"twice", "engine = \"bash\"\nengine = \"bash\"", 2, "engine", "already defined"},
		{"table twice", "[audit]\n[audit]\n", 2, "audit", "already"},
		{"unknown in inline table", "policy = { mode = \"audit\", x = 1 }", 1, "policy.x", "unknown key"},
		{"unknown in rule", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nwhy = \"\"", 4, "policy.rules[0].why", "unknown key"},
		{"unknown in profile", "[profiles.x.env]\nunset = []", 2, "profiles.x.env.unset", "unknown key"},
		{"engine in profile", "[profiles.x]\nengine = \"bash\"", 2, "profiles.x.engine", "unknown key"},
		{"quoted unknown", "\"a b\" = 1", 1, `"a b"`, "unknown key"},
		{"control characters in a key", "\"\\u001b[31m\" = 1", 1, `"\x1b[31m"`, "unknown key"},
		// Types.
		{"integer for string", "profile = 3", 1, "profile", "expected a string, found a whole number"},
		{"string for bool", "allow_user_config = \"yes\"", 1, "allow_user_config", "expected true or false, found a string"},
		{"float for integer", "[landlock]\nmin_abi = 2.0", 2, "landlock.min_abi", "expected a whole number, found a fractional number"},
		{"string for list", "[landlock]\nread = \"/\"", 2, "landlock.read", "expected an array of strings, found a string"},
		{"integer in list", "[landlock]\nread = [\n \"/\",\n 3]", 4, "landlock.read[1]", "expected a string, found a whole number"},
		{"value for table", "landlock = true", 1, "landlock", "expected a table, found true or false"},
		{"table for value", "[engine]\n", 1, "engine", "expected a string, found a table"},
		{"dotted into value", "engine.x = 1", 1, "engine", "expected a string, found a table"},
		{"table for rules", "[policy.rules]\nmatch = []", 1, "policy.rules", "expected an array of tables, found a table"},
		{"array of tables for table", "[[audit]]\n", 1, "audit", "expected a table, found an array of tables"},
		{"table for confirm", "[tools.run.confirm]\n", 1, "tools.run.confirm", "found a table"},
		{"date", "[limits]\ncpu = 2020-01-01", 2, "limits.cpu", "found a date or time"},
		{"integer constant", "[env.set]\nA = 1", 2, "env.set.A", "expected a string, found a whole number"},
		{"huge integer", "[limits]\ncpu = 99999999999999999999", 2, "limits.cpu", "too large"},
		// [tools.run]
		{"engine", "engine = \"zsh\"", 1, "engine", `expected "bash" or "interp", found "zsh"`},
		{"interp fs", "[interp]\nfs = \"disk\"", 2, "interp.fs", `expected "memory", "overlay" or "host", found "disk"`},
		{"interp root missing", "[interp]\nfs = \"host\"", 2, "interp.fs", `expected an absolute path in interp.root where interp.fs is "host", found none`},
		{"interp root not wanted", "[interp]\nroot = \"/srv\"", 2, "interp.root", `expected no interp.root where interp.fs is "memory", found "/srv"`},
		{"interp root relative", "[interp]\nroot = \"srv\"", 2, "interp.root", `expected an absolute path, found "srv"`},
		{"interp mount", "[interp]\nmounts = [\"/a\"]", 2, "interp.mounts[0]", `expected PLACE=DIRECTORY`},
		{"interp mount option", "[interp]\nmounts = [\"/a=/b:rx\"]", 2, "interp.mounts[0]", `expected PLACE=DIRECTORY`},
		{"interp mount at the root", "[interp]\nmounts = [\"/=/b\"]", 2, "interp.mounts[0]", `expected a place that is not /, /dev or /proc`},
		{"interp mount twice", "[interp]\nmounts = [\"/a=/b\", \"/a=/c\"]", 2, "interp.mounts", `expected each place once, found "/a" again`},
		{"interp endpoint", "[interp]\nallow = [\"example.org\"]", 2, "interp.allow[0]", `expected [METHODS] URL [private]`},
		{"interp endpoint method", "[interp]\nallow = [\"get https://example.org\"]", 2, "interp.allow[0]", `expected [METHODS] URL [private]`},
		{"interp endpoint user", "[interp]\nallow = [\"https://me@example.org\"]", 2, "interp.allow[0]", `expected [METHODS] URL [private]`},
		{"interp limit low", "[interp.limits]\ndescriptors = 15", 2, "interp.limits.descriptors", `expected a number from 16 to 65536, found 15`},
		{"interp limit high", "[interp.limits]\ncall_depth = 100001", 2, "interp.limits.call_depth", `expected a number from 1 to 100000, found 100001`},
		{"interp limit profile", "[interp.limits]\nprofile = \"none\"", 2, "interp.limits.profile", `expected "default" or "agent", found "none"`},
		{"interp limit time", "[interp.limits]\ntime = \"0s\"", 2, "interp.limits.time", `expected a duration above 0`},
		{"gate mode", "[tools.run]\nbash_ast_mode = \"Enforce\"", 2, "tools.run.bash_ast_mode", `expected "off", "audit" or "enforce", found "Enforce"`},
		{"relative shell", "[tools.run]\nshell = \"bash\"", 2, "tools.run.shell", "expected an absolute path"},
		{"unclean shell", "[tools.run]\nshell = \"/bin/../bin/bash\"", 2, "tools.run.shell", `shortest spelling, "/bin/bash"`},
		{"NUL in a path", "[tools.run]\nshell = \"/bin/b\\u0000\"", 2, "tools.run.shell", "control characters"},
		{"enforce with dash", "[tools.run]\nbash_ast_mode = \"enforce\"\nshell = \"/bin/dash\"", 3, "tools.run.shell", "expected a bash where bash_ast_mode is enforce"},
		{"no duration", "[tools.run]\ntimeout = \"120\"", 2, "tools.run.timeout", "expected a duration"},
		{"no time", "[tools.run]\ntimeout = \"0s\"", 2, "tools.run.timeout", "above 0"},
		{"too long", "[tools.run]\ntimeout = \"168h1s\"", 2, "tools.run.timeout", "at most 168h"},
		{"no output", "[tools.run]\nmax_output_bytes = 0", 2, "tools.run.max_output_bytes", "from 1 to 1048576, found 0"},
		{"much output", "[tools.run]\nmax_output_bytes = 1048577", 2, "tools.run.max_output_bytes", "from 1 to"},
		{"empty pattern", "[tools.run]\ndeny_patterns = [\"a\", \"\"]", 2, "tools.run.deny_patterns[1]", "which every command contains"},
		{"confirm word", "[tools.run]\nconfirm = \"always\"", 2, "tools.run.confirm", `expected "never", "ask" or a program`},
		{"confirm empty", "[tools.run]\nconfirm = []", 2, "tools.run.confirm", "found 0"},
		{"confirm relative", "[tools.run]\nconfirm = [\"ok\"]", 2, "tools.run.confirm[0]", "absolute path"},
		{"confirm number", "[tools.run]\nconfirm = [\"/bin/ok\", 3]", 2, "tools.run.confirm[1]", "expected a string"},
		{"confirm bool", "[tools.run]\nconfirm = true", 2, "tools.run.confirm", "found true"},
		// [policy]
		{"policy mode", "[policy]\nmode = \"off\"", 2, "policy.mode", `expected "enforce" or "audit"`},
		{"default", "[policy]\ndefault = \"warn\"", 2, "policy.default", `found "warn"`},
		{"unparsed", "[policy]\nunparsed = \"\"", 2, "policy.unparsed", "expected"},
		{"rule without action", "[[policy.rules]]\nmatch = [\"a\"]", 1, "policy.rules[0]", "a rule with an action"},
		{"second rule without match", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\n[[policy.rules]]\naction = \"deny\"", 4, "policy.rules[1]", "commands, match, paths, assign or opaque"},
		{"rule without patterns", "[[policy.rules]]\nmatch = []\naction = \"deny\"", 2, "policy.rules[0].match", "found 0"},
		{"rule with empty name", "[[policy.rules]]\nmatch = [\"\"]\naction = \"deny\"", 2, "policy.rules[0].match[0]", "command's name"},
		{"rest in the middle", "[[policy.rules]]\naction = \"deny\"\nmatch = [\n\"a\", \"**\",\n \"b\"]", 4, "policy.rules[0].match[1]", "last pattern only"},
		{"rule action", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"block\"", 3, "policy.rules[0].action", `found "block"`},
		{"rule reason", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nreason = \"a\\u001bb\"", 4, "policy.rules[0].reason", "control characters"},
		{"rule in a profile", "[[profiles.x.policy.rules]]\nmatch = [\"a\"]\naction = \"no\"", 3, "profiles.x.policy.rules[0].action", "found"},
		{"rule in line", "[policy]\nrules = [{match = [\"a\"], action = \"deny\"},\n {match = [\"b\"], action = \"no\"}]", 3, "policy.rules[1].action", "found"},
		{"rule id", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nid = \"A b\"", 4, "policy.rules[0].id", "a letter or digit first"},
		{"rule flag", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nflags = [\"-r\", \"recursive\"]", 4, "policy.rules[0].flags[1]", "an option such as"},
		{"rule flag with a value", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nflags = [\"--output=x\"]", 4, "policy.rules[0].flags[0]", "an option such as"},
		{"rule without flags", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nflags = []", 4, "policy.rules[0].flags", "expected 1 to 1024 strings, found 0"},
		{"rule value", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nvalues = [\"-\"]", 4, "policy.rules[0].values[0]", "an option such as"},
		{"values alone", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nvalues = [\"-x\"]", 1, "policy.rules[0]", "values say how"},
		{"rule path", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\npaths = [\"etc\"]", 4, "policy.rules[0].paths[0]", "an absolute path"},
		{"rule path of another user", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\npaths = [\"~bob/x\"]", 4, "policy.rules[0].paths[0]", "an absolute path"},
		{"rule path unclean", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\npaths = [\"/etc/\"]", 4, "policy.rules[0].paths[0]", "shortest spelling"},
		{"access without paths", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\naccess = \"write\"", 1, "policy.rules[0]", "access is about paths"},
		{"rule access", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\npaths = [\"/x\"]\naccess = \"append\"", 5, "policy.rules[0].access", `"any", "read" or "write"`},
		{"rule variable", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\nassign = [\"A=B\"]", 4, "policy.rules[0].assign[0]", "name of a variable"},
		{"rule example", "[[policy.rules]]\nmatch = [\"a\"]\naction = \"deny\"\ncatches = [\"\"]", 4, "policy.rules[0].catches[0]", "expected a command"},
		{"opaque allow", "[[policy.rules]]\nopaque = true\naction = \"allow\"", 1, "policy.rules[0]", "can deny or ask"},
		{"flags without a command", "[[policy.rules]]\npaths = [\"/x\"]\nflags = [\"-r\"]\naction = \"deny\"", 1, "policy.rules[0]", "expected commands or match, too"},
		{"commands and match", "[[policy.rules]]\ncommands = [\"a\"]\nmatch = [\"a\"]\naction = \"deny\"", 1, "policy.rules[0]", "expected one of them"},
		{"no commands", "[[policy.rules]]\ncommands = []\naction = \"deny\"", 2, "policy.rules[0].commands", "expected 1 to 1024 strings, found 0"},
		{"rule word", "[[policy.rules]]\ncommands = [\"a\"]\nwords = [\"\\u0000\"]\naction = \"deny\"", 3, "policy.rules[0].words[0]", "without NUL"},
		{"rule command", "[[policy.rules]]\ncommands = [\"a\", \"\"]\naction = \"deny\"", 2, "policy.rules[0].commands[1]", "command's name"},
		{"words without a command", "[[policy.rules]]\npaths = [\"/x\"]\nwords = [\"a\"]\naction = \"deny\"", 1, "policy.rules[0]", "expected commands or match, too"},
		{"rule lacks", "[[policy.rules]]\ncommands = [\"a\"]\nlacks = [\"n\"]\naction = \"deny\"", 3, "policy.rules[0].lacks[0]", "an option such as"},
		{"leading alone", "[[policy.rules]]\ncommands = [\"a\"]\nleading = true\naction = \"deny\"", 1, "policy.rules[0]", "leading says where"},
		{"piped alone", "[[policy.rules]]\npaths = [\"/x\"]\npiped = true\naction = \"deny\"", 1, "policy.rules[0]", "piped is about a command"},
		{"literal allow", "[[policy.rules]]\ncommands = [\"a\"]\nliteral = true\naction = \"allow\"", 1, "policy.rules[0]", "expected deny or ask"},
		{"pack", "[policy]\npacks = [\"destructive\", \"nice\"]", 2, "policy.packs[1]", "destructive"},
		{"subset", "[tools.run]\nbash_ast_subset = \"all\"", 2, "tools.run.bash_ast_subset", `expected "simple" or "compound"`},
		{"expansions", "[tools.run]\nexpansions = \"all\"", 2, "tools.run.expansions", `expected "none" or "quoted"`},
		{"background", "[tools.run]\nbackground = \"stop\"", 2, "tools.run.background", `expected "keep" or "kill"`},
		// [landlock]
		{"abi 0", "[landlock]\nmin_abi = 0", 2, "landlock.min_abi", "from 1 to 64, found 0"},
		{"abi 65", "[landlock]\nmin_abi = 65", 2, "landlock.min_abi", "found 65"},
		{"optional variable", "[landlock]\nread = [\"?$START\"]", 2, "landlock.read[0]", "absolute path below / behind ?"},
		{"optional relative", "[landlock]\nread = [\"/usr\", \"?x\"]", 2, "landlock.read[1]", "absolute path below / behind ?"},
		{"optional root", "[landlock]\nread = [\"?/\"]", 2, "landlock.read[0]", "absolute path below / behind ?"},
		{"optional twice", "[landlock]\nread = [\"??/x\"]", 2, "landlock.read[0]", "absolute path below / behind ?"},
		{"optional detour", "[landlock]\nread = [\"?/x/../y\"]", 2, "landlock.read[0]", "shortest spelling"},
		{"optional, writable and executable", "[landlock]\nwrite = [\"?/srv/x\"]\nexecute = [\"/srv\"]\nwrite_execute = false", 4, "landlock.write_execute", `found "?/srv/x" in write`},
		{"relative path", "[landlock]\nwrite = [\"$START\", \"tmp\"]", 2, "landlock.write[1]", "absolute path or one of $START"},
		{"unknown variable", "[landlock]\nwrite = [\"$HOME\"]", 2, "landlock.write[0]", `"$DEV", found "$HOME"`},
		{"unclean path", "[landlock]\nread = [\"/usr/\"]", 2, "landlock.read[0]", `"/usr"`},
		{"port 0", "[landlock]\nconnect_tcp = [443, 0]", 2, "landlock.connect_tcp[1]", "from 1 to 65535"},
		{"port 65536", "[landlock]\nbind_tcp = [65536]", 2, "landlock.bind_tcp[0]", "from 1 to 65535"},
		{"port word", "[landlock]\nbind_tcp = \"none\"", 2, "landlock.bind_tcp", `expected "any" or a list`},
		{"port string", "[landlock]\nbind_tcp = [\"80\"]", 2, "landlock.bind_tcp[0]", "expected a port"},
		{"no shells, reading the root", "[landlock]\ndeny_shells = true\nexecute = [\"/usr\"]", 2, "landlock.deny_shells", `found "/"`},
		{"no shells, reading the root by name", "[landlock]\ndeny_shells = true\nexecute = [\"/usr\"]\nread = [\"/usr\", \"/\"]", 4, "landlock.read", `found "/"`},
		{"no shells, executing the root", "[landlock]\ndeny_shells = true\nread = [\"/usr\"]", 2, "landlock.deny_shells", "expected a list of directories"},
		{"writable and executable", "[landlock]\nwrite_execute = false", 2, "landlock.write_execute", `found "$START" in write and "/" in execute`},
		// [seccomp], [network]
		{"filter", "[seccomp]\nfilter = \"on\"", 2, "seccomp.filter", `"off", "workspace" or "strict"`},
		{"system call", "[seccomp]\nallow = [\"ptrace\", \"Mount\"]", 2, "seccomp.allow[1]", "name of a system call"},
		{"network mode", "[network]\nmode = \"closed\"", 2, "network.mode", `"open", "ports" or "off"`},
		{"network open and ports", "[network]\nmode = \"open\"\n[landlock]\nbind_tcp = []", 2, "network.mode", "where ports are listed"},
		{"ports without a list", "[network]\nmode = \"ports\"", 2, "network.mode", "expected a list"},
		{"unix", "[network]\nunix = \"on\"", 2, "network.unix", `"open" or "off"`},
		// [limits]
		{"cpu", "[limits]\ncpu = 0", 2, "limits.cpu", "from 1"},
		{"file size", "[limits]\nfile_size = -1", 2, "limits.file_size", "from 0"},
		{"open files", "[limits]\nopen_files = 15", 2, "limits.open_files", "from 16"},
		{"processes", "[limits]\nprocesses = 0", 2, "limits.processes", "from 1"},
		{"address space", "[limits]\naddress_space = 16777215", 2, "limits.address_space", "from 16777216"},
		{"core", "[limits]\ncore = -1", 2, "limits.core", "from 0"},
		// [env]
		{"import name", "[env]\nimport = [\"A=B\"]", 2, "env.import[0]", "variable's name"},
		{"import empty", "[env]\nimport = [\"\"]", 2, "env.import[0]", "1 to 255"},
		{"import digit", "[env]\nimport = [\"1A\"]", 2, "env.import[0]", "no digit first"},
		{"import of a stripped name", "[env]\nimport = [\"LD_PRELOAD\"]", 2, "env.import[0]", "not always stripped"},
		{"deny name", "[env]\ndeny = [\"A B\"]", 2, "env.deny[0]", "variable's name"},
		{"set dangerous", "[env.set]\nBASH_ENV = \"/x\"", 2, "env.set.BASH_ENV", "not always stripped"},
		{"set a function", "[env.set]\n\"BASH_FUNC_ls%%\" = \"() { :; }\"", 2, `env.set."BASH_FUNC_ls%%"`, "not always stripped"},
		{"set own", "[env.set]\nAEGISH_X = \"1\"", 2, "env.set.AEGISH_X", "not always stripped"},
		{"set in line", "[env]\nset = { LD_X = \"1\" }", 2, "env.set.LD_X", "not always stripped"},
		{"set state", "[env.set]\nPWD = \"/\"", 2, "env.set.PWD", "keep itself"},
		{"set bad name", "[env.set]\n\"a b\" = \"/\"", 2, `env.set."a b"`, "variable's name"},
		{"set NUL", "[env.set]\nA = \"\\u0000\"", 2, "env.set.A", "without NUL"},
		{"set empty PATH element", "[env.set]\nPATH = \"/bin:\"", 2, "env.set.PATH", "none empty"},
		{"set relative PATH", "[env.set]\nPATH = \".:/bin\"", 2, "env.set.PATH", "absolute directories"},
		{"deny and set", "[env]\ndeny = [\"A\"]\nset = { A = \"1\" }", 2, "env.deny[0]", "do not hold"},
		{"deny and import", "[env]\nimport = [\"A\"]\ndeny = [\"B\", \"A\"]", 3, "env.deny[1]", "do not hold"},
		// [audit]
		{"sink", "[audit]\nsink = \"stdout\"", 2, "audit.sink", `expected "syslog", "file", "stderr" or "none"`},
		{"sink without file", "[audit]\nsink = \"file\"", 2, "audit.sink", "expected an absolute path in audit.file"},
		{"sink with empty file", "[audit]\nsink = \"file\"\nfile = \"\"", 3, "audit.file", "expected an absolute path"},
		{"relative file", "[audit]\nsink = \"file\"\nfile = \"log\"", 3, "audit.file", "absolute path"},
		{"file without sink", "[audit]\nfile = \"/var/log/x\"", 2, "audit.file", `where audit.sink is "syslog"`},
		{"file with another sink", "[audit]\nsink = \"stderr\"\nfile = \"/var/log/x\"", 3, "audit.file", `where audit.sink is "stderr"`},
		{"required of none", "[audit]\nsink = \"none\"\nrequired = true", 3, "audit.required", "no command could run"},
		// Profiles and assignments.
		{"unknown profile", "profile = \"strict\"", 1, "profile", "one of the profiles workspace, restricted, observe"},
		{"unknown profile of a user", "[users.bob]\nprofile = \"x\"", 2, "users.bob.profile", "one of the profiles"},
		{"unknown profile of a group", "[groups.\"a b\"]\nprofile = \"x\"", 2, `groups."a b".profile`, "one of the profiles"},
		{"user without profile", "[users.bob]\n", 1, "users.bob", "expected profile"},
		{"profile name", "[profiles.\"a b\"]\n", 1, `profiles."a b"`, "letters, digits"},
		{"base", "[profiles.x]\nbase = \"y\"", 2, "profiles.x.base", `expected "workspace", "restricted" or "observe"`},
		{"base of a built-in", "[profiles.observe]\nbase = \"workspace\"", 2, "profiles.observe.base", "starts from that built-in"},
		{"mistake in a profile that nobody has", "[profiles.x.limits]\ncpu = 0", 2, "profiles.x.limits.cpu", "from 1"},
		{"conflict in a profile that nobody has", "[profiles.x.audit]\nsink = \"file\"", 2, "profiles.x.audit.sink", `(in profile "x")`},
		{"conflict of top level and profile", "[tools.run]\nshell = \"/bin/sh\"\n[profiles.x]\nbase = \"restricted\"", 2, "tools.run.shell", `(in profile "x")`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, path, err := explicit(t, tt.text)
			e := asError(t, err)
			if e.File != path || e.Line != tt.line || e.Key != tt.key || !strings.Contains(e.Msg, tt.msg) {
				t.Errorf("got %+v\nexpected line %d, key %s, message with %q", *e, tt.line, tt.key, tt.msg)
			}
			if want := fmt.Sprintf("%s:%d: ", path, tt.line); !strings.HasPrefix(err.Error(), want) || !isPrintable(err.Error()) {
				t.Errorf("message %q, expected it to begin with %q and to be printable", err, want)
			}
		})
	}
}
