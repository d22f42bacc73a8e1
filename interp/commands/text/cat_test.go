package text

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestCat(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "one\ntwo\n", "b": "no newline", "empty": "", "blank": "\n\n\nx\n\n\n\ny\n", "dir/": "",
		"odd": "\x00\x01\t\x7f\x80\xff\xc3\xa4\r\n\r\nx\ry\r", "a b": "spaced\n"}
	commandtest.Compare(t, Commands(), "cat", cases{
		{Args: []string{"a", "b"}, Files: files, Want: &commandtest.Want{Stdout: "one\ntwo\nno newline"}},
		{Args: []string{}, Stdin: "hello\n"}, {Args: []string{"a", "-", "b"}, Stdin: "in\n", Files: files},
		{Args: []string{"-n", "a", "b", "a"}, Files: files}, {Args: []string{"-b", "blank"}, Files: files},
		{Args: []string{"-s", "blank", "empty", "blank"}, Files: files}, {Args: []string{"-sn", "blank"}, Files: files},
		{Args: []string{"-sb", "blank"}, Files: files}, {Args: []string{"-bE", "blank"}, Files: files},
		{Args: []string{"-A", "odd", "odd"}, Files: files}, {Args: []string{"-e", "odd"}, Files: files}, {Args: []string{"-t", "odd"}, Files: files},
		{Args: []string{"-v", "odd"}, Files: files}, {Args: []string{"-T", "odd"}, Files: files}, {Args: []string{"-E", "odd", "odd"}, Files: files},
		{Args: []string{"-u", "a"}, Files: files}, {Args: []string{"missing", "a"}, Files: files}, {Args: []string{"dir", "a"}, Files: files},
		{Args: []string{"a b", "mis sing", "it's"}, Files: files}, {Args: []string{"new\nline", "\xff", "$x", "a\"b'c", "ä"}}, {Args: []string{"-x"}},
		{Args: []string{"--num", "a"}, Files: files}, {Args: []string{"--show"}}, {Args: []string{"--number-n", "a"}, Files: files},
		{Args: []string{"--nope"}}, {Args: []string{"--number=3"}}, {Args: []string{"a", "-n"}, Files: files}, {Args: []string{"--", "-n"}, Files: files},
		{Args: []string{""}}, {Args: []string{"a/b"}, Files: files}, {Args: []string{"-s"}, Stdin: "\n\n\n", Pipe: true},
	})
}
