package doctor

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// engineSockets are those of daemons that make containers or virtual machines:
// who may connect has the rights of the daemon, mostly root's.
var engineSockets = [...]string{
	"/run/docker.sock", "/var/run/docker.sock",
	"/run/podman/podman.sock", "/run/containerd/containerd.sock", "/run/crio/crio.sock",
	"/var/lib/lxd/unix.socket", "/var/snap/lxd/common/lxd/unix.socket", "/var/lib/incus/unix.socket",
	"/run/libvirt/libvirt-sock",
}

// userEngineSockets lie below the user's runtime directory.
var userEngineSockets = [...]string{"docker.sock", "podman/podman.sock"}

// userServiceSockets lie below it, too: the user's D-Bus and systemd, which
// start programs on request (systemd-run --user).
var userServiceSockets = [...]string{"bus", "systemd/private"}

// systemBus is where polkit decides what a user may ask of root's services.
const systemBus = "/run/dbus/system_bus_socket"

// sockets looks for servers outside of the sandbox that start programs for
// whoever connects. Landlock below ABI 9 does not limit pathname sockets, and
// the sandbox does not use what ABI 9 brought.
func (e *examination) sockets(context.Context) []Check {
	id := e.facts.Identity
	runtime := fmt.Sprintf("/run/user/%d", id.UID)
	engines, services := engineSockets[:], []string(nil)
	for _, name := range userEngineSockets {
		engines = append(engines, filepath.Join(runtime, name))
	}
	for _, name := range userServiceSockets {
		services = append(services, filepath.Join(runtime, name))
	}
	for _, dir := range e.multiplexerDirs() {
		for _, name := range e.host.names(dir) {
			services = append(services, filepath.Join(dir, name))
		}
	}
	return []Check{
		e.reach("sockets.engines", "container and machine daemons", engines,
			"Whoever may connect can have any program run outside of the sandbox, mostly as root. Take the user out of the socket's group."),
		e.reach("sockets.services", "tmux, screen, D-Bus and systemd of the user", services,
			"A server that was started outside of aegish runs commands for whoever connects (tmux new-window, systemd-run --user), outside of the sandbox. End it, or start it inside."),
		e.bus(),
	}
}

// multiplexerDirs are where tmux and screen keep their sockets by default.
func (e *examination) multiplexerDirs() []string {
	id := e.facts.Identity
	dirs := []string{fmt.Sprintf("/tmp/tmux-%d", id.UID)}
	if id.User != "" {
		dirs = append(dirs, "/run/screen/S-"+id.User, "/var/run/screen/S-"+id.User, "/tmp/screens/S-"+id.User)
	}
	if filepath.IsAbs(id.Home) {
		dirs = append(dirs, filepath.Join(id.Home, ".screen"))
	}
	return dirs
}

// reach reports which of the sockets the running user may connect to.
func (e *examination) reach(name, what string, paths []string, advice string) Check {
	found := e.reachable(paths)
	if len(found) == 0 {
		return pass(name, "no sockets of "+what+" in reach")
	}
	summary := "in reach: " + list(found)
	if e.sandboxed() || e.loginUse() {
		return warning(name, summary, advice)
	}
	return note(name, summary, advice)
}

// bus mentions D-Bus's system bus, which everybody reaches.
func (e *examination) bus() Check {
	const name = "sockets.system_bus"
	if len(e.reachable([]string{systemBus})) == 0 {
		return pass(name, "no system bus in reach")
	}
	return note(name, "in reach: "+systemBus,
		"polkit decides what the user may ask of root's services (systemd-run, reboot, mounts); its rules hold inside the sandbox, too.")
}

// reachable keeps the sockets that may be connected to (write permission,
// unix(7)), each file once.
func (e *examination) reachable(paths []string) []string {
	var found []string
	var infos []fs.FileInfo
next:
	for _, path := range paths {
		info, err := e.host.stat(path)
		if err != nil || info.Mode()&fs.ModeSocket == 0 || !e.host.writable(path) {
			continue
		}
		for _, other := range infos {
			if os.SameFile(info, other) {
				continue next
			}
		}
		found, infos = append(found, path), append(infos, info)
	}
	return found
}
