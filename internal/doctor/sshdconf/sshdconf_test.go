package sshdconf

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
)

// files is a Source in memory.
type files map[string]string

func (f files) ReadFile(name string) ([]byte, error) {
	text, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if text == "unreadable" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return []byte(text), nil
}

func (f files) Glob(pattern string) ([]string, error) {
	var found []string
	for name := range f {
		ok, err := path.Match(pattern, name)
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found, nil
}

const main = "/etc/ssh/sshd_config"

func TestEffective(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		files files
		want  string // value and place of PermitUserRC
		conds string // criteria of the conditional ones
	}{
		"absent":            {files{main: "Port 22\n"}, "", ""},
		"first wins":        {files{main: "PermitUserRC no\npermituserrc yes\n"}, "no " + main + ":1", ""},
		"equals sign":       {files{main: "PermitUserRC=no"}, "no " + main + ":1", ""},
		"spaced equals":     {files{main: "PermitUserRC = no"}, "no " + main + ":1", ""},
		"comment":           {files{main: "#PermitUserRC no\n  # PermitUserRC no\nPermitUserRC yes # no\n"}, "yes " + main + ":3", ""},
		"carriage returns":  {files{main: "PermitUserRC no\r\n"}, "no " + main + ":1", ""},
		"match overrides":   {files{main: "PermitUserRC no\nMatch User bob\n PermitUserRC yes\n"}, "no " + main + ":1", "User bob"},
		"match all":         {files{main: "PermitUserRC yes\nMatch User bob\nPermitUserRC yes\nMatch all\nPermitUserRC no\n"}, "no " + main + ":5", "User bob"},
		"only conditional":  {files{main: "Match Group dev\nPermitUserRC yes\n"}, "", "Group dev"},
		"no value":          {files{main: "PermitUserRC\n"}, " " + main + ":1", ""},
		"quoted match":      {files{main: "Match User \"a b\"\nPermitUserRC no\n"}, "", "User a b"},
		"empty file":        {files{main: ""}, "", ""},
		"keyword alone '='": {files{main: "=\n"}, "", ""},
		"include where it stands": {files{
			main:                            "Include /etc/ssh/sshd_config.d/*.conf\nPermitUserRC yes\n",
			"/etc/ssh/sshd_config.d/b.conf": "PermitUserRC no\n",
			"/etc/ssh/sshd_config.d/a.conf": "Port 22\n",
		}, "no /etc/ssh/sshd_config.d/b.conf:1", ""},
		"include relative, several": {files{
			main: "Include none* x.conf\n", "/etc/ssh/x.conf": "\nPermitUserRC no\n",
		}, "no /etc/ssh/x.conf:2", ""},
		"match ends with its file": {files{
			main: "Include x.conf\nPermitUserRC no\n", "/etc/ssh/x.conf": "Match User bob\nPort 1\n",
		}, "no " + main + ":2", ""},
		"include inside match": {files{
			main: "Match User bob\nInclude x.conf\nMatch all\nPermitUserRC no\n", "/etc/ssh/x.conf": "PermitUserRC yes\nMatch Address 10.*\nPermitUserRC yes\nMatch all\nPermitUserRC yes",
		}, "no " + main + ":4", "User bob|User bob and Address 10.*|User bob"},
		"include inside match all": {files{
			main: "Match all\nInclude x.conf\n", "/etc/ssh/x.conf": "Match User bob\nPermitUserRC yes\nMatch all\nPermitUserRC no",
		}, "no /etc/ssh/x.conf:4", "User bob"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config, err := Read(test.files, main)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if d, ok := config.Effective("permituserrc"); ok {
				got = d.Value() + " " + d.Where()
			}
			if got != test.want {
				t.Errorf("effective: %q, want %q", got, test.want)
			}
			var conds []string
			for _, d := range config.Conditional("permituserrc") {
				conds = append(conds, d.Match)
			}
			if got := strings.Join(conds, "|"); got != test.conds {
				t.Errorf("conditional: %q, want %q", got, test.conds)
			}
		})
	}
}

func TestSubsystemAndAll(t *testing.T) {
	t.Parallel()
	config, err := Read(files{main: "Subsystem netconf /x\nSubsystem sftp internal-sftp -f AUTH\nSubsystem sftp /y\n" +
		"AcceptEnv LANG LC_*\nMatch User bob\nAcceptEnv *\n"}, main)
	if err != nil {
		t.Fatal(err)
	}
	d, ok := config.Subsystem("sftp")
	if want := []string{"sftp", "internal-sftp", "-f", "AUTH"}; !ok || !slices.Equal(d.Args, want) {
		t.Errorf("subsystem %q, want %q", d.Args, want)
	}
	if _, ok := config.Subsystem("none"); ok {
		t.Error("a subsystem that is not there")
	}
	if all := config.All("acceptenv"); len(all) != 2 || all[1].Match != "User bob" {
		t.Errorf("AcceptEnv %+v", all)
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		``:                              nil,
		`  # x`:                         nil,
		`A`:                             {"A"},
		"A\tb  c":                       {"A", "b", "c"},
		`A "b c" d`:                     {"A", "b c", "d"},
		`A 'b "c' d`:                    {"A", `b "c`, "d"},
		`A b\ c \"d\" "e\"f"`:           {"A", "b c", `"d"`, `e"f`},
		`A b#c #d`:                      {"A", "b#c"},
		`A "unfinished b`:               {"A", "unfinished b"},
		`ForceCommand=/bin/x "$A" y\\z`: {"ForceCommand", "/bin/x", "$A", `y\z`},
		`A \`:                           {"A", `\`},
	}
	for line, want := range tests {
		if got := fields(line); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestUnread(t *testing.T) {
	t.Parallel()
	config, err := Read(files{main: "Include x.conf [\nPort 1\n", "/etc/ssh/x.conf": "unreadable"}, main)
	if err != nil {
		t.Fatal(err)
	}
	if len(config.Unread) != 2 || !strings.Contains(config.Unread[0], "x.conf") || len(config.Directives) != 1 {
		t.Errorf("unread %q, directives %v", config.Unread, config.Directives)
	}
	if _, err := Read(files{main: "unreadable"}, main); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("main file: %v", err)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	chain := func(depth int) files {
		f := files{}
		for i := range depth {
			f[fmt.Sprintf("/etc/ssh/%d", i)] = fmt.Sprintf("Include %d\n", i+1)
		}
		f[main], f[fmt.Sprintf("/etc/ssh/%d", depth)] = "Include 0\n", "PermitUserRC no\n"
		return f
	}
	many := func(n int) files {
		f := files{main: "Include d/*\n"}
		for i := range n {
			f[fmt.Sprintf("/etc/ssh/d/%d", i)] = ""
		}
		return f
	}
	tests := map[string]struct {
		files files
		fails bool
	}{
		"depth at the limit":          {chain(MaxDepth - 1), false},
		"depth over the limit":        {chain(MaxDepth), true},
		"files at the limit":          {many(MaxFiles - 1), false},
		"files over the limit":        {many(MaxFiles), true},
		"directives at the limit":     {files{main: strings.Repeat("a b\n", MaxDirectives)}, false},
		"directives over the limit":   {files{main: strings.Repeat("a b\n", MaxDirectives+1)}, true},
		"patterns at the limit":       {files{main: strings.Repeat("Include none [\n", MaxPatterns/2)}, false},
		"patterns over the limit":     {files{main: strings.Repeat("Include none [\n", MaxPatterns/2+1)}, true},
		"a file that includes itself": {files{main: "Include sshd_config\n"}, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := Read(test.files, main); errors.Is(err, ErrLimit) != test.fails {
				t.Errorf("error %v", err)
			}
		})
	}
}
