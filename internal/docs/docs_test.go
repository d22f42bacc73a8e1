// Package docs holds the tests that hold the documents to the program: every
// test that they name exists, the manual has the options that the program
// takes, the README shows what the demo prints, and links lead somewhere. It
// has no code of its own.
package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the module's directory, seen from this package's.
const root = "../.."

// made are directories of the root that a build makes.
var made = []string{".git", "bin", "dist"}

// files lists the module's files whose names end in suffix, relative to root.
func files(t *testing.T, suffix string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains(made, rel) {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() && strings.HasSuffix(rel, suffix) && rel != ".git" { // a worktree has a file of that name
			found = append(found, rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// read returns a file of the module.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// lines counts the lines of a text.
func lines(text string) int { return strings.Count(text, "\n") }
