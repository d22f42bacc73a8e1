package archives

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// leastBlock is the smallest block that is made: the encoder holds a record of
// each.
const leastBlock = 64 << 10

// An xzConfig is what options say about compressing.
type xzConfig struct {
	level      int
	dictionary int64 // 0 for that of the level
	lc, lp, pb int
	check      byte
	unchecked  bool
	block      int64 // bytes in a block, 0 for all
	// chain tells that --lzma1 (1) or --lzma2 (2) was given.
	chain int
}

func newXZConfig() xzConfig { return xzConfig{level: 6, lc: 3, pb: 2, check: xz.CRC64} }

// xzNumber reads a number with a suffix of 1024 and its powers.
func xzNumber(text string) (int64, error) {
	n, err := command.ParseSize(strings.TrimLeft(text, " \t"), "kKmMgG0")
	if errors.Is(err, command.ErrNumber) || text == "" {
		return 0, fmt.Errorf("%s: Value is not a non-negative decimal integer", text)
	}
	return n, nil
}

// set takes an option that is about compressing.
func (c *xzConfig) set(f option.Found) error {
	var err error
	switch f.Name {
	case "C":
		checks := map[string]byte{"none": 0, "crc32": xz.CRC32, "crc64": xz.CRC64, "sha256": xz.SHA256}
		check, ok := checks[f.Value]
		if !ok {
			return fmt.Errorf("%s: Unsupported integrity check type", f.Value)
		}
		c.check, c.unchecked = check, check == 0
	case "T", "flush-timeout":
		_, err = xzNumber(f.Value)
	case "block-size":
		c.block, err = xzNumber(f.Value)
	case "lzma1", "lzma2":
		if c.chain != 0 {
			return complaint("Unsupported filter chain or filter options")
		}
		c.chain = int(f.Name[4] - '0')
		err = c.chained(f.Value)
	default:
		if len(f.Name) == 1 && f.Name[0] >= '0' && f.Name[0] <= '9' {
			c.level = int(f.Name[0] - '0')
		}
	}
	return err
}

// chained reads the options of --lzma2.
func (c *xzConfig) chained(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		if !ok || value == "" {
			return fmt.Errorf("%s: Options must be `name=value' pairs separated with commas", part)
		}
		if err := c.pair(name, value); err != nil {
			return err
		}
	}
	if c.lc+c.lp > 4 {
		return complaint("The sum of lc and lp must not exceed 4")
	}
	return nil
}

func (c *xzConfig) pair(name, value string) error {
	switch name {
	case "preset":
		level := strings.TrimSuffix(value, "e")
		if len(level) != 1 || level < "0" || level > "9" {
			return complaint("Unsupported LZMA1/LZMA2 preset: " + value)
		}
		c.level = int(level[0] - '0')
		return nil
	case "mode", "mf":
		if !strings.Contains(map[string]string{"mode": " fast normal ", "mf": " hc3 hc4 bt2 bt3 bt4 "}[name], " "+value+" ") {
			return fmt.Errorf("%s: Invalid option value", value)
		}
		return nil
	}
	var ignored, small int
	ranges := map[string]struct {
		from, to int64
		into     *int
	}{"dict": {4096, 1610612736, &ignored}, "lc": {0, 4, &c.lc}, "lp": {0, 4, &c.lp}, "pb": {0, 4, &c.pb}, "nice": {2, 273, &small}, "depth": {0, 1<<32 - 1, &small}}
	r, ok := ranges[name]
	if !ok {
		return fmt.Errorf("%s: Invalid option name", name)
	}
	n, err := xzNumber(value)
	if err != nil {
		return err
	}
	if n < r.from || n > r.to {
		return complaintf("Value of the option `%s' must be in the range [%d, %d]", name, r.from, r.to)
	}
	if *r.into = int(n); name == "dict" {
		c.dictionary = n
	}
	return nil
}

// verify finds what does not fit together.
func (c *xzConfig) verify(format xzFormat) error {
	switch {
	case c.chain == 1 && format != xzLZMA:
		return errors.New("LZMA1 cannot be used with the .xz format")
	case c.chain == 2 && format == xzLZMA:
		return complaint("The .lzma format supports only the LZMA1 filter")
	}
	return nil
}

// compress begins a file.
func (c *xzConfig) compress(out io.Writer, format xzFormat, held int64) (io.WriteCloser, error) {
	size := int64(xzDictionary(c.level, held))
	switch {
	case c.dictionary > 0:
		size = min(c.dictionary, size)
	case c.level == 0:
		size = min(256<<10, size)
	}
	properties := &lzma.Properties{LC: c.lc, LP: c.lp, PB: c.pb}
	if format == xzLZMA {
		return lzma.WriterConfig{Properties: properties, DictCap: int(size), EOSMarker: true}.NewWriter(out)
	}
	config := xz.WriterConfig{Properties: properties, DictCap: int(size), CheckSum: c.check, NoCheckSum: c.unchecked}
	if c.unchecked {
		config.CheckSum = 0
	}
	if c.block > 0 {
		config.BlockSize = max(c.block, leastBlock)
	}
	return config.NewWriter(out)
}
