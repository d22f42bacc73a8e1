package cli

import "runtime/debug"

// release is set when a release is built (-ldflags -X).
var release = ""

// version names this build: the release, else the commit it was built from.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "0.1.0-dev+" + s.Value[:12]
		}
	}
	return "0.1.0-dev"
}
