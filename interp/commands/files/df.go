package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
)

// df shows the one filesystem that there is, called aegish, with the space that
// its limits leave.
func df() gnu.Program {
	return gnu.Program{
		Summary: "tell how full file systems are",
		Usage:   "[OPTION]... [FILE]...",
		Options: []gnu.Option{
			{"a,all", "accepted"}, {"B,block-size=SIZE", "scale sizes by SIZE"}, {"h,human-readable", "print sizes like 1K 234M 2G"},
			{"H,si", "likewise, with powers of 1000"}, {"i,inodes", "count files, not bytes"}, {"k", "like --block-size=1K"},
			{"l,local", "accepted"}, {"m", "like --block-size=1M"}, {"no-sync", "accepted"}, {"sync", "accepted"},
			{"output[=FIELDS]", "show these columns, or all"}, {"P,portability", "the format of POSIX"},
			{"total", "add a line with sums"}, {"t,type=TYPE", "only file systems of TYPE"}, {"T,print-type", "print the type"},
			{"x,exclude-type=TYPE", "no file systems of TYPE"}, {"v", "accepted"},
		},
		Main: runDf,
	}
}

// fsName is what the filesystem and its type are called.
const fsName = "aegish"

// A dfLine is a filesystem as df shows it.
type dfLine struct {
	source, kind, file, target string
	space                      vfs.Space
}

// A dfColumn is one of --output. Numbers stand on the right.
type dfColumn struct {
	name, title string
	least       int
	left        bool
	value       func(l *dfLine) string
}

// dfColumns are all that there are, in the order of --output, which has titles
// of its own.
func dfColumns(block scale, output, posix bool) []dfColumn {
	bytes := func(n int64) string { return block.format(n, 1024) }
	count := func(n int64) string { return scale{human: block.human, base: block.base}.format(n, 1) }
	share := func(used, all int64) string {
		if all <= 0 {
			return "-"
		}
		return fmt.Sprintf("%d%%", ceilDiv(used*100, all))
	}
	size, avail := "1K-blocks", "Available"
	if output {
		avail = "Avail"
	}
	part := "Use%"
	if posix && !block.human {
		part = "Capacity"
	}
	switch {
	case block.human:
		size, avail = "Size", "Avail"
	case posix && block.unit > 0:
		size = fmt.Sprintf("%d-blocks", block.unit)
	case posix:
		size = "1024-blocks"
	case block.unit == 1<<20:
		size = "1M-blocks"
	case block.unit > 0 && block.unit != 1<<10:
		size = fmt.Sprintf("%dB-blocks", block.unit)
	}
	return []dfColumn{
		{"source", "Filesystem", 14, true, func(l *dfLine) string { return l.source }},
		{"fstype", "Type", 4, true, func(l *dfLine) string { return l.kind }},
		{"itotal", "Inodes", 5, false, func(l *dfLine) string { return count(l.space.Files) }},
		{"iused", "IUsed", 5, false, func(l *dfLine) string { return count(l.space.UsedFiles) }},
		{"iavail", "IFree", 5, false, func(l *dfLine) string { return count(l.space.Files - l.space.UsedFiles) }},
		{"ipcent", "IUse%", 4, false, func(l *dfLine) string { return share(l.space.UsedFiles, l.space.Files) }},
		{"size", size, 5, false, func(l *dfLine) string { return bytes(l.space.Bytes) }},
		{"used", "Used", 5, false, func(l *dfLine) string { return bytes(l.space.UsedBytes) }},
		{"avail", avail, 5, false, func(l *dfLine) string { return bytes(l.space.Bytes - l.space.UsedBytes) }},
		{"pcent", part, 4, false, func(l *dfLine) string { return share(l.space.UsedBytes, l.space.Bytes) }},
		{"file", "File", 0, true, func(l *dfLine) string { return l.file }},
		{"target", "Mounted on", 0, true, func(l *dfLine) string { return l.target }},
	}
}

func runDf(_ context.Context, in *gnu.Invocation) int {
	block := scale{}
	fields := "source,size,used,avail,pcent,target"
	if in.Has("i") {
		fields = "source,itotal,iused,iavail,ipcent,target"
	}
	if in.Has("T") {
		fields = strings.Replace(fields, "source,", "source,fstype,", 1)
	}
	wanted, output := true, false
	for _, o := range in.Options {
		switch o.Name {
		case "B":
			s, code, ok := scaleOption(in, "-B", o.Value)
			if !ok {
				return code
			}
			block = s
		case "h":
			block = scale{human: true, base: 1024}
		case "H":
			block = scale{human: true, base: 1000}
		case "k":
			block = scale{unit: 1 << 10}
		case "m":
			block = scale{unit: 1 << 20}
		case "t":
			wanted = wanted && o.Value == fsName
		case "x":
			wanted = wanted && o.Value != fsName
		case "output":
			if !output {
				fields = ""
			}
			output = true
			fields += o.Value + ","
		}
	}
	for _, other := range []string{"i", "P", "T"} {
		if output && in.Has(other) {
			return in.Usage("options -%s and --output are mutually exclusive", other)
		}
	}
	columns, problem := chooseColumns(in, dfColumns(block, output, in.Has("P")), strings.Trim(fields, ","))
	if problem != "" {
		return in.Usage("%s", problem)
	}
	lines := dfLines(in, wanted)
	if len(lines) == 0 {
		if in.Status() == 0 {
			return in.Die("no file systems processed")
		}
		return in.Status()
	}
	if in.Has("total") {
		sum := lines[0]
		sum.source, sum.kind, sum.file, sum.target = "total", "-", "-", "-"
		if len(columns) == 0 || columns[0].name != "source" {
			sum.target = "total"
		}
		lines = append(lines, sum)
	}
	dfTable(in, columns, lines)
	return in.Status()
}

// dfLines are the filesystems of the operands; the same one again for each.
func dfLines(in *gnu.Invocation, wanted bool) []dfLine {
	names := in.Operands
	if len(names) == 0 {
		names = []string{"/"}
	}
	var lines []dfLine
	for _, name := range names {
		sp, err := spaceAt(in, name)
		if err != nil {
			in.Fail("%s: %s", quoted(name), message(err))
			continue
		}
		if !wanted {
			continue
		}
		file := name
		if len(in.Operands) == 0 {
			file = "-"
		}
		lines = append(lines, dfLine{fsName, fsName, file, "/", sp})
	}
	return lines
}

// chooseColumns finds the columns of a list, all for an empty one.
func chooseColumns(in *gnu.Invocation, all []dfColumn, fields string) (columns []dfColumn, problem string) {
	if fields == "" {
		return all, ""
	}
	used := map[string]bool{}
	for name := range strings.SplitSeq(fields, ",") {
		i := slices.IndexFunc(all, func(c dfColumn) bool { return c.name == name })
		if i < 0 {
			return nil, "option --output: field " + in.Quote(name) + " unknown"
		}
		if used[name] {
			return nil, "option --output: field " + in.Quote(name) + " used more than once"
		}
		used[name] = true
		columns = append(columns, all[i])
	}
	return columns, ""
}

// dfTable prints columns that are as wide as they have to be.
func dfTable(in *gnu.Invocation, columns []dfColumn, lines []dfLine) {
	rows := make([][]string, len(lines)+1)
	widths := make([]int, len(columns))
	for k, c := range columns {
		rows[0] = append(rows[0], c.title)
		for i := range lines {
			rows[i+1] = append(rows[i+1], c.value(&lines[i]))
		}
		widths[k] = c.least
		for _, row := range rows {
			widths[k] = max(widths[k], len(row[k]))
		}
	}
	for _, row := range rows {
		for k, cell := range row {
			if k > 0 {
				in.Printf(" ")
			}
			pad := strings.Repeat(" ", widths[k]-len(cell))
			switch {
			case !columns[k].left:
				in.Printf("%s%s", pad, cell)
			case k == len(row)-1:
				in.Printf("%s", cell)
			default:
				in.Printf("%s%s", cell, pad)
			}
		}
		in.Printf("\n")
	}
}
