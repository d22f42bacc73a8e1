package text

import (
	"bytes"
	"context"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var yesOptions = option.Set{Usage: "[STRING]...", About: "Write a line with the STRINGs, or y, again and again."}

func yes(ctx context.Context, call *command.Call) int {
	p, status, ok := yesOptions.Parse(call)
	if !ok {
		return status
	}
	text := "y"
	if len(p.Operands) > 0 {
		text = strings.Join(p.Operands, " ")
	}
	line := []byte(text + "\n")
	block := bytes.Repeat(line, max(1, 16<<10/len(line)))
	out := command.NewOutput(call)
	for ctx.Err() == nil {
		out.Write(block)
		if out.Flush() != nil {
			break
		}
	}
	return out.Finish(0, 1)
}
