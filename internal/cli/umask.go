package cli

import (
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// umask is the mask of this process, which umask(2) tells only by changing it
// (proc_pid_status(5)). Where it is not to be had, new files are for their owner
// alone.
func umask() fs.FileMode {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0o077
	}
	return umaskIn(string(status))
}

// umaskIn is the mask that the text of /proc/PID/status has.
func umaskIn(status string) fs.FileMode {
	_, rest, _ := strings.Cut("\n"+status, "\nUmask:")
	line, _, _ := strings.Cut(rest, "\n")
	mask, err := strconv.ParseUint(strings.TrimSpace(line), 8, 32)
	if err != nil {
		return 0o077
	}
	return fs.FileMode(mask) & fs.ModePerm
}
