package main

/*
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// What the Go runtime needs before main, above which it reports by itself. It
// reserves address space that it does not use, and starts threads; where it gets
// neither it ends with pages of stacks, so it is asked here, by a constructor
// that runs before it. Root is not bound by RLIMIT_NPROC (getrlimit(2)).
static const struct { int resource; rlim_t least; const char *unit, *option; } needs[] = {
	{RLIMIT_AS, (rlim_t)3 << 29, "bytes of address space", "-v"},
	{RLIMIT_NPROC, 8, "processes", "-u"},
	{RLIMIT_NOFILE, 8, "open files", "-n"},
};

__attribute__((constructor)) static void enough(void) {
	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
		struct rlimit has;
		if (needs[i].resource == RLIMIT_NPROC && geteuid() == 0) continue;
		if (getrlimit(needs[i].resource, &has) || has.rlim_cur >= needs[i].least) continue;
		char line[160];
		int n = snprintf(line, sizeof line, "aegish: the limit of %llu %s is too low, %llu are needed: see ulimit %s\n",
			(unsigned long long)has.rlim_cur, needs[i].unit, (unsigned long long)needs[i].least, needs[i].option);
		if (write(2, line, n) < 0) { } // nobody is left to tell
		_exit(126);
	}
}
*/
import "C"
