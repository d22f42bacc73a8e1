package doctor

import (
	"testing"
)

// ourUser makes bob's login shell aegish.
var ourUser = map[string]string{"/etc/passwd": "root:x:0:0::/root:/bin/bash\nbob:x:1001:1001::/home/bob:" + self + "\n+nis\nbroken:x:y:0::/:" + self + "\n"}

// with adds entries to others.
func with(maps ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, m := range maps {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

func file(path, content string) map[string]string { return map[string]string{path: content} }

func TestLogin(t *testing.T) {
	t.Parallel()
	run(t, map[string]scenario{
		"nobody":   {check: "login.users", status: Info, text: "no user"},
		"somebody": {files: ourUser, check: "login.users", status: Info, text: "login shell of bob"},
		"by a link": {files: with(file("/usr/bin/ae", link+"../local/bin/aegish"), file("/etc/passwd", "eve:x:5:5::/:/usr/bin/ae\n")),
			check: "login.users", status: Info, text: "eve"},
		"root":              {files: file("/etc/passwd", "root:x:0:0::/root:"+self+"\n"), check: "login.root", status: Warning, text: "plain shell"},
		"no passwd":         {files: file("/etc/passwd", absent), check: "login.users", status: Warning, text: "no such file"},
		"unlisted":          {check: "login.etc_shells", status: OK},
		"listed":            {files: file("/etc/shells", "/bin/sh\n"+self+"\n"), check: "login.etc_shells", status: Info, text: "chsh"},
		"listed, in use":    {files: with(ourUser, file("/etc/shells", self+"\n")), check: "login.etc_shells", status: Warning, text: "su -s"},
		"listed, by a link": {files: with(file("/usr/bin/ae", link+"../local/bin/aegish"), file("/etc/shells", "/usr/bin/ae\n")), check: "login.etc_shells", status: Info, text: "/usr/bin/ae"},
		"listed as comment": {files: file("/etc/shells", "# "+self+"\n"), check: "login.etc_shells", status: OK},
		"no shells":         {files: file("/etc/shells", absent), check: "login.etc_shells", status: Info, text: "no such file"},
	})
}

func TestSSHD(t *testing.T) {
	t.Parallel()
	sshd := func(text string) map[string]string { return with(ourUser, file("/etc/ssh/sshd_config", text)) }
	run(t, map[string]scenario{
		"none":        {check: "sshd.config", status: Info, text: "no OpenSSH"},
		"there":       {files: sshd(""), check: "sshd.config", status: OK},
		"vendor's":    {files: file("/usr/etc/ssh/sshd_config", ""), check: "sshd.config", status: OK, text: "/usr/etc"},
		"a directory": {files: with(ourUser, file("/etc/ssh/sshd_config/x", "")), check: "sshd.config", status: Warning, text: "not a regular file"},
		"unread include": {files: with(sshd("Include x/*\n"), file("/etc/ssh/x/y/z", "")), check: "sshd.config", status: Warning,
			text: "/etc/ssh/x/y: not a regular file"},

		"rc by default":        {files: sshd(""), check: "sshd.user_rc", status: Warning, text: "PermitUserRC yes (the default)"},
		"rc, no login shell":   {files: file("/etc/ssh/sshd_config", ""), check: "sshd.user_rc", status: Info},
		"rc off":               {files: sshd("PermitUserRC no\n"), check: "sshd.user_rc", status: OK, text: "/etc/ssh/sshd_config:1"},
		"rc off in an include": {files: with(sshd("Include sshd_config.d/*.conf\nPermitUserRC yes\n"), file("/etc/ssh/sshd_config.d/a.conf", "permituserrc no\n")), check: "sshd.user_rc", status: OK, text: "a.conf:1"},
		"rc on for some":       {files: sshd("PermitUserRC no\nMatch User bob\nPermitUserRC yes\n"), check: "sshd.user_rc", status: Warning, text: "no (/etc/ssh/sshd_config:1); yes for Match User bob (/etc/ssh/sshd_config:3)"},
		"rc off for some":      {files: sshd("Match User bob\nPermitUserRC no\n"), check: "sshd.user_rc", status: Warning, text: "no for Match User bob"},
		"environment default":  {files: sshd(""), check: "sshd.user_environment", status: OK},
		"environment pattern":  {files: sshd("PermitUserEnvironment LANG,LC_*\n"), check: "sshd.user_environment", status: Warning, text: "LANG,LC_*"},
		"tunnel":               {files: sshd("PermitTunnel point-to-point"), check: "sshd.tunnel", status: Warning},
		"x11":                  {files: sshd("X11Forwarding yes"), check: "sshd.x11_forwarding", status: Warning},
		"stream local":         {files: sshd(""), check: "sshd.streamlocal_forwarding", status: Warning, text: "unix sockets"},

		"tcp by default":             {files: sshd(""), check: "sshd.tcp_forwarding", status: Warning, text: "ssh -N -L"},
		"tcp local":                  {files: sshd("AllowTcpForwarding local"), check: "sshd.tcp_forwarding", status: Warning},
		"tcp off":                    {files: sshd("AllowTcpForwarding no"), check: "sshd.tcp_forwarding", status: OK},
		"forwarding disabled":        {files: sshd("DisableForwarding yes\nMatch User bob\nAllowTcpForwarding yes"), check: "sshd.tcp_forwarding", status: OK, text: "DisableForwarding"},
		"disabled for some":          {files: sshd("Match User bob\nDisableForwarding yes"), check: "sshd.tcp_forwarding", status: Warning, text: "DisableForwarding yes for Match User bob"},
		"taken back":                 {files: sshd("DisableForwarding yes\nMatch User bob\nDisableForwarding no"), check: "sshd.tcp_forwarding", status: Warning, text: "DisableForwarding no for Match User bob"},
		"taken back, tcp off":        {files: sshd("DisableForwarding yes\nAllowTcpForwarding no\nMatch User bob\nDisableForwarding no"), check: "sshd.tcp_forwarding", status: OK},
		"taken back, tcp on again":   {files: sshd("DisableForwarding yes\nAllowTcpForwarding no\nMatch User bob\nDisableForwarding no\nAllowTcpForwarding yes"), check: "sshd.tcp_forwarding", status: Warning},
		"disabled is not a tunnel's": {files: sshd("DisableForwarding yes\nPermitTunnel yes"), check: "sshd.tunnel", status: Warning},

		"no sftp":           {files: sshd(""), check: "sshd.sftp", status: OK, text: "no sftp"},
		"external sftp":     {files: sshd("Subsystem sftp /usr/lib/openssh/sftp-server -l INFO"), check: "sshd.sftp", status: OK, text: "sftp-server -l INFO"},
		"internal sftp":     {files: sshd("Subsystem sftp internal-sftp"), check: "sshd.sftp", status: Warning, text: "never reaches"},
		"internal for some": {files: sshd("Subsystem sftp /x\nMatch User bob\nSubsystem sftp internal-sftp"), check: "sshd.sftp", status: Warning, text: "Match User bob"},

		"plain environment": {files: sshd("AcceptEnv LANG LC_* COLORTERM"), check: "sshd.accept_env", status: OK},
		"wide environment":  {files: sshd("AcceptEnv LANG\nAcceptEnv GIT_*\nMatch User bob\nAcceptEnv *"), check: "sshd.accept_env", status: Warning, text: "GIT_*, *"},

		"no force":         {files: sshd("ForceCommand none"), check: "sshd.force_command", status: Info, text: "no ForceCommand"},
		"forced":           {files: sshd("Match User bob\nForceCommand /usr/bin/x 'a b'"), check: "sshd.force_command", status: Info, text: "/usr/bin/x a b for Match User bob"},
		"forced into sftp": {files: sshd("Match Group files\nForceCommand internal-sftp -d /x"), check: "sshd.force_command", status: Warning, text: "no shell"},
	})
}

func TestHomeFiles(t *testing.T) {
	t.Parallel()
	run(t, map[string]scenario{
		"no rc":             {check: "home.ssh_rc", status: OK},
		"own rc":            {files: file("/home/ann/.ssh/rc", ""), check: "home.ssh_rc", status: Info, text: "/home/ann/.ssh/rc"},
		"our user's rc":     {files: with(ourUser, file("/home/bob/.ssh/rc", "")), check: "home.ssh_rc", status: Warning, text: "/home/bob/.ssh/rc"},
		"dangling":          {files: with(ourUser, file("/home/bob/.ssh/rc", link+"nowhere")), check: "home.ssh_rc", status: Warning},
		"somebody else's":   {files: with(ourUser, file("/home/eve/.ssh/rc", "")), check: "home.ssh_rc", status: OK},
		"environment":       {files: with(ourUser, file("/home/bob/.ssh/environment", "")), check: "home.ssh_environment", status: Warning},
		"forward, no mail":  {files: with(ourUser, file("/home/bob/.forward", "")), check: "home.forward", status: OK, text: "no mail system"},
		"forward":           {files: with(ourUser, file("/home/bob/.forward", ""), file("/usr/sbin/sendmail", "")), check: "home.forward", status: Warning},
		"no forward":        {files: file("/usr/lib/sendmail", ""), check: "home.forward", status: OK, text: "no ~/.forward"},
		"home not absolute": {files: file("/etc/passwd", "bob:x:1:1:::"+self+"\n"), check: "home.ssh_rc", status: OK},
	})
}

func TestJobs(t *testing.T) {
	t.Parallel()
	cron := with(ourUser, file("/usr/bin/crontab", ""))
	at := with(ourUser, file("/usr/bin/at", ""))
	run(t, map[string]scenario{
		"no cron":            {check: "jobs.cron", status: OK, text: "not installed"},
		"cron for all":       {files: cron, change: sandboxOff, check: "jobs.cron", status: Warning, text: "ann, bob may use /usr/bin/crontab"},
		"in the sandbox":     {files: cron, check: "jobs.cron", status: Warning, text: "inside the sandbox none can be installed"},
		"cron, no login use": {files: file("/usr/bin/crontab", ""), check: "jobs.cron", status: Info},
		"cron.allow empty":   {files: with(cron, file("/etc/cron.allow", "")), check: "jobs.cron", status: OK, text: "ann, bob may not"},
		"cron.allow wins":    {files: with(cron, file("/etc/cron.allow", "bob\n"), file("/etc/cron.deny", "bob\n")), check: "jobs.cron", status: Warning, text: "bob may use"},
		"cron.deny":          {files: with(cron, file("/etc/cron.deny", "# x\nann\nbob\n")), check: "jobs.cron", status: OK, text: "cron.deny"},
		"cron.allow odd":     {files: with(cron, file("/etc/cron.allow/x", "")), check: "jobs.cron", status: Warning, text: "not a regular file"},
		"cron for root":      {files: file("/usr/bin/crontab", ""), change: func(f *Facts, _ *Host) { f.Identity.UID = 0 }, check: "jobs.cron", status: Info, text: "is installed"},
		"a table":            {files: with(cron, file("/var/spool/cron/crontabs/bob", "")), check: "jobs.cron_tables", status: Warning, text: "crontabs/bob"},
		"at is root's":       {files: at, check: "jobs.at", status: OK, text: "root's alone"},
		"at.deny":            {files: with(at, file("/etc/at.deny", "ann\n")), check: "jobs.at", status: Warning, text: "bob may use"},
	})
}

func TestRootTools(t *testing.T) {
	t.Parallel()
	run(t, map[string]scenario{
		"none":            {check: "root_tools", status: OK},
		"some":            {files: with(file("/usr/bin/su", ""), file("/usr/sbin/runuser", "")), check: "root_tools", status: Info, text: "installed: su, runuser"},
		"sandbox":         {files: file("/usr/bin/sudo", ""), check: "root_tools", status: Info, text: "no_new_privs"},
		"elevating":       {files: file("/usr/bin/sudo", ""), change: func(f *Facts, _ *Host) { f.Config.Config.Sudo.Allow = true }, check: "root_tools", status: Info, text: "sudo.allow is true"},
		"root's":          {files: file("/usr/bin/sudo", ""), change: func(f *Facts, _ *Host) { f.Identity.UID = 0 }, check: "root_tools", status: Info, text: "sudoers."},
		"without sandbox": {files: file("/usr/bin/sudo", ""), change: sandboxOff, check: "root_tools", status: Info, text: "set-user-ID programs work"},
	})
}

func TestSockets(t *testing.T) {
	t.Parallel()
	docker := file("/run/docker.sock", socket)
	closed := func(_ *Facts, h *Host) { h.Writable = func(string) bool { return false } }
	run(t, map[string]scenario{
		"none":                {check: "sockets.engines", status: OK},
		"docker":              {files: docker, check: "sockets.engines", status: Warning, text: "in reach: /run/docker.sock"},
		"docker, once":        {files: with(docker, file("/var/run", link+"../run")), check: "sockets.engines", status: Warning, text: "in reach: /run/docker.sock\n"},
		"docker, not ours":    {files: docker, change: closed, check: "sockets.engines", status: OK},
		"docker, no sandbox":  {files: docker, change: sandboxOff, check: "sockets.engines", status: Info},
		"docker is a file":    {files: file("/run/docker.sock", ""), check: "sockets.engines", status: OK},
		"rootless":            {files: file("/run/user/1000/podman/podman.sock", socket), check: "sockets.engines", status: Warning},
		"tmux":                {files: file("/tmp/tmux-1000/default", socket), check: "sockets.services", status: Warning, text: "/tmp/tmux-1000/default"},
		"another user's tmux": {files: file("/tmp/tmux-1/default", socket), check: "sockets.services", status: OK},
		"screen":              {files: file("/run/screen/S-ann/1.tty", socket), check: "sockets.services", status: Warning},
		"user's systemd":      {files: file("/run/user/1000/systemd/private", socket), check: "sockets.services", status: Warning, text: "systemd-run --user"},
		"no system bus":       {check: "sockets.system_bus", status: OK},
		"system bus":          {files: file(systemBus, socket), check: "sockets.system_bus", status: Info, text: "polkit"},
	})
}
