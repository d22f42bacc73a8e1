// Package landlock turns a policy (which paths may be read, written and
// executed, which ports used, whom one may signal) into a Landlock ruleset: a
// file descriptor that a process applies to itself and can never take off
// again. It also says what the running kernel cannot enforce.
//
// A ruleset is compiled once and applied by every command; package launch does
// the applying, in the process that becomes the command. This package changes
// nothing about the process that calls it.
//
// Everything that the kernel's ABI can handle and the policy does not allow is
// denied. What no ABI covers is listed by [Uncovered]. What this kernel's ABI
// lacks makes [Compile] fail, or, where the policy says BestEffort, appears in
// the ruleset's report. There is no mode in which a missing sandbox is silent,
// and none in which a kernel without Landlock is good enough: who wants no
// sandbox does not compile one.
//
// Files that a policy denies are left out by allowing the directories around
// them entry by entry, because Landlock can not take away below what it gives.
//
// Kernel interface: landlock(7) and Documentation/userspace-api/landlock.rst
// of the kernel. The system calls are go-landlock's (its package syscall);
// its calls that act on all threads of a process are never used here.
//
// Imports: standard library, golang.org/x/sys and go-landlock's package syscall.
package landlock
