package cli

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/internal/runtool"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/overlay"
)

// maxChanges bounds the changes that are listed.
const maxChanges = 10000

// addChanges lists what a run has changed, in the text or for the object.
func addChanges(a *runtool.Answer, fs *overlay.FS, asText bool) error {
	changes, err := fs.Changes()
	if err != nil {
		return err
	}
	if asText {
		return addChangesText(a, fs, len(changes))
	}
	if len(changes) > maxChanges {
		changes, a.ChangesTruncated = changes[:maxChanges], true
	}
	list := make([]runtool.Change, len(changes))
	for i, c := range changes {
		list[i] = changeOf(c)
	}
	a.Changes = &list
	return nil
}

func changeOf(c memory.Change) runtool.Change {
	words := map[memory.Op]string{memory.Added: "added", memory.Modified: "modified", memory.Deleted: "deleted", memory.Renamed: "renamed"}
	out := runtool.Change{
		Change: words[c.Op], Kind: overlay.Kind(c), Path: c.Path, From: c.From, AttributesOnly: c.Op == memory.Modified && !c.Content,
	}
	if !utf8.ValidString(c.Path) || !utf8.ValidString(c.From) {
		out.Path, out.From = base64.StdEncoding.EncodeToString([]byte(c.Path)), base64.StdEncoding.EncodeToString([]byte(c.From))
		out.PathEncoding = "base64"
	}
	return out
}

// addChangesText writes them behind the text.
func addChangesText(a *runtool.Answer, fs *overlay.FS, count int) error {
	var b strings.Builder
	if err := fs.WriteChanges(&b); err != nil {
		return err
	}
	text := b.String()
	if count > maxChanges {
		lines := strings.SplitAfterN(text, "\n", maxChanges+1)
		text = strings.Join(lines[:maxChanges], "") + "... (more)\n"
	}
	if count == 0 {
		text = "none\n"
	}
	if !strings.HasSuffix(a.Text, "\n") {
		a.Text += "\n"
	}
	a.Text += "CHANGES:\n" + text
	return nil
}
