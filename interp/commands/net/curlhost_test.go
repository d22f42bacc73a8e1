package net

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// down is a server that is not there any more.
func down(opts *Options) string {
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	opts.Allow = append(opts.Allow, Endpoint{Scheme: "http", Host: strings.TrimPrefix(closed.URL, "http://"), Path: "/", Private: true})
	return closed.URL
}

// curlFiles are what the cases find.
func curlFiles(u string) map[string]string {
	return map[string]string{
		"data": "a b\r\nc\n", "j": `{"a":1}`, "taken": "old", "hdr": "X-One: 1\r\nX-Two: 2\n", "xd/": "", "part": "01234", "all": "0123456789", "p.txt": "text", "wf": "%{http_code}|%{method}\\n",
		"jar":   "# Netscape HTTP Cookie File\n\n127.0.0.1\tFALSE\t/\tFALSE\t0\tses\t1\n127.0.0.1\tFALSE\t/echo\tFALSE\t99999999999\tlong\t2\n#HttpOnly_127.0.0.1\tFALSE\t/\tTRUE\t99999999999\tsec\t3\n.example.com\tTRUE\t/\tFALSE\t0\tother\t4\n127.0.0.1\tFALSE\t/\tFALSE\t5\tgone\t5\nbroken\n",
		"heads": "HTTP/1.1 200 OK\nSet-Cookie: h=1\n",
		"conf":  "url = \"" + u + "/c1\"\n# comment\n\n-d \"a\\tb\\\"\"\nrequest: PUT\nuser-agent=foo\n--header \"X-One: 1\"\nsilent\n", "conf2": "url=" + u + "/c2\nnosuch\n", "conf3": "config conf3\n",
	}
}

func TestCurlAsTheHost(t *testing.T) {
	t.Parallel()
	server := serve(t)
	opts := opened(server)
	closed := down(&opts)
	u := server.URL
	var cases []commandtest.Case
	for _, args := range [][]string{
		{u + "/echo"}, {"-s", u + "/echo?q=1&r=%20"}, {"-sI", u + "/status/204"}, {"-si", u + "/status/200"}, {"-s", "-X", "PUT", u + "/echo"}, {"-s", "-X", "DELETE", u + "/x"}, {"-s", "-d", "a=1", u + "/echo"}, {"-s", "-d", "a=1", "-d", "b=2", u + "/echo"},
		{"-s", "-d", "@data", u + "/echo"}, {"-s", "--data-binary", "@data", u + "/echo"}, {"-s", "--data-raw", "@data", u + "/echo"}, {"-s", "--data-urlencode", "a=b c&d", u + "/echo"}, {"-s", "--data-urlencode", "a b", u + "/echo"}, {"-s", "--data-urlencode", "f@data", u + "/echo"},
		{"-s", "-G", "-d", "a=1", "-d", "b=2", u + "/echo"}, {"-s", "-G", "-d", "a=1", u + "/echo?x"}, {"-s", "--json", `{"a":1}`, u + "/echo"}, {"-s", "--json", "@j", u + "/echo"}, {"-s", "-H", "X-One: 1", "-H", "X-Two: 2", u + "/echo"}, {"-s", "-H", "X-One;", u + "/echo"},
		{"-s", "-H", "Accept:", u + "/echo"}, {"-s", "-H", "Accept: text/x", u + "/echo"}, {"-s", "-H", "Content-Type: text/x", "-d", "y", u + "/echo"}, {"-s", "-u", "me:pass:word", u + "/echo"}, {"-s", "-e", "http://ref/", u + "/echo"}, {"-s", "-b", "a=b; c=d", u + "/echo"},
		{"-sf", u + "/status/404"}, {"-sSf", u + "/status/500"}, {"-s", u + "/status/404"}, {"-s", u + "/to/302"}, {"-sL", u + "/to/302"}, {"-sL", u + "/to/302/3"}, {"-sL", "-d", "x", u + "/to/302"}, {"-sL", "-d", "x", u + "/to/307"}, {"-sL", "-d", "x", u + "/to/303"}, {"-sL", "-d", "x", u + "/to/308"},
		{"-sSL", "--max-redirs", "2", u + "/to/302/5"}, {"-sSL", "--max-redirs", "0", u + "/to/302"}, {"-sL", "-X", "PUT", u + "/to/302"}, {"-s", "-o", "out", u + "/echo"}, {"-sO", u + "/a/name.txt"}, {"-so", "taken", u + "/echo"}, {"-s", "-o", "a", "-o", "b", u + "/1", u + "/2"},
		{"-s", "-w", "%{http_code} %{num_redirects} %{size_download}%%\\n", u + "/echo"}, {"-sL", "-w", "%{http_code} %{num_redirects} %{url_effective} %{content_type}\\n", u + "/to/302/1"}, {"-s", "-w", "[%{redirect_url}]", u + "/to/302"}, {"-s", "-o", "x", "-w", "%{http_code}", u + "/status/418"},
		{"-s", "--compressed", u + "/gzip"}, {"-s", "-F", "a=b", "-F", "f=@j", u + "/echo"}, {"-s", "-F", "f=@j;type=text/x;filename=n", u + "/echo"}, {"-s", "-F", "f=<j", u + "/echo"}, {"-s", u + "/a/../b"}, {"-s", u + "/1", u + "/2"}, {"-sS", "--max-time", "10", u + "/echo"},
		{"-sS", "-o", "no/dir", u + "/echo"}, {"-s", "--create-dirs", "-o", "new/dir/f", u + "/echo"}, {"-s", "--url", u + "/echo"}, {"-s", u + "/big"},
		{"-s", "--fail-with-body", u + "/status/404"}, {"-sS", "--fail-with-body", u + "/status/200"}, {"-s", "-r", "0-3", u + "/echo"}, {"-s", "-T", "data", u + "/up"}, {"-s", "-T", "data", u + "/up/"}, {"-sT", "nope", u + "/up"}, {"-s", "-X", "POST", "-T", "j", u + "/up"},
		{"-s", "--url-query", "a=b c", u + "/echo?x"}, {"-s", "--url-query", "+a=b", "--url-query", "c", u + "/echo"}, {"-s", "--oauth2-bearer", "tok", u + "/echo"}, {"-s", "-H", "@hdr", u + "/echo"}, {"-s", "-H", "@nope", u + "/echo"}, {"-s", "--proto", "=https", u + "/echo"},
		{"-s", "--proto", "=http,https", u + "/echo"}, {"-sL", "--proto-redir", "=https", u + "/to/302"}, {"-s", "-w", "%{http_code} %{exitcode} %{urlnum} %{num_connects}\\n", u + "/echo"}, {"-s", "-w", "%{http_code} %{exitcode}", closed}, {"-sf", "-w", "%{http_code} %{exitcode}", u + "/status/500"},
		{"-s", "-w", "%header{content-type}|%{method}|%{nosuch}|", u + "/echo"}, {"-s", "--output-dir", "xd", "-o", "f", u + "/echo"}, {"-s", "--output-dir", "xd", "-O", u + "/a/f"}, {"-s", "--max-filesize", "10", u + "/echo"}, {"-s", "--max-filesize", "1000", u + "/status/200"}, {"-s4", u + "/echo"},
		{"-s", "--tlsv1.2", "--retry", "1", "--retry-delay", "1", u + "/echo"}, {"-s", "-d", "abc", "-w", "%{size_upload}", u + "/echo"}, {"-sL", "-r", "1-2", u + "/to/302"}, {"-sG", "-d", "q=a b", "--url-query", "z=1", u + "/echo#f"},
		{"-sI", u + "/status/204"}, {"-si", u + "/status/200"}, {"-sD-", u + "/status/204"}, {"-siL", u + "/to/301"}, {"-sL", "-D", "heads", u + "/to/302/2", "-o", "x"}, {"-sS", "-I", "-o", "h", u + "/echo"}, {"-sD", "dd", u + "/1", u + "/2"},
		{"-s", "-c", "-", u + "/cookie"}, {"-s", "-c", "new", u + "/cookie", u + "/cookie/x", u + "/echo", u + "/cookie/drop", u + "/echo"}, {"-s", "-b", "jar", u + "/echo"}, {"-s", "-b", "jar", u + "/echo/x"}, {"-s", "-b", "jar", u + "/x"}, {"-s", "-j", "-b", "jar", u + "/echo"}, {"-s", "-j", "-b", "jar", "-c", "-", u + "/x"},
		{"-s", "-b", "jar", "-b", "a=1", u + "/echo"}, {"-s", "-b", "a=1", "-b", "b=2", u + "/echo"}, {"-s", "-b", "nofile", u + "/echo"}, {"-s", "-b", "heads", u + "/echo"}, {"-s", "-b", "", u + "/cookie", u + "/echo"}, {"-s", "-c", "no/dir", u + "/cookie"}, {"-s", "-b", "a=1", "-c", "k", u + "/cookie"}, {"-c", "no/dir", u + "/cookie"}, {"-s", "-b", "jar", "-c", "jar", u + "/cookie"},
		{"-sC", "-", "-o", "part", u + "/range"}, {"-sC", "-", "-o", "all", u + "/range"}, {"-sSC", "-", "-o", "part", u + "/echo"}, {"-sC", "3", u + "/range"}, {"-sSC", "3", u + "/echo"}, {"-sC", "x", u + "/range"}, {"-sC", "-", "-o", "fresh", u + "/range"}, {"-sC", "2", "-T", "part", u + "/up"}, {"-sC", "0", "-o", "part", u + "/range"},
		{"-sOJ", u + "/cd"}, {"-sSOJ", u + "/cd2"}, {"-OJ", u + "/cd2"}, {"-sSOJ", u + "/cd3"}, {"-sOJ", u + "/plain"}, {"-sJ", u + "/cd"}, {"-sSO", u + "/"}, {"-O", u + "/a/"}, {"-sO", u + "/n?q=1#f"}, {"-sO", u + "/n1", "-O", u + "/n2", u + "/n3"}, {"-s", "--remote-name-all", u + "/n4", u + "/n5"}, {"-sO", u + "/a%20b"}, {"-sR", "-o", "r", u + "/range"},
		{"-K", "conf"}, {"-K", "conf2"}, {"-K", "nope"}, {"-s", "-K", "-", u + "/more"}, {"-s", "-K", "conf", "-X", "POST", u + "/more"}, {"-K", "conf3"},
		{"-s", u + "/{a,b}"}, {"-s", "-o", "f#1", u + "/{a,b}"}, {"-s", "-o", "g#1_#2_#3", u + "/{x,y}/[1-3:2]"}, {"-s", u + "/[08-10]", u + "/[a-e:2]"}, {"-sg", u + "/[1]"}, {"-s", u + "/\\[1\\]"}, {"-sS", u + "/{a,b"}, {"-sS", u + "/[1-"}, {"-sS", u + "/[3-1]"}, {"-sS", u + "/{}"}, {"-sS", u + "/a}"}, {"-sS", u + "/[a-1]"}, {"-sS", u + "/[1-3:0]"},
		{"-sS", u + "/{a,{b}}"}, {"-sS", u + "/[1-2"}, {"-sS", u + "/[z-a]"}, {"-sS", u + "/[1-3:9]"}, {"-s", u + "/{one}"}, {"-s", u + "/{a,,b}"}, {"-s", "-T", "{p.txt,j}", u + "/"}, {"-s", "-T", "{p.txt,j}", u + "/[1-2]/"}, {"-s", "-w", "%{urlnum} ", u + "/[1-3]"}, {u + "/{a,b}"}, {"-o", "#1", u + "/{a,b}"},
		{"-s", "-d", "@nope", u + "/x"}, {"-d", "@nope", u + "/x"}, {"-H", "@nope", u + "/x"}, {"-sS", "-T", "nope", u + "/x"}, {"-sS", "-F", "f=@nope", u + "/x"}, {"-s", "-F", "f=@p.txt", "-F", "t=x;type=text/x", "-F", "q=\"a;b\\\"\";type=a/b", u + "/echo"}, {"-s", "--form-string", "a=@x;type=y", u + "/echo"}, {"-s", "-F", "f=@p.txt;filename=\"a;b\"", u + "/echo"},
		{"-s", "-F", "f=@j;headers=\"X-One: 5\"", u + "/echo"}, {"-sI", "-d", "x", u}, {"-I", "-d", "x", u}, {"-T", "j", "-d", "x", u}, {"-F", "a=b", "-d", "x", u}, {"-s", "-G", "-d", "a=1", "-I", u + "/echo"}, {"-s", "-T", "j", "-I", u + "/echo"},
		{"-s", u + "/1", "--next", "-d", "b", u + "/2"}, {"-s", "-X", "POST", "-d", "a", u + "/0", "-:", u + "/second"}, {"-s", "--next", u + "/1"}, {"-s", u + "/1", "-:"}, {"-sf", u + "/status/404", u + "/x"}, {"-sf", u + "/x", u + "/status/404"}, {"-sf", "--fail-early", u + "/status/404", u + "/x"}, {"-f", u + "/status/404"}, {"-sf", "-o", "x", u + "/status/500"},
		{"-s", "-w", "%{json}", "-o", "f", u + "/echo"}, {"-s", "-w", "%{header_json}", u + "/echo"}, {"-s", "-w", "%{stderr}e%{stdout}o%{onerror}bad", u + "/x"}, {"-sf", "-w", "%{onerror}bad %{errormsg} %{exitcode}\\n", u + "/status/404"}, {"-s", "-w", "%{url}|%{urlnum}|%{num_headers}|%{size_header}|%{remote_ip}|%{remote_port}|%{http_version}|%{scheme}|%{ssl_verify_result}|\\t|\\x|%x|%{unterminated", u + "/x"},
		{"-s", "-w", "@wf", u + "/x"}, {"-s", "-w", "%{filename_effective} %{referer}", "-o", "y", "-e", "ref", u + "/x"}, {"-s", "-w", "%{json}", closed}, {"-sL", "-w", "%{size_header} %{num_redirects}|%{redirect_url}", u + "/to/302/1"}, {"-s", "-w", "%{content_type}|%{size_upload}|%{http_connect}", "-T", "j", u + "/x"},
		{"-s", "-e", "x;auto", "-L", u + "/to/302/1"}, {"-s", "-e", ";auto", "-L", u + "/to/302"}, {"-sL", "--post302", "-d", "x", u + "/to/302"}, {"-sL", "--post301", "--post303", "-d", "x", u + "/to/303"}, {"-s", "-A", "", u + "/echo"}, {"-s", "-r", "-3", u + "/range"}, {"-s", "-r", "5", u + "/range"}, {"-s", "-r", "1-2,4-5", u + "/echo"},
		{"-s", "--compressed", u + "/deflate"}, {"-s", u + "/odd"}, {"-s", "-z", "Wed, 01 Jan 2025 00:00:00 GMT", u + "/range"}, {"-s", "-z", "Wed, 01 Jan 2014 00:00:00 GMT", u + "/range"}, {"-s", "-z", "taken", u + "/range"}, {"-z", "no date", u + "/range"}, {"-s", "-H", "Cookie: x=1", "-b", "y=2", u + "/echo"},
		{"-sS", u + "/short"}, {"-sS", u + "/none"}, {"-sS", "-o", "s", u + "/short"}, {"-sS", "--remove-on-error", "-o", "s", u + "/short"}, {"-s", "--no-clobber", "-o", "taken", u + "/x"}, {"-sS", "foo://127.0.0.1/"}, {"-sS", "http://"}, {"-sS", "http://a b/"}, {"-sS", closed}, {"-o", "no/dir", "-S", u + "/x"}, {"-s", "-m", "9", "--connect-timeout", "5", u + "/x"},
		{}, {"-s"}, {"--nope"}, {"-o"}, {"-s", "-m", "abc", u}, {"--max-redirs", "x", u}, {"--retry", "x", u}, {"-m", "-1", u}, {"--no-max-time", "1", u}, {"-sX"}, {"--re", "1", u}, {"--no-silent", u + "/x"}, {"-s", "--no-location", u + "/to/302"}, {"-s", "--", u + "/x"}, {"-sSL", "--max-redirs", "3", u + "/to/302/9"}, {"-F", "novalue", u},
		{"-s", "-u", "me:secret", u + "/locked"}, {"-sSf", u + "/locked"}, {"-sv", "-o", "x", "-A", "curl/x", u + "/status/204"}, {"-s", "--no-progress-meter", u + "/x"}, {"-s", "--data-urlencode", "=a b", "--data-urlencode", "n@nope", u + "/echo"}, {"-s", "--json", "[1]", "--json", "[2]", u + "/echo"},
	} {
		cases = append(cases, commandtest.Case{Args: args, Files: curlFiles(u)})
	}
	agree(t, opts, "curl", cases)
}
