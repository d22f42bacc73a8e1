package treetest

import (
	"archive/zip"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// damage makes of an archive one that is not whole.
func damage(g *generator, archive string) string {
	b := []byte(archive)
	switch g.IntN(5) {
	case 0: // something in front, as of archives that unpack themselves
		return "#!/bin/sh\n" + archive
	case 1: // what a member holds
		if i := strings.Index(archive, "xx"); i >= 0 {
			b[i]++
		}
	case 2: // a version that nobody has
		if i := strings.Index(archive, "PK\x01\x02"); i >= 0 {
			b[i+6] = 99
		}
	case 3: // a method that nobody has
		if i := strings.LastIndex(archive, "PK\x01\x02"); i >= 0 {
			b[i+10] = 77
		}
	case 4: // a name
		if i := strings.Index(archive, "PK\x03\x04"); i >= 0 && binary.LittleEndian.Uint16(b[i+26:]) > 1 {
			b[i+30] = 'q'
		}
	}
	return string(b)
}

// commented gives an archive a comment.
func commented(t testing.TB, archive, comment string) string {
	t.Helper()
	r, err := zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, f := range r.File {
		if err := w.Copy(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.SetComment(comment); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var (
	unzipChoices = []string{"-o", "-n", "-q", "-qq", "-j", "-C", "-L", "-LL", "-f", "-u", "-uo", "-fo", "-B", "-D", "-DD", "-K", "-a", "-aa", "-:", "-t", "-tq", "-c", "-p", "-l", "-v", "-z", "-lq", "-lqq", "-vq", "-cq", "-tqq", "-b", "-X", "-on", "-fn"}
	infoChoices  = []string{"-1", "-2", "-s", "-m", "-l", "-h", "-t", "-z", "-T", "-C", "-v", "-ht", "-2h", "-1t", "-zl", "-q"}
	answers      = []string{"", "y\n", "n\n", "A\n", "N\n", "r\nnew\n", "y\nn\ny\nn\n", "what\ny\n", "\n\nn\nA\n", "n\nn\nr\nb/new\nA\n", "Y"}
)

// usage is the help behind an error, whose words are everybody's own.
func withoutUsage(s string) string {
	for _, begin := range []string{"UnZip 6.00 ", "ZipInfo 3.00 ", "Usage: unzip ", "Usage: zipinfo "} {
		if i := strings.Index(s, begin); i >= 0 {
			s = s[:i] + "USAGE"
		}
	}
	return s
}

func unzipTree(g *generator, t testing.TB) (tree []node) {
	all := slices.DeleteFunc(zipTree(g), func(n node) bool {
		return n.kind != 'f' && n.kind != 'd' || strings.ContainsAny(n.name, "\\\x01\n\t") || !utf8.ValidString(n.name) || n.mode&0o7000 != 0
	})
	made := zipOf(g, t, all)
	if g.chance(3) {
		made = commented(t, made, g.pick("a comment", "one\ntwo\n", "ends\n"))
	}
	if g.chance(4) {
		made = damage(g, made)
	}
	if g.chance(2) {
		tree = g.tree(shape{nodes: 5, odd: 9})
	}
	tree = slices.DeleteFunc(tree, func(n node) bool { return n.kind == 'l' || n.name == "x.zip" })
	return append(tree, node{name: "x.zip", kind: 'f', data: made, mode: 0o644})
}

func unzipMembers(g *generator) (members []string) {
	for range g.IntN(3) * g.IntN(2) {
		members = append(members, g.pick("a", "b", "a/b", "a/*", "*b", "*", "none", "[ab]*", "A", "d/"))
	}
	if g.chance(5) {
		members = append(members, "-x", g.pick("a", "*b", "none", "a/*"), g.pick("d", "*c"))
	}
	return members
}

// TestUnzip compares what becomes of archives, whole ones and damaged ones, and
// what is said and asked.
func TestUnzip(t *testing.T) {
	differentialOf(t, "unzip", func(g *generator, b *bench) trial {
		args := append(g.some(3, unzipChoices...), g.pick("x", "x.zip", "x.zip"))
		keep := len(args)
		args = append(args, unzipMembers(g)...)
		if g.chance(3) {
			args = append(args, g.pick("-dout", "-da"))
		}
		return trial{args: args, keep: keep, stdin: g.pick(answers...), tree: unzipTree(g, b.t), clean: withoutUsage}
	})
}

// TestZipinfo compares what is told of archives.
func TestZipinfo(t *testing.T) {
	differentialOf(t, "zipinfo", func(g *generator, b *bench) trial {
		args := append(g.some(3, infoChoices...), "x.zip")
		keep := len(args)
		return trial{args: append(args, unzipMembers(g)...), keep: keep, tree: unzipTree(g, b.t), clean: withoutUsage}
	})
}
