package archives

import (
	"hash/crc32"
	"io"
)

// A zipCrypt is the state of the encryption of PKZIP (APPNOTE.TXT, 6.1). It
// keeps nobody out who has some of the content, and is here to open archives
// whose password is known.
type zipCrypt struct{ keys [3]uint32 }

const zipCryptHeader = 12

func newZipCrypt(password string) *zipCrypt {
	c := &zipCrypt{[3]uint32{0x12345678, 0x23456789, 0x34567890}}
	for i := range len(password) {
		c.update(password[i])
	}
	return c
}

func (c *zipCrypt) update(b byte) {
	step := func(sum uint32, b byte) uint32 { return crc32.IEEETable[byte(sum)^b] ^ sum>>8 }
	c.keys[0] = step(c.keys[0], b)
	c.keys[1] = (c.keys[1]+c.keys[0]&0xff)*134775813 + 1
	c.keys[2] = step(c.keys[2], byte(c.keys[1]>>24))
}

func (c *zipCrypt) next() byte {
	k := c.keys[2] | 2
	return byte(k * (k ^ 1) >> 8)
}

// decrypt works in place.
func (c *zipCrypt) decrypt(p []byte) {
	for i := range p {
		p[i] ^= c.next()
		c.update(p[i])
	}
}

// reader decrypts what r has.
func (c *zipCrypt) reader(r io.Reader) io.Reader { return &decrypting{r, c} }

type decrypting struct {
	r io.Reader
	c *zipCrypt
}

func (d *decrypting) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.c.decrypt(p[:n])
	return n, err
}

// unlock reads the header of an encrypted member and checks the password; nil
// where there is nothing to decrypt, false where it can not be.
func (z *unzipper) unlock(e *zipEntry) (*zipCrypt, bool) {
	if e.flags&zipEncrypted == 0 {
		return nil, true
	}
	if !z.given {
		z.tell("   skipping: %s  unable to get password\n", z.padded(e.name))
		z.worse(unzipPassword)
		return nil, false
	}
	c := newZipCrypt(z.password)
	var header [zipCryptHeader]byte
	if e.packed < zipCryptHeader || !z.readsAt(header[:], e.data) {
		z.broken(e, "decrypt")
		return nil, false
	}
	c.decrypt(header[:])
	check := byte(e.crc >> 24)
	if e.flags&zipDescriptor != 0 {
		check = byte(e.clock >> 8)
	}
	if header[zipCryptHeader-1] != check {
		z.tell("   skipping: %s  incorrect password\n", z.padded(e.name))
		z.count.badPassword++
		return nil, false
	}
	e.data, e.packed = e.data+zipCryptHeader, e.packed-zipCryptHeader
	return c, true
}
