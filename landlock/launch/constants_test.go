package launch

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestConstants compares the numbers written down here, for lack of an import
// that starts nothing, with those of golang.org/x/sys.
func TestConstants(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"write", sysWrite, unix.SYS_WRITE},
		{"lseek", sysLseek, unix.SYS_LSEEK},
		{"mmap", sysMmap, unix.SYS_MMAP},
		{"rt_sigaction", sysRtSigaction, unix.SYS_RT_SIGACTION},
		{"rt_sigprocmask", sysRtSigprocmask, unix.SYS_RT_SIGPROCMASK},
		{"pread64", sysPread64, unix.SYS_PREAD64},
		{"execve", sysExecve, unix.SYS_EXECVE},
		{"fcntl", sysFcntl, unix.SYS_FCNTL},
		{"prctl", sysPrctl, unix.SYS_PRCTL},
		{"capget", sysCapget, unix.SYS_CAPGET},
		{"capset", sysCapset, unix.SYS_CAPSET},
		{"PR_CAPBSET_DROP", prCapBsetDrop, unix.PR_CAPBSET_DROP},
		{"_LINUX_CAPABILITY_VERSION_3", capVersion, unix.LINUX_CAPABILITY_VERSION_3},
		{"CAP_SYS_MODULE", capSysModule, unix.CAP_SYS_MODULE},
		{"CAP_SYS_PTRACE", capSysPtrace, unix.CAP_SYS_PTRACE},
		{"CAP_SYS_ADMIN", capSysAdmin, unix.CAP_SYS_ADMIN},
		{"CAP_CHECKPOINT_RESTORE", capCheckpointRestore, unix.CAP_CHECKPOINT_RESTORE},
		{"getdents64", sysGetdents64, unix.SYS_GETDENTS64},
		{"getcwd", sysGetcwd, unix.SYS_GETCWD},
		{"chdir", sysChdir, unix.SYS_CHDIR},
		{"geteuid", sysGeteuid, unix.SYS_GETEUID},
		{"getegid", sysGetegid, unix.SYS_GETEGID},
		{"newfstatat", sysNewfstatat, unix.SYS_NEWFSTATAT},
		{"unshare", sysUnshare, unix.SYS_UNSHARE},
		{"open_tree", sysOpenTree, unix.SYS_OPEN_TREE},
		{"move_mount", sysMoveMount, unix.SYS_MOVE_MOUNT},
		{"mount_setattr", sysMountSetattr, unix.SYS_MOUNT_SETATTR},
		{"close", sysClose, unix.SYS_CLOSE},
		{"AT_EMPTY_PATH", atEmptyPath, unix.AT_EMPTY_PATH},
		{"AT_RECURSIVE", atRecursive, unix.AT_RECURSIVE},
		{"MOVE_MOUNT_T_SYMLINKS", moveMountTSymlinks, unix.MOVE_MOUNT_T_SYMLINKS},
		{"OPEN_TREE_CLONE", openTreeClone, unix.OPEN_TREE_CLONE},
		{"MOVE_MOUNT_F_EMPTY_PATH", moveMountFEmptyPath, unix.MOVE_MOUNT_F_EMPTY_PATH},
		{"MOUNT_ATTR_NOSUID", mountAttrNosuid, unix.MOUNT_ATTR_NOSUID},
		{"MOUNT_ATTR_NODEV", mountAttrNodev, unix.MOUNT_ATTR_NODEV},
		{"MOUNT_ATTR_NOEXEC", mountAttrNoexec, unix.MOUNT_ATTR_NOEXEC},
		{"MS_PRIVATE", msPrivate, unix.MS_PRIVATE},
		{"CLONE_NEWNS", cloneNewns, unix.CLONE_NEWNS},
		{"CLONE_NEWUSER", cloneNewuser, unix.CLONE_NEWUSER},
		{"O_WRONLY", oWronly, unix.O_WRONLY},
		{"PATH_MAX", maxPath, unix.PathMax},
		{"mount_attr", int(unsafe.Sizeof(mountAttr{})), int(unsafe.Sizeof(unix.MountAttr{}))},
		{"exit_group", sysExitGroup, unix.SYS_EXIT_GROUP},
		{"openat", sysOpenat, unix.SYS_OPENAT},
		{"dup3", sysDup3, unix.SYS_DUP3},
		{"prlimit64", sysPrlimit64, unix.SYS_PRLIMIT64},
		{"seccomp", sysSeccomp, unix.SYS_SECCOMP},
		{"close_range", sysCloseRange, unix.SYS_CLOSE_RANGE},
		{"landlock_restrict_self", sysRestrictSelf, unix.SYS_LANDLOCK_RESTRICT_SELF},
		{"AT_FDCWD", fdCWD, unix.AT_FDCWD},
		{"F_DUPFD_CLOEXEC", fDupFDCloexec, unix.F_DUPFD_CLOEXEC},
		{"F_GETPIPE_SZ", fGetPipeSize, unix.F_GETPIPE_SZ},
		{"F_SETFD", fSetFD, unix.F_SETFD},
		{"FD_CLOEXEC", fdCloexec, unix.FD_CLOEXEC},
		{"CLOSE_RANGE_CLOEXEC", closeRangeCloexec, unix.CLOSE_RANGE_CLOEXEC},
		{"SEEK_END", seekEnd, unix.SEEK_END},
		{"PROT_READ", protRead, unix.PROT_READ},
		{"PROT_WRITE", protWrite, unix.PROT_WRITE},
		{"MAP_PRIVATE", mapPrivate, unix.MAP_PRIVATE},
		{"MAP_ANONYMOUS", mapAnonymous, unix.MAP_ANONYMOUS},
		{"O_CLOEXEC", oCloexec, unix.O_CLOEXEC},
		{"O_DIRECTORY", oDirectory, unix.O_DIRECTORY},
		{"PR_SET_NO_NEW_PRIVS", prSetNoNewPrivs, unix.PR_SET_NO_NEW_PRIVS},
		{"SECCOMP_SET_MODE_FILTER", seccompSetModeFilter, unix.SECCOMP_SET_MODE_FILTER},
		{"SIG_SETMASK", sigSetMask, unix.SIG_SETMASK},
		{"SIGKILL", sigKill, int(unix.SIGKILL)},
		{"SIGSTOP", sigStop, int(unix.SIGSTOP)},
		{"d_reclen", direntReclen, int(unsafe.Offsetof(unix.Dirent{}.Reclen))},
		{"d_name", direntName, int(unsafe.Offsetof(unix.Dirent{}.Name))},
		{"EPERM", int(ePERM), int(unix.EPERM)},
		{"ENOENT", int(eNOENT), int(unix.ENOENT)},
		{"EINTR", int(eINTR), int(unix.EINTR)},
		{"E2BIG", int(e2BIG), int(unix.E2BIG)},
		{"EBADF", int(eBADF), int(unix.EBADF)},
		{"EACCES", int(eACCES), int(unix.EACCES)},
		{"EINVAL", int(eINVAL), int(unix.EINVAL)},
		{"ENOSYS", int(eNOSYS), int(unix.ENOSYS)},
	} {
		if c.got != c.want {
			t.Errorf("%s is %d, want %d", c.name, c.got, c.want)
		}
	}
}

func TestLower(t *testing.T) {
	t.Parallel()
	inf := Infinity
	for _, tt := range []struct {
		name            string
		old, want, then rlimit
	}{
		{"equal", rlimit{1, 2}, rlimit{1, 2}, rlimit{1, 2}},
		{"lowers both", rlimit{10, 20}, rlimit{5, 6}, rlimit{5, 6}},
		{"keeps both", rlimit{10, 20}, rlimit{30, 40}, rlimit{10, 20}},
		{"hard only", rlimit{10, 20}, rlimit{15, 15}, rlimit{10, 15}},
		{"hard below the old soft", rlimit{10, 20}, rlimit{4, 4}, rlimit{4, 4}},
		{"soft only", rlimit{10, 20}, rlimit{4, inf}, rlimit{4, 20}},
		{"from infinity", rlimit{inf, inf}, rlimit{4, 8}, rlimit{4, 8}},
		{"to infinity", rlimit{4, 8}, rlimit{inf, inf}, rlimit{4, 8}},
		{"zero", rlimit{inf, inf}, rlimit{0, 0}, rlimit{0, 0}},
	} {
		if got := lower(tt.old, tt.want); got != tt.then {
			t.Errorf("%s: lower(%v, %v) = %v, want %v", tt.name, tt.old, tt.want, got, tt.then)
		}
	}
}
