package commands_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands"
)

func TestFamiliesShareNoName(t *testing.T) {
	t.Parallel()
	all, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all.Names() {
		e, _ := all.Lookup(name)
		if e.About() == "" || e.Family == "" || strings.HasSuffix(e.About(), ".") {
			t.Errorf("%s: summary %q, family %q", name, e.About(), e.Family)
		}
	}
}

func TestJoinRefusesDuplicates(t *testing.T) {
	t.Parallel()
	one := map[string]command.Entry{"cat": {Command: command.Func(func(context.Context, *command.Call) int { return 0 })}}
	if _, err := commands.Join(one, one); err == nil {
		t.Error("cat is there twice")
	}
}

// TestWhatScriptsCallIsThere names what scripts may rely on.
func TestWhatScriptsCallIsThere(t *testing.T) {
	t.Parallel()
	all, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	there := interp.Programs(all)
	for _, name := range strings.Fields("cat tac head tail cut paste join sort uniq comm tr nl wc fold fmt expand unexpand column rev split csplit shuf tee printf echo yes seq numfmt od hexdump xxd strings " +
		"diff cmp patch grep egrep fgrep rg sed awk jq base32 base64 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum iconv envsubst ls cp mv rm ln mkdir rmdir touch chmod chown " +
		"stat file find xargs du df mktemp realpath readlink basename dirname pathchk truncate dd tree install sync tar gzip gunzip zcat bzip2 xz zstd zip unzip yq bc dc expr factor date cal sleep timeout env " +
		"printenv id whoami hostname uname nproc uptime ps which time tty stty clear getopt logger true false test [ curl wget sh bash") {
		if !slices.Contains(there, name) {
			t.Errorf("no %s", name)
		}
	}
}
