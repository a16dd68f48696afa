package graphio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/graphdp/graphdp/data/file"
	"golang.org/x/text/encoding/charmap"
)

const notUTF8 = "text is not UTF-8; if the file is Latin-1, give the option latin1"

// decoded returns text in UTF-8, without a byte order mark. UTF-16 is refused.
func decoded(br *bufio.Reader, file string, o Options) (*bufio.Reader, error) {
	start, _ := br.Peek(4)
	if isUTF16(start) {
		return nil, &Error{File: file, Reason: "text is UTF-16, want UTF-8: convert it, with iconv -f UTF-16 -t UTF-8 for one"}
	}
	if len(start) > 0 && start[0] == 0 { // as for binary content, where a line may be as long as the file
		return nil, &Error{File: file, Reason: "not a text: it begins with a zero byte"}
	}
	if bytes.HasPrefix(start, []byte("\ufeff")) {
		br.Discard(len("\ufeff"))
	}
	if o.Latin1 {
		br = bufio.NewReader(charmap.ISO8859_1.NewDecoder().Reader(br))
	}
	return br, nil
}

// isUTF16 reports whether a text begins with a UTF-16 byte order mark, or with two ASCII characters
// in UTF-16.
func isUTF16(start []byte) bool {
	if bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff")) {
		return true
	}
	if len(start) < 4 {
		return false
	}
	zero := func(i int) bool { return start[i] == 0 }
	return zero(0) && !zero(1) && zero(2) && !zero(3) || !zero(0) && zero(1) && !zero(2) && zero(3)
}

// looksLike describes a line that is hardly an edge; "" if it may be one.
func looksLike(line []byte) string {
	line = bytes.ToLower(bytes.TrimSpace(line))
	for _, known := range [][2]string{
		{"{", "JSON"}, {"[", "JSON"}, {"<", "XML or HTML"}, {"pk\x03\x04", "a .zip or .npz archive"}, {"\ufffdnumpy", "a NumPy array, .npy"}, // whose first byte is not text
		{"bzh", "a bzip2 file"}, {"\ufffd7zxz", "an xz file"}, {"(\ufffd/\ufffd", "a zstd file"}, {"\x1f\ufffd", "a gzip file in a gzip file"},
		{"*vertices", "a Pajek network"}, {"graph {", "a DOT graph"}, {"digraph ", "a DOT graph"}, {"graph [", "GML"}, {"creator \"", "GML"},
	} {
		if bytes.HasPrefix(line, []byte(known[0])) {
			return known[1]
		}
	}
	return ""
}

// readText returns the text of a file, optionally compressed by gzip.
func readText(path string, o Options) ([]byte, error) {
	f, err := file.Open(path)
	if err != nil {
		return nil, fmt.Errorf("graphio: %w", err)
	}
	defer f.Close()
	br, err := unzipped(bufio.NewReader(f))
	if err != nil {
		return nil, wrap(path, err)
	}
	if br, err = decoded(br, path, o); err != nil {
		return nil, err
	}
	text, err := file.ReadAll(br)
	if err != nil {
		return nil, wrap(path, truncated(err))
	}
	return text, nil
}

// longest is the largest number of bytes per line, such as a node's attributes in a TU folder.
const longest = 1 << 28

// eachLine calls f with every line of r, which may be long, trimmed and without its newline. Lines
// are counted from 1; an error of f gets its line number. The text is valid during the call.
func eachLine(r io.Reader, file string, f func(line int, text []byte) error) error {
	lines, line := bufio.NewScanner(r), 1
	lines.Buffer(make([]byte, 1<<16), longest)
	for ; lines.Scan(); line++ {
		text := bytes.TrimSpace(lines.Bytes())
		if err := f(line, text); err != nil {
			return at(file, line, text, err)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return &Error{File: file, Line: line, Reason: fmt.Sprintf("a line of more than %d bytes", longest)}
	}
	return wrap(file, truncated(lines.Err()))
}
