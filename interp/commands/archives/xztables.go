package archives

import (
	"fmt"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

func (t *xzTotals) line(out io.Writer, name string) {
	fmt.Fprintf(out, "%5d %7d  %11s  %11s  %5s  %-7s %s\n", t.streams, t.blocks, niceSize(t.packed, false), niceSize(t.size, false), xzRatio(t.packed, t.size), t.names(","), name)
}

func (t *xzTotals) robot() string {
	return fmt.Sprintf("%d\t%d\t%d\t%d\t%s\t%s\t%d", t.streams, t.blocks, t.packed, t.size, xzRatio(t.packed, t.size), t.names(","), t.padding)
}

// summary is what -lv tells of a file before the tables.
func (t *xzTotals) summary(out io.Writer) {
	for _, row := range [][2]string{
		{"Streams:", fmt.Sprint(t.streams)}, {"Blocks:", fmt.Sprint(t.blocks)}, {"Compressed size:", niceSize(t.packed, true)}, {"Uncompressed size:", niceSize(t.size, true)},
		{"Ratio:", xzRatio(t.packed, t.size)}, {"Check:", t.names(", ")}, {"Stream Padding:", niceSize(t.padding, true)},
	} {
		fmt.Fprintf(out, "  %-18s %s\n", row[0], row[1])
	}
}

// each goes through streams and blocks with the places where they begin.
func eachXZ(streams []xzStream, stream func(i int, s *xzStream, packed, size int64), block func(i, j, all int, s *xzStream, b [2]int64, packed, size int64)) {
	packed, size, all := int64(0), int64(0), 0
	for i := range streams {
		s := &streams[i]
		if stream != nil {
			stream(i+1, s, packed, size)
		}
		at, expanded := packed+xzEdge, size
		for j, b := range s.blocks {
			all++
			if block != nil {
				block(i+1, j+1, all, s, b, at, expanded)
			}
			at, expanded = at+b[0], expanded+b[1]
		}
		packed, size = packed+s.packed+s.padding, size+s.size
	}
}

func xzTables(out io.Writer, streams []xzStream) {
	row := func(values ...any) {
		fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("    %6v %9v %15v %15v %15v %15v  %5v  %-10v %7v", values...), " "))
	}
	fmt.Fprintln(out, "  Streams:")
	row("Stream", "Blocks", "CompOffset", "UncompOffset", "CompSize", "UncompSize", "Ratio", "Check", "Padding")
	blocks := int64(0)
	eachXZ(streams, func(i int, s *xzStream, packed, size int64) {
		blocks += s.count
		row(i, s.count, packed, size, s.packed, s.size, xzRatio(s.packed, s.size), xzCheckName(s.check), s.padding)
	}, nil)
	if blocks == 0 {
		return
	}
	fmt.Fprintln(out, "  Blocks:")
	row("Stream", "Block", "CompOffset", "UncompOffset", "TotalSize", "UncompSize", "Ratio", "Check", "")
	eachXZ(streams, nil, func(i, j, _ int, s *xzStream, b [2]int64, packed, size int64) {
		row(i, j, packed, size, b[0], b[1], xzRatio(b[0], b[1]), xzCheckName(s.check), "")
	})
}

func robotTables(out io.Writer, streams []xzStream) {
	eachXZ(streams, func(i int, s *xzStream, packed, size int64) {
		fmt.Fprintf(out, "stream\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%d\n", i, s.count, packed, size, s.packed, s.size, xzRatio(s.packed, s.size), xzCheckName(s.check), s.padding)
	}, nil)
	eachXZ(streams, nil, func(i, j, all int, s *xzStream, b [2]int64, packed, size int64) {
		fmt.Fprintf(out, "block\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", i, j, all, packed, size, b[0], b[1], xzRatio(b[0], b[1]), xzCheckName(s.check))
	})
}

// title is the line before what -lv tells of a file.
func (x *xzTool) title(name string) {
	out := command.NewOutput(x.call)
	if x.at > 1 {
		out.WriteString("\n")
	}
	total := fmt.Sprintf("/%d", x.total)
	if x.delimiter != "" {
		total = ""
	}
	fmt.Fprintf(out, "%s (%d%s)\n", name, x.at, total)
	x.status = out.Finish(x.status, 1)
}

// totals ends -l.
func (x *xzTool) totals() {
	out := command.NewOutput(x.call)
	t := &x.list
	switch {
	case x.robot:
		fmt.Fprintf(out, "totals\t%s\t%d\n", t.robot(), t.files)
	case t.files < 2:
	case x.said > 2:
		fmt.Fprintf(out, "\nTotals:\n  Number of files:   %d\n", t.files)
		t.summary(out)
	default:
		fmt.Fprintln(out, strings.Repeat("-", 79))
		t.line(out, fmt.Sprintf("%d files", t.files))
	}
	x.status = out.Finish(x.status, 1)
}
