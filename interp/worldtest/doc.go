// Package worldtest attacks the directory of the host that scripts are given
// (interp/vfs/host and, over it, interp/vfs/overlay) with scripts: each attack
// reads or changes something outside of the directory when a plain shell runs
// it there, and nothing when the interpreter does. It also compares what the
// host makes of modes, umask and owners. It holds tests only, which run as the
// user who starts them and, where that is root, as an ordinary one too.
package worldtest
