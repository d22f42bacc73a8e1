/*
 * A witness for what bash really does with a program of several commands.
 * Preloaded into bash, it reports each program that bash is about to execute,
 * with its environment, its descriptors and what waits on its standard input,
 * and ends the process instead with a status of the test's choice, so nothing
 * is ever run. It reports every file that is opened and opens an anonymous one
 * in its place, so nothing is created, changed or read. Directories, users and
 * hosts are reported and refused.
 *
 * The test's pipe is descriptor 3 at the start and moves out of the way of the
 * descriptors that programs may use.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>

/* Shared by all processes of one bash. */
struct shared {
	int lock;
	uint32_t number;   /* of the case that runs */
	unsigned executed; /* in that case */
};
static struct shared *shared;

static void lock(void)
{
	while (__atomic_exchange_n(&shared->lock, 1, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock(void) { __atomic_store_n(&shared->lock, 0, __ATOMIC_RELEASE); }

#define REPORT_FD 900
#define LOCK() lock()
#define UNLOCK() unlock()
#include "report.h"

/*
 * After so many programs in a case statuses are random whatever the test said,
 * so that loops end.
 */
#define STEADY 24
#define SHOWN_DESCRIPTORS 10

__attribute__((constructor)) static void start(void)
{
	const char *seconds = getenv("AEGISH_SECONDS");
	rlim_t limit = seconds == NULL ? 2 : (rlim_t)atoi(seconds);
	struct rlimit cpu = {limit, limit};

	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || dup3(3, REPORT_FD, O_CLOEXEC) < 0)
		_exit(99);
	/* All of them can be told apart and duplicated. */
	for (int fd = 0; fd < SHOWN_DESCRIPTORS; fd++) {
		char name[16];
		snprintf(name, sizeof name, "start%d", fd);
		int file = memfd_create(name, 0);
		if (file < 0 || (file != fd && (dup2(file, fd) < 0 || close(file) < 0)))
			_exit(99);
	}
	setrlimit(RLIMIT_CPU, &cpu);
	/* Nobody reads what time and bash's messages write into a pipeline. */
	signal(SIGPIPE, SIG_IGN);
}

static uint32_t case_number(char *const envp[])
{
	for (; *envp != NULL; envp++)
		if (strncmp(*envp, CASE, sizeof CASE - 1) == 0)
			return (uint32_t)strtoul(*envp + sizeof CASE - 1, NULL, 10);
	return UINT32_MAX;
}

/*
 * The status of the program that is executed as number n of its case: always
 * the one that AEGISH_STATUS names, or with r and a number one of a random
 * stream.
 */
static int status(unsigned n)
{
	const char *how = getenv("AEGISH_STATUS");
	uint32_t x;

	if (how == NULL)
		how = "0";
	if (*how != 'r' && n <= STEADY)
		return atoi(how);
	x = (uint32_t)atoi(how + (*how == 'r')) * 2654435761u + n * 40503u + 12345u;
	x ^= x >> 15;
	x *= 2246822519u;
	x ^= x >> 13;
	return (x >> 7) % 2;
}

/* put_waiting adds what waits on standard input if that is a pipe. */
static void put_waiting(void)
{
	static char text[1 << 16];
	int fds[2];
	ssize_t n = 0;

	if (pipe2(fds, O_NONBLOCK) == 0 && tee(STDIN_FILENO, fds[1], sizeof text, SPLICE_F_NONBLOCK) > 0)
		n = read(fds[0], text, sizeof text);
	if (n < 0)
		n = 0;
	put_number((uint32_t)n);
	put(text, (size_t)n);
}

int execve(const char *path, char *const argv[], char *const envp[])
{
	uint32_t count = 0, entries = 0, number = case_number(envp);
	char kind = 'X', link[300], name[40];
	unsigned n;

	(void)path;
	while (argv[count] != NULL)
		count++;
	while (envp[entries] != NULL)
		entries++;
	put(&kind, 1);
	put_number(number);
	put_number(1 + count + SHOWN_DESCRIPTORS + 1 + entries);
	snprintf(name, sizeof name, "%u", count);
	put_string(name);
	for (uint32_t i = 0; i < count; i++)
		put_string(argv[i]);
	for (int fd = 0; fd < SHOWN_DESCRIPTORS; fd++) {
		snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
		ssize_t length = readlink(name, link, sizeof link - 1);
		link[length < 0 ? 0 : length] = '\0';
		put_string(link);
	}
	put_waiting();
	for (uint32_t i = 0; i < entries; i++)
		put_string(envp[i]);
	send_report();
	lock();
	if (shared->number != number) {
		shared->number = number;
		shared->executed = 0;
	}
	n = ++shared->executed;
	unlock();
	_exit(status(n));
}

static void report(char kind, const char *how, const char *what)
{
	/* bash's own getenv, which knows the variables of the shell. */
	const char *number = getenv("AEGISH_CASE");

	put(&kind, 1);
	put_number(number == NULL ? UINT32_MAX : (uint32_t)strtoul(number, NULL, 10));
	put_number(2);
	put_string(how);
	put_string(what);
	send_report();
}

static int instead_of(const char *path, int flags)
{
	char how[8] = "";

	if (strcmp(path, ARM) == 0) {
		armed = 1;
		errno = ENOENT;
		return -1;
	}
	strcat(how, (flags & O_ACCMODE) == O_RDONLY ? "r" : (flags & O_ACCMODE) == O_WRONLY ? "w" : "rw");
	strcat(how, flags & O_CREAT ? "c" : "");
	strcat(how, flags & O_TRUNC ? "t" : "");
	strcat(how, flags & O_APPEND ? "a" : "");
	report('O', how, path);
	return memfd_create(path, 0);
}

#define OPEN(name)                                                             \
	int name(const char *path, int flags, ...)                             \
	{                                                                      \
		int (*real)(const char *, int, ...) =                          \
			(int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
		va_list ap;                                                    \
		int mode;                                                      \
                                                                               \
		va_start(ap, flags);                                           \
		mode = va_arg(ap, int);                                        \
		va_end(ap);                                                    \
		if (!armed && strcmp(path, ARM) != 0)                          \
			return real(path, flags, mode);                        \
		return instead_of(path, flags);                                \
	}

OPEN(open)
OPEN(open64)

DIR *opendir(const char *path)
{
	DIR *(*real)(const char *) = (DIR *(*)(const char *))dlsym(RTLD_NEXT, "opendir");

	if (!armed)
		return real(path);
	report('D', "", path);
	errno = EACCES;
	return NULL;
}

struct passwd *getpwnam(const char *name)
{
	struct passwd *(*real)(const char *) = (struct passwd *(*)(const char *))dlsym(RTLD_NEXT, "getpwnam");

	if (!armed)
		return real(name);
	report('U', "", name);
	return NULL;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
	(void)hints;
	(void)found;
	report('N', host, service);
	return EAI_FAIL;
}

int socket(int domain, int type, int protocol)
{
	(void)domain;
	(void)type;
	(void)protocol;
	errno = EACCES;
	return -1;
}
