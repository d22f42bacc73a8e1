package archives

import (
	"io"

	"github.com/aegish/aegish/interp/command"
)

// compress writes in to out in the format of the tool.
func (p *packer) compress(in *countedInput, out io.Writer) (d done, err error) {
	counted := &countedOutput{w: out}
	// The encoders write small pieces.
	to := command.NewFileOutput(p.call, counted)
	z, err := p.tool.codec.compress(to, p.level, p.call.Limits.HeldBytes)
	if err != nil {
		return d, err
	}
	d.size, err = pump(p.ctx, z, in)
	if cerr := z.Close(); err == nil && cerr != nil {
		err = cerr
	}
	if ferr := to.Flush(); err == nil {
		err = ferr
	}
	d.packed = counted.n
	return d, err
}
