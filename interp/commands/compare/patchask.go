package compare

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// replacement is what a hunk puts in the place of its lines, without as much of
// its context as is left out: its new lines, or with -D both, for cpp(1) to
// choose from.
func (t *patcher) replacement(h *hunk, head, tail int) [][]byte {
	if t.ifdef == "" {
		return h.after[head : len(h.after)-tail]
	}
	directive := func(text string) []byte { return []byte("#" + text + "\n") }
	var out [][]byte
	before, after := h.before[head:], h.after[head:]
	for len(before) > tail || len(after) > tail {
		gone, come := h.run(len(h.before)-len(before), len(h.after)-len(after))
		switch {
		case gone == 0 && come == 0:
			out, before, after = append(out, before[0]), before[1:], after[1:]
			continue
		case gone == 0:
			out = append(append(append(out, directive("ifdef "+t.ifdef)), after[:come]...), directive("endif"))
		case come == 0:
			out = append(append(append(out, directive("ifndef "+t.ifdef)), before[:gone]...), directive("endif"))
		default:
			out = append(append(append(out, directive("ifndef "+t.ifdef)), before[:gone]...), directive("else"))
			out = append(append(out, after[:come]...), directive("endif"))
		}
		before, after = before[gone:], after[come:]
	}
	for i := range out[:max(len(out)-1, 0)] {
		if !ended(out[i]) { // a directive stands behind the file's last line
			out[i] = append(bytes.Clone(out[i]), '\n')
		}
	}
	return out
}

// run is how many lines go and come where so many of the old and of the new lines
// are before.
func (h *hunk) run(olds, news int) (gone, come int) {
	a, b := 0, 0
	for _, line := range h.marked {
		mark := line[0]
		if mark == '\\' {
			continue
		}
		if a >= olds && b >= news {
			if mark != '-' && mark != '+' {
				return gone, come
			}
			if mark == '-' {
				gone++
			} else {
				come++
			}
			continue
		}
		if mark != '+' {
			a++
		}
		if mark != '-' {
			b++
		}
	}
	return gone, come
}

// introduce says what the next patch looks like.
func (t *patcher) introduce(f *patchFile, first bool) {
	what := map[byte]string{'u': "a unified diff", 'c': "a new-style context diff", 'n': "a normal diff"}[f.kind]
	if !t.verbose || what == "" {
		return
	}
	subject := "Looks"
	if !first {
		subject = "The next patch looks"
	}
	fmt.Fprintf(t.out, "Hmm...  %s like %s to me...\n", subject, what)
	t.showLead(f)
}

// showLead shows what came before a patch.
func (t *patcher) showLead(f *patchFile) {
	if len(f.lead) == 0 {
		return
	}
	frame := strings.Repeat("-", 26) + "\n"
	t.out.WriteString("The text leading up to this was:\n" + frame)
	for _, line := range f.lead {
		t.out.WriteString("|")
		t.out.Write(line)
	}
	t.out.WriteString(frame)
}

// version looks for the word that a patch says its file has.
func (t *patcher) version(f *patchFile, data []byte) int {
	for word := range bytes.FieldsSeq(data) {
		if f.prereq == "" || string(word) == f.prereq {
			return 0
		}
	}
	switch {
	case f.prereq == "":
	case t.force:
		if !t.quiet {
			fmt.Fprintf(t.out, "Warning: this file doesn't appear to be the %s version -- patching anyway.\n", f.prereq)
		}
	case t.batch:
		return t.fatal("This file doesn't appear to be the %s version -- aborting.", f.prereq)
	default:
		fmt.Fprintf(t.out, "This file doesn't appear to be the %s version -- patch anyway? [n] \n", f.prereq)
		return t.fatal("aborted")
	}
	return 0
}

// lost is what becomes of a patch for a file that can not be found. There is no
// one to ask for its name.
func (t *patcher) lost(f *patchFile) int {
	fmt.Fprintf(t.out, "can't find file to patch at input line %d\n", f.line)
	switch {
	case f.kind == 'n' || f.kind == 'e':
	case t.strip < 0:
		t.out.WriteString("Perhaps you should have used the -p or --strip option?\n")
	default:
		t.out.WriteString("Perhaps you used the wrong -p or --strip option?\n")
	}
	t.showLead(f)
	if t.force || t.batch {
		t.out.WriteString("No file to patch.  Skipping patch.\n")
	} else {
		t.out.WriteString("File to patch: \nSkip this patch? [y] \nSkipping patch.\n")
	}
	if f.malformed != nil {
		return t.fatal("%v", f.malformed)
	}
	if f.kind != 'e' {
		t.ignored(len(f.hunks))
	}
	return 1
}

func (t *patcher) ignored(hunks int) {
	fmt.Fprintf(t.out, "%d out of %d hunk%s ignored\n", hunks, hunks, map[bool]string{true: "s"}[hunks != 1])
}

// unlikely asks about a patch that makes a file that is there, or removes one that
// is not; false when it is to be left out, which it has said then.
func (t *patcher) unlikely(f *patchFile, name string, size int64, there bool) bool {
	what, state := "", ""
	switch {
	case f.old == "/dev/null" && there && size > 0:
		what, state = "create", "already exists"
	case f.new == "/dev/null" && !there:
		what, state = "delete", "does not exist"
	default:
		return true
	}
	fmt.Fprintf(t.out, "The next patch%s would %s the file %s,\nwhich %s!  ", map[bool]string{true: ", when reversed,"}[t.reverse], what, command.QuoteIfNeeded(name), state)
	switch {
	case t.forward:
		t.out.WriteString("Skipping patch.\n")
	case t.force:
		t.out.WriteString("Applying it anyway.\n")
		return true
	case t.batch:
		fmt.Fprintf(t.out, "%s -R.\n", map[bool]string{true: "Ignoring", false: "Assuming"}[t.reverse])
		f.old, f.new = f.new, f.old
		for i := range f.hunks {
			f.hunks[i] = f.hunks[i].turned()
		}
		return true
	default:
		fmt.Fprintf(t.out, "%s -R? [n] \nApply anyway? [n] \n", map[bool]string{true: "Ignore", false: "Assume"}[t.reverse])
		if !t.quiet {
			t.out.WriteString("Skipping patch.\n")
		}
	}
	t.ignored(len(f.hunks))
	return false
}
