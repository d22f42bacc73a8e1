package grep

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// A rgJSON is what --json keeps of the current file, and of all before.
type rgJSON struct {
	began                              bool
	from                               time.Time
	printed, matches, lines            int64 // of the current file
	searched                           int64 // of all before it
	allPrinted, allMatches, allLines   int64
	searches, searchesWithMatch, spent int64
	allSearched                        int64
}

// Messages of --json, see "JSON Lines" in grep_printer's documentation.
type (
	rgText struct {
		Text  *string `json:"text,omitempty"`
		Bytes *string `json:"bytes,omitempty"`
	}
	rgSubmatch struct {
		Match rgText `json:"match"`
		Start int    `json:"start"`
		End   int    `json:"end"`
	}
	rgJSONLine struct {
		Path       rgText       `json:"path"`
		Lines      rgText       `json:"lines"`
		Number     int64        `json:"line_number"`
		Offset     int64        `json:"absolute_offset"`
		Submatches []rgSubmatch `json:"submatches"`
	}
	rgElapsed struct {
		Secs  int64  `json:"secs"`
		Nanos int64  `json:"nanos"`
		Human string `json:"human"`
	}
	rgJSONStats struct {
		Elapsed  rgElapsed `json:"elapsed"`
		Searches int64     `json:"searches"`
		Matched  int64     `json:"searches_with_match"`
		Searched int64     `json:"bytes_searched"`
		Printed  int64     `json:"bytes_printed"`
		Lines    int64     `json:"matched_lines"`
		Matches  int64     `json:"matches"`
	}
)

var errJSON = errors.New("--json cannot be used with options that write no lines, or with --multiline")

// prepareJSON refuses what --json can not be.
func (s *settings) prepareJSON() error {
	if !s.rip.json {
		return nil
	}
	if s.list || s.listNo || s.count || s.rip.multiline {
		return errJSON
	}
	s.number, s.rip.heading, s.color = true, false, false
	return nil
}

// bytesOrText is text, or the bytes in base64 where they are none.
func bytesOrText(b []byte) rgText {
	if s := string(b); utf8.ValidString(s) {
		return rgText{Text: &s}
	}
	s := base64.StdEncoding.EncodeToString(b)
	return rgText{Bytes: &s}
}

// elapsed is a time as --json writes it.
func elapsed(d time.Duration) rgElapsed {
	d = max(d, 0)
	return rgElapsed{int64(d / time.Second), int64(d % time.Second), fmt.Sprintf("%.6fs", d.Seconds())}
}

// jsonMessage writes one line and returns how long it is.
func (g *grepper) jsonMessage(kind string, data any) int64 {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	message := any(struct {
		Type string `json:"type"`
		Data any    `json:"data"`
	}{kind, data})
	if kind == "summary" { // the one whose fields are sorted by name
		message = struct {
			Data any    `json:"data"`
			Type string `json:"type"`
		}{data, kind}
	}
	if err := enc.Encode(message); err != nil {
		return 0 // what it is made of can always be written
	}
	g.out.WriteString(b.String())
	return int64(b.Len())
}

func (g *grepper) jsonPath() rgText {
	name := g.name
	if g.rip.slash != "" {
		name = strings.ReplaceAll(name, "/", g.rip.slash)
	}
	return bytesOrText([]byte(name))
}

// jsonLine writes a line that is selected, or one of context.
func (g *grepper) jsonLine(a, end int, selected bool) {
	j := &g.rip.state
	path := g.jsonPath()
	if !j.began {
		j.began = true
		j.printed += g.jsonMessage("begin", map[string]rgText{"path": path})
	}
	g.countLines(a)
	line := g.data[a:end]
	m := rgJSONLine{Path: path, Number: g.lines + 1, Offset: g.base + int64(a), Submatches: []rgSubmatch{}}
	if stop := end + 1; stop <= len(g.data) && !(g.added && stop == g.lim) {
		m.Lines = bytesOrText(g.data[a:stop])
	} else {
		m.Lines = bytesOrText(line)
	}
	kind := "context"
	if selected {
		kind = "match"
		j.lines++
	}
	if selected != g.invert {
		g.eachMatch(line, func(from, to int) {
			m.Submatches = append(m.Submatches, rgSubmatch{bytesOrText(line[from:to]), from, to})
		})
		if selected {
			j.matches += int64(len(m.Submatches))
		}
	}
	j.printed += g.jsonMessage(kind, m)
}

// jsonEnd writes what comes behind the lines of a file.
func (g *grepper) jsonEnd() {
	j := &g.rip.state
	searched := g.rip.total.searched - j.searched
	if j.searched = g.rip.total.searched; g.hits >= g.max { // up to there
		searched = g.base + int64(g.beg)
	}
	took := g.call.Now().Sub(j.from)
	if j.began {
		var nul *int64
		if g.isBinary {
			nul = &g.nul
		}
		g.jsonMessage("end", struct {
			Path  rgText      `json:"path"`
			NUL   *int64      `json:"binary_offset"`
			Stats rgJSONStats `json:"stats"`
		}{g.jsonPath(), nul, rgJSONStats{elapsed(took), 1, 1, searched, j.printed, j.lines, j.matches}})
		j.searches++
		j.searchesWithMatch++
		j.allSearched += searched
		j.spent += int64(took)
	}
	j.allPrinted, j.allLines, j.allMatches = j.allPrinted+j.printed, j.allLines+j.lines, j.allMatches+j.matches
	j.began, j.printed, j.lines, j.matches = false, 0, 0, 0
}

// jsonSummary is the last line.
func (g *grepper) jsonSummary() {
	j := &g.rip.state
	type sorted struct {
		Human string `json:"human"`
		Nanos int64  `json:"nanos"`
		Secs  int64  `json:"secs"`
	}
	order := func(e rgElapsed) sorted { return sorted{e.Human, e.Nanos, e.Secs} }
	g.jsonMessage("summary", struct {
		Total sorted `json:"elapsed_total"`
		Stats any    `json:"stats"`
	}{order(elapsed(g.call.Now().Sub(g.rip.total.begin))), struct {
		Printed  int64  `json:"bytes_printed"`
		Searched int64  `json:"bytes_searched"`
		Elapsed  sorted `json:"elapsed"`
		Lines    int64  `json:"matched_lines"`
		Matches  int64  `json:"matches"`
		Searches int64  `json:"searches"`
		Matched  int64  `json:"searches_with_match"`
	}{j.allPrinted, j.allSearched, order(elapsed(time.Duration(j.spent))), j.allLines, j.allMatches, j.searches, j.searchesWithMatch}})
}
