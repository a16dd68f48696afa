package graphio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// A dialect is what the head of an edge list says about the lines that follow.
type dialect struct {
	comma    bool     // fields are separated by commas, else by blanks and tabs
	columns  int      // fields of the first edge: two, or three with a weight
	header   string   // the line that names the columns
	strings  bool     // ids are strings
	ours     bool     // the file says so, as this package writes it
	known    bool     // which ids there can be is declared
	names    bool     // the first edge may be a header all the same
	nodes    int      // ids are 0 … nodes-1; -1 when nothing says so
	declared bool     // the file says so, not the caller
	directed bool     // the file says so
	extra    []string // ids of "# node" lines
	lines    int      // lines read, all above the first edge
}

// readHead reads the lines above the first edge. The reader it returns begins
// with that edge.
func readHead(r io.Reader, file string, o Options) (*dialect, io.Reader, error) {
	h := &headReader{text: bufio.NewReaderSize(r, blockSize), dialect: dialect{strings: o.IDs == StringIDs, known: o.declares(), nodes: -1}}
	if mark, _ := h.text.Peek(len(matrixMarket)); isMatrixMarket(mark) {
		return nil, nil, &Error{File: file, Line: 1, Text: matrixMarket, Reason: "looks like Matrix Market: " + setFormat}
	}
	if err := h.head(o); err != nil {
		return nil, nil, at(file, h.lines, h.line, truncated(err))
	}
	d := &h.dialect
	if o.Nodes > 0 && !o.Occurring {
		d.nodes, d.declared = o.Nodes, false
	}
	if d.strings && d.nodes >= 0 {
		return nil, nil, &Error{File: file, Reason: fmt.Sprintf("the number of nodes is given as %d, but ids are strings and say it themselves", d.nodes)}
	}
	return d, io.MultiReader(bytes.NewReader(h.below), h.text), nil
}

// setFormat is what to do about a file that is taken for an edge list.
const setFormat = "convert it to a format that is read, or give the option format"

// headReader reads lines up to the first edge, and to the second where the first
// may be a header.
type headReader struct {
	dialect
	text  *bufio.Reader
	line  []byte // the last line, for errors
	below []byte // what was read from the first edge on
}

// head reads the head.
func (h *headReader) head(o Options) error {
	first, err := h.next(h.comment)
	if err != nil || first == nil {
		return err
	}
	if kind := looksLike(first); kind != "" && !h.dialect.strings && !o.named() {
		return fmt.Errorf("looks like %s, not like an edge: %s", kind, setFormat)
	}
	if o.IDs == IntegerIDs {
		h.dialect.strings = false
	}
	h.ours = h.ours && h.dialect.strings
	h.known = h.known || h.nodes >= 0
	h.below = first
	header := o.Header == OneHeader
	if o.Header == AutoHeader && h.known && !h.ours {
		if header, err = o.isHeader(first); err != nil {
			return err
		}
	}
	if header || o.Header == AutoHeader && !h.known && !h.ours && hasNames(first) {
		if first, err = h.afterHeader(first, header, o); err != nil {
			return err
		}
	}
	h.lines--
	if first == nil {
		return nil
	}
	h.comma = bytes.IndexByte(first, ',') >= 0
	h.columns = columns(first, h.comma)
	if o.IDs == AutoIDs && !h.dialect.strings && !h.known {
		h.dialect.strings = numbers(first, h.comma) < 2
	}
	h.names = o.Header == AutoHeader && h.comma && h.dialect.strings && !h.ours && !h.known && !o.Occurring && h.header == ""
	return nil
}

// afterHeader decides whether first is a header, unless that is sure, and returns the first edge.
func (h *headReader) afterHeader(first []byte, sure bool, o Options) ([]byte, error) {
	above := h.lines
	var between []byte
	second, err := h.next(func(line []byte) error {
		between = append(between, line...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !sure && declaresNodes(between) {
		if sure, err = o.isHeader(first); err != nil {
			return nil, err
		}
	} else if !sure {
		sure = isHeader(first, second, h.dialect.strings)
	}
	if !sure {
		h.below = slices.Concat(first, between, second)
		h.lines = above
		return first, nil
	}
	h.header = strings.ToValidUTF8(string(bytes.TrimSpace(first)), "\ufffd")
	h.below = second
	below := h.lines
	for line := range bytes.Lines(between) {
		above++
		h.lines, h.line = above, line
		if err := h.comment(line); err != nil {
			return nil, err
		}
	}
	h.lines, h.known = below, h.known || h.nodes >= 0
	return second, nil
}

// declaresNodes reports whether one of some comments says how many nodes there are.
func declaresNodes(comments []byte) bool {
	d := dialect{nodes: -1}
	for line := range bytes.Lines(comments) {
		if d.comment(line) != nil {
			return false
		}
	}
	return d.nodes >= 0
}

// next reads up to the next line that is neither empty nor a comment, and
// returns it; nil at the end of the text. Comments go to note.
func (h *headReader) next(note func(line []byte) error) ([]byte, error) {
	for {
		line, err := h.text.ReadSlice('\n')
		if err == io.EOF && len(line) == 0 {
			return nil, nil
		}
		h.lines++
		h.line = line
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, errLongLine
		case err != nil && err != io.EOF: // of the file, not of a line
			h.lines, h.line = 0, nil
			return nil, err
		case !isComment(line) && len(bytes.TrimSpace(line)) > 0:
			return bytes.Clone(line), nil
		}
		if err := note(line); err != nil {
			return nil, err
		}
	}
}

// comment reads a line without an edge; some comments have a meaning: see the
// package comment.
func (d *dialect) comment(line []byte) error {
	words := bytes.Fields(line)
	if len(words) == 0 || string(words[0]) != "#" {
		return nil
	}
	switch rest := words[1:]; {
	case len(rest) == 1 && string(rest[0]) == "directed":
		d.directed = true
	case len(rest) == 2 && string(rest[0]) == "string" && string(rest[1]) == "ids":
		d.strings, d.ours = true, true
	case len(rest) == 2 && string(rest[0]) == "node":
		d.extra = append(d.extra, string(rest[1]))
	case len(rest) == 2 && string(rest[0]) == "nodes":
		n, err := strconv.Atoi(string(rest[1]))
		if err != nil || n < 0 || n > graph.MaxNodes {
			return fmt.Errorf("invalid number of nodes: must be in [0, %d]", graph.MaxNodes)
		}
		d.nodes, d.declared = n, true
	}
	return nil
}

// below refuses such a comment below an edge, where it comes too late.
func below(line []byte) error {
	d := dialect{nodes: -1}
	if d.comment(line) != nil || d.nodes >= 0 || d.directed || d.strings || d.extra != nil {
		return errors.New("this comment declares the meaning of the edges: it must be above the first edge")
	}
	return nil
}

func isComment(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) > 0 && (line[0] == '#' || line[0] == '%') || bytes.HasPrefix(line, []byte("//"))
}

// numbers returns how many of the first two fields are integers; -1 when there
// are not two fields.
func numbers(line []byte, comma bool) int {
	var f fields
	if f.split(line, comma) != nil || f.n < 2 {
		return -1
	}
	count := 0
	for _, field := range f.list[:2] {
		if isInteger(field) {
			count++
		}
	}
	return count
}

func isInteger(field []byte) bool {
	digits := bytes.TrimPrefix(field, []byte("-"))
	return len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0
}

// columns returns the number of fields of an edge, two or three; 0 when it is
// something else.
func columns(line []byte, comma bool) int {
	var f fields
	switch err := f.split(line, comma); {
	case err != nil || f.n < 2:
		return 0
	case f.hasAttributes(line):
		return 2
	case f.n > 3:
		return 0
	}
	return f.n
}
