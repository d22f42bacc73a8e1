//go:build !race && !asan

package bashast_test

// overhead is how much more time and memory this build may need.
const overhead = 1
