package archives

import (
	"fmt"
	"io/fs"
)

// spared tells, in the words of the tool, why a file is not replaced: another
// name of it would keep what it was, or nobody should get a program with other
// rights out of it. It is empty when there is no such reason.
func (p *packer) spared(name string, fi fs.FileInfo) (text string, status int) {
	_, links := identity(fi)
	mode := fi.Mode()
	others := fmt.Sprintf("%d other links", links-1)
	if links == 2 {
		others = "1 other link"
	}
	switch p.tool.codec.name {
	case gzipCodec.name:
		switch {
		case !mode.IsRegular():
			return name + " is not a directory or a regular file - ignored", 2
		case mode&fs.ModeSetuid != 0:
			return name + " is set-user-ID on execution - ignored", 2
		case mode&fs.ModeSetgid != 0:
			return name + " is set-group-ID on execution - ignored", 2
		case p.force:
		case mode&fs.ModeSticky != 0:
			return name + " has the sticky bit set - file ignored", 2
		case links > 1:
			return name + " has " + others + " -- file ignored", 2
		}
	case bzip2Codec.name:
		if links > 1 && !p.force {
			return "Input file " + name + " has " + others + ".", 1
		}
	case xzCodec.name:
		switch {
		case p.force || p.keep:
		case mode&(fs.ModeSetuid|fs.ModeSetgid) != 0:
			return name + ": File has setuid or setgid bit set, skipping", 2
		case mode&fs.ModeSticky != 0:
			return name + ": File has sticky bit set, skipping", 2
		case links > 1:
			return name + ": Input file has more than one hard link, skipping", 2
		}
	}
	return "", 0
}
