package system

import (
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// format adds the columns of -o.
func (q *psQuery) format(list string) error {
	shown, err := psColumns(list)
	q.formats = append(q.formats, shown...)
	return err
}

// inserted adds the columns of -O.
func (q *psQuery) inserted(list string) error {
	shown, err := psColumns(list)
	q.insert = append(q.insert, shown...)
	return err
}

// psColumns reads NAME[:WIDTH][=TITLE],...
func psColumns(list string) (shown []psShown, err error) {
	if strings.Trim(list, ", \t") == "" {
		return nil, psProblem("empty format list")
	}
	for list != "" {
		// A title goes as far as the next comma.
		end := strings.IndexAny(list, ", \t")
		if i := strings.IndexByte(list, '='); i >= 0 && (end < 0 || i < end) {
			end = strings.IndexByte(list, ',')
		}
		if end < 0 {
			end = len(list)
		}
		word := list[:end]
		if list = list[min(end+1, len(list)):]; word == "" {
			continue
		}
		spec, title, titled := strings.Cut(word, "=")
		name, width, sized := strings.Cut(spec, ":")
		f := psFields(name)
		if f == nil {
			return nil, psProblem(`unknown user-defined format specifier "` + spec + `"`)
		}
		s := psShown{f, f.title, f.width}
		if s.title == "" {
			s.title = strings.ToUpper(name)
		}
		if sized {
			n, err := strconv.Atoi(width)
			if err != nil || n < 1 || n > 1<<16 {
				return nil, psProblem("bad column width")
			}
			s.width = n
		}
		if titled {
			s.title = title
		}
		s.width = max(s.width, len(s.title))
		shown = append(shown, s)
	}
	return shown, nil
}

// columns settles what to show.
func (q *psQuery) columns() []psShown {
	list := "pid,tname,time,ucmd=CMD"
	switch {
	case len(q.formats) > 0:
		return q.formats
	case len(q.insert) > 0:
		before, _ := psColumns("pid")
		after, _ := psColumns("s,tname,time,command")
		return append(append(before, q.insert...), after...)
	case q.user:
		list = "user,pid,%cpu,%mem,vsz,rss,tname,stat,start_time,bsdtime,command"
	case q.bsd && q.long:
		list = "f,uid,pid,ppid,pri=PRI,ni,vsz,rss,wchan,stat,tname,bsdtime,command"
	case q.bsd && q.jobs:
		list = "ppid,pid,pgid,sid,tname,tpgid,stat,uid,bsdtime,command"
	case q.bsd:
		list = "pid,tname,stat,bsdtime,command"
	case q.long && q.noFlags:
		list = "s,uid,pid,ppid,c,pri,ni,rss,sz,wchan,tname,time,ucmd"
	case q.long && q.full:
		list = "f,s,user=UID,pid,ppid,c,pri,ni,wchan=ADDR,sz,wchan,stime,tname,time,cmd"
	case q.long:
		list = "f,s,uid,pid,ppid,c,pri,ni,wchan:4=ADDR,sz:2,wchan,tname,time,ucmd"
	case q.extra:
		list = "user=UID,pid,ppid,c,sz,rss,psr,stime,tname,time,cmd"
	case q.full && q.jobs:
		list = "user=UID,pid,ppid,pgid,sid,c,stime,tname,time,cmd"
	case q.full:
		list = "user=UID,pid,ppid,c,stime,tname,time,cmd"
	case q.jobs:
		list = "pid,pgid,sid,tname,time,ucmd"
	}
	shown, _ := psColumns(list) // the lists above are good
	return shown
}

// show prints the titles, unless all are empty, and a line for each process.
func (q *psQuery) show(list []*command.Task) {
	columns := q.columns()
	titles := make([]string, len(columns))
	empty := true
	for i, c := range columns {
		titles[i] = c.title
		empty = empty && c.title == ""
	}
	if !empty && !q.noTitles {
		q.line(columns, titles, true)
	}
	values := make([]string, len(columns))
	for _, t := range list {
		for i, c := range columns {
			values[i] = c.value(q, t)
		}
		q.line(columns, values, false)
	}
}

// line pads values to the width of their columns. The last one, when it stands
// on the left, is as long as it is.
func (q *psQuery) line(columns []psShown, values []string, title bool) {
	var b strings.Builder
	for i, c := range columns {
		v := values[i]
		if i > 0 {
			b.WriteByte(' ')
		}
		last := i == len(columns)-1
		if !title && !c.right && !last && len(v) > c.width {
			v = shorten(v, c)
		}
		pad := strings.Repeat(" ", max(c.width-len(v), 0))
		switch {
		case c.right:
			b.WriteString(pad + v)
		case last:
			b.WriteString(v)
		default:
			b.WriteString(v + pad)
		}
	}
	q.in.Printf("%s\n", b.String())
}

// shorten cuts a value; names of users end with a + then.
func shorten(v string, c psShown) string {
	if strings.HasSuffix(c.name, "user") || strings.HasSuffix(c.name, "group") {
		return v[:c.width-1] + "+"
	}
	return v[:c.width]
}
