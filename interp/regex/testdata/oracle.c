/* Answers with the C library what regular expressions match: reads triples of
   strings (flags, expression, text), each ended by a zero byte, and prints one
   line for each: the message of an error, "no", pairs of offsets, or "slow" if
   the library needs more than a second of processor time. */
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void answer(const char *options, const char *expr, const char *text)
{
	regex_t re;
	regmatch_t m[10];
	int flags = 0, status, i;

	if (strchr(options, 'E'))
		flags |= REG_EXTENDED;
	if (strchr(options, 'I'))
		flags |= REG_ICASE;
	if (strchr(options, 'N'))
		flags |= REG_NEWLINE;
	status = regcomp(&re, expr, flags);
	if (status) {
		char message[200];

		regerror(status, &re, message, sizeof message);
		printf("%s\n", message);
	} else if (regexec(&re, text, 10, m, strchr(options, 'B') ? REG_NOTBOL : 0)) {
		printf("no\n");
	} else {
		for (i = 0; i <= (int)re.re_nsub && i < 10; i++)
			printf("(%d,%d)", (int)m[i].rm_so, (int)m[i].rm_eo);
		printf("\n");
	}
}

int main(void)
{
	char *field[3] = {0};
	size_t size[3] = {0};

	setlocale(LC_ALL, "C.UTF-8");
	for (;;) {
		int i, status;
		pid_t child;

		for (i = 0; i < 3; i++)
			if (getdelim(&field[i], &size[i], 0, stdin) < 0)
				return 0;
		fflush(stdout);
		child = fork();
		if (child < 0)
			return 1;
		if (child == 0) {
			struct rlimit second = {1, 1}, memory = {1 << 28, 1 << 28};

			setrlimit(RLIMIT_CPU, &second);
			setrlimit(RLIMIT_AS, &memory);
			answer(field[0], field[1], field[2]);
			fflush(stdout);
			_exit(0);
		}
		waitpid(child, &status, 0);
		if (status != 0)
			printf("slow\n");
	}
}
