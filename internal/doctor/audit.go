package doctor

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"path/filepath"
	"time"

	"github.com/aegish/aegish/config"
)

const (
	syslogSocket = "/dev/log"
	dialTime     = time.Second
)

// audit looks at where records go. It writes none.
func (e *examination) audit(context.Context) []Check {
	const name = "audit"
	cfg := e.config()
	if cfg == nil {
		return nil
	}
	var check Check
	switch cfg.Audit.Sink {
	case config.SinkSyslog:
		check = e.auditSyslog(cfg.Audit.Required)
	case config.SinkFile:
		check = e.auditFile(cfg.Audit)
	case config.SinkStderr:
		check = note(name, "records go to standard error", "Whoever runs a command sees its record, and can throw it away.")
	default:
		check = e.observed(name, "records are not kept (audit.sink = \"none\")", "Nothing tells afterwards what was run or denied.")
		if cfg.Audit.Required {
			check = failure(name, "audit.required = true, and audit.sink = \"none\" keeps nothing", "Set audit.sink to syslog or file.")
		}
	}
	checks := []Check{check}
	if cfg.Audit.CommandText {
		checks = append(checks, note("audit.command_text", "records hold the text of commands",
			"Passwords typed into a command line end up in the trail; guard it like them."))
	}
	return checks
}

// auditSyslog tries the daemon's socket as a session does.
func (e *examination) auditSyslog(required bool) Check {
	const name = "audit"
	conn, err := net.DialTimeout("unixgram", e.host.at(syslogSocket), dialTime)
	if err == nil {
		conn.Close()
		return pass(name, "records go to syslog (authpriv) through "+syslogSocket)
	}
	const advice = "Start a syslog daemon or systemd-journald (a container has neither), or set audit.sink to file."
	if required {
		return failure(name, "no syslog daemon answers at "+syslogSocket+", and audit.required = true: no command runs", advice)
	}
	return warning(name, "no syslog daemon answers at "+syslogSocket+": records are dropped silently", advice)
}

// auditFile judges the audit file as opening it would, without making it.
func (e *examination) auditFile(cfg config.Audit) Check {
	const name = "audit"
	path := cfg.File
	info, err := e.host.lstat(path)
	if err != nil {
		dir := filepath.Dir(path)
		if e.host.writable(dir) {
			return pass(name, path+" will be made with the first record")
		}
		return failure(name, fmt.Sprintf("%s: %v, and this user can not make it in %s", path, bare(err), dir),
			"No session starts. Make the directory writable for the user, or the file beforehand, or set audit.sink to syslog.")
	}
	if why := e.unfitAuditFile(path, info); why != "" {
		return failure(name, path+" "+why, "No session starts: what is in such a file is no proof. Replace it by a regular file, mode 0600, of root or the user.")
	}
	if info.Mode().Perm()&0o044 != 0 {
		return warning(name, fmt.Sprintf("%s can be read by others (mode %04o)", path, info.Mode().Perm()), "chmod 0600 keeps it private.")
	}
	return pass(name, "records go to "+path)
}

// unfitAuditFile says why a file would be refused as the trail, or "".
func (e *examination) unfitAuditFile(path string, info fs.FileInfo) string {
	uid, _, known := owner(info)
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return "is a symbolic link"
	case !info.Mode().IsRegular():
		return "is not a regular file"
	case !known || uid != e.host.RootUID && uid != e.facts.Identity.UID:
		return "is owned by neither root nor the running user"
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Sprintf("is writable by group or others (mode %04o)", info.Mode().Perm())
	case !e.host.writable(path):
		return "can not be written by this user"
	}
	return ""
}
