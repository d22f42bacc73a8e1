// Package seccomp compiles what commands must not ask of the kernel into a
// filter program for seccomp(2).
//
// A filter is a list of refusals in front of "everything else is allowed". It
// closes what Landlock does not look at: system calls that change the machine
// (modules, kexec, bpf), that reach into other processes or the terminal, that
// make new namespaces, and ways to the network around Landlock's TCP rights.
// Refused calls fail with EPERM, so that a program can say so and go on; a call
// for another architecture, whose numbers mean something else, ends the process.
//
// A filter sees numbers and registers, never memory: it can not tell which
// address a socket connects to or which file is opened. That is Landlock's
// part.
//
// The instructions are classic BPF (linux/filter.h), 20 lines of which are all
// that is needed; the kernel verifies them when the dropper installs them. The
// package imports nothing of this module.
//
// Sources: seccomp(2), Documentation/userspace-api/seccomp_filter.rst.
package seccomp
