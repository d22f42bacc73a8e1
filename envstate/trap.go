package envstate

// TrapBody returns the body of the EXIT trap that reports a shell's state over
// descriptor fd, in the frame that ParseReport reads:
//
//	NONCE NL command NUL directory NL NUL declarations NUL {stack-entry NUL} NONCE NL
//
// The nonce and fd must be plain letters and digits; the text is quoted for
// use between single quotes (it holds none).
//
// Every command is a builtin named through \builtin, so that aliases and
// functions of the same name do not matter. Traps and options that would stop
// or print the body go first, inside a group whose output is closed rather
// than sent to /dev/null: a restricted shell may not open files, and a sandbox
// may hide the device. Standard error is closed before anything else, so that
// a command which closed fd gets no message about it.
func TrapBody(nonce, fd string) string {
	return `{ \builtin unset -f builtin; \builtin trap - DEBUG ERR; \builtin set +eux; } 2>&- >&-; ` +
		`{ \builtin printf "%s\n%s\0" ` + nonce + ` "${BASH_COMMAND:0:64}"; ` +
		`\builtin pwd -P; ` +
		`\builtin printf "\0"; ` +
		`\builtin declare -px; ` +
		`\builtin printf "\0%s\n" ` + nonce + `; } 2>&- >&` + fd
}
