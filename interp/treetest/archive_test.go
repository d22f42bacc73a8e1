package treetest

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// members describes what is in a tar archive, a line each, in any order.
func members(archive string) string {
	type group struct{ names, text string }
	groups, of := map[string]*group{}, map[string]*group{}
	r := tar.NewReader(strings.NewReader(archive))
	end := ""
	for n := 0; end == ""; n++ {
		h, err := r.Next()
		if err != nil {
			if end = err.Error() + "\n"; !errors.Is(err, io.EOF) {
				end = "error " + end
			}
			break
		}
		data, _ := io.ReadAll(r)
		when := h.ModTime.UTC().Format(time.RFC3339)
		if h.ModTime.After(old) {
			when = "now"
		}
		g := of[h.Linkname]
		if h.Typeflag != tar.TypeLink || g == nil {
			g = &group{text: fmt.Sprintf("%c %q %o %d/%d %s/%s %d %s %s", h.Typeflag, h.Linkname, h.Mode, h.Uid, h.Gid, h.Uname, h.Gname, h.Size, when, clip(fmt.Sprintf("%q", data), 40))}
			groups[fmt.Sprint(n)] = g
		}
		of[h.Name] = g
		g.names += fmt.Sprintf("%q\n", h.Name) // which of several is the first is the directory's order
	}
	var lines []string
	for _, g := range groups {
		names := strings.SplitAfter(g.names, "\n")
		slices.Sort(names)
		lines = append(lines, strings.ReplaceAll(strings.Join(names, ""), "\n", " ")+g.text+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, "") + end
}

// unpacked is a text that one of the host's tools decompresses.
func unpacked(tool, text string) string {
	cmd := exec.Command(tool, "-dc")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		return "error " + err.Error()
	}
	return string(out)
}

// packers are the options of tar that compress, and who undoes it.
var packers = [][2]string{{"", ""}, {"", ""}, {"-z", "gzip"}, {"-j", "bzip2"}, {"-J", "xz"}, {"--zstd", "zstd"}}

// packer picks one of them that the host has.
func (g *generator) packer(t testing.TB) [2]string {
	t.Helper()
	picked := packers[g.IntN(len(packers))]
	if picked[1] == "" {
		return picked
	}
	if _, found := commandtest.Tool(t, picked[1]); !found {
		return packers[0]
	}
	return picked
}

// TestTarCreates compares what is in archives that are made.
func TestTarCreates(t *testing.T) {
	differentialOf(t, "tar", func(g *generator, b *bench) trial {
		tree := g.tree(shape{nodes: 10, odd: 5, modes: 4, deny: 14, sizes: true})
		packer := g.packer(b.t)
		options := append([]string{"-cf", "-"}, strings.Fields(packer[0])...)
		options = append(options, g.some(3, "-v", "-h", "--exclude=a", "--exclude=b*", "--exclude=*/c", "--numeric-owner", "--no-recursion", "--owner=root", "--group=0", "--mtime=2001-02-03",
			"--sort=name", "--format=ustar", "--format=gnu", "--format=pax", "--dereference")...)
		if slices.Contains(options, "-h") || slices.Contains(options, "--dereference") {
			tree = slices.DeleteFunc(tree, func(n node) bool { return n.kind == 'l' }) // a link upwards has no end
		}
		operands := slices.DeleteFunc(g.operands(tree, 3), func(o string) bool { return strings.Contains(o, "..") })
		return trial{args: append(options, operands...), tree: tree, sorted: true, keep: 2 + len(strings.Fields(packer[0])), view: func(s string) string {
			if packer[1] != "" && s != "" {
				s = unpacked(packer[1], s)
			}
			return members(s)
		}}
	})
}

// TestTarReads compares what becomes of archives that the host's tar made.
func TestTarReads(t *testing.T) {
	differentialOf(t, "tar", func(g *generator, b *bench) trial {
		tree := g.tree(shape{nodes: 10, odd: 5, modes: 4, sizes: true})
		packer := g.packer(b.t)
		create := append([]string{"-c", "-f", "-"}, strings.Fields(packer[0])...)
		create = append(create, g.some(1, "--format=ustar", "--format=gnu", "--format=pax", "--numeric-owner")...)
		made := b.theirs(b.t, trial{args: append(create, g.pick(".", "./", "a b c d", "a", "d e", "b ./c")), tree: tree})
		args := []string{g.pick("-x", "-x", "-xv", "-t", "-tv"), "-f", "-"}
		args = append(args, strings.Fields(packer[0])...)
		keep := len(args)
		args = append(args, g.some(3, "-v", "--strip-components=1", "--strip=2", "--exclude=a", "--exclude=b*", "-k", "--skip-old-files", "--overwrite", "-m", "-p", "-O", "--no-same-permissions", "-U", "--no-overwrite-dir", "--wildcards", "--no-recursion", "--numeric-owner", "--utc", "--to-stdout", "--touch")...)
		for range g.IntN(2) {
			args = append(args, g.pick("a", "./a", "b", "d", "a/b", "./", "*a", "c/", "none"))
		}
		var there []node
		if g.chance(2) {
			there = g.tree(shape{nodes: 5})
		}
		return trial{args: args, stdin: made.stdout, tree: there, keep: keep}
	})
}
