package launch

// Steps that more than one place names.
const (
	stepPayload      = "payload"
	stepRestrict     = "landlock_restrict_self"
	stepCapabilities = "capabilities"
)

// maxFailure bounds a failure line in bytes.
const maxFailure = 256

// stop says why the launch went no further. The zero value is no failure.
type stop struct {
	step   string
	detail string // replaces or precedes the text of errno
	errno  errno
}

func (s stop) failed() bool { return s.step != "" }

// report writes the failure line: "STEP: TEXT (errno N)\n", the last part
// only when there is a number. It goes to the failure pipe; to standard error
// when there is no such pipe, and when there was no payload, since then a
// person has probably started the dropper by hand.
func (s stop) report(failureFD int) {
	var l line
	l.text(s.step)
	l.text(": ")
	if s.detail != "" {
		l.text(s.detail)
	} else {
		l.text(s.errno.text())
	}
	if s.errno != 0 {
		l.text(" (errno ")
		l.decimal(uint(s.errno))
		l.text(")")
	}
	l.text("\n")
	_, e := syscall3(sysFcntl, uintptr(failureFD), fGetPipeSize, 0)
	if e == 0 {
		write(failureFD, l.buf[:l.n])
	}
	if e != 0 || s.step == stepPayload {
		var hint line
		hint.text("aegish dropper: not a program to start by hand: ")
		write(2, hint.buf[:hint.n])
		write(2, l.buf[:l.n])
	}
}

// line collects text without allocating; what does not fit is cut off.
type line struct {
	buf [maxFailure]byte
	n   int
}

func (l *line) text(s string) { l.n += copy(l.buf[l.n:], s) }

func (l *line) decimal(v uint) {
	var digits [20]byte
	i := len(digits)
	for {
		i--
		digits[i] = byte('0' + v%10)
		v /= 10
		if v == 0 {
			break
		}
	}
	l.n += copy(l.buf[l.n:], digits[i:])
}

// text is the usual wording of the error numbers that a launch can meet.
func (e errno) text() string {
	switch e {
	case ePERM:
		return "operation not permitted"
	case eNOENT:
		return "no such file or directory"
	case 5:
		return "input/output error"
	case e2BIG:
		return "argument list too long"
	case 8:
		return "exec format error"
	case eBADF:
		return "bad file descriptor"
	case 11:
		return "resource temporarily unavailable"
	case 12:
		return "cannot allocate memory"
	case eACCES:
		return "permission denied"
	case 20:
		return "not a directory"
	case 21:
		return "is a directory"
	case eINVAL:
		return "invalid argument"
	case 24:
		return "too many open files"
	case 26:
		return "text file busy"
	case eNOSYS:
		return "not supported by this kernel"
	case 40:
		return "too many levels of symbolic links"
	case 77:
		return "descriptor in bad state"
	}
	return "failed"
}

// Failure is a failure line taken apart.
type Failure struct {
	Step  string // what the dropper was doing: payload, execve, ...
	Text  string // why it failed, in words, without the number
	Errno int    // error number, or zero where none applies
}

// Error implements error.
func (f Failure) Error() string { return f.Step + ": " + f.Text }

// ParseFailure reads what a dropper has written to FailureFD. It returns false
// when b is empty, which means that the command was started, or that a signal
// ended the dropper before: either way nothing ran outside of the sandbox and
// the status of the process is the answer. It returns a Failure with an empty
// Step when b is something that no dropper writes: the caller must treat that
// as a failure too.
func ParseFailure(b []byte) (Failure, bool) {
	if len(b) == 0 {
		return Failure{}, false
	}
	s := string(b[:min(len(b), maxFailure)])
	if s[len(s)-1] != '\n' {
		return Failure{Text: "malformed report from the dropper"}, true
	}
	s = s[:len(s)-1]
	var f Failure
	for i := 0; i+1 < len(s); i++ {
		if s[i:i+2] == ": " {
			f.Step, s = s[:i], s[i+2:]
			break
		}
	}
	if f.Step == "" {
		return Failure{Text: "malformed report from the dropper"}, true
	}
	f.Text, f.Errno = cutErrno(s)
	return f, true
}

// cutErrno splits "TEXT (errno N)"; anything else is all text.
func cutErrno(s string) (string, int) {
	const open, maxDigits = " (errno ", 4
	end := len(s) - 1
	if end < 0 || s[end] != ')' {
		return s, 0
	}
	n, at, unit := 0, end, 1
	for at > 0 && end-at < maxDigits && s[at-1] >= '0' && s[at-1] <= '9' {
		at--
		n += int(s[at]-'0') * unit
		unit *= 10
	}
	if at == end || at < len(open) || s[at-len(open):at] != open {
		return s, 0
	}
	return s[:at-len(open)], n
}
