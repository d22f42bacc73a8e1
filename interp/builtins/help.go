package builtins

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// runHelp is help. Its texts are our own.
func runHelp(c *Call) Status {
	var short, manPage, usageOnly bool
	o := c.options("dms")
	for o.next() {
		switch o.letter {
		case 'd':
			short = true
		case 'm':
			manPage = true
		case 's':
			usageOnly = true
		}
	}
	args := o.rest()
	switch {
	case o.failed:
		return o.status
	case len(args) == 0:
		listTopics(c)
		return c.finish(0)
	}
	if isPattern(args[0]) {
		plural := ""
		if len(args) > 1 {
			plural = "s"
		}
		c.printf("Shell commands matching keyword%s `%s'\n\n", plural, strings.Join(args, ", "))
	}
	found := false
	for _, arg := range args {
		for _, name := range topics(c, arg) {
			found = true
			switch {
			case short:
				c.printf("%s - %s\n", name, manual()[name].summary)
			case manPage:
				showManPage(c, name)
			case usageOnly:
				c.printf("%s: %s\n", name, manual()[name].synopsis)
			default:
				showHelp(c, name)
			}
		}
	}
	if !found {
		last := args[len(args)-1]
		return c.failf("no help topics match `%s'.  Try `help help' or `man -k %s' or `info %s'.", last, last, last)
	}
	return c.finish(0)
}

func isPattern(text string) bool {
	return strings.ContainsAny(text, "*?[") && text != "[" && text != "[["
}

// topics finds the pages for a pattern: that of the very name, else those that
// begin with it.
func topics(c *Call, arg string) []string {
	names := slices.Sorted(maps.Keys(manual()))
	if _, ok := manual()[arg]; ok && !isPattern(arg) {
		return []string{arg}
	}
	glob := arg
	if !isPattern(arg) {
		glob = escapeGlob(arg) + "*"
	}
	return slices.DeleteFunc(names, func(name string) bool { return !c.matches(glob, name) })
}

// showHelp prints a page.
func showHelp(c *Call, name string) {
	p := manual()[name]
	c.printf("%s: %s\n    %s\n    \n%s\n", name, p.synopsis, p.summary, indent(p.text))
}

func showManPage(c *Call, name string) {
	p := manual()[name]
	c.printf("NAME\n    %s - %s\n\nSYNOPSIS\n    %s\n\nDESCRIPTION\n    %s\n    \n%s\n\n",
		name, p.summary, p.synopsis, p.summary, indent(p.text))
}

func indent(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") }

// listTopics prints all synopses in two columns, cut to the width of the
// terminal; a star marks what `enable -n` switched off.
func listTopics(c *Call) {
	c.print("Commands of the shell itself. `help NAME' tells more about one of them.\n")
	c.print("A star marks those that are switched off.\n\n")
	width := 80
	if value, ok := c.Shell.Get("COLUMNS"); ok {
		if n, err := strconv.Atoi(value); err == nil && n > 7 {
			width = min(n, 1024)
		}
	}
	names := slices.Sorted(maps.Keys(manual()))
	rows := (len(names) + 1) / 2
	for row := range rows {
		left := topicCell(c, names[row], width/2)
		if row+rows >= len(names) {
			c.print(strings.TrimRight(left, " ") + "\n")
			continue
		}
		c.printf("%-*s%s\n", width/2, left, strings.TrimRight(topicCell(c, names[row+rows], width/2-1), " "))
	}
}

func topicCell(c *Call, name string, width int) string {
	mark := " "
	if c.State.Disabled[name] {
		mark = "*"
	}
	text := mark + manual()[name].synopsis
	if len(text) >= width-2 {
		text = text[:width-2] + ">"
	}
	return text
}
