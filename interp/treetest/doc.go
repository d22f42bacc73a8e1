// Package treetest compares the commands that work on files, directories and
// archives with the host's tools of the same name: random options and operands
// over random small trees. Output, messages, status and what became of the tree
// must be the same. It holds tests only.
//
// The host's tool runs as an ordinary user in a temporary directory, ours in the
// interpreter over a filesystem in memory. How many trials, and with which seed,
// AEGISH_TREE_N and AEGISH_TREE_SEED say. AEGISH_TREE_FS=host and
// AEGISH_TREE_FS=overlay have ours run over the host's files, with the rights of
// the test, and AEGISH_TREE_ROOT=1 leaves the host's tool the rights of root,
// which only a directory tree that is nobody's should be given to.
package treetest
