package config

// ForRun fills the limits that are not set with those of `aegish run`, which
// starts commands that nobody watches: a fork bomb or a runaway writer ends,
// an ordinary build does not notice. Memory and descriptors stay inherited,
// because sanitizers and language runtimes reserve address space by the
// terabyte and builds open files by the thousand.
func (l Limits) ForRun() Limits {
	fill := func(p **uint64, v uint64) {
		if *p == nil {
			*p = &v
		}
	}
	fill(&l.CPU, 3600)       // one hour of processor time per process
	fill(&l.FileSize, 8<<30) // 8 GiB per file
	fill(&l.Processes, 4096) // of the user, everything else of theirs included
	fill(&l.Core, 0)
	return l
}
