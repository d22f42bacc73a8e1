package files_test

import (
	"math/rand/v2"
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
		"wide": "\xff\xfea\x00\n\x00", "wideb": "\xfe\xff\x00a\x00\n", "bom": "\xef\xbb\xbfhello\n", "ext": "caf\xe9 \x93q\x94\n", "nel": "a\x85b\n", "cr": "a\rb\n", "esc": "a\x1b[1mb\n", "over": "a\bb\n", "ctl": "a\x01\n",
		"long": strings.Repeat("x", 400) + "\r\nb", "almost": strings.Repeat("x", 300) + "\n", "a.csv": "a,b,c\n1,2,3\n4,5,6\n", "two.csv": "a,b\n1,2\n", "uneven.csv": "a,b\n1,2\n1,2,3\n", "nd": "{\"a\":1}\n{\"b\":2}\n", "cut.json": "{\"a\":",
		"a.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n", "a.c": "#include <stdio.h>\nint main(void) { return 0; }\n", "a.py": "def f():\n    return 1\n", "b.py": "from os import path\n", "Makefile": "all:\n\techo\n",
		"p": "--- a\n+++ b\n@@ -1 +1 @@\n", "gitp": "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "a.php": "<?php echo 1; ?>\n", "a.bat": "@echo off\r\n", "vcard": "BEGIN:VCARD\n", "tex": "\\documentclass{article}\n",
		"gz": "\x1f\x8b\b\x08\x00\x00\x00\x00\x00\x03a\x00\x03\x00\x00\x00\x00\x00\x03\x00\x00\x00", "xz": "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46", "zst": "\x28\xb5\x2f\xfd\x04\x58\x19\x00", "elf": "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x3e\x00\x01\x00\x00\x00",
		"eckey": "-----BEGIN EC PRIVATE KEY-----\n", "ed": "ssh-ed25519 AAAA x\n", "deno": "#!/usr/bin/env -S deno run\nx\n", "crsh": "#!/bin/sh\r\necho\r\n", "names": "t\nu\nnone\n", "one": "x",
		"sh": "#!/bin/sh\n", "bash": "#!/usr/bin/env bash\n", "py": "#!/usr/bin/python3\n", "perl": "#!/usr/bin/perl\n", "node": "#!/usr/bin/env node\n", "awk": "#!/usr/bin/awk -f\n", "ruby": "#!/usr/bin/ruby\n", "lua": "#!/usr/bin/lua\n", "zsh": "#!/bin/zsh\n", "ksh": "#!/bin/ksh\n", "tcl": "#!/usr/bin/tclsh\n", "php": "#!/usr/bin/php\n",
	}
	var cases []commandtest.Case
	for name := range made {
		for _, options := range []string{"", "-b", "--mime-type"} {
			cases = append(cases, commandtest.Case{Args: append(strings.Fields(options), name), Files: made})
		}
	}
	for _, args := range []string{"d", "l", "-L l", "o", "-L o", "-h l", "none", "-i t u l1 bin", "-F = t u", "-N e mixed", "-i a.pdf cert", "-i none l", "-f names", "-b -f names t", "-f none", "-E t none", "-s t", "-k t", "-i e d sh wide bom ext nel esc a.csv nd"} {
		cases = append(cases, commandtest.Case{Args: strings.Fields(args), Files: made, Links: map[string]string{"l": "t", "o": "nowhere"}})
	}
	for _, test := range strings.Fields("apptype ascii cdf compress csv json soft text tokens") {
		cases = append(cases, commandtest.Case{Args: []string{"-N", "-e", test, "a.json", "nd", "two.csv", "a.csv", "t", "a.c", "l1", "a.png", "bin"}, Files: made})
	}
	cases = append(cases, commandtest.Case{Args: strings.Fields("-N -e csv -e json -e soft --exclude-quiet=bogus a.json a.csv t a.c"), Files: made})
	commandtest.Compare(t, files.Commands(), "file", cases)
}

// TestFileGuessesTexts compares texts put together at random from what encodings
// and kinds are told by.
func TestFileGuessesTexts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 20))
	pieces := []string{"word", " ", "\n", "\n", "\r\n", "\r", ",", "1", "\xe9", "\u00e9", "\x93", "\x85", "\t", "\x1b[0m", "\b", "\f", strings.Repeat("y", 301), "\u65e5", "{", "}", "\"", "key=1", "# x"}
	var cases []commandtest.Case
	for range 300 {
		text := "z"
		for range r.IntN(9) {
			text += pieces[r.IntN(len(pieces))]
		}
		cases = append(cases, commandtest.Case{Args: []string{[]string{"-b", "-i", "--mime-encoding"}[r.IntN(3)], "f"}, Files: map[string]string{"f": text}})
	}
	commandtest.Compare(t, files.Commands(), "file", cases)
}
