package files_test

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/files"
)

// TestFileKinds compares kinds that both sides word alike.
func TestFileKinds(t *testing.T) {
	t.Parallel()
	made := map[string]string{
		"e": "", "t": "text\n", "crlf": "a\r\nb\r\n", "mixed": "a\r\nb\n", "nonl": "a", "u": "\u00e9\n", "l1": "\xe9\n", "bin": "a\x00b", "d/f": "", "a.json": `{"a":1}`, "a.xml": "<?xml version=\"1.0\"?>\n<a/>\n", "a.html": "<!DOCTYPE html>\n<html></html>\n",
		"a.pdf": "%PDF-1.4\n", "a.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x20\x08\x06\x00\x00\x00", "a.gif": "GIF89a\x10\x00\x20\x00", "cert": "-----BEGIN CERTIFICATE-----\n", "key": "-----BEGIN RSA PRIVATE KEY-----\n",
		"sh": "#!/bin/sh\n", "bash": "#!/usr/bin/env bash\n", "py": "#!/usr/bin/python3\n", "perl": "#!/usr/bin/perl\n", "node": "#!/usr/bin/env node\n", "awk": "#!/usr/bin/awk -f\n", "ruby": "#!/usr/bin/ruby\n", "lua": "#!/usr/bin/lua\n", "zsh": "#!/bin/zsh\n", "ksh": "#!/bin/ksh\n", "tcl": "#!/usr/bin/tclsh\n", "php": "#!/usr/bin/php\n",
	}
	var cases []commandtest.Case
	for name := range made {
		for _, options := range []string{"", "-b", "--mime-type"} {
			cases = append(cases, commandtest.Case{Args: append(strings.Fields(options), name), Files: made})
		}
	}
	for _, args := range []string{"d", "l", "-L l", "o", "-L o", "-h l", "none", "-i t u l1 bin", "-F = t u", "-N e mixed", "-i a.pdf cert"} {
		cases = append(cases, commandtest.Case{Args: strings.Fields(args), Files: made, Links: map[string]string{"l": "t", "o": "nowhere"}})
	}
	commandtest.Compare(t, files.Commands(), "file", cases)
}
