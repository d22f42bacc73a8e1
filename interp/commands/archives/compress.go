package archives

import (
	"io"
	"io/fs"
	"path"

	"github.com/klauspost/compress/gzip"

	"github.com/aegish/aegish/interp/command"
)

// compress writes in to out in the format of the tool.
func (p *packer) compress(in *countedInput, out io.Writer, name string, fi fs.FileInfo) (d done, err error) {
	counted := &countedOutput{w: out}
	// The encoders write small pieces.
	to := command.NewFileOutput(p.call, counted)
	z, err := p.tool.codec.compress(to, p.level, p.call.Limits.HeldBytes)
	if err != nil {
		return d, err
	}
	if g, ok := z.(*gzip.Writer); ok {
		d.header = 10
		if fi != nil && !p.plain {
			g.Name, g.ModTime = latin1(path.Base(name)), fi.ModTime()
			if g.Name != "" {
				d.header += len([]rune(g.Name)) + 1
			}
		}
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

// latin1 is a name as the header of gzip can hold it (RFC 1952, 2.3.1), "" when
// it can not.
func latin1(name string) string {
	for _, r := range name {
		if r == 0 || r > 0xff {
			return ""
		}
	}
	return name
}
