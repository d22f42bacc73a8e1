package main_test

import (
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A site is a server on the loopback interface, under a name of hosts(5). What
// it is asked for it repeats; /v1/to? leads elsewhere.
type site struct {
	*httptest.Server
	port string
}

func newSite(t *testing.T, start func(*httptest.Server)) site {
	t.Helper()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/to" {
			http.Redirect(w, r, r.URL.RawQuery, http.StatusFound)
			return
		}
		fmt.Fprintln(w, "reached", r.URL.Path)
	}))
	start(s)
	t.Cleanup(s.Close)
	_, port, err := net.SplitHostPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return site{s, port}
}

// TestRequestsUnderConfinement asks servers of the loopback interface with the
// built binary, over each kind of filesystem: what is listed is reached, with
// names, certificates and redirections, and nothing else is.
func TestRequestsUnderConfinement(t *testing.T) {
	t.Parallel()
	if _, err := net.LookupHost("localhost"); err != nil {
		t.Fatalf("this host does not know localhost: %v", err)
	}
	listed, other, secure := newSite(t, (*httptest.Server).Start), newSite(t, (*httptest.Server).Start), newSite(t, (*httptest.Server).StartTLS)
	certificates := filepath.Join(t.TempDir(), "certificates")
	write(t, certificates, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})))
	for _, fs := range []string{"memory", "overlay", "host"} {
		t.Run(fs, func(t *testing.T) {
			t.Parallel()
			config, root := filepath.Join(t.TempDir(), "aegish.toml"), ""
			if fs != "memory" {
				root = fmt.Sprintf("root = %q\n", t.TempDir())
			}
			write(t, config, fmt.Sprintf("engine = \"interp\"\n[audit]\nsink = \"none\"\n[interp]\nfs = %q\n%sallow = [%q, %q, %q, %q]\n", fs, root,
				"http://127.0.0.1:"+listed.port+"/v1 private", "http://localhost:"+listed.port+"/v1 private", "https://127.0.0.1:"+secure.port+"/ private", "http://localhost:"+other.port+"/v1"))
			ask := func(command string, env ...string) string {
				cmd := exec.Command(aegish(), "--config", config, "-c", "cd /; "+expandPorts(command, listed, other, secure))
				cmd.Env = append(append(os.Environ(), "XDG_CONFIG_HOME=/nonexistent"), env...)
				out, _ := cmd.CombinedOutput() // a status that is not 0 is in the text
				return string(out)
			}
			for command, want := range map[string]string{
				"curl -sS http://127.0.0.1:LISTED/v1/a":                                  "reached /v1/a\n",
				"curl -sS http://localhost:LISTED/v1/b":                                  "reached /v1/b\n",
				"cd /tmp; curl -sS http://localhost:LISTED/v1 -o out; cat out":           "reached /v1\n",
				"wget -qO- http://localhost:LISTED/v1/c":                                 "reached /v1/c\n",
				"curl -sSL 'http://127.0.0.1:LISTED/v1/to?/v1/d'":                        "reached /v1/d\n",
				"curl -sSL 'http://127.0.0.1:LISTED/v1/to?http://localhost:LISTED/v1/e'": "reached /v1/e\n",
				"curl -sSL 'http://127.0.0.1:LISTED/v1/to?http://127.0.0.1:OTHER/v1/f'":  "refused",
				"curl -sSL 'http://127.0.0.1:LISTED/v1/to?/secret'":                      "refused",
				"curl -sS http://127.0.0.1:LISTED/v2":                                    "refused",
				"curl -sS http://127.0.0.1:OTHER/v1":                                     "refused",
				"curl -sS http://localhost:OTHER/v1":                                     "refused: a private address",
				"curl -sS http://[::1]:LISTED/v1":                                        "refused",
				"curl -sS -X POST http://127.0.0.1:LISTED/v1":                            "refused",
				"curl -sS https://127.0.0.1:SECURE/":                                     "certificate",
				"wget -qO- http://127.0.0.1:OTHER/v1; echo $?":                           "4\n",
			} {
				if got := ask(command); !strings.Contains(got, want) || strings.Contains(got, "reached") != strings.HasPrefix(want, "reached") {
					t.Errorf("%s: %q", command, got)
				}
			}
			if got := ask("curl -sS https://127.0.0.1:SECURE/g", "SSL_CERT_FILE="+certificates); got != "reached /g\n" {
				t.Errorf("with a certificate of the caller's: %q", got)
			}
		})
	}
}

func expandPorts(command string, listed, other, secure site) string {
	return strings.NewReplacer("LISTED", listed.port, "OTHER", other.port, "SECURE", secure.port).Replace(command)
}
