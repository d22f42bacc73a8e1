package executor

import (
	"crypto/rand"
	"encoding/hex"
)

// NewID names something that nobody else may guess or have named so: twice as
// many hexadecimal digits as bytes. It can not fail (crypto/rand).
func NewID(bytes int) string {
	raw := make([]byte, bytes)
	_, _ = rand.Read(raw)
	return hex.EncodeToString(raw)
}
