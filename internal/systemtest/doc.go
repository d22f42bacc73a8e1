// Package systemtest tries aegish as the login shell of real users, through
// the programs that start login shells: su, sshd and what runs over it. Its
// tests need root, make and remove users of their own, and have the build tag
// system, so that they run only where somebody asked for them (`make
// test-system`). It holds no code besides.
package systemtest
