package envstate

// TrapBody returns the body of the EXIT trap that reports a shell's state over
// descriptor fd, in the frame that ParseReport reads:
//
//	NONCE{ function NUL NONCE| declarations NUL NONCE| directory NL NUL NONCE| {NUL stack-entry} NUL NONCE}
//
// The first stack entry is the current directory again. The nonce and fd must
// be plain letters and digits; the text holds no single quote, so that it can
// stand between two. Each part has a mark of its own behind it, because whoever
// else writes to the pipe may get in between two builtins: what is not theirs
// spoils the frame and is never taken for a part of it.
//
// Every command is a builtin named through \builtin, so that aliases and
// functions of the same name do not matter. A function called builtin is
// removed: the shell is about to end, and a second call does not hurt where
// there was none. What would show is turned off first. A trace that goes to a
// descriptor of the user's loses that one, which can be closed without a word
// of the trace (where there is none the redirection fails, and the `!` keeps
// errexit quiet). The DEBUG trap goes next because it would run before each of
// the commands, then the options that would stop or print them; all on a line
// of their own, because `set -v` prints each line as it is read.
//
// Output that is not the report goes ahead of it to the same descriptor, where
// it does not count: a restricted shell may not open files, a sandbox may hide
// /dev/null, and with extdebug a DEBUG trap that can not write would skip the
// commands. Standard error is closed before anything else, so that a command
// which closed fd gets no message about it. The declarations come before the
// directory because in POSIX mode pwd -P changes PWD.
func TrapBody(nonce, fd string) string {
	return `! { \builtin :; } 2>&- >&- {BASH_XTRACEFD}>&-; ` +
		`{ \builtin trap - DEBUG ERR; \unset -f builtin; \builtin trap - DEBUG ERR; \builtin set +euvx; } 2>&- >&` + fd + ` 2>&` + fd + "\n" +
		`{ \builtin printf "%s{%s\0%s|" ` + nonce + ` "${FUNCNAME[0]-}" ` + nonce + `; ` +
		`\builtin declare -px; ` +
		`\builtin printf "\0%s|" ` + nonce + `; ` +
		`\builtin pwd -P; ` +
		`\builtin printf "\0%s" "` + nonce + `|" "${DIRSTACK[@]}" "` + nonce + `}"; } 2>&- >&` + fd
}
