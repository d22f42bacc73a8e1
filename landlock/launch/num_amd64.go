package launch

// System call numbers: arch/x86/entry/syscalls/syscall_64.tbl.
const (
	sysWrite         = 1
	sysClose         = 3
	sysLseek         = 8
	sysMmap          = 9
	sysRtSigaction   = 13
	sysRtSigprocmask = 14
	sysPread64       = 17
	sysExecve        = 59
	sysFcntl         = 72
	sysGetcwd        = 79
	sysChdir         = 80
	sysGeteuid       = 107
	sysGetegid       = 108
	sysCapget        = 125
	sysCapset        = 126
	sysPrctl         = 157
	sysGetdents64    = 217
	sysExitGroup     = 231
	sysOpenat        = 257
	sysNewfstatat    = 262
	sysUnshare       = 272
	sysDup3          = 292
	sysPrlimit64     = 302
	sysSeccomp       = 317
	sysOpenTree      = 428
	sysMoveMount     = 429
	sysCloseRange    = 436
	sysMountSetattr  = 442
	sysRestrictSelf  = 446

	oDirectory = 0x10000
)
