package net

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestWgetAsTheHost(t *testing.T) {
	t.Parallel()
	server := serve(t)
	opts := opened(server)
	closed := down(&opts)
	u := server.URL
	host := strings.TrimPrefix(u, "http://")
	files := map[string]string{
		"taken": "old", "list": u + "/i1\n\n" + u + "/i2\n", "range": "0123", "all": "0123456789", "xd/": "", "body": "from a file",
		"jar": "# HTTP Cookie File\n\n" + host + "\tFALSE\t/\tFALSE\t99999999999\tlong\t2\n" + host + "\tFALSE\t/other\tFALSE\t99999999999\tnot\t3\n",
	}
	var cases []commandtest.Case
	for _, args := range [][]string{
		{u + "/a"}, {"-nv", u + "/a"}, {"-q", u + "/a"}, {"-nv", "-O", "-", u + "/b"}, {"-O", "x", u + "/c"}, {"-O-", u + "/c"}, {"-S", u + "/a", "-O", "y"}, {"-q", "-S", "-O", "y", u + "/a"}, {"-qO-", u + "/echo?a=b%20c"}, {"-nv", "-S", "-O", "y", u + "/a"},
		{u + "/status/404"}, {"-nv", u + "/status/404"}, {"-q", u + "/status/404"}, {u + "/status/500"}, {"-nv", "--content-on-error", u + "/status/404"}, {"-O", "x", u + "/status/404"}, {"-nv", "-O-", u + "/status/418"},
		{"--spider", u + "/a"}, {"-nv", "--spider", u + "/a"}, {"--spider", u + "/page"}, {"--spider", u + "/status/404"}, {"-nv", "--spider", u + "/status/404"}, {"--spider", u + "/status/500"}, {"-q", "--spider", u + "/a"}, {"-q", "--spider", u + "/status/404"}, {"--spider", "-S", u + "/status/204"},
		{u + "/taken"}, {"-nc", u + "/taken"}, {"-nv", "-nc", u + "/taken"}, {"-nc", "-O", "taken", u + "/x"}, {"-c", u + "/range"}, {"-c", u + "/all"}, {"-c", u + "/fresh"}, {"-nv", "-c", u + "/range"}, {"-c", "-O", "range", u + "/range"}, {"-nv", "--start-pos=3", "-O", "-", u + "/range"}, {"-c", u + "/taken"},
		{"-N", u + "/range"}, {"-N", u + "/a"}, {"-nv", "-N", u + "/taken"}, {"-N", "-O", "x", u + "/range"}, {"-nv", "--no-use-server-timestamps", u + "/range"},
		{"-nv", "-i", "list"}, {"-q", "-i", "list"}, {"-i", "nope"}, {"-nv", "-i", "-"}, {"-nv", "-O", "o", u + "/1", u + "/2"}, {"-nv", u + "/1", u + "/status/404", closed}, {u + "/1", u + "/2"}, {"-nv", "-i", "list", u + "/z"},
		{"-nv", "-P", "dir/sub", u + "/q"}, {"-nv", "-P", "xd", u + "/q"}, {"-nv", "-x", u + "/d/e/f"}, {"-nv", "-x", "-nH", u + "/d/e/f"}, {"-nv", "-x", "-nd", u + "/d/e/f"}, {"-nv", "-x", "--cut-dirs=1", u + "/d/e/f"}, {"-nv", "-P", "xd", "-x", u + "/d/"}, {"-nv", "-P", ".", u + "/q"},
		{u + "/to/302", "-O", "z"}, {"-nv", u + "/to/302"}, {"-nv", "--trust-server-names", u + "/to/302"}, {"--max-redirect=1", u + "/to/302/3"}, {"-nv", "--max-redirect=0", u + "/to/302"}, {"-nv", "-O-", "--post-data=x", u + "/to/302"}, {"-nv", "-O-", "--post-data=x", u + "/to/307"}, {"-nv", "-O-", "--method=PUT", "--body-data=x", u + "/to/301"},
		{"-nvO-", u}, {closed}, {"-nv", closed}, {"-q", closed}, {"-t", "1", closed}, {"foo://x/"}, {"http://"}, {"-nv", "http://"}, {}, {"--nope"}, {"-T", "x", u}, {"--connect-timeout=x", u}, {"-t", "x", "-nv", u}, {"--body-data=x", u}, {"-O"}, {"-t", "1", "-nv", u + "/short"}, {"-t", "1", u + "/short"},
		{"-nv", "--post-data=a=1", "-O", "-", u + "/p"}, {"-nv", "--post-file=body", "-O", "-", u + "/p"}, {"--post-file=nope", u}, {"-nv", "--method=PUT", "--body-file=body", "-O", "-", u + "/x"}, {"-nv", "--method=DELETE", "-O", "-", u + "/x"}, {"-nv", "-O-", "--header=X-One: 1", "--header=X-Two:2", u + "/x"}, {"-nv", "-O-", "--referer=r", "-U", "me", u + "/x"},
		{"-nv", "-O-", "--user=me", "--password=secret", u + "/locked"}, {"-O-", "--user=me", "--password=secret", u + "/locked"}, {"-nv", "-O-", "--user=me", "--password=wrong", u + "/locked"}, {"-nv", u + "/locked"}, {"-nv", "-O-", "--user=a", "--password=b", u + "/x"}, {"-nv", "-O-", "--user=a", "--password=b", "--auth-no-challenge", u + "/x"},
		{"-nv", "--content-disposition", u + "/cd"}, {"-nv", "--content-disposition", u + "/cd2"}, {"-nv", "-E", u + "/page"}, {"-nv", u + "/a%20b%2Fc"}, {"-nv", u + "/dir/"}, {"-nv", u + "/dir/?q=1"}, {"-nv", u + "/a?x=1/2"}, {u + "/page", "-O", "p"},
		{"-nv", "-O-", "--load-cookies=jar", u + "/echo"}, {"-q", "--save-cookies=ck", "--keep-session-cookies", "-O-", u + "/range"}, {"-nv", "-o", "log", u + "/l"}, {"-a", "list", "-nv", u + "/l"}, {"-o", "no/log", u + "/l"}, {"-nv", "-O-", "--no-cache", u + "/x"}, {"-nv", "-O", "no/x", u + "/x"}, {"-nv", u + "/big"}, {u + "/big"},
	} {
		cases = append(cases, commandtest.Case{Args: args, Files: files})
	}
	agree(t, opts, "wget", cases)
}
