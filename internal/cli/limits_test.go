package cli

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
)

// TestManualHasTheLimits: what aegish.toml(5) says of both profiles is what holds.
func TestManualHasTheLimits(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../../docs/man/aegish.toml.5")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\.It Cm (interp\.limits\.\w+) No \(\w+, (?:.*, )?default ([^,]+), agent ([^,)]+)\)$`)
	rows := row.FindAllSubmatch(manual, -1)
	for i, profile := range []string{config.LimitsDefault, config.LimitsAgent} {
		left := limitsInForce(config.InterpLimits{Profile: profile})
		for _, m := range rows {
			key, want := string(m[1]), string(m[2+i])
			if got := shown(t, left[key], want); got != want {
				t.Errorf("profile %s: %s is %s, and %s in the manual", profile, key, got, want)
			}
			delete(left, key)
		}
		if len(left) > 0 {
			t.Errorf("not in the manual: %v", left)
		}
	}
}

// shown writes a limit in the unit that another text has.
func shown(t *testing.T, value any, like string) string {
	t.Helper()
	switch v := value.(type) {
	case string:
		have, err := time.ParseDuration(v)
		want, wrong := time.ParseDuration(like)
		if err == nil && wrong == nil && have == want {
			return like
		}
		return v
	case int64:
		number, unit, ok := strings.Cut(like, " ")
		shift, known := map[string]int{"KiB": 10, "MiB": 20, "GiB": 30}[unit]
		if n, err := strconv.ParseInt(number, 10, 64); ok && known && err == nil && n<<shift == v {
			return like
		}
	}
	return fmt.Sprint(value)
}

// TestLowestFileLimits: a session can begin with the least that the configuration
// takes, and has room for files.
func TestLowestFileLimits(t *testing.T) {
	t.Parallel()
	all, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	lowest := func(key string) *uint64 {
		text := "[interp.limits]\n" + key + " = 1\n"
		_, err := config.Load(config.Options{Path: write(t, text)})
		if err == nil {
			t.Fatalf("%s = 1 is taken", key)
		}
		m := regexp.MustCompile(`a number from (\d+) to`).FindStringSubmatch(err.Error())
		if m == nil {
			t.Fatal(err)
		}
		n, err := strconv.ParseUint(m[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return &n
	}
	cfg := config.Interp{FS: config.FSMemory, Limits: config.InterpLimits{FSBytes: lowest("fs_bytes"), FSFiles: lowest("fs_files")}}
	user := command.User{UID: 1000, GID: 1000, Name: "somebody", Group: "somebody", Home: "/home/somebody"}
	files, err := lowerFiles(cfg, user)
	if err != nil {
		t.Fatal(err)
	}
	made, err := interpFS(cfg, user, interp.Programs(all), "", files, nil)
	if err != nil {
		t.Fatal(err)
	}
	space, err := made.world.Memory.Space("/")
	if err != nil {
		t.Fatal(err)
	}
	if space.Files-space.UsedFiles < 300 || space.Bytes-space.UsedBytes < 512<<10 {
		t.Errorf("little room is left: %+v", space)
	}
}

// write makes a configuration that is believed.
func write(t *testing.T, text string) string {
	t.Helper()
	name := t.TempDir() + "/aegish.toml"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
