package cli

import "strings"

// helpText is what --help prints. A test holds it to the options that parse
// takes, and the man page to both.
const helpText = `aegish - a shell that judges every command and runs it in a sandbox

Usage:
  aegish [options]                        interactive on a terminal, else commands from stdin
  aegish [options] -c COMMAND [NAME [ARG...]]
  aegish [options] SCRIPT [ARG...]
  aegish run [options] -- COMMAND         run one command for an agent; prints its tool text
  aegish check [--json] [--] COMMAND      say what gate and policy answer; run nothing ("-": from stdin)
  aegish check --stats FILE [--show N]    count what they answer to a file of commands ("-": stdin)
  aegish check --sandbox [--json]         print the sandbox of a session that begins here
  aegish why [--json] ACCESS [OBJECT]     say what the sandbox allows: read, write, execute PATH;
                                          connect, bind PORT; signal
  aegish config check|show [--json]       validate the configuration; print effective values and sources
  aegish config pack [NAME]               list the rule packs; print one
  aegish doctor [--json]                  look over kernel, shell, dropper, configuration and side doors
  aegish commands [--json]                list the commands of the engine interp
  aegish version

Options (short ones combine, as in -lc):
  -c                 run COMMAND; NAME becomes $0
  -i                 read commands interactively
  -l, --login        be a login shell (also when argv[0] begins with "-")
  -s                 read commands from stdin; operands become $1...
  --config FILE      configuration file instead of /etc/aegish/aegish.toml
  --profile NAME     profile: workspace, restricted, observe, or one of the file's
  --engine NAME      engine: bash, or interp: in process, no process is started
  --state FILE       with the engine interp: go on where FILE ends, and save the session there
  -h, --help         this text; behind a verb, what is about that
  --version          the version

Options of run:
  --json                 print one JSON object instead of the text
  --timeout DURATION     end the command after this time (90s, 5m; a bare number is seconds)
  --max-output-bytes N   keep at most N bytes of each stream
  --cwd DIR              start in DIR
  --diff                 list what the command would have changed (engine interp, interp.fs = "overlay")
  --env NAME=VALUE       set a variable for the command; may be repeated

Options of check:
  --stats FILE           count: FILE has one command per line, NUL behind each, or JSON lines
  --sandbox              print what the kernel would be told, and what it can not give
  --show N               show the first N commands of each row that is rejected, denied or asked about

Exit status:
  the command's own; 126 denied or no sandbox, 127 not found, 124 timeout,
  2 usage, configuration or syntax error, 128+n ended by signal n.
  check: 0 allow, 126 deny, 3 ask, 4 allow as far as is known; --stats: 0 when FILE was read.
  why: 0 allow, 126 deny.

A verb wins over a script of the same name: use ./check or -- check for a file.
See aegish(1) and aegish.toml(5).
`

// helpOf is what is in helpText about a verb: its lines of usage and its options.
func helpOf(v verb) string {
	usage, rest, _ := strings.Cut(helpText, "\n\nOptions")
	var b strings.Builder
	b.WriteString("Usage:\n")
	mine := false
	for line := range strings.Lines(usage) {
		if !strings.HasPrefix(line, "     ") { // else it goes on
			mine = strings.HasPrefix(line, "  aegish "+string(v)+" ") || line == "  aegish "+string(v)
		}
		if mine {
			b.WriteString(strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	if _, options, ok := strings.Cut(rest, "Options of "+string(v)+":\n"); ok {
		options, _, _ = strings.Cut(options, "\n\n")
		b.WriteString("\nOptions:\n" + options + "\n")
	}
	b.WriteString("\n`aegish --help` has the options that all verbs share; see aegish(1).\n")
	return b.String()
}
