package system

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestEnvWithoutCommands compares what env says itself; here no command is found.
func TestEnvWithoutCommands(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for line := range strings.SplitSeq("-i|-i A=1 B=2|-i A=1 A=2|-i0 A=1|-|- A=1|-u|-u=|-u A=B|-C|-C /|-C /nope nosuch|-x|--foo|-i -u A A=2|-i A=1 -u A|--null x|-v -i A=1 nosuch|-iv nosuch a|-vu HOME nosuch|"+
		"-i --unset=HOME HOME=2|--split|-i --block-signal=INT|--block-signal=FOO nosuch|--ignore-signal=KILL nosuch|--default-signal=9 nosuch|--ignore-signal=INT,FOO nosuch|-v --ignore-signal=INT,TERM nosuch|"+
		"--ignore-signal=HUP --list-signal-handling nosuch|--block-signal=TERM --ignore-signal=TERM --list-signal-handling nosuch|-v --default-signal=PIPE nosuch|-v --block-signal=USR1 nosuch", "|") {
		all = append(all, commandtest.Case{Args: strings.Fields(line)})
	}
	for _, args := range [][]string{
		{"-S", "-i A=1"}, {"-iS", "A=1 B='x y'"}, {"-iS", ""}, {"-S", "", "-i"}, {"-S-i A=1"}, {"-iSA=1"}, {"--split-string=-i A=1"}, {"--split-string", "-i A=1"}, {"-i", "-S", `A=a\_b`}, {"-i", "-S", `A="a\_b" B='\n\'' C=a\tb#c #d`},
		{"-S", "echo $HOME"}, {"-S", "echo ${x"}, {"-S", "echo 'a"}, {"-S", `echo "a`}, {"-S", `echo \q`}, {"-S", `echo a\`}, {"-i", "-S", `A="a\cb"`}, {"-i", "-S", `A=${HOME} B=\c C=1`}, {"-i", "-S", `A=\${HOME}`}, {"-vS", "-i A=1 nosuch 'x y'"},
		{"-i", "-S", "-S A=1"}, {"-i", "-S-S-SA=1"}, {"-i", "A=x=y", "B="}, {"-i", "A=\n"}, {"-i", "-S", "A=1", "B=2"}, {"-v", "-i", "-S", "A=${HOME} B=${NO_SUCH_NAME}"}, {"-vSA=${NO_SUCH_NAME}"}, {"no such command"}, {"-i", "no such", "x"},
	} {
		all = append(all, commandtest.Case{Args: args})
	}
	commandtest.Compare(t, Commands(), "env", all)
}
