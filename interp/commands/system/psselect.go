package system

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// words splits a list at commas and blanks.
func words(list string, use func(word string) error) error {
	for i, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		if i == 0 && strings.HasPrefix(list, ",") || strings.Contains(list, ",,") {
			return psProblem("improper list")
		}
		if err := use(word); err != nil {
			return err
		}
	}
	return nil
}

func (q *psQuery) numbers(list string, is func(t *command.Task, n int) bool) error {
	return words(list, func(word string) error {
		n, err := strconv.Atoi(word)
		if err != nil {
			return psProblem("process ID list syntax error")
		}
		if n < 1 || n > 1<<31-1 {
			return psProblem("process ID out of range")
		}
		q.wanted = append(q.wanted, func(t *command.Task) bool { return is(t, n) })
		return nil
	})
}

func (q *psQuery) pids(list string) error {
	return q.numbers(list, func(t *command.Task, n int) bool { return t.PID == n })
}

func (q *psQuery) parents(list string) error {
	return q.numbers(list, func(t *command.Task, n int) bool { return t.Parent == n })
}

func (q *psQuery) groups(list string) error {
	return q.numbers(list, func(t *command.Task, n int) bool { return t.Group == n || q.session() == n })
}

// session is the number of the first shell, whose session all belong to.
func (q *psQuery) session() int {
	if len(q.tasks) == 0 {
		return 0
	}
	return q.tasks[0].PID
}

func (q *psQuery) commands(list string) error {
	return words(list, func(word string) error {
		q.wanted = append(q.wanted, func(t *command.Task) bool { return commOf(t) == word })
		return nil
	})
}

func (q *psQuery) users(list string) error {
	return words(list, func(word string) error {
		u := q.in.User
		mine := word == u.Name || word == strconv.Itoa(u.UID)
		if !mine && strings.Trim(word, "0123456789") != "" && word != "root" {
			return psProblem("user name does not exist")
		}
		q.wanted = append(q.wanted, func(*command.Task) bool { return mine })
		return nil
	})
}

func (q *psQuery) sorting(list string) error {
	return words(list, func(word string) error {
		name := strings.TrimLeft(word, "+-")
		f := psFields(name)
		if f == nil {
			return psProblem("unknown sort specifier")
		}
		q.sort = append(q.sort, psKey{f, word[0] == '-'})
		return nil
	})
}

// choose selects processes.
func (q *psQuery) choose() []*command.Task {
	var out []*command.Task
	for i := range q.tasks {
		t := &q.tasks[i]
		wanted := len(q.wanted) == 0 || slices.ContainsFunc(q.wanted, func(is func(*command.Task) bool) bool { return is(t) })
		if wanted != q.deselect && (!q.running || t.PID == q.in.Self) {
			out = append(out, t)
		}
	}
	return out
}

// order sorts as wanted, or else leaves the order of the numbers.
func (q *psQuery) order(list []*command.Task) {
	slices.SortStableFunc(list, func(a, b *command.Task) int {
		for _, key := range q.sort {
			x, y := key.field.value(q, a), key.field.value(q, b)
			order := strings.Compare(x, y)
			if n, err := strconv.Atoi(x); err == nil {
				if k, err := strconv.Atoi(y); err == nil {
					order = cmp.Compare(n, k)
				}
			}
			if strings.HasPrefix(key.field.name, "etime") || strings.HasPrefix(key.field.name, "start") || key.field.name == "lstart" || key.field.name == "stime" {
				order = a.Begin.Compare(b.Begin)
				if key.field.name == "etime" || key.field.name == "etimes" {
					order = -order
				}
			}
			if order != 0 {
				if key.down {
					return -order
				}
				return order
			}
		}
		return 0
	})
}
