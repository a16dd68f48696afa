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

// A dialect is the format of an edge list's lines, inferred from its head.
type dialect struct {
	separator byte     // between fields; ' ' means blanks and tabs
	columns   int      // fields of the first edge
	ends      [2]int   // columns of the two ids
	weight    int      // column of the weight, or -1
	header    string   // line of column names
	titles    []string // the names, by column
	konect    bool     // a KONECT file, whose columns are known
	strings   bool     // ids are strings
	ours      bool     // by a comment of this package
	known     bool     // ids are declared
	names     bool     // the first edge may still be a header
	nodes     int      // ids are 0 … nodes-1; -1 if not declared
	declared  bool     // by the file, not by the options
	directed  bool     // by the file
	extra     []string // ids of "# node" lines
	lines     int      // lines above the first edge
}

// readHead reads the lines above the first edge. The returned reader begins with that edge.
func readHead(r io.Reader, file string, o Options) (*dialect, io.Reader, error) {
	h := &headReader{text: bufio.NewReaderSize(r, blockSize), dialect: dialect{strings: o.IDs == StringIDs, known: o.declares(), separator: o.Separator, weight: -1, nodes: -1}}
	if mark, _ := h.text.Peek(len(matrixMarket)); isMatrixMarket(mark) {
		return nil, nil, &Error{File: file, Line: 1, Text: matrixMarket, Reason: "looks like Matrix Market: " + setFormat}
	}
	if err := h.head(&o); err != nil {
		return nil, nil, at(file, h.lines, h.line, truncated(err))
	}
	d := &h.dialect
	if o.Nodes > 0 && !o.Occurring {
		d.nodes, d.declared = o.Nodes, false
	}
	if d.strings && d.nodes >= 0 {
		return nil, nil, &Error{File: file, Reason: fmt.Sprintf("the number of nodes is given as %d, but string ids determine it: remove it", d.nodes)}
	}
	return d, io.MultiReader(bytes.NewReader(h.below), h.text), nil
}

// setFormat tells what to do about a file that is taken for an edge list.
const setFormat = "convert it to a format that is read, or give the option format"

// headReader reads lines up to the first edge, and up to the second if the first may be a header.
type headReader struct {
	dialect
	text  *bufio.Reader
	line  []byte // last line, for errors
	below []byte // text read from the first edge on
}

// head reads the head.
func (h *headReader) head(o *Options) error {
	first, err := h.next(h.comment)
	if err != nil || first == nil {
		return err
	}
	if text := bytes.TrimSpace(first); bytes.HasPrefix(text, []byte("sep=")) && len(text) == 5 { // written by Excel
		if o.Separator == 0 {
			o.Separator = text[4]
		}
		if first, err = h.next(h.comment); err != nil || first == nil {
			return err
		}
	}
	if kind := looksLike(first); kind != "" && !h.dialect.strings && !o.named() {
		return fmt.Errorf("looks like %s, not like an edge: %s", kind, setFormat)
	}
	if bytes.IndexByte(bytes.TrimRight(first, "\r\n"), '\r') >= 0 {
		return errors.New("lines end in carriage returns only: save the file with line feeds")
	}
	if o.IDs == IntegerIDs {
		h.dialect.strings = false
	}
	h.ours = h.ours && h.dialect.strings
	h.known = h.known || h.nodes >= 0
	h.below = first
	header := o.Header == OneHeader || o.Header == AutoHeader && !h.ours && o.namesColumns()
	if o.Header == AutoHeader && !header && h.known && !h.ours {
		if header, err = o.isHeader(o.words(first)); err != nil {
			return err
		}
	}
	var names []byte
	if header || o.Header == AutoHeader && !h.known && !h.ours && hasNames(o.words(first)) {
		above := first
		if first, err = h.afterHeader(first, header, *o); err != nil {
			return err
		}
		if h.header != "" {
			names = above
		}
	}
	h.lines--
	if first == nil {
		return nil
	}
	if h.separator = o.Separator; h.separator == 0 {
		h.separator = separatorOf(first)
		if above := separatorOf(names); above != ' ' && bytes.IndexByte(first, above) >= 0 {
			h.separator = above
		}
	}
	if err := h.place(names, first, *o); err != nil {
		h.lines, h.line = h.lines+1, first
		return err
	}
	h.names = o.Header == AutoHeader && (h.separator == ',' || h.separator == ';') && h.dialect.strings && !h.ours && !h.known && !o.Occurring && h.header == ""
	return nil
}

// place finds the columns of the ids and of a weight, by the names above the first edge if there
// are any, and whether ids are strings. Errors in the edge are found when it is parsed.
func (h *headReader) place(names, first []byte, o Options) error {
	var f, above fields
	h.ends = [2]int{0, 1}
	if f.split(first, h.separator) != nil || len(f.list) < 2 {
		return nil
	}
	h.columns = len(f.list)
	if h.columns == 3 && isAttributes(f.list[2]) {
		h.columns = 2
	}
	if names != nil && above.split(names, h.separator) == nil {
		if len(above.list) == h.columns-1 && bytes.HasPrefix(bytes.TrimSpace(first), []byte{'"'}) { // row names of R
			above.list = slices.Insert(above.list, 0, nil)
		}
		for _, word := range above.list {
			h.titles = append(h.titles, strings.ToValidUTF8(string(word), "\ufffd"))
		}
	}
	pair, known := endsIn(above.list)
	index := len(h.titles) == h.columns && h.columns > 2 && h.titles[0] == "" // row numbers of pandas and R
	numeric := h.columns == 3 && isNumber(f.list[2])
	if numeric && h.titles == nil || h.konect && h.columns > 2 {
		h.weight = 2
	}
	for i, name := range h.titles {
		if i < h.columns && slices.Contains([]string{"weight", "weights", "w"}, strings.ToLower(name)) {
			h.weight = i
		}
	}
	isText := func(i int) bool { return !isInteger(f.list[i]) }
	switch {
	case o.Columns != [2]string{}:
		h.weight = -1
		for i, name := range o.Columns {
			if h.ends[i] = h.column(name); h.ends[i] < 0 {
				return fmt.Errorf("no column %q among the %d, %s: correct the option columns", name, h.columns, h.listed())
			}
		}
	case known && pair[1] < h.columns:
		h.ends = pair
	case index && h.columns == 3:
		h.ends = [2]int{1, 2}
	case h.columns > 3 && !h.konect && h.titles == nil && numbers(first, h.separator) == 2 && h.separator == ' ':
		return fmt.Errorf("%d fields: must be two ids and an optional weight; found more fields: give the option columns=1,2 if the ids are the first two; if this is a node and its neighbours, write one edge a line", h.columns)
	case h.columns > 3 && !h.konect, h.columns == 3 && !numeric && (h.titles != nil || isText(0) != isText(1)):
		return fmt.Errorf("%d columns, %s, and none are known names of the ids such as source,target: give the option columns with two names or numbers, such as columns=1,2", h.columns, h.listed())
	}
	if o.IDs == AutoIDs && !h.dialect.strings && !h.known {
		h.dialect.strings = isText(h.ends[0]) || isText(h.ends[1])
	}
	return nil
}

// column returns the index of a column, given by name or number, or -1 if it does not exist.
func (h *headReader) column(name string) int {
	if i := slices.Index(h.titles, name); i >= 0 && i < h.columns {
		return i
	}
	if i, err := strconv.Atoi(name); err == nil && i > 0 && i <= h.columns {
		return i - 1
	}
	return -1
}

// listed lists the column names.
func (h *headReader) listed() string {
	if h.titles == nil {
		return "which have no names"
	}
	return "named " + quote(strings.Join(h.titles, ","))
}

// shape describes how the file is split into columns, unless that is obvious.
func (d *dialect) shape() string {
	plain := d.separator != ';' && d.separator != '|' && d.ends == [2]int{0, 1} && (d.columns == 2 || d.columns == 3 && d.weight == 2)
	if plain || d.columns == 0 {
		return ""
	}
	return fmt.Sprintf("%s and %s of %d, separated by %s", d.title(d.ends[0]), d.title(d.ends[1]), d.columns, separatorNames[d.separator])
}

// afterHeader decides whether first is a header, unless that is certain, and returns the first
// edge.
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
		if sure, err = o.isHeader(o.words(first)); err != nil {
			return nil, err
		}
	} else if !sure {
		sure = isHeader(o.words(first), o.words(second), h.dialect.strings)
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

// declaresNodes reports whether any of the comments declares the number of nodes.
func declaresNodes(comments []byte) bool {
	d := dialect{nodes: -1}
	for line := range bytes.Lines(comments) {
		if d.comment(line) != nil {
			return false
		}
	}
	return d.nodes >= 0
}

// next returns the next line that is neither empty nor a comment, or nil at the end of the text. It
// passes comments to note.
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
		case err != nil && err != io.EOF: // an error of the file, not of a line
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

// comment parses a comment, some of which have a meaning: see the package comment.
func (d *dialect) comment(line []byte) error {
	words := bytes.Fields(line)
	if len(words) > 2 && string(words[0]) == "%" { // written by KONECT
		kind := string(words[1])
		d.konect = d.konect || kind == "sym" || kind == "asym"
		d.directed = d.directed || kind == "asym"
		if kind == "bip" {
			return errors.New("a bipartite network of KONECT: its left and right ids are different nodes; write them with different ids")
		}
	}
	if len(words) == 0 || string(words[0]) != "#" {
		return nil
	}
	switch rest := words[1:]; {
	case len(rest) == 1 && string(rest[0]) == "directed":
		d.directed = true
	case len(rest) == 2 && string(rest[0]) == "string" && string(rest[1]) == "ids":
		d.strings, d.ours = true, true
	case len(rest) > 1 && string(rest[0]) == "node" && rest[1][0] == '"': // as this package writes it
		_, text, _ := bytes.Cut(line, []byte("node"))
		id, after, err := unquoted(bytes.TrimSpace(text))
		if err != nil || len(after) > 0 {
			return errors.New("must be # node and one id, in quotation marks or without blanks")
		}
		d.extra = append(d.extra, string(id))
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

// below returns an error for a meaningful comment below an edge.
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

// numbers returns the number of integers among the first two fields, or -1 if there are not two
// fields.
func numbers(line []byte, separator byte) int {
	var f fields
	if f.split(line, separator) != nil || len(f.list) < 2 {
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

// isInteger reports whether a field is an integer without leading zeros.
func isInteger(field []byte) bool {
	digits := bytes.TrimPrefix(field, []byte("-"))
	return len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0 && (digits[0] != '0' || len(digits) == 1)
}
