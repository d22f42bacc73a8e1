package treetest

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// zipMembers describes what is in a zip archive, a line each, in any order.
func zipMembers(archive string) string {
	if archive == "" {
		return ""
	}
	r, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		return "error " + err.Error()
	}
	lines := []string{"comment " + r.Comment + "\n"}
	for _, f := range r.File {
		when := f.Modified.UTC().Format(time.RFC3339)
		if f.Modified.After(old) {
			when = "now"
		}
		data := ""
		if in, err := f.Open(); err == nil {
			b, err := io.ReadAll(in)
			data = fmt.Sprintf("%s %v", b, err)
			in.Close()
		}
		lines = append(lines, fmt.Sprintf("%q %v %d %d %s %q\n", f.Name, f.Mode(), f.Method, f.UncompressedSize64, when, clip(data, 60)))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// archived is a line of a listing for a zip archive: what it holds is compared
// where it is written to standard output.
var archived = regexp.MustCompile(`(?m)^(.*\bx\.zip"?) .*$`)

// rates are what depends on how well somebody compresses.
var rates = regexp.MustCompile(`deflated [0-9]+%|compressed=[0-9]+ -> [0-9]+% savings|\(out=[0-9]+\)`)

func zipTree(g *generator) []node {
	tree := g.tree(shape{nodes: 10, odd: 9, deny: 20, sizes: true, fifos: true})
	return slices.DeleteFunc(tree, func(n node) bool { return n.kind == 'l' && (strings.Contains(n.data, ".") || n.data == "") }) // a link upwards has no end
}

// zipOf makes an archive of some of a tree.
func zipOf(g *generator, t testing.TB, tree []node) string {
	t.Helper()
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, n := range tree {
		if n.kind != 'f' && n.kind != 'd' || g.chance(4) {
			continue
		}
		h := &zip.FileHeader{Name: n.name, Modified: time.Unix(n.when+int64(g.IntN(3)-1)*3600, 0).UTC(), CRC32: crc32.ChecksumIEEE([]byte(n.data)),
			CompressedSize64: uint64(len(n.data)), UncompressedSize64: uint64(len(n.data)), ReaderVersion: 20, CreatorVersion: 20}
		h.SetMode(n.mode)
		if n.kind == 'd' {
			h.Name += "/"
			h.SetMode(n.mode | fs.ModeDir)
		}
		//lint:ignore SA1019 nothing else fills the fields that CreateRaw writes
		h.SetModTime(h.Modified)
		h.Extra = binary.LittleEndian.AppendUint32([]byte{'U', 'T', 5, 0, 1}, uint32(h.Modified.Unix()))
		raw, err := w.CreateRaw(h)
		if err == nil {
			_, err = io.WriteString(raw, n.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zipOperands(g *generator, tree []node) []string {
	return slices.DeleteFunc(g.operands(tree, 4), func(o string) bool { return strings.Contains(o, "..") || o == "-" || o == "./" })
}

var zipChoices = []string{"-r", "-r", "-r", "-j", "-q", "-u", "-f", "-FS", "-m", "-T", "-y", "-D", "-0", "-9", "-X", "-v", "-x *b", "-x a/* @", "-n a", "-t 2002-01-01", "-tt 2002-01-01", "--recurse-paths", "--quiet", "-rq", "-rjq", "-Q", "--none"}

// TestZip compares what zip says, and what becomes of the files.
func TestZip(t *testing.T) {
	differentialOf(t, "zip", func(g *generator, b *bench) trial {
		tree := zipTree(g)
		operands := zipOperands(g, tree)
		if g.chance(2) {
			made := zipOf(g, b.t, tree)
			tree = slices.DeleteFunc(tree, func(n node) bool { return n.kind != 'd' && g.chance(8) })
			tree = append(tree, node{name: "x.zip", kind: 'f', data: made, mode: 0o644})
		}
		options := g.some(4, zipChoices...)
		if g.chance(6) {
			options, operands = []string{g.pick("-d", "-dq")}, append(operands, g.pick("a", "*", "a/*", "*b", "none", "[ab]"))
		}
		return trial{args: append([]string{g.pick("x", "x.zip")}, g.mixedFirst(options, operands)...), tree: tree, keep: 1, sorted: true, names: true, clean: func(s string) string {
			return archived.ReplaceAllString(rates.ReplaceAllString(s, "RATE"), "$1")
		}}
	})
}

// mixedFirst puts options before operands, or behind them.
func (g *generator) mixedFirst(options, operands []string) []string {
	if g.chance(4) {
		return append(slices.Clone(operands), options...)
	}
	return append(slices.Clone(options), operands...)
}

// TestZipHolds compares what is in archives that are written to standard output.
func TestZipHolds(t *testing.T) {
	differential(t, "zip", func(g *generator) trial {
		tree := zipTree(g)
		args := append(append([]string{"-"}, zipOperands(g, tree)...), g.some(4, "-r", "-r", "-j", "-D", "-X", "-x *b", "-i *a*")...)
		return trial{args: args, tree: tree, sorted: true, keep: 1, view: zipMembers, clean: func(s string) string { return rates.ReplaceAllString(s, "RATE") }}
	})
}
