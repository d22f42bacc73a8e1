package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/aegish/aegish/internal/doctor/sshdconf"
)

// sshdFiles are where the server's configuration lies, the first that exists
// counts. The second is where some distributions keep their own.
var sshdFiles = [...]string{"/etc/ssh/sshd_config", "/usr/etc/ssh/sshd_config"}

// An sshdSetting is a keyword that opens a door with any value but one.
type sshdSetting struct {
	name, keyword, shown string
	closed, byDefault    string
	forwarding           bool // DisableForwarding closes it, too
	advice               string
}

var sshdSettings = [...]sshdSetting{
	{name: "sshd.user_rc", keyword: "permituserrc", shown: "PermitUserRC", closed: "no", byDefault: "yes",
		advice: "sshd runs ~/.ssh/rc before a session; at most the one command `/bin/sh .ssh/rc` is judged, never its lines. Set PermitUserRC no."},
	{name: "sshd.user_environment", keyword: "permituserenvironment", shown: "PermitUserEnvironment", closed: "no", byDefault: "no",
		advice: "~/.ssh/environment and authorized_keys set variables before aegish starts. Set PermitUserEnvironment no."},
	{name: "sshd.tcp_forwarding", keyword: "allowtcpforwarding", shown: "AllowTcpForwarding", closed: "no", byDefault: "yes", forwarding: true,
		advice: "`ssh -N -L` reaches this host's network without any shell, whatever the sandbox allows. Set AllowTcpForwarding no, or DisableForwarding yes."},
	{name: "sshd.streamlocal_forwarding", keyword: "allowstreamlocalforwarding", shown: "AllowStreamLocalForwarding", closed: "no", byDefault: "yes", forwarding: true,
		advice: "`ssh -N -L` reaches unix sockets as the user, outside of the sandbox. Set AllowStreamLocalForwarding no, or DisableForwarding yes."},
	{name: "sshd.tunnel", keyword: "permittunnel", shown: "PermitTunnel", closed: "no", byDefault: "no",
		advice: "A tunnel device joins networks without any shell. Set PermitTunnel no."},
	{name: "sshd.x11_forwarding", keyword: "x11forwarding", shown: "X11Forwarding", closed: "no", byDefault: "no", forwarding: true,
		advice: "Programs here get at the display of whoever logs in. Set X11Forwarding no where nobody needs it."},
}

// sshd looks for what the OpenSSH server lets around a login shell.
func (e *examination) sshd(context.Context) []Check {
	const name = "sshd.config"
	for _, file := range sshdFiles {
		config, err := sshdconf.Read(e.host, file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return []Check{e.door(name, fmt.Sprintf("%s: %v", file, err), "What sshd allows is not known. Run doctor as root.")}
		}
		checks := []Check{pass(name, "read "+file+" and what it includes")}
		if len(config.Unread) > 0 {
			checks[0] = e.door(name, "not read: "+list(config.Unread), "What these say is not known. Run doctor as root.")
		}
		for _, s := range sshdSettings {
			checks = append(checks, e.sshdSetting(config, s))
		}
		return append(checks, e.sftp(config), e.acceptEnv(config), e.forceCommand(config))
	}
	return []Check{note(name, "there is no OpenSSH server configuration", "Other ways to log in were not looked at.")}
}

// disableForwarding closes all forwarding whatever its own keyword says.
const disableForwarding = "disableforwarding"

// sshdSetting judges one keyword, with the blocks that change it for some.
func (e *examination) sshdSetting(config *sshdconf.Config, s sshdSetting) Check {
	value, where := s.byDefault, "the default"
	if d, ok := config.Effective(s.keyword); ok {
		value, where = strings.Join(d.Args, " "), d.Where()
	}
	summary := fmt.Sprintf("%s %s (%s)", s.shown, value, where)
	closed := strings.EqualFold(value, s.closed)
	opened, others := split(config.Conditional(s.keyword), s.closed)
	if s.forwarding {
		back, also := split(config.Conditional(disableForwarding), "yes")
		others = append(others, also...)
		if d, ok := config.Effective(disableForwarding); ok && strings.EqualFold(d.Value(), "yes") {
			summary = fmt.Sprintf("DisableForwarding yes (%s)", d.Where())
			switch {
			case len(back) == 0:
				opened = nil
			case !closed || len(opened) > 0:
				opened = append(opened, back...)
			}
			closed = true
		}
	}
	if closed && len(opened) == 0 {
		return pass(s.name, summary)
	}
	return e.door(s.name, summary+blocks(append(opened, others...)), s.advice)
}

// split parts directives into those with another value than the closed one,
// and those with it.
func split(all []sshdconf.Directive, closed string) (open, shut []sshdconf.Directive) {
	for _, d := range all {
		if strings.EqualFold(d.Value(), closed) {
			shut = append(shut, d)
		} else {
			open = append(open, d)
		}
	}
	return open, shut
}

// blocks words what Match blocks change.
func blocks(all []sshdconf.Directive) string {
	if len(all) == 0 {
		return ""
	}
	var parts []string
	for _, d := range all {
		value := strings.Join(d.Args, " ")
		if d.Keyword == disableForwarding {
			value = "DisableForwarding " + value
		}
		parts = append(parts, fmt.Sprintf("%s for Match %s (%s)", value, d.Match, d.Where()))
	}
	return "; " + list(parts)
}

// internalSFTP is the file server inside sshd, which starts no shell.
const internalSFTP = "internal-sftp"

// sftp says whether file transfers reach the login shell.
func (e *examination) sftp(config *sshdconf.Config) Check {
	const name = "sshd.sftp"
	const advice = "Such transfers are neither judged nor sandboxed. Name the external sftp-server, which is started by the login shell, or leave the subsystem out."
	inside := slices.DeleteFunc(config.Conditional("subsystem"), func(d sshdconf.Directive) bool {
		return len(d.Args) < 2 || d.Args[0] != "sftp" || d.Args[1] != internalSFTP
	})
	d, ok := config.Subsystem("sftp")
	switch {
	case ok && len(d.Args) > 1 && d.Args[1] == internalSFTP:
		return e.door(name, fmt.Sprintf("Subsystem sftp %s (%s) never reaches the login shell", internalSFTP, d.Where()), advice)
	case len(inside) > 0:
		return e.door(name, "Subsystem sftp never reaches the login shell"+blocks(inside), advice)
	case !ok:
		return pass(name, "no sftp subsystem")
	}
	return pass(name, fmt.Sprintf("Subsystem %s (%s) is started by the login shell, as a command to judge", strings.Join(d.Args, " "), d.Where()))
}

// plainEnv are the variables that clients usually send.
var plainEnv = [...]string{"LANG", "LANGUAGE", "LC_*", "COLORTERM", "NO_COLOR"}

// acceptEnv lists what clients may set besides the language.
func (e *examination) acceptEnv(config *sshdconf.Config) Check {
	const name = "sshd.accept_env"
	var more []string
	for _, d := range config.All("acceptenv") {
		for _, pattern := range d.Args {
			if !slices.Contains(plainEnv[:], pattern) && !slices.Contains(more, pattern) {
				more = append(more, pattern)
			}
		}
	}
	if len(more) == 0 {
		return pass(name, "clients may set no variables but those of the language")
	}
	return e.door(name, "clients may set "+list(more),
		"As a login shell aegish takes over a short list of variables only, but it is started with all of them. Keep AcceptEnv to LANG LC_*.")
}

// forceCommand lists forced commands; all but sshd's own file server are run
// by the login shell.
func (e *examination) forceCommand(config *sshdconf.Config) Check {
	const name = "sshd.force_command"
	var all []sshdconf.Directive
	if d, ok := config.Effective("forcecommand"); ok {
		all = append(all, d)
	}
	all = append(all, config.Conditional("forcecommand")...)
	var forced []string
	bypass := false
	for _, d := range all {
		if strings.EqualFold(d.Value(), "none") {
			continue
		}
		bypass = bypass || d.Value() == internalSFTP
		text := strings.Join(d.Args, " ")
		if d.Match != "" {
			text += " for Match " + d.Match
		}
		forced = append(forced, fmt.Sprintf("%s (%s)", text, d.Where()))
	}
	switch {
	case len(forced) == 0:
		return note(name, "no ForceCommand: what a client asks for is judged as it is", "")
	case bypass:
		return e.door(name, "ForceCommand "+list(forced), "internal-sftp starts no shell: nothing that these users do reaches aegish.")
	}
	return note(name, "ForceCommand "+list(forced), "It is run by the login shell; the client's own command is in SSH_ORIGINAL_COMMAND.")
}
