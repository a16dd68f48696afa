package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

const (
	version  = 1
	headSize = 192 // the length of the head in bytes, with its newline
)

// noSum stands for the sum of the line before the first.
var noSum = strings.Repeat("0", 2*sha256.Size)

// position is a position between two lines of the chain.
type position struct {
	lines int    // the lines before it: header and records
	end   int64  // offset in the file
	last  string // the sum of the line before
}

// start returns the position before the header's line.
func start() position { return position{end: headSize, last: noSum} }

// head returns the first line of a file whose chain ends at p.
func (p position) head() []byte {
	line := fmt.Sprintf(`{"journal":"graphdp","version":%d,"records":%d,"end":%d,"last":"%s"}`, version, p.lines-1, p.end, p.last)
	return fmt.Appendf(nil, "%-*s\n", headSize-1, line)
}

// parseHead parses what head wrote, byte for byte.
func parseHead(line []byte) (position, error) {
	var h struct {
		Journal string `json:"journal"`
		Version int    `json:"version"`
		Records int    `json:"records"`
		End     int64  `json:"end"`
		Last    string `json:"last"`
	}
	if err := json.Unmarshal(line, &h); err != nil || h.Journal != "graphdp" {
		return position{}, fmt.Errorf("line 1: not the head of a journal")
	}
	if h.Version != version {
		return position{}, fmt.Errorf("line 1: format version %d, this program knows %d", h.Version, version)
	}
	p := position{lines: h.Records + 1, end: h.End, last: h.Last}
	if !bytes.Equal(line, p.head()) || h.Records < 0 {
		return position{}, fmt.Errorf("line 1: the head was edited")
	}
	return p, nil
}

// add returns the line that stores a record at p, and the position after it.
func (p position) add(record []byte) ([]byte, position) {
	line := fmt.Appendf(nil, `{"seq":%d,"prev":"%s","record":%s`, p.lines, p.last, record)
	sum := sha256.Sum256(line)
	last := hex.EncodeToString(sum[:])
	line = fmt.Appendf(line, `,"sum":"%s"}`+"\n", last)
	return line, position{p.lines + 1, p.end + int64(len(line)), last}
}

// parse returns the record of the line at p, and the position after it.
func (p position) parse(line []byte) (json.RawMessage, position, error) {
	fail := func(what string) (json.RawMessage, position, error) {
		return nil, p, fmt.Errorf("line %d: %s", p.lines+2, what)
	}
	prefix := fmt.Sprintf(`{"seq":%d,"prev":"%s","record":`, p.lines, p.last)
	body, ok := bytes.CutPrefix(line, []byte(prefix))
	if !ok {
		return fail("does not follow the line before it: a line was edited, moved or removed")
	}
	tail := len(`,"sum":"`) + 2*sha256.Size + len("\"}\n")
	if len(body) < tail {
		return fail("is cut short")
	}
	record := bytes.Clone(body[:len(body)-tail])
	if whole, next := p.add(record); bytes.Equal(whole, line) {
		return record, next, nil
	}
	return fail("was edited: its checksum is another")
}
