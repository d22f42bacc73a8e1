package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// newPlaces makes the tree that the directory commands move in.
func newPlaces(t *testing.T, root string) {
	t.Helper()
	for _, dir := range []string{"foo/sub", "b/c", "a b", "-dir", "nl\nx", "bad\xff", "é", "~t", "f1x", "f2x", "home/in", "gone/deep", "noexec/in", "noread/in", "path/hit", "hit"} {
		must(t, os.MkdirAll(filepath.Join(root, dir), 0o755))
	}
	for link, target := range map[string]string{"link": "foo", "deep": "foo/sub", "loop": "loop", "broken": "nosuch"} {
		must(t, os.Symlink(target, filepath.Join(root, link)))
	}
	touch(t, filepath.Join(root, "file"))
	must(t, os.Chmod(filepath.Join(root, "noexec"), 0o644))
	must(t, os.Chmod(filepath.Join(root, "noread"), 0o311))
}

// look shows everything that a directory command leaves behind.
const look = `echo "s=$? PWD=$PWD OLDPWD=${OLDPWD-unset}"; pwd -P; dirs -l -p`

// embedded are the ways in which a directory command can be a part of a line.
var embedded = []struct{ name, before, after string }{
	{"followed", "", "; (exit $?)"},
	{"grouped", "{ ", "\n}"},
	{"called by name", "builtin ", ""},
	{"behind an operator", "true && ", ""},
	{"before an operator", "", " || (exit $?)"},
	{"evaluated", `eval '`, `'`},
}

// directoryTrials gives each list of lines as it is, where no process is needed
// for a directory command, and with its commands embedded in one of the ways.
// A line that begins with an exclamation mark stands as it is.
func directoryTrials(lists [][]string) []trial {
	var trials []trial
	for i, list := range lists {
		form := embedded[i%len(embedded)]
		var bare, part strings.Builder
		for _, line := range list {
			text, plain := strings.CutPrefix(line, "!")
			bare.WriteString(text + "\n" + look + "\n")
			if !plain && !strings.ContainsAny(text, "#;\\'") {
				text = form.before + text + form.after
			}
			part.WriteString(text + "\n" + look + "\n")
		}
		name := strings.Join(list, "; ")
		name = fmt.Sprintf("%s (%d)", name[:min(len(name), 50)], i)
		trials = append(trials, trial{name: name, prepare: newPlaces, text: bare.String()})
		if part.String() != bare.String() {
			trials = append(trials, trial{name: name + " " + form.name, prepare: newPlaces, text: part.String()})
		}
	}
	return trials
}

var cdForms = [][]string{
	// Those that succeed.
	{"!export HOME", "cd foo", "cd"}, {"cd ~"}, {"cd --"}, {"cd -- -dir"}, {"cd ./-dir"}, {"cd ''", "cd -"}, {`cd "a b"`}, {`cd a\ b`}, {"cd $HOME"},
	{"cd $UNSET"}, {`cd "$UNSET"`, "cd -"}, {"cd foo;"}, {" cd foo # c"}, {`\cd foo`}, {"'cd' foo"}, {`c""d foo`}, {"cd ~root"}, {"cd foo", "cd ~+", "cd ~-"},
	{"cd //tmp", "cd ."}, {"cd -e foo"}, {"cd -Pe foo"}, {"cd -PL link"}, {"cd -LP link"}, {"!export HOME=", "cd", "cd -"}, {"cd /"}, {"cd ///"}, {"cd foo/"},
	{"cd é"}, {"cd '~t'"}, {"cd \\~t"}, {"cd ~/in"}, {"cd \"$PWD\"/foo"}, {"cd `echo foo`"}, {"cd $(echo foo)"}, {"cd {foo,}"}, {"cd fo[o]"},
	// Those that fail.
	{"cd a b"}, {"!export V='a b'", "cd $V", `cd "$V"`}, {"cd f?x"}, {"cd nosuch"}, {"cd file"}, {"cd ~nouser"}, {"cd -"}, {"!unset HOME", "cd", "cd ~"},
	{"cd foo/../nosuch/../foo"}, {"cd +1"}, {"cd - foo"}, {"cd -dir"}, {"cd -x"}, {"cd -1"}, {"cd -@"}, {"cd -Px foo"}, {"cd loop"}, {"cd broken"}, {"cd file/x"},
	{"cd ''x''"}, {"cd nosuch\xff"}, {"cd 'no\nsuch'"}, {"cd $'no\\tsuch'"},
	// Those that do not move, or move and fail.
	{"!cd foo | cat"}, {"!cd foo & wait"}, {"!(cd foo)"}, {"!! cd foo"}, {"!cd foo >/dev/full"}, {"cd foo", "!cd - >/dev/full"}, {"cd foo", "!cd - >&-"},
	{"!cd foo 2>/dev/null"}, {"!cd nosuch 2>/dev/null || cd foo"}, {"!A=1 cd foo"}, {"!command cd foo"}, {"!chdir foo"}, {"!cd"},
	// Options of the shell and of the user's own making.
	{"!CDPATH=path cd hit"}, {"!CDPATH=path; cd hit; cd ..; cd ./hit"}, {"!CDPATH=:path; cd hit"}, {"!cd() { echo mine; }; cd foo"},
	{"!shopt -s cdable_vars; to=$PWD/foo; cd to"}, {"!shopt -s cdspell; cd fooo"}, {"!shopt -s autocd; foo"}, {"!set -P; cd link"},
	{"!cd foo; cd sub; cd -; cd .."}, {"!readonly OLDPWD; cd foo"}, {"!PWD=/etc; cd foo"}, {"!cd foo; OLDPWD=/etc; cd -"},
}

var stackForms = [][]string{
	{"pushd"}, {"pushd foo", "pushd", "pushd"}, {"pushd ~", "dirs -v"}, {"pushd foo", "pushd /tmp", "pushd +1"}, {"pushd foo", "pushd /tmp", "pushd +2"},
	{"pushd foo", "pushd /tmp", "pushd -0"}, {"pushd foo", "pushd /tmp", "pushd -1"}, {"pushd foo", "pushd /tmp", "pushd -2"}, {"pushd +0"}, {"pushd -0"}, {"pushd +1"},
	{"pushd foo", "pushd +3"}, {"pushd foo", "pushd -3"}, {"pushd -n foo", "dirs", "cd /", "popd"}, {"pushd foo", "pushd /tmp", "pushd -n +1"}, {"pushd -n +1"},
	{"pushd -n"}, {"pushd -dir"}, {"pushd -- -dir"}, {"pushd nosuch"}, {"pushd file"}, {"pushd a b"}, {"pushd 'a b'", "dirs -v"}, {"pushd -", "cd foo", "pushd -"},
	{"pushd ''"}, {"pushd $HOME"}, {"pushd x", "pushd f?x"}, {"pushd ~nouser"}, {"pushd foo", "cd /", "pushd"}, {"pushd foo", "pushd foo", "pushd foo", "dirs -p"},
	{"popd"}, {"popd +0"}, {"popd +1"}, {"pushd foo", "popd", "popd"}, {"pushd foo", "pushd /tmp", "popd +0"}, {"pushd foo", "pushd /tmp", "popd +1"},
	{"pushd foo", "pushd /tmp", "popd +2"}, {"pushd foo", "pushd /tmp", "popd -0"}, {"pushd foo", "pushd /tmp", "popd -1"}, {"pushd foo", "pushd /tmp", "popd -2"},
	{"pushd foo", "pushd /tmp", "popd -n", "dirs"}, {"pushd foo", "popd -n +0"}, {"pushd foo", "popd +5"}, {"pushd foo", "popd -5"}, {"popd foo"}, {"pushd foo", "popd foo"},
	{"popd -x"}, {"pushd foo", "popd --"}, {"cd gone", "pushd /", "!rmdir $OLDPWD/deep $OLDPWD", "popd", "dirs"}, {"cd gone", "pushd /tmp", "!rmdir $OLDPWD/deep $OLDPWD", "pushd"},
	{"dirs"}, {"pushd foo", "dirs -c", "dirs"}, {"pushd foo", "dirs -l"}, {"pushd foo", "dirs -p"}, {"pushd foo", "dirs -v"}, {"pushd foo", "pushd ~", "dirs -v +2", "dirs -l -v"},
	{"pushd foo", "dirs +0", "dirs -0", "dirs +1", "dirs -1"}, {"pushd foo", "dirs +2"}, {"dirs +1"}, {"dirs x"}, {"dirs -x"}, {"pushd foo", "dirs -lpv"}, {"dirs --"},
	{"pushd foo", "cd /tmp", "dirs"}, {"pushd foo", "cd ~1", "dirs", "cd ~-0"}, {"!CDPATH=path pushd hit"}, {"!CDPATH=path; pushd hit"},
	{"!pushd foo | cat"}, {"!(pushd foo)"}, {"!pushd foo >/dev/null; dirs"}, {"!pushd() { echo mine; }; pushd foo"}, {"pushd foo", "!DIRSTACK[1]=/usr", "dirs", "popd"},
	{"!set -o noglob; pushd foo", "dirs"}, {"pushd foo", "!unset HOME; dirs"}, {"pushd foo", "!export HOME=/", "dirs"}, {"pushd foo", "!exit 3"},
}

// TestDirectoryCommands runs every form of cd, pushd, popd and dirs, bare and
// as a part of something, and looks after each line at the directory, PWD,
// OLDPWD and the stack.
func TestDirectoryCommands(t *testing.T) {
	t.Parallel()
	t.Run("cd", func(t *testing.T) { compare(t, directoryTrials(cdForms)) })
	t.Run("stack", func(t *testing.T) { compare(t, directoryTrials(stackForms)) })
}

// TestDirectoryIsTheKernels: PWD is a label, and no name is believed.
func TestDirectoryIsTheKernels(t *testing.T) {
	t.Parallel()
	lists := [][]string{
		{"!cd /usr; PWD=/etc; cd .", "cd ."}, {"!export PWD=/nonexistent; cd /usr", "cd -"}, {"!unset PWD; cd /usr", "cd ."}, {"!unset OLDPWD", "cd foo"},
		{"cd link", "cd ..", "cd link", "cd -P .."}, {"cd link/sub", "cd ../..", "cd -P link/sub", "cd ../.."}, {"cd deep", "cd .."}, {"cd -P deep", "cd .."},
		{"cd deep/..", "cd -", "cd -P -"}, {"cd link", "!pwd -P; pwd -L; pwd", "!ls ..", "cd ../b"}, {"cd link/../b"}, {"cd -P link/../b"},
		{"cd $'nl\\nx'", "cd ..", "cd -"}, {"cd bad\xff", "!ls", "cd ..", "cd -"}, {"cd 'nl\nx'", "!echo \"${PWD##*/}\"", "pushd .."},
		{"!readonly OLDPWD; cd foo", "cd -"}, {"!unset OLDPWD", "cd -", "cd foo", "cd -"}, {"!export OLDPWD=/nonexistent", "cd -", "cd foo", "cd -"},
		{"!OLDPWD=foo; cd -"}, {"!export OLDPWD=foo", "cd -"}, {"!mkdir new; cd new; mv ../new ../newer; cd ../b", "cd -"},
	}
	for _, who := range users() {
		t.Run(who.name, func(t *testing.T) {
			t.Parallel()
			compareAs(t, who, directoryTrials(lists))
		})
	}
	const show = "\necho $? $PWD ${OLDPWD-unset}; pwd -P\n"
	const label = "**`PWD` is a label**"
	compare(t, []trial{
		{name: "a label of another directory", text: "cd /usr; PWD=/etc" + show, limit: label, want: answer{stdout: "0 /usr $R\n/usr\n"}},
		{name: "a label of nothing", text: "cd /usr; export PWD=/nonexistent" + show + "cd /; pwd", limit: label, want: answer{stdout: "0 /usr $R\n/usr\n/\n"}},
		{name: "no label", text: "cd /usr; unset PWD" + show, limit: label, want: answer{stdout: "0 /usr $R\n/usr\n"}},
		{name: "a label that can not be changed", text: "readonly PWD; cd /usr" + show, limit: label, want: answer{
			stdout: "1 /usr $R\n/usr\n", stderr: "bash: line N: PWD: readonly variable\n"}},
		{name: "a link that leads each process elsewhere", text: "cd /proc/self\n[[ $PWD = /proc/self ]] && echo name || echo number\n", limit: label, want: answer{stdout: "number\n"}},
		{name: "a new name", text: "mkdir new; cd new; mv ../new ../newer" + show, limit: label, want: answer{stdout: "0 $R/newer $R\n$R/newer\n"}},
	})
}

// TestDirectoryPermissions: what may be searched and read decides, as one who
// may do anything and as one who may not.
func TestDirectoryPermissions(t *testing.T) {
	t.Parallel()
	lists := [][]string{
		{"cd noexec"}, {"cd noexec/in"}, {"cd noread"}, {"cd noread/in", "cd .."}, {"pushd noexec"}, {"pushd noread", "popd"}, {"pushd -n noexec", "popd"},
		{"cd noread", "!ls; pwd; pwd -P"}, {"cd foo", "!chmod 0 sub", "cd sub", "cd ../foo/sub"}, {"cd foo/sub", "!chmod 0 $PWD/../../b", "cd ../../b"},
	}
	for _, who := range users() {
		t.Run(who.name, func(t *testing.T) {
			t.Parallel()
			compareAs(t, who, directoryTrials(lists))
		})
	}
}

// TestDirectoryThatCanNotBeEnteredAgain: taking one's own right away does not
// end a session, and leaves a way out of the directory.
func TestDirectoryThatCanNotBeEnteredAgain(t *testing.T) {
	t.Parallel()
	who := users()[len(users())-1]
	const refused = "aegish: nothing ran: the directory can not be entered any more: chdir $R/foo: permission denied\n"
	const stays = "**A directory that can not be entered again**"
	compareAs(t, who, []trial{
		{name: "the current one", text: "mkdir foo; cd foo\nchmod 0 .\necho no\nif :; then\necho no; fi\ncd .\ndirs\ncd ..\necho $? $PWD\n", limit: stays, want: answer{
			stdout: "$R/foo\n0 $R\n", stderr: refused + refused + "bash: line N: cd: .: Permission denied\n"}},
		{name: "one above", text: "mkdir -p foo/sub; cd foo/sub; chmod 0 ..\npwd\n", limit: stays, want: answer{
			stdout: "$R\n", stderr: "aegish: warning: $R/foo/sub: Permission denied, directory kept\n"}},
	})
}

// TestRemovedDirectory: a session stays in a directory that is gone, and gets
// out of it.
func TestRemovedDirectory(t *testing.T) {
	t.Parallel()
	const leave = "mkdir gone2; cd gone2; rmdir ../gone2; "
	compare(t, []trial{
		{name: "builtins and a way out", prepare: newPlaces, text: leave + "\necho alive $?; cd nosuch; echo $?\ncd /\necho $? $PWD\n/bin/echo ran\n"},
		{name: "a command there as a command", way: command, text: leave + "pwd; echo $?; bash -c 'pwd; echo $?'"},
		{name: "back to what is left", text: "export R=$PWD; " + leave + "\ncd $R; echo $?; pwd\n"},
		{name: "removed by another", prepare: newPlaces, text: "cd gone/deep\nrm -r $OLDPWD/gone\ncd /\necho $? $PWD\n"},
		{name: "the previous directory is gone", text: "mkdir x; cd x; cd ..; rmdir x\ncd -\necho $? ${OLDPWD##*/}\n"},
	})
}
