package interp_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/vfs/standard"
)

// TestOpensThroughLinksAreJudged: no name of a file gets past a hook that
// denies one of its names, whatever links lead there.
func TestOpensThroughLinksAreJudged(t *testing.T) {
	t.Parallel()
	world, err := standard.New(standard.Options{Root: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"/tmp/link": "/tmp/secret", "/tmp/relative": "secret", "/tmp/twice": "link", "/tmp/root": "/", "/tmp/up": "../tmp", "/var/in": "/tmp/",
	} {
		if err := world.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	b := boxed(t, func(o ...interp.Option) (*interp.Session, error) {
		return interp.New(append(o, interp.WithFS(world), interp.WithDir("/tmp"), interp.WithHooks(interp.Hooks{
			BeforeOpen: func(_ context.Context, o interp.Open) error {
				if o.Name == "/tmp/secret" && o.Flag&os.O_WRONLY != 0 {
					return errors.New("not that one")
				}
				return nil
			},
		}))...)
	})
	for _, name := range []string{
		"secret", "/tmp/secret", "./secret", "//tmp//secret", "../tmp/secret", "link", "relative", "twice", "root/tmp/secret",
		"root/tmp/root/tmp/link", "up/secret", "up/up/relative", "/var/in/secret", "/var/in/../tmp/secret", "/var/../tmp/./twice",
	} {
		for _, script := range []string{"echo x > " + name, "echo x >> " + name, "exec 5>" + name, "echo x | tee " + name, ": >| " + name} {
			got := b.run(t, script)
			if _, err := world.Stat("/tmp/secret"); err == nil {
				t.Fatalf("%s made the file: %q", script, got)
			}
		}
	}
	if got := b.run(t, "echo x > other; echo y > up/third; read -r a < other; read -r b < root/tmp/third; echo $a$b"); got != "xy\n" {
		t.Errorf("others: %q", got)
	}
}
