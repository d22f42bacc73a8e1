package filetype

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

func png(in Input, k *Kind) bool {
	d := in.Head
	if len(d) < 29 {
		*k = Kind{"data", octets, "binary"}
		return true
	}
	kind := map[byte]string{0: " grayscale", 2: "/color RGB", 3: " colormap", 4: " gray+alpha", 6: "/color RGBA"}[d[25]]
	order := map[byte]string{0: "non-interlaced", 1: "interlaced"}[d[28]]
	k.Text += fmt.Sprintf(", %d x %d, %d-bit%s, %s", u32(d, 16, be), u32(d, 20, be), d[24], kind, order)
	return true
}

func gif(in Input, k *Kind) bool {
	d := in.Head
	if v := string(part(d, 4, 6)); v == "7a" || v == "9a" {
		k.Text += ", version 8" + v
	}
	if len(d) >= 10 {
		k.Text += fmt.Sprintf(", %d x %d", u16(d, 6, le), u16(d, 8, le))
	}
	return true
}

// jpeg walks through the segments (ITU T.81, B.1) to the frame.
func jpeg(in Input, k *Kind) bool {
	d := in.Head
	for i := 2; i+4 <= len(d) && d[i] == 0xff; {
		marker, size := d[i+1], int(u16(d, i+2, be))
		body := part(d, i+4, i+2+size)
		switch {
		case marker == 0xe0 && bytes.HasPrefix(body, []byte("JFIF\x00")) && i == 2:
			unit := map[byte]string{0: "aspect ratio", 1: "resolution (DPI)", 2: "resolution (DPCM)"}[at(body, 7)]
			k.Text += fmt.Sprintf(", JFIF standard %d.%02d, %s, density %dx%d, segment length %d", at(body, 5), at(body, 6), unit, u16(body, 8, be), u16(body, 10, be), size)
		case marker == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00")):
			tiff := part(body, 6, len(body))
			if bytes.HasPrefix(tiff, []byte("II")) {
				k.Text += ", Exif standard: [TIFF image data, little-endian" + directories(tiff, le) + "]"
			} else if bytes.HasPrefix(tiff, []byte("MM")) {
				k.Text += ", Exif standard: [TIFF image data, big-endian" + directories(tiff, be) + "]"
			}
		case marker >= 0xc0 && marker <= 0xc2:
			kind := []string{"baseline", "extended sequential", "progressive"}[marker-0xc0]
			k.Text += fmt.Sprintf(", %s, precision %d, %dx%d, components %d", kind, at(body, 0), u16(body, 3, be), u16(body, 1, be), at(body, 5))
			return true
		case marker == 0xd9 || marker == 0xda:
			return true
		}
		i += 2 + max(size, 2)
	}
	return true
}

// directories counts the entries of the first directory of a TIFF.
func directories(d []byte, o binary.ByteOrder) string {
	return fmt.Sprintf(", direntries=%d", u16(d, int(min(u32(d, 4, o), 1<<20)), o))
}

// riff tells apart what Microsoft puts into RIFF.
func riff(in Input, k *Kind) bool {
	d := in.Head
	switch string(part(d, 8, 12)) {
	case "WAVE":
		k.MIME = "audio/x-wav"
		format := map[uint16]string{1: "Microsoft PCM", 2: "Microsoft ADPCM", 3: "IEEE Float", 6: "ITU G.711 A-law", 7: "ITU G.711 mu-law", 0x55: "MPEG Layer 3"}[u16(d, 20, le)]
		k.Text += ", WAVE audio, " + format
		if bits := u16(d, 34, le); bits != 0 {
			k.Text += fmt.Sprintf(", %d bit", bits)
		}
		channels := fmt.Sprintf(", %d channels", u16(d, 22, le))
		if n := u16(d, 22, le); n <= 2 {
			channels = []string{"", ", mono", ", stereo"}[n]
		}
		k.Text += fmt.Sprintf("%s %d Hz", channels, u32(d, 24, le))
	case "AVI ":
		k.Text, k.MIME = k.Text+", AVI", "video/x-msvideo"
	case "WEBP":
		k.Text, k.MIME = k.Text+", Web/P image", "image/webp"
		if string(part(d, 12, 16)) == "VP8 " && string(part(d, 23, 26)) == "\x9d\x01\x2a" {
			w, h := u16(d, 26, le), u16(d, 28, le)
			scale := [...]string{"none", "5/4", "5/3", "2"}
			k.Text += fmt.Sprintf(", VP8 encoding, %dx%d, Scaling: [%s]x[%s], YUV color, decoders should clamp", w&0x3fff, h&0x3fff, scale[w>>14], scale[h>>14])
		}
	}
	return true
}

func bmp(in Input, k *Kind) bool {
	d := in.Head
	header := u32(d, 14, le)
	name := map[uint32]string{40: "Windows 3.x format", 108: "Windows 95/NT4 and newer format", 124: "Windows 98/2000 and newer format"}[header]
	if name == "" || len(d) < 54 {
		return false
	}
	k.Text += fmt.Sprintf(", %s, %d x %d x %d", name, int32(u32(d, 18, le)), int32(u32(d, 22, le)), u16(d, 28, le))
	if n := u32(d, 30, le); n != 0 {
		k.Text += fmt.Sprintf(", %d compression", n)
	}
	if n := u32(d, 34, le); n != 0 {
		k.Text += fmt.Sprintf(", image size %d", n)
	}
	if x, y := u32(d, 38, le), u32(d, 42, le); x != 0 && header == 40 {
		k.Text += fmt.Sprintf(", resolution %d x %d px/m", x, y)
	}
	k.Text += fmt.Sprintf(", cbSize %d, bits offset %d", u32(d, 2, le), u32(d, 10, le))
	return true
}

func icon(in Input, k *Kind) bool {
	d := in.Head
	n := u16(d, 4, le)
	if n == 0 || n > 255 || at(d, 9) != 0 || len(d) < 22 {
		return false
	}
	k.Text += fmt.Sprintf(" - %d icon", n)
	if n > 1 {
		k.Text += "s"
	}
	side := func(c byte) int { return (int(c)+255)%256 + 1 }
	k.Text += fmt.Sprintf(", %dx%d", side(at(d, 6)), side(at(d, 7)))
	if bits := u16(d, 12, le); bits != 0 {
		k.Text += fmt.Sprintf(", %d bits/pixel", bits)
	}
	return true
}

// netpbm is P1 to P6 with its two or three numbers.
func netpbm(in Input, k *Kind) bool {
	d := in.Head
	kind := at(d, 1) - '1'
	var w, h int
	if _, err := fmt.Sscanf(string(part(d, 2, 40)), "\n%d %d\n", &w, &h); err != nil || kind > 5 || d[2] != '\n' {
		return false
	}
	name := [...]string{"bitmap", "greymap", "pixmap"}[kind%3]
	k.MIME = "image/x-portable-" + map[string]string{"greymap": "graymap"}[name]
	if name != "greymap" {
		k.MIME = "image/x-portable-" + name
	}
	k.Text += fmt.Sprintf(", size = %d x %d", w, h)
	if kind >= 3 {
		k.Text += ", rawbits, " + name
		return true
	}
	k.Text += ", " + name
	if e, ok := encodingOf(d); ok {
		k.Text += ", " + e.text + lineKinds(e.plain, e.charset)
	}
	return true
}

func photoshop(in Input, k *Kind) bool {
	d := in.Head
	mode := map[uint16]string{0: "bitmap", 1: "grayscale", 2: "indexed", 3: "RGB", 4: "CMYK", 7: "multichannel", 8: "duotone", 9: "lab"}[u16(d, 24, be)]
	k.Text += fmt.Sprintf(", %d x %d, %s, %dx %d-bit channels", u32(d, 18, be), u32(d, 14, be), mode, u16(d, 12, be), u16(d, 22, be))
	return true
}

func mp3(d []byte) string {
	rates := [16]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	hertz := [4]string{"44.1", "48", "32", ""}[at(d, 2)>>2&3]
	mode := [4]string{"Stereo", "JntStereo", "2x Monaural", "Monaural"}[at(d, 3)>>6]
	return fmt.Sprintf(", %d kbps, %s kHz, %s", rates[at(d, 2)>>4], hertz, mode)
}

func ogg(d []byte) string {
	packet := part(d, 28, len(d))
	channels := func(n byte) string {
		switch n {
		case 1:
			return "mono"
		case 2:
			return "stereo"
		}
		return fmt.Sprintf("%d channels", n)
	}
	switch {
	case bytes.HasPrefix(packet, []byte("\x01vorbis")):
		return fmt.Sprintf(", Vorbis audio, %s, %d Hz", channels(at(packet, 11)), u32(packet, 12, le))
	case bytes.HasPrefix(packet, []byte("OpusHead")):
		return fmt.Sprintf(", Opus audio, version 0.%d, %s, %d Hz (Input Sample Rate)", at(packet, 8), channels(at(packet, 9)), u32(packet, 12, le))
	}
	return ""
}

// flac reads the first block (RFC 9639, 8.2).
func flac(d []byte) string {
	if len(d) < 26 {
		return ""
	}
	bits := be.Uint64(d[18:26])
	rate, channels, depth, samples := bits>>44, bits>>41&7+1, bits>>36&31+1, bits&(1<<36-1)
	out := fmt.Sprintf(", %d bit", depth)
	switch channels {
	case 1:
		out += ", mono"
	case 2:
		out += ", stereo"
	default:
		out += fmt.Sprintf(", %d channels", channels)
	}
	switch {
	case rate%1000 == 0:
		out += fmt.Sprintf(", %d kHz", rate/1000)
	case rate%100 == 0:
		out += fmt.Sprintf(", %d.%d kHz", rate/1000, rate%1000/100)
	default:
		out += fmt.Sprintf(", %d Hz", rate)
	}
	if samples == 0 {
		return out + ", length unknown"
	}
	return out + fmt.Sprintf(", %d samples", samples)
}

// isoMedia names the brands of ISO 14496-12 that are met most.
func isoMedia(in Input, k *Kind) bool {
	for _, b := range []struct{ brand, text, mime string }{
		{"qt  ", "Apple QuickTime movie, Apple QuickTime (.MOV/QT)", "video/quicktime"}, {"mp42", "MP4 v2 [ISO 14496-14]", "video/mp4"}, {"mp41", "MP4 v1 [ISO 14496-1:ch13]", "video/mp4"},
		{"isom", "MP4 Base Media v1 [ISO 14496-12:2003]", "video/mp4"}, {"iso2", "MP4 Base Media v2 [ISO 14496-12:2005]", "video/mp4"}, {"M4A ", "Apple iTunes ALAC/AAC-LC (.M4A) Audio", "audio/x-m4a"}, {"M4V ", "Apple iTunes Video (.M4V) Video", "video/x-m4v"},
		{"heic", "HEIF Image HEVC Main or Main Still Picture Profile", "image/heic"}, {"mif1", "HEIF Image", "image/heif"}, {"avif", "AVIF Image", "image/avif"}, {"3gp", "MPEG v4 system, 3GPP", "video/3gpp"}, {"dash", "MPEG v4 system, Dynamic Adaptive Streaming over HTTP", "video/mp4"},
	} {
		if strings.HasPrefix(string(part(in.Head, 8, 12)), b.brand) {
			k.Text, k.MIME = k.Text+", "+b.text, b.mime
			break
		}
	}
	return true
}

func matroska(in Input, k *Kind) bool {
	head := part(in.Head, 0, 64)
	if bytes.Contains(head, []byte("webm")) {
		k.Text, k.MIME = "WebM", "video/webm"
	}
	return bytes.Contains(head, []byte("\x42\x82"))
}

func iff(in Input, k *Kind) bool {
	switch string(part(in.Head, 8, 12)) {
	case "AIFF":
		k.Text, k.MIME = k.Text+", AIFF audio", "audio/x-aiff"
	case "AIFC":
		k.Text, k.MIME = k.Text+", AIFF-C compressed audio", "audio/x-aiff"
	}
	return true
}

func trueType(in Input, k *Kind) bool {
	tables := u16(in.Head, 4, be)
	if tables == 0 || tables > 64 || len(in.Head) < 16 {
		return false
	}
	k.Text += fmt.Sprintf(", %d tables, 1st %q", tables, part(in.Head, 12, 16))
	return true
}

func woff(d []byte, version int) string {
	kind := map[string]string{"\x00\x01\x00\x00": ", TrueType", "OTTO": ", CFF"}[string(part(d, 4, 8))]
	return fmt.Sprintf("%s, length %d, version %d.%d", kind, u32(d, 8, be), u16(d, version, be), u16(d, version+2, be))
}
