package main_test

import "testing"

// TestTextIsNeverGlued: the command is bash's own argument, so nothing in it
// can swallow what aegish needs, or be changed by it. Each text runs as `-c`,
// as the only command of a session, and as lines of one.
func TestTextIsNeverGlued(t *testing.T) {
	t.Parallel()
	texts := []trial{
		{name: "comment at the end", text: "export A=1 # c"},
		{name: "comment that looks like a quote", text: "export A=1 # don't"},
		{name: "failure and a backslash", text: `false \`},
		{name: "two backslashes", text: `echo hi \\`},
		{name: "here-document", text: "cat <<EOF\nplain $((1+1))\nEOF"},
		{name: "quoted here-document with a tab", text: "cat <<-'EOF'\n\tplain $((1+1))\n\tEOF"},
		{name: "two here-documents", text: "cat - <<A /dev/fd/3 3<<B\na\nA\nb\nB"},
		{name: "background", text: "sleep 0 &"},
		{name: "background after a failure", text: "false; sleep 0 &"},
		{name: "semicolon", text: "echo hi;"},
		{name: "semicolon and blanks", text: "echo hi ; "},
		{name: "newline", text: "echo hi\n"},
		{name: "empty lines", text: "\n\necho hi\n\n"},
		{name: "carriage return", text: "echo hi\r"},
		{name: "only a comment", text: "# nothing"},
		{name: "blanks", text: " \t "},
		{name: "first byte is a dash", text: "-c echo"},
		{name: "only a plus", text: "+e"},
		{name: "quotes that span lines", text: "echo 'a\nb' \"c\n$((2+2))\""},
		{name: "alias of a reserved word", text: "shopt -s expand_aliases\nalias then=':;' \necho ok"},
	}
	for _, way := range []struct {
		name string
		way  way
	}{{"command", command}, {"captured", captured}, {"stream", stream}} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			trials := make([]trial, len(texts))
			for i, tr := range texts {
				tr.way = way.way
				trials[i] = tr
			}
			compare(t, trials)
		})
	}
	compare(t, []trial{
		{name: "backslash at the end of a command", way: command, text: `echo hi \`},
		{name: "backslash at the end of the input", text: `echo hi \`},
		{name: "backslash at the end of the input after a failure", text: "false\necho $? \\"},
		{name: "two backslashes at the end of the input", text: `echo hi \\`},
		{name: "backslash at the end of a comment", text: `echo hi # \`},
		{name: "backslash at the end of a plain document", text: "cat <<'E'\nhi \\"},
		{name: "backslash at the end of a quote", text: `echo 'hi \`},
		{name: "only a backslash", text: `\`},
		{name: "backslash at the end of the last line", text: "echo hi \\\n"},
		{name: "kept behind a comment", text: "export A=1 # c\necho $A"},
		{name: "kept behind a backslash", text: "export A=1; : \\\n\necho $A"},
		{name: "kept behind a here-document", text: "export A=1; cat <<EOF\nx\nEOF\necho $A"},
		{name: "kept beside a job", text: "export A=1; sleep 0 &\necho $A; wait"},
	})
}

// TestSyntaxErrors: the message is about the user's text and the status is 2,
// whatever the status before was.
func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	texts := []trial{
		{name: "a quote", text: "echo 'a"},
		{name: "a double quote", text: "echo \"a"},
		{name: "a double quote over lines", text: "echo \"a\nb\n"},
		{name: "a substitution", text: "echo $(ls"},
		{name: "a backquote", text: "echo `ls"},
		{name: "a brace", text: "echo ${x"},
		{name: "arithmetic", text: "echo $((1"},
		{name: "a pipe", text: "a |"},
		{name: "a subshell", text: "(a"},
		{name: "an if", text: "if"},
		{name: "an if over lines", text: "if true\nthen\n  echo x\n"},
		{name: "a loop", text: "while :; do"},
		{name: "a function", text: "f() {"},
		{name: "an operator in front", text: "|| echo x"},
		{name: "a closing bracket", text: "echo a; )"},
		{name: "a closing word", text: "fi"},
		{name: "two semicolons", text: ";; echo"},
		{name: "a redirection", text: "echo >"},
		{name: "a test", text: "[[ a"},
		{name: "a case", text: "case x in"},
		{name: "an array", text: "a=(1"},
		{name: "a second line", text: "echo one\necho )\necho three"},
	}
	var trials []trial
	for _, tr := range texts {
		for name, way := range map[string]way{"command": command, "captured": captured, "stream": stream} {
			if tr.name == "a second line" && way == captured {
				continue // these are three commands of a session
			}
			trials = append(trials, trial{name: tr.name + " as " + name, way: way, text: tr.text})
		}
	}
	compare(t, trials)
	t.Run("after a failure", func(t *testing.T) {
		t.Parallel()
		for _, tr := range texts {
			bash, ours := trial{text: "(exit 7)\n" + tr.text}.answers(t, self())
			if bash.status == 7 {
				bash.status = 2 // an open quote
			}
			if ours != bash {
				t.Errorf("%q\nbash: %v\naegish: %v", tr.text, bash, ours)
			}
		}
	})
	compare(t, []trial{
		{name: "an open quote after a failure", text: "(exit 7)\necho 'a", limit: "**An open quote after a failure**", want: answer{
			stderr: "bash: line N: unexpected EOF while looking for matching `''\n", status: 2}},
		{name: "in an eval", text: "eval 'echo )'\necho $?\neval \"echo 'a\"\necho $?"},
		{name: "in a shell of its own", text: "bash -c 'fi'\necho $?\nbash -c \"echo 'a\"\necho $?"},
		{name: "in a sourced file", setup: "echo 'fi' > s", text: ". ./s\necho $?"},
		{name: "state stays", text: "export A=1; cd /usr\neval 'export B=2; fi'\necho $A ${B-unset} $PWD"},
	})
}
