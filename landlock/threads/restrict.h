#ifndef AEGISH_THREADS_RESTRICT_H
#define AEGISH_THREADS_RESTRICT_H

/* What restrict_threads returns besides 0 and numbers of errors. */
enum {
	RESTRICT_TOO_MANY = -1, /* threads */
	RESTRICT_TOO_LATE = -2, /* a thread does not answer, or new ones keep coming */
};

/* restrict_threads has every thread of this process give up what the ruleset does
 * not allow; see threads.go. */
int restrict_threads(int ruleset, int tasks, int limit_ms, int most);

#endif
