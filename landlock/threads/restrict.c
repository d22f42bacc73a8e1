#define _GNU_SOURCE
#include "restrict.h"

#include <dirent.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446 /* on all architectures */
#endif

enum {
	max_threads = 4096,
	wait_ms = 5, /* before a thread that does not answer is looked for */
};

/* A request to one thread. Only the thread itself sets what it answers. */
struct request {
	pid_t thread;
	atomic_int answered;
	int error;
};

static struct request requests[max_threads];
static atomic_int asked;
static atomic_uint answers; /* a futex */
static int limit; /* of requests */
static int ruleset_fd;

static int give_up(void)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return errno;
	if (syscall(SYS_landlock_restrict_self, ruleset_fd, 0) != 0)
		return errno;
	return 0;
}

/* answer runs on a thread that was asked, in the signal's handler: it calls
 * nothing but the kernel. */
static void answer(int signal)
{
	int before = errno;
	pid_t self = syscall(SYS_gettid);
	int n = atomic_load(&asked);

	(void)signal;
	for (int i = 0; i < n; i++) {
		struct request *r = &requests[i];
		if (r->thread != self || atomic_load(&r->answered))
			continue;
		r->error = give_up();
		atomic_store(&r->answered, 1);
		atomic_fetch_add(&answers, 1);
		syscall(SYS_futex, &answers, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	}
	errno = before;
}

static long elapsed_ms(const struct timespec *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - since->tv_sec) * 1000 + (now.tv_nsec - since->tv_nsec) / 1000000;
}

static int known(pid_t thread)
{
	int n = atomic_load(&asked);

	for (int i = 0; i < n; i++)
		if (requests[i].thread == thread)
			return 1;
	return 0;
}

/* ask has one thread answer. A thread that has ended needs to no more. */
static int ask(pid_t process, pid_t thread, int signal)
{
	int n = atomic_load(&asked);

	if (n == limit)
		return RESTRICT_TOO_MANY;
	requests[n].thread = thread;
	requests[n].error = 0;
	atomic_store(&requests[n].answered, 0);
	atomic_store(&asked, n + 1);
	if (syscall(SYS_tgkill, process, thread, signal) == 0)
		return 0;
	if (errno != ESRCH)
		return errno;
	atomic_store(&requests[n].answered, 1);
	return 0;
}

/* ask_new asks the threads in a listing of /proc/self/task that were not asked
 * before, and counts those and all of them. */
static int ask_new(int tasks, pid_t process, pid_t self, int signal, int *fresh, int *all)
{
	static char buffer[32768] __attribute__((aligned(8)));
	long n;

	*fresh = *all = 0;
	if (lseek(tasks, 0, SEEK_SET) < 0)
		return errno;
	while ((n = syscall(SYS_getdents64, tasks, buffer, sizeof buffer)) > 0) {
		for (long at = 0; at < n;) {
			struct dirent64 *entry = (struct dirent64 *)(buffer + at);
			pid_t thread = atoi(entry->d_name); /* 0 is "." or ".." */
			int error;

			at += entry->d_reclen;
			if (thread == 0)
				continue;
			(*all)++;
			if (thread == self || known(thread))
				continue;
			(*fresh)++;
			if ((error = ask(process, thread, signal)) != 0)
				return error;
		}
	}
	return n < 0 ? errno : 0;
}

/* await waits until all have answered or ended. */
static int await(pid_t process, const struct timespec *begun, int limit_ms)
{
	const struct timespec pause = {.tv_nsec = wait_ms * 1000000};

	for (;;) {
		unsigned seen = atomic_load(&answers);
		int missing = 0;

		for (int i = 0; i < atomic_load(&asked); i++)
			missing |= !atomic_load(&requests[i].answered);
		if (!missing)
			return 0;
		if (elapsed_ms(begun) > limit_ms)
			return RESTRICT_TOO_LATE;
		if (syscall(SYS_futex, &answers, FUTEX_WAIT_PRIVATE, seen, &pause, NULL, 0) == 0 || errno != ETIMEDOUT)
			continue;
		for (int i = 0; i < atomic_load(&asked); i++) {
			struct request *r = &requests[i];
			if (!atomic_load(&r->answered) && syscall(SYS_tgkill, process, r->thread, 0) != 0 && errno == ESRCH)
				atomic_store(&r->answered, 1);
		}
	}
}

/* restrict_others goes on until a listing has no new thread and is whole: a
 * listing may leave threads out while others end, and the directory's links say
 * how many there are (proc_task_getattr of the kernel). */
static int restrict_others(int tasks, int signal, int limit_ms)
{
	pid_t process = getpid(), self = syscall(SYS_gettid);
	struct timespec begun;

	clock_gettime(CLOCK_MONOTONIC, &begun);
	for (;;) {
		struct stat st;
		int fresh, all, error;

		if ((error = ask_new(tasks, process, self, signal, &fresh, &all)) != 0)
			return error;
		if ((error = await(process, &begun, limit_ms)) != 0)
			return error;
		if (fstat(tasks, &st) != 0)
			return errno;
		if (fresh == 0 && (long)st.st_nlink - 2 <= all)
			break;
		if (elapsed_ms(&begun) > limit_ms)
			return RESTRICT_TOO_LATE;
	}
	for (int i = 0; i < atomic_load(&asked); i++)
		if (requests[i].error != 0)
			return requests[i].error;
	return 0;
}

int restrict_threads(int ruleset, int tasks, int limit_ms, int most)
{
	/* The first real-time signal is one that the Go runtime leaves alone and
	 * never blocks. */
	const int signal = SIGRTMIN;
	struct sigaction act = {.sa_handler = answer, .sa_flags = SA_ONSTACK | SA_RESTART}, before;
	sigset_t all, mask;
	int error;

	ruleset_fd = ruleset;
	limit = most < max_threads ? most : max_threads;
	atomic_store(&asked, 0);
	if ((error = give_up()) != 0)
		return error;
	sigfillset(&act.sa_mask);
	sigfillset(&all);
	if ((error = pthread_sigmask(SIG_SETMASK, &all, &mask)) != 0)
		return error;
	if (sigaction(signal, &act, &before) != 0) {
		error = errno;
	} else {
		error = restrict_others(tasks, signal, limit_ms);
		if (error == 0)
			sigaction(signal, &before, NULL);
	}
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return error;
}
