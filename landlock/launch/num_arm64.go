package launch

// System call numbers: include/uapi/asm-generic/unistd.h.
const (
	sysGetcwd        = 17
	sysDup3          = 24
	sysFcntl         = 25
	sysChdir         = 49
	sysOpenat        = 56
	sysClose         = 57
	sysGetdents64    = 61
	sysLseek         = 62
	sysWrite         = 64
	sysPread64       = 67
	sysNewfstatat    = 79
	sysCapget        = 90
	sysCapset        = 91
	sysExitGroup     = 94
	sysUnshare       = 97
	sysRtSigaction   = 134
	sysRtSigprocmask = 135
	sysPrctl         = 167
	sysGeteuid       = 175
	sysGetegid       = 177
	sysExecve        = 221
	sysMmap          = 222
	sysPrlimit64     = 261
	sysSeccomp       = 277
	sysOpenTree      = 428
	sysMoveMount     = 429
	sysCloseRange    = 436
	sysMountSetattr  = 442
	sysRestrictSelf  = 446

	oDirectory = 0x4000
)
