//go:build race || asan

package bashast_test

// overhead is how much more time and memory this build may need: the detectors
// shadow every byte and check every access.
const overhead = 10
