package filetype

import (
	"path"
	"regexp"
	"strings"
	"sync"
)

// A textKind is a kind of text that some line of it shows. A NUL in its tail
// stands for the encoding; of those without a tail it is not told.
type textKind struct {
	expr             *regexp.Regexp
	text, mime, tail string
}

// texts are in the order in which they are tried.
var texts = sync.OnceValue(func() []textKind {
	kind := func(expr, text, mime string) textKind {
		return textKind{regexp.MustCompile(expr), text + ", ", mime, "\x00"}
	}
	bare := func(expr, text, mime string) textKind {
		return textKind{regexp.MustCompile(expr), text, mime, ""}
	}
	python := func(expr string) textKind {
		return textKind{regexp.MustCompile(expr), "Python script, ", "text/x-script.python", "\x00 executable"}
	}
	return []textKind{
		kind(`^<\?(php|\n|\r\n)`, "PHP script", "text/x-php"),
		kind(`(?s)^(diff [^\n]*\n.*?)?--- [^\n]*\n\+\+\+ `, "unified diff output", "text/x-diff"),
		kind(`(?s)^\*\*\* [^\n]*\n--- `, "context diff output", "text/x-diff"),
		kind(`^(diff |Only in )`, "diff output", "text/x-diff"),
		kind(`^Index: `, "RCS/CVS diff output", "text/x-diff"),
		kind(`(?i)^@echo off`, "DOS batch file", "text/x-msdos-batch"),
		kind(`(?m)^\\(documentclass|documentstyle)`, "LaTeX 2e document", "text/x-tex"),
		kind(`(?m)^\\(section|chapter)`, "LaTeX document", "text/x-tex"),
		kind(`^\\input `, "TeX document", "text/x-tex"),
		kind(`(?m)^@(article|book|inproceedings|misc|comment)\{`, "BibTeX text file", "text/plain"),
		bare(`^BEGIN:VCALENDAR`, "vCalendar calendar file", "text/calendar"),
		bare(`(?s)^(<\?xml.*)?<svg`, "SVG Scalable Vector Graphics image", "image/svg+xml"),
		kind(`^\.(\\"|TH |Dd |SH )`, "troff or preprocessor input", "text/troff"),
		kind(`^=(head[12]|pod|over|item)`, "Perl POD document", "text/plain"),
		kind(`^(Return-Path:|Relay-Version:)`, "SMTP mail", "message/rfc822"),
		kind(`^Received:`, "RFC 822 mail", "message/rfc822"),
		kind(`^(From:|Date:|Article)`, "news or mail", "message/rfc822"),
		kind(`^Path:`, "news", "message/news"),
		kind(`^MIME-Version:`, "MIME entity", "text/plain"),
		kind(`^#EXTM3U`, "M3U playlist", "text/plain"),
		kind(`^\d+\r?\n\d\d:\d\d:\d\d,\d{3} --> `, "SubRip", "application/x-subrip"),
		kind(`(?m)^#import|^@(interface|implementation)`, "Objective-C source", "text/x-objective-c"),
		kind(`(?m)^("use strict";|'use strict';|(const|var|let) [^\n]*=[^\n]*require\(|import [^\n]*( from ["']|["']\.)|\((async )?function[ (]|export (function|class|default|const|var|let|async) )|module\.exports[^\n]*=`, "JavaScript source", "application/javascript"),
		kind(`(?i)^\s*<!doctype html`, "HTML document", "text/html"),
		kind(`(?m)^package[ \t]+[\w:.]+\s*;`, "Perl5 module source", "text/plain"),
		kind(`(?m)^((class|namespace)[ \t\n]+\w+[ \t\n]*\{|\s*(public|private|protected):|using namespace |\s*template\s*<[^\n]*>\s*$|\s*virtual\s[^\n]*[};]\s*$)`, "C++ source", "text/x-c++"),
		kind(`(?i)^\s*<\?xml`, "XML 1.0 document", "text/xml"),
		kind(`(?i)<(head|title|html|script|style|table)[ >]|<a href=`, "HTML document", "text/html"),
		kind(`(?m)^(#include|#[ \t]*pragma|#if |(struct|union)[ \t\n]+|[ \t]*extern[ \t]+|[ \t]*(char|double|float)( \*|\*)[^\n]+;[ \t]*$|[ \t]*\w[\w \t*]*[ \t*]main[ \t]*\([^\n]*\)[ \t\n]*\{|(int|void)[ \t\n]+main\()`, "C source", "text/x-c"),
		kind(`(?m)^#[ \t]*ifn?def(?s:.*?)^#[ \t]*(define|endif$)`, "C source", "text/x-c"),
		kind(`(?m)^=(pod|head1|head2)`, "Perl POD document", "text/plain"),
		kind(`(?m)^\s*(public|private|abstract|final)*\s*public\s+(class|interface|enum)\s`, "Java source", "text/x-java"),
		textKind{regexp.MustCompile(`^"""`), "Python script, ", "text/plain", "\x00 executable"},
		python(`(?m)^(from [\w.]+ import |def \w+\([^)]*\):|class \w+(\([^)]*\))?:|    def __init__)`),
		python(`(?ms)^try:.*^except`),
		kind(`(?ms)^require ["'].*^\s*end\s*$|^\s*class\s+[A-Z]\w*\s*<.*^\s*end\s*$|^\s*module\s+[A-Z].*^\s*end\s*$`, "Ruby script", "text/x-ruby"),
		kind(`^(;;|\((defun|defvar|define|setq) )`, "Lisp/Scheme program", "text/x-lisp"),
		kind(`(?m)^\s*\.(text|globl|file|asciiz|section|byte)\b`, "assembler source", "text/x-asm"),
		kind(`^dnl `, "M4 macro processor script", "text/x-m4"),
		kind(`(?m)^(all:|\.PHONY|\.SUFFIXES|[A-Z_]+[ \t]*=[^\n]*\n(?s:.*?)\n?all:)`, "makefile script", "text/x-makefile"),
		kind(`(?i)^c (comment|[a-z])`, "FORTRAN program", "text/x-fortran"),
		kind(`(?i)^\s*<(!doctype html|html|head|title|body)`, "HTML document", "text/html"),
		kind(`^<!(--|DOCTYPE)`, "exported SGML document", "text/plain"),
	}
})

// interpreters are the names behind #! that file(1) knows.
var interpreters = []struct{ name, text, mime string }{
	{"sh", "POSIX shell script", "text/x-shellscript"}, {"bash", "Bourne-Again shell script", "text/x-shellscript"}, {"zsh", "Paul Falstad's zsh script", "text/x-shellscript"},
	{"ksh", "Korn shell script", "text/x-shellscript"}, {"csh", "C shell script", "text/x-shellscript"}, {"tcsh", "Tenex C shell script", "text/x-shellscript"}, {"fish", "fish shell script", "text/x-shellscript"},
	{"perl", "Perl script text executable", "text/x-perl"}, {"node", "Node.js script executable", "application/javascript"}, {"awk", "awk script", "text/x-awk"}, {"gawk", "GNU awk script", "text/x-gawk"}, {"nawk", "new awk script", "text/x-nawk"},
	{"ruby", "Ruby script", "text/x-ruby"}, {"php", "PHP script", "text/x-php"}, {"tclsh", "Tcl/Tk script", "text/x-tcl"}, {"wish", "Tcl/Tk script", "text/x-tcl"}, {"lua", "Lua script", "text/x-lua"}, {"stap", "Systemtap script", "text/x-systemtap"},
}

// script names the interpreter of a script. It is not ok without one.
func script(data []byte) (text, mime string, ok bool) {
	line, _, _ := strings.Cut(string(data[2:]), "\n")
	line = strings.TrimSpace(line)
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return "a script", "text/plain", true
	}
	name := path.Base(fields[0])
	if name == "env" {
		if len(fields) == 1 {
			return "", "", false
		}
		name = fields[1]
	}
	if strings.HasPrefix(name, "python") {
		return "Python script", "text/x-script.python", true
	}
	for _, known := range interpreters {
		if known.name == name {
			return known.text, known.mime, true
		}
	}
	return "a " + strings.TrimPrefix(line, "/usr/bin/env ") + " script", "text/plain", true
}
