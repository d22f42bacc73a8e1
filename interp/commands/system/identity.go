package system

import (
	"context"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// named is a name, or a number where there is none.
func named(name string, id int) string {
	if name == "" {
		if id == 0 {
			return "root"
		}
		return strconv.Itoa(id)
	}
	return name
}

func id() gnu.Program {
	return gnu.Program{
		Summary: "print user and group ids",
		Usage:   "[OPTION]... [USER]...",
		Options: []gnu.Option{
			{"a", "ignored"}, {"Z,context", "refused: there are no contexts"}, {"g,group", "print the group"}, {"G,groups", "print all groups"},
			{"n,name", "print a name instead of a number"}, {"r,real", "accepted: real and effective are the same"},
			{"u,user", "print the user"}, {"z,zero", "end with NUL, not a newline"},
		},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			u := in.User
			user, group := named(u.Name, u.UID), named(u.Group, u.GID)
			for _, name := range in.Operands {
				if name != user && name != strconv.Itoa(u.UID) {
					in.Fail("%s: no such user", in.Quote(name))
				}
			}
			if in.Status() != 0 {
				return in.Status()
			}
			only := 0
			for _, k := range []string{"u", "g", "G"} {
				if in.Has(k) {
					only++
				}
			}
			end := "\n"
			if in.Has("z") {
				end = "\x00"
			}
			switch {
			case in.Has("Z"):
				return in.Die("--context (-Z) works only on an SELinux-enabled kernel")
			case only > 1:
				return in.Die("cannot print \"only\" of more than one choice")
			case only == 0 && (in.Has("n") || in.Has("r")):
				return in.Die("cannot print only names or real IDs in default format")
			case only == 0 && in.Has("z"):
				return in.Die("option --zero not permitted in default format")
			case only == 0:
				in.Printf("uid=%d(%s) gid=%d(%s) groups=%d(%s)\n", u.UID, user, u.GID, group, u.GID, group)
			case in.Has("u") && in.Has("n"):
				in.Printf("%s%s", user, end)
			case in.Has("u"):
				in.Printf("%d%s", u.UID, end)
			case in.Has("n"):
				in.Printf("%s%s", group, end)
			default:
				in.Printf("%d%s", u.GID, end)
			}
			return 0
		},
	}
}

// shows is a program that prints a line about the Call.
func shows(summary string, line func(in *gnu.Invocation) string) gnu.Program {
	return gnu.Program{
		Summary: summary, Usage: "",
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if len(in.Operands) > 0 {
				return in.Extra(in.Operands[0])
			}
			in.Printf("%s\n", line(in))
			return 0
		},
	}
}

func whoami() gnu.Program {
	return shows("print the name of the user", func(in *gnu.Invocation) string { return named(in.User.Name, in.User.UID) })
}

func groups() gnu.Program {
	return gnu.Program{
		Summary: "print the groups of the user",
		Usage:   "[USER]...",
		Main: func(_ context.Context, in *gnu.Invocation) int {
			u := in.User
			group := named(u.Group, u.GID)
			if len(in.Operands) == 0 {
				in.Printf("%s\n", group)
			}
			for _, name := range in.Operands {
				if name != named(u.Name, u.UID) {
					in.Fail("%s: no such user", in.Quote(name))
					continue
				}
				in.Printf("%s : %s\n", name, group)
			}
			return in.Status()
		},
	}
}

func host(in *gnu.Invocation) string {
	if in.User.Host == "" {
		return "localhost"
	}
	return in.User.Host
}

func hostname() gnu.Program {
	return gnu.Program{
		Summary: "print the name of the host",
		Usage:   "[OPTION]...",
		Options: []gnu.Option{{"s,short", "up to the first dot"}, {"f,fqdn", "the whole name"}, {"d,domain", "behind the first dot"},
			{"A,all-fqdns", "the whole name"}, {"a,alias", "no other names"}, {"i,ip-address", "127.0.0.1: there is no network"}, {"I,all-ip-addresses", "likewise"},
		},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if len(in.Operands) > 0 {
				in.Warn("you must be root to change the host name")
				return 1
			}
			name := host(in)
			short, domain, _ := strings.Cut(name, ".")
			switch {
			case in.Has("s"):
				name = short
			case in.Has("d"):
				name = domain
			case in.Has("a"):
				name = ""
			case in.Has("i"), in.Has("I"):
				name = "127.0.0.1"
			}
			in.Printf("%s\n", name)
			return 0
		},
	}
}

func uname() gnu.Program {
	return gnu.Program{
		Summary: "print information about the system",
		Usage:   "[OPTION]...",
		Options: []gnu.Option{
			{"a,all", "print everything"}, {"s,kernel-name", "the kernel's name (default)"}, {"n,nodename", "the host's name"},
			{"r,kernel-release", "the release"}, {"v,kernel-version", "the version"}, {"m,machine", "the machine"},
			{"p,processor", "the processor"}, {"i,hardware-platform", "the platform"}, {"o,operating-system", "the operating system"},
		},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if len(in.Operands) > 0 {
				return in.Extra(in.Operands[0])
			}
			// The host's kernel is none of a script's business.
			values := [][2]string{{"s", "Linux"}, {"n", host(in)}, {"r", "6.0.0-aegish"}, {"v", "#1"}, {"m", "x86_64"},
				{"p", "unknown"}, {"i", "unknown"}, {"o", "GNU/Linux"}}
			var out []string
			for _, v := range values {
				if in.Has(v[0]) || in.Has("a") && v[1] != "unknown" || len(in.Options) == 0 && v[0] == "s" {
					out = append(out, v[1])
				}
			}
			in.Printf("%s\n", strings.Join(out, " "))
			return 0
		},
	}
}

// processors is how many there seem to be: a script that counts them does the
// same on every host.
const processors = 2

// nproc is that of coreutils, which looks at the variables of OpenMP too.
func nproc() gnu.Program {
	return gnu.Program{
		Summary: "print how many processors to use: two, unless OMP_NUM_THREADS says otherwise",
		Usage:   "[OPTION]...",
		Options: []gnu.Option{{"all", "all that are there"}, {"ignore=N", "leave out N, but not the last"}},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if len(in.Operands) > 0 {
				return in.Extra(in.Operands[0])
			}
			threads := func(name string) uint64 {
				text, _ := in.Getenv(name)
				text, _, _ = strings.Cut(strings.TrimSpace(text), ",")
				n, _ := strconv.ParseUint(strings.TrimSpace(text), 10, 64) // 0 for none, the largest for too many
				return n
			}
			n := uint64(processors)
			if !in.Has("all") {
				if set := threads("OMP_NUM_THREADS"); set > 0 {
					n = set
				}
				if most := threads("OMP_THREAD_LIMIT"); most > 0 {
					n = min(n, most)
				}
			}
			if text, ok := in.Last("ignore"); ok {
				less, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
				if err != nil {
					return in.Die("invalid number: %s", in.Quote(text))
				}
				n = max(n, less+1) - less
			}
			in.Printf("%d\n", n)
			return 0
		},
	}
}

func tty() gnu.Program {
	return gnu.Program{
		Summary: "print the name of the terminal on standard input",
		Usage:   "[OPTION]...",
		Trouble: 2,
		Options: []gnu.Option{{"s,silent", "print nothing"}, {"s,quiet", ""}},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if len(in.Operands) > 0 {
				return in.Extra(in.Operands[0])
			}
			name, status := "not a tty", 1
			if in.Stdin.Terminal() {
				name, status = in.Stdin.Path(), 0
			}
			if !in.Has("s") {
				in.Printf("%s\n", name)
			}
			return status
		},
	}
}

func stty() gnu.Program {
	return gnu.Program{
		Summary: "show the settings of the terminal, as far as they are known",
		Usage:   "[-a] [size]",
		Options: []gnu.Option{{"a,all", "show all settings"}, {"g,save", "refused"}, {"F,file=DEVICE", "refused"}},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if !in.Stdin.Terminal() {
				return in.Die("'standard input': Inappropriate ioctl for device")
			}
			dimension := func(name string, usual int) int {
				text, _ := in.Getenv(name)
				if n, err := strconv.Atoi(text); err == nil && n > 0 {
					return n
				}
				return usual
			}
			rows, cols := dimension("LINES", 24), dimension("COLUMNS", 80)
			switch {
			case in.Has("g"), in.Has("F"), len(in.Operands) > 1:
				return in.Die("the settings of the terminal are not ours to change")
			case len(in.Operands) == 1 && in.Operands[0] == "size":
				in.Printf("%d %d\n", rows, cols)
			case len(in.Operands) == 1:
				return in.Die("the settings of the terminal are not ours to change: %s", in.Quote(in.Operands[0]))
			default:
				in.Printf("speed 38400 baud; rows %d; columns %d; line = 0;\n", rows, cols)
			}
			return 0
		},
	}
}
