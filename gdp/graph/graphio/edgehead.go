package graphio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/graphdp/graphdp/gdp/graph"
)

// matrixMarket begins files that look like edge lists and are none.
const matrixMarket = "%%MatrixMarket"

// A dialect is what the head of an edge list tells of the lines that follow.
type dialect struct {
	comma    bool     // fields are separated by commas, else by blanks and tabs
	strings  bool     // ids are strings
	nodes    int      // ids are 0 … nodes-1; -1 when nothing says so
	declared bool     // the file says so, not the caller
	directed bool     // the file says so
	extra    []string // ids of "# node" lines
	lines    int      // lines read, all above the first edge
}

// readHead reads the lines above the first edge. The reader it returns begins
// with that edge.
func readHead(r io.Reader, file string, o Options) (*dialect, io.Reader, error) {
	br := bufio.NewReaderSize(r, blockSize)
	switch mark, _ := br.Peek(3); {
	case bytes.Equal(mark, []byte("\ufeff")): // a byte order mark
		br.Discard(len(mark))
	case bytes.HasPrefix(mark, []byte("\xff\xfe")), bytes.HasPrefix(mark, []byte("\xfe\xff")):
		return nil, nil, &Error{File: file, Reason: "text is UTF-16, want UTF-8"}
	}
	if mark, _ := br.Peek(len(matrixMarket)); string(mark) == matrixMarket && o.Skip == 0 {
		return nil, nil, &Error{File: file, Line: 1, Text: matrixMarket,
			Reason: "a Matrix Market file, whose first line of numbers is a size and not an edge; remove the lines up to it, or set Options.Skip"}
	}
	d := &dialect{strings: o.IDs == StringIDs, nodes: -1}
	var first []byte // the first edge, or a header above it
	for first == nil {
		line, err := nextLine(br)
		if err == io.EOF {
			break
		}
		if err != nil && err != errLongLine {
			return nil, nil, wrap(file, truncated(err))
		}
		d.lines++
		if err == nil && d.lines > o.Skip && isComment(line) {
			err = d.directive(line)
		}
		if err != nil {
			return nil, nil, at(file, d.lines, line, err)
		}
		if d.lines > o.Skip && !isComment(line) && len(bytes.TrimSpace(line)) > 0 {
			first = bytes.Clone(line)
			d.lines--
		}
	}
	if o.IDs == IntegerIDs {
		d.strings = false
	}
	d.comma = bytes.IndexByte(first, ',') >= 0
	rest := io.MultiReader(bytes.NewReader(first), br)
	if words := numbers(first, d.comma); !d.strings && first != nil && words < 2 {
		// Not two numbers: two words are a header if numbers follow, else ids.
		below, edge, err := nextEdge(br)
		if err != nil {
			return nil, nil, wrap(file, truncated(err))
		}
		comma := bytes.IndexByte(edge, ',') >= 0
		if words == 0 && numbers(edge, comma) == 2 {
			d.comma, first = comma, nil
			d.lines++
		} else if o.IDs != IntegerIDs {
			d.strings = true
		}
		rest = io.MultiReader(bytes.NewReader(first), bytes.NewReader(below), br)
	}

	if o.Nodes > 0 {
		d.nodes, d.declared = o.Nodes, false
	}
	if d.strings && d.nodes >= 0 {
		return nil, nil, &Error{File: file, Reason: fmt.Sprintf("the number of nodes is given as %d, but ids are strings and say it themselves", d.nodes)}
	}
	return d, rest, nil
}

// directive reads a comment that has a meaning: see the package comment.
func (d *dialect) directive(line []byte) error {
	words := bytes.Fields(bytes.TrimSpace(line))
	if string(words[0]) != "#" {
		return nil
	}
	switch rest := words[1:]; {
	case len(rest) == 1 && string(rest[0]) == "directed":
		d.directed = true
	case len(rest) == 2 && string(rest[0]) == "string" && string(rest[1]) == "ids":
		d.strings = true
	case len(rest) == 2 && string(rest[0]) == "node":
		d.extra = append(d.extra, string(rest[1]))
	case len(rest) == 2 && string(rest[0]) == "nodes":
		n, err := strconv.Atoi(string(rest[1]))
		if err != nil || n < 0 || n > graph.MaxNodes {
			return fmt.Errorf("want a number of nodes from 0 to %d", graph.MaxNodes)
		}
		d.nodes, d.declared = n, true
	}
	return nil
}

// nextLine is the next line with its newline, valid until the next read; at the
// end of input it is empty, with io.EOF.
func nextLine(br *bufio.Reader) ([]byte, error) {
	line, err := br.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		err = errLongLine
	case err == io.EOF && len(line) > 0:
		err = nil
	}
	return line, err
}

// nextEdge reads up to the next line that is neither empty nor a comment; edge
// is that line, the last of read.
func nextEdge(br *bufio.Reader) (read, edge []byte, err error) {
	for {
		line, err := nextLine(br)
		if err == io.EOF {
			return read, nil, nil
		}
		if err != nil {
			return nil, nil, err
		}
		read = append(read, line...)
		if !isComment(line) && len(bytes.TrimSpace(line)) > 0 {
			return read, read[len(read)-len(line):], nil
		}
	}
}

func isComment(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) > 0 && (line[0] == '#' || line[0] == '%')
}

// numbers tells how many of the first two fields are integers; -1 when there
// are no two fields.
func numbers(line []byte, comma bool) int {
	var f fields
	if f.split(line, comma) != nil || f.n < 2 {
		return -1
	}
	count := 0
	for _, field := range f.list[:2] {
		digits := bytes.TrimPrefix(field, []byte("-"))
		if len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0 {
			count++
		}
	}
	return count
}
