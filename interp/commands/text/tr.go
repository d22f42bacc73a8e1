package text

import (
	"context"
	"errors"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var trOptions = option.Set{
	Usage: "[OPTION]... SET1 [SET2]",
	About: "Translate, squeeze or delete bytes between standard input and standard output.\n" +
		"Sets have ranges a-z, classes [:alpha:], [=c=], repeats [c*n] and the escapes \\NNN \\a \\b \\f \\n \\r \\t \\v \\\\.",
	Stop: true,
	Options: []option.Option{
		{Short: 'c', Long: "complement", Help: "all bytes but those in SET1"},
		{Short: 'C'},
		{Short: 'd', Long: "delete", Help: "delete the bytes in SET1"},
		{Short: 's', Long: "squeeze-repeats", Help: "write one for several equal bytes in a row that are in the last set"},
		{Short: 't', Long: "truncate-set1", Help: "make SET1 as short as SET2 before"},
	},
}

// trPlan says what to do with each byte.
type trPlan struct {
	to      [256]byte
	drop    [256]bool
	squeeze [256]bool
	// What of it is used at all.
	translates, drops, squeezes bool
}

func tr(ctx context.Context, call *command.Call) int {
	p, status, ok := trOptions.Parse(call)
	if !ok {
		return status
	}
	var f trFlags
	for _, o := range p.Options {
		switch o.Name {
		case "c", "C":
			f.complement = true
		case "d":
			f.remove = true
		case "s":
			f.squeeze = true
		case "t":
			f.truncate = true
		}
	}
	if status := f.operands(call, p.Operands); status != 0 {
		return status
	}
	plan, problem := f.plan(call, p.Operands)
	if problem != "" {
		call.Errorf("%s", problem)
		return 1
	}
	out := command.NewOutput(call)
	in, err := call.Open(ctx, "-")
	if err == nil {
		err = plan.run(in, out)
	}
	if err != nil && out.Err() == nil {
		call.Errorf("read error: %s", command.Message(err))
		status = 1
	}
	return out.Finish(status, 1)
}

type trFlags struct{ complement, remove, squeeze, truncate bool }

// operands checks how many sets there are.
func (f *trFlags) operands(call *command.Call, sets []string) int {
	least, most := 2, 2
	switch {
	case f.remove && !f.squeeze:
		least, most = 1, 1
	case f.squeeze && !f.remove:
		least = 1
	}
	switch {
	case len(sets) == 0:
		return trOptions.Misuse(call, "missing operand")
	case len(sets) < least:
		call.Errorf("missing operand after %s", command.Quote(sets[0]))
		why := "Two strings must be given when translating."
		if f.squeeze {
			why = "Two strings must be given when both deleting and squeezing repeats."
		}
		call.Stderr.Write([]byte(why + "\n"))
		return trOptions.Fail(call)
	case len(sets) > most:
		call.Errorf("extra operand %s", command.Quote(sets[most]))
		if most == 1 && len(sets) == 2 {
			call.Stderr.Write([]byte("Only one string may be given when deleting without squeezing repeats.\n"))
		}
		return trOptions.Fail(call)
	}
	return 0
}

func (f *trFlags) plan(call *command.Call, texts []string) (*trPlan, string) {
	var sets [2]*trSet
	for i, text := range texts {
		set, problem := parseSet(call, text)
		if problem != "" {
			return nil, problem
		}
		sets[i] = set
	}
	one, two := sets[0], sets[1]
	plan := &trPlan{}
	for i := range plan.to {
		plan.to[i] = byte(i)
	}
	if one.stars > 0 {
		return nil, "the [c*] repeat construct may not appear in string1"
	}
	first := one.expand(0)
	member := memberOf(first)
	if f.complement {
		first = first[:0:0]
		for c := range 256 {
			member[c] = !member[c]
			if member[c] {
				first = append(first, byte(c))
			}
		}
	}
	if f.remove {
		plan.drop, plan.drops = member, true
	}
	if two == nil {
		if f.squeeze {
			plan.squeeze, plan.squeezes = member, true
		}
		return plan, ""
	}
	if problem := two.check(one, !f.remove, f.complement); problem != "" {
		return nil, problem
	}
	second := two.expand(len(first))
	if !f.remove {
		if problem := f.translate(plan, one, two, first, &second); problem != "" {
			return nil, problem
		}
	}
	if f.squeeze {
		plan.squeeze, plan.squeezes = memberOf(second), true
	}
	return plan, ""
}

// translate fills the table, the second set made as long as the first before.
func (f *trFlags) translate(plan *trPlan, one, two *trSet, first []byte, second *[]byte) string {
	to := *second
	if len(to) < len(first) && !f.truncate {
		if len(to) == 0 {
			return "when not truncating set1, string2 must be non-empty"
		}
		if two.endsInClass() {
			return "when translating with string1 longer than string2,\nthe latter string must not end with a character class"
		}
		for len(to) < len(first) {
			to = append(to, to[len(to)-1])
		}
	}
	if f.complement && one.hasClass() && (len(to) != len(first) || count(memberOf(to)) != 1) {
		return "when translating with complemented character classes,\nstring2 must map all characters in the domain to one"
	}
	plan.translates = true
	for i := range min(len(first), len(to)) {
		plan.to[first[i]] = to[i]
	}
	*second = to
	return ""
}

func memberOf(set []byte) (m [256]bool) {
	for _, c := range set {
		m[c] = true
	}
	return m
}

func count(m [256]bool) (n int) {
	for _, in := range m {
		if in {
			n++
		}
	}
	return n
}

func (p *trPlan) run(in io.Reader, out *command.Output) error {
	buf := make([]byte, command.BufferBytes)
	last := -1
	for {
		n, err := in.Read(buf)
		data := buf[:n]
		if p.drops {
			data = p.remove(data)
		}
		if p.translates {
			for i, c := range data {
				data[i] = p.to[c]
			}
		}
		if p.squeezes {
			data, last = p.press(data, last)
		}
		if _, werr := out.Write(data); werr != nil {
			return werr
		}
		if n > 0 && n < len(buf) {
			if werr := out.Flush(); werr != nil {
				return werr
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (p *trPlan) remove(data []byte) []byte {
	n := 0
	for _, c := range data {
		data[n] = c
		if !p.drop[c] {
			n++
		}
	}
	return data[:n]
}

func (p *trPlan) press(data []byte, last int) ([]byte, int) {
	n := 0
	for _, c := range data {
		if int(c) == last && p.squeeze[c] {
			continue
		}
		last = int(c)
		data[n] = c
		n++
	}
	return data[:n], last
}
