package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// workday is what people and agents do all day. Each step runs in a fresh
// project under the workspace profile, where the tool is installed, and must
// end as it does without aegish.
var workday = []struct {
	name  string
	needs []string // programs; without one of them the machine can not try
	files map[string]string
	run   string
	want  string // a part of the output
	// strict says that the step works under the strict system call filter too.
	strict bool
}{
	{name: "git add from a subdirectory", needs: []string{"git"},
		files: map[string]string{"sub/file": "x\n"},
		run:   "git init -q . && cd sub && git add file && git -c user.name=a -c user.email=a@b commit -qm first && git log --oneline | wc -l", want: "1"},
	{name: "git worktree", needs: []string{"git"},
		files: map[string]string{"file": "x\n"},
		run:   "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm first && git worktree add -q wt && cd wt && echo y > file && git add file && git diff --cached --stat | tail -1", want: "1 file changed"},
	{name: "a submodule, and one in a linked work tree", needs: []string{"git"},
		files: map[string]string{"dep/f": "x\n"},
		run: "export GIT_CONFIG_COUNT=3 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=a GIT_CONFIG_KEY_1=user.email GIT_CONFIG_VALUE_1=a@b GIT_CONFIG_KEY_2=protocol.file.allow GIT_CONFIG_VALUE_2=always; " +
			"d=$PWD; cd dep && git init -q . && git add . && git commit -qm dep && cd .. && mkdir sup && cd sup && git init -q . && git submodule --quiet add $d/dep sub && git commit -qm sup && git worktree add -q ../wt && cd ../wt && git submodule --quiet update --init && " +
			"for t in $d/sup/sub $d/wt/sub; do cd $t && echo y >> f && git commit -qam more && git log --oneline | wc -l; done", want: "2\n2"},
	{name: "go build and test", needs: []string{"go"},
		files: map[string]string{"go.mod": "module m\n\ngo 1.21\n", "m.go": "package main\n\nfunc main() { println(double(21)) }\n\nfunc double(n int) int { return 2 * n }\n",
			"m_test.go": "package main\n\nimport \"testing\"\n\nfunc TestDouble(t *testing.T) {\n\tif double(2) != 4 {\n\t\tt.Fail()\n\t}\n}\n"},
		run: "go build -o m . && ./m 2>&1 && go test ./... && go vet ./...", want: "ok"},
	{name: "c with make and an address sanitizer", needs: []string{"gcc", "make"},
		files: map[string]string{"m.c": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char *p = malloc(8); p[0] = 'o'; printf(\"%ck\\n\", p[0]); free(p); return 0; }\n",
			"Makefile": "m: m.c\n\tgcc -g -fsanitize=address -o m m.c\n"},
		run: "make -s && ./m", want: "ok"},
	{name: "a debugger", needs: []string{"gdb", "gcc"},
		files: map[string]string{"m.c": "int f(int n) { return n + 1; }\nint main(void) { return f(41) == 42 ? 0 : 1; }\n"},
		run:   "gcc -g -o m m.c && gdb -q -batch -ex 'break f' -ex run -ex 'print n' ./m", want: "$1 = 41"},
	{name: "python multiprocessing", needs: []string{"python3"},
		files: map[string]string{"m.py": "import multiprocessing as mp\ndef f(n): return n * n\nif __name__ == '__main__':\n    q = mp.Queue(); q.put(1)\n    with mp.Pool(2) as p: print(sum(p.map(f, range(4))) + q.get())\n"},
		run:   "python3 m.py", want: "15"},
	{name: "python virtual environment", needs: []string{"python3"},
		run: "python3 -m venv --without-pip v && v/bin/python -c 'print(6*7)'", want: "42"},
	{name: "npm install from a directory", needs: []string{"node", "npm"},
		files: map[string]string{"package.json": "{\"name\":\"app\",\"version\":\"1.0.0\"}\n",
			"dep/package.json": "{\"name\":\"dep\",\"version\":\"1.0.0\",\"main\":\"i.js\"}\n", "dep/i.js": "module.exports = 'linked';\n"},
		run: "npm install --offline --no-audit --no-fund --silent ./dep && node -e 'console.log(require(\"dep\"))'", want: "linked"},
	{name: "a script of one's own", run: "printf '#!/bin/sh\\necho ran $1\\n' > s && chmod +x s && ./s it", want: "ran it"},
	{name: "temporary files and here-documents", run: "f=$(mktemp) && cat > $f <<X\n$(seq 3)\nX\nsort -r $f | head -1; rm $f", want: "3"},
	{name: "process substitution and named pipes", run: "diff <(echo a) <(echo b) | head -1; mkfifo p; echo through > p & cat p", want: "through"},
	{name: "shared memory and devices", run: "echo x > /dev/shm/aegish-$$ && rm /dev/shm/aegish-$$ && head -c 4 /dev/urandom | wc -c && echo gone > /dev/null", want: "4"},
	{name: "archives", needs: []string{"tar", "gzip"}, files: map[string]string{"a/b": "x"}, run: "tar czf a.tgz a && rm -r a && tar xzf a.tgz && cat a/b", want: "x"},
	{name: "perl", needs: []string{"perl"}, run: "perl -e 'open F, \">f\"; print F 7; close F; print `cat f`'", want: "7", strict: true},
	{name: "python asyncio", needs: []string{"python3"}, strict: true,
		run: "python3 -c 'import asyncio\nasync def f():\n    p = await asyncio.create_subprocess_exec(\"echo\", \"loop\"); await p.wait()\nasyncio.run(f())'", want: "loop"},
	{name: "node with a child", needs: []string{"node"}, strict: true,
		run: "node -e 'require(\"child_process\").execFile(\"echo\", [\"child\"], (e, out) => console.log(out))'", want: "child"},
	{name: "an ssh key", needs: []string{"ssh-keygen"}, strict: true, run: "ssh-keygen -q -t ed25519 -N '' -f key && wc -l < key.pub", want: "1"},
	{name: "go run", needs: []string{"go"}, strict: true,
		files: map[string]string{"go.mod": "module m\n\ngo 1.21\n", "m.go": "package main\n\nfunc main() { println(\"run\") }\n"}, run: "go run . 2>&1", want: "run"},
	{name: "tracing a program", needs: []string{"strace"}, run: "strace -e trace=execve true 2>&1 | head -1", want: "execve("},
	{name: "a leak sanitizer", needs: []string{"gcc"}, files: map[string]string{"m.c": "int main(void) { return 0; }\n"}, run: "gcc -fsanitize=leak -o m m.c && ./m && echo clean", want: "clean"},
	{name: "tmux server of one's own", needs: []string{"tmux"}, run: "export SHELL=/bin/sh; tmux -S ./t -f /dev/null new-session -d 'echo in tmux > out; tmux -S ./t wait -S done' \\; wait done; cat out", want: "in tmux"},
}

func TestAWorkingDayUnderWorkspace(t *testing.T) {
	t.Parallel()
	for _, step := range workday {
		t.Run(step.name, func(t *testing.T) { runStep(t, step.needs, step.files, step.run, step.want) })
	}
}

// The strict filter closes what debuggers and sanitizers need, and little else.
func TestAWorkingDayUnderTheStrictFilter(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "strict.toml")
	if err := os.WriteFile(config, []byte("[seccomp]\nfilter = \"strict\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range workday {
		if step.strict || len(step.needs) > 0 && step.needs[0] == "git" {
			t.Run(step.name, func(t *testing.T) { runStep(t, step.needs, step.files, step.run, step.want, "--config", config) })
		}
	}
}

// runStep does one step in a fresh directory. Without one of the programs the
// machine can not try.
func runStep(t *testing.T, needs []string, files map[string]string, run, want string, options ...string) {
	t.Parallel()
	for _, program := range needs {
		if _, err := exec.LookPath(program); err != nil {
			t.Logf("not tried: %s is not installed", program)
			return
		}
	}
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(aegish(), append(options, "-c", run)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "DEBUGINFOD_URLS=")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), want) {
		t.Errorf("%v\n%s", err, out)
	}
}
