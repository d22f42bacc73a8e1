package launch

// System call numbers: include/uapi/asm-generic/unistd.h.
const (
	sysDup3          = 24
	sysFcntl         = 25
	sysOpenat        = 56
	sysClose         = 57
	sysGetdents64    = 61
	sysLseek         = 62
	sysWrite         = 64
	sysPread64       = 67
	sysCapget        = 90
	sysCapset        = 91
	sysExitGroup     = 94
	sysRtSigaction   = 134
	sysRtSigprocmask = 135
	sysPrctl         = 167
	sysExecve        = 221
	sysMmap          = 222
	sysPrlimit64     = 261
	sysSeccomp       = 277
	sysCloseRange    = 436
	sysRestrictSelf  = 446

	oDirectory = 0x4000
)
