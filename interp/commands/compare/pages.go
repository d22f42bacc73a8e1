package compare

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// The pages of -l are those of pr(1), which diff starts for each file: 66 lines of
// 72 columns, of which five at the top and at the end are not text (POSIX pr).
const (
	pageLines  = 66
	pageEdge   = 5
	pageWidth  = 72
	pageBody   = pageLines - 2*pageEdge
	pageLayout = "2006-01-02 15:04"
)

// A pager puts lines on pages.
type pager struct {
	to    io.Writer
	title string
	date  string
	page  int
	line  int // of the body of this page; 0 before it has begun
	open  bool
}

func newPager(to io.Writer, title string, now time.Time) *pager {
	return &pager{to: to, title: title, date: now.Format(pageLayout)}
}

// Write implements io.Writer.
func (p *pager) Write(data []byte) (int, error) {
	written := 0
	for written < len(data) {
		if err := p.begin(); err != nil {
			return written, err
		}
		rest := data[written:]
		n := bytes.IndexByte(rest, '\n') + 1
		p.open = n == 0
		if p.open {
			n = len(rest)
		}
		if _, err := p.to.Write(rest[:n]); err != nil {
			return written, err
		}
		written += n
		if p.open {
			continue
		}
		if err := p.end(); err != nil {
			return written, err
		}
	}
	return written, nil
}

// begin writes the head of a page before its first line.
func (p *pager) begin() error {
	if p.line > 0 {
		return nil
	}
	p.page++
	p.line = 1
	number := fmt.Sprintf("Page %d", p.page)
	space := max(pageWidth-len(p.date)-utf8.RuneCountInString(p.title)-len(number), 0)
	left := max(space/2, 1)
	_, err := fmt.Fprintf(p.to, "\n\n%s%s%s%s%s\n\n\n", p.date, strings.Repeat(" ", left), p.title, strings.Repeat(" ", max(space-space/2, 1)), number)
	return err
}

// end ends a line, and with the last one the page.
func (p *pager) end() error {
	if p.line++; p.line <= pageBody {
		return nil
	}
	p.line = 0
	_, err := io.WriteString(p.to, strings.Repeat("\n", pageEdge))
	return err
}

// finish fills the last page up.
func (p *pager) finish() error {
	if p.open {
		if _, err := io.WriteString(p.to, "\n"); err != nil {
			return err
		}
		p.open = false
		if err := p.end(); err != nil {
			return err
		}
	}
	if p.line == 0 {
		return nil
	}
	_, err := io.WriteString(p.to, strings.Repeat("\n", pageBody-p.line+1+pageEdge))
	p.line = 0
	return err
}

// beginPages sends what is shown of two files to pages of their own.
func (d *differ) beginPages(title string) {
	d.straight = d.out
	d.pages = newPager(d.straight, title, d.call.Now().In(d.zone()))
	d.out = command.NewFileOutput(d.call, d.pages)
}

// endPages goes on without pages.
func (d *differ) endPages() {
	if d.pages == nil {
		return
	}
	if d.out.Flush() == nil {
		_ = d.pages.finish() // the output beneath keeps the error
	}
	d.out, d.pages, d.straight = d.straight, nil, nil
}

// say writes a line about files, behind all pages where there are any (GNU
// diff, print_message_queue).
func (d *differ) say(parts ...string) {
	line := strings.Join(parts, "") + "\n"
	if !d.paginate {
		d.out.WriteString(line)
		return
	}
	if len(d.messages)+len(line) > int(d.call.Limits.HeldBytes) {
		d.sayAll()
	}
	d.messages = append(d.messages, line...)
}

// sayAll writes the messages that were held.
func (d *differ) sayAll() {
	d.out.Write(d.messages)
	d.messages = d.messages[:0]
}
