package main

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>

// Each thread that is new to malloc(3) gets a heap of its own from the GNU
// library: five system calls and four pages at every start. Only the parser
// allocates there, and Go's threads are freed there, neither of them often: one
// heap is enough (mallopt(3)). A constructor runs before the threads do.
__attribute__((constructor)) static void one_heap(void) { mallopt(M_ARENA_MAX, 1); }
#endif
*/
import "C"
