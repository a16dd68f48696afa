package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
)

// edgeParser parses the lines of one worker. An id below smallIDs is its own number; larger
// integers and strings are numbered ^0, ^1, … in order of occurrence.
type edgeParser struct {
	*dialect
	seen       idSet // of the small integers
	large      interner[int64]
	names      interner[string]
	weights    int // weights other than 1
	attributes int // attribute lists in braces, as written by networkx
	fields     fields
}

func newEdgeParser(d *dialect) *edgeParser { return &edgeParser{dialect: d} }

// parse reads whole lines. After an error, lines counts up to the bad one.
func (p *edgeParser) parse(data []byte) (edges []graph.Edge, lines int, err error) {
	edges = make([]graph.Edge, 0, bytes.Count(data, []byte{'\n'}))
	lastU, lastV := int32(-1), int32(-1) // ids of the previous edge, which are in seen
	for len(data) > 0 {
		lines++
		if u, v, size := p.quick(data); size > 0 {
			data = data[size:]
			if p.nodes < 0 {
				if u != lastU {
					p.seen.add(u)
					lastU = u
				}
				if v != lastV {
					p.seen.add(v)
					lastV = v
				}
			}
			edges = append(edges, graph.Edge{U: u, V: v})
			continue
		}
		end := bytes.IndexByte(data, '\n')
		line := data[:end]
		data = data[end+1:]
		e, skip, err := p.line(line)
		if err != nil {
			return nil, lines, &Error{Text: quote(line), Reason: err.Error()}
		}
		if !skip {
			edges = append(edges, e)
		}
	}
	return edges, lines, nil
}

// quick parses the most common line, two small integers and nothing else, and returns its size
// including the newline, which data must contain. It returns size 0 for lines that need more care.
// It gives the same result as [edgeParser.line].
func (p *edgeParser) quick(data []byte) (u, v int32, size int) {
	if p.strings || p.columns != 2 || p.ends != [2]int{0, 1} {
		return 0, 0, 0
	}
	x, i := digits(data, 0)
	j := i
	for data[j] == ' ' || data[j] == '\t' {
		j++
	}
	if p.separator == ' ' && j == i || p.separator == '\t' && (j != i+1 || data[i] != '\t') {
		return 0, 0, 0
	}
	if p.separator != ' ' && p.separator != '\t' {
		if data[j] != p.separator {
			return 0, 0, 0
		}
		for j++; data[j] == ' ' || data[j] == '\t'; j++ {
		}
	}
	y, k := digits(data, j)
	if i == 0 || k == j || i > 9 || k-j > 9 || i > 1 && data[0] == '0' || k-j > 1 && data[j] == '0' { // 9 digits are below 2³¹
		return 0, 0, 0
	}
	if data[k] == '\r' {
		k++
	}
	limit := uint(smallIDs)
	if p.nodes >= 0 {
		limit = uint(p.nodes)
	}
	if data[k] != '\n' || max(x, y) >= limit {
		return 0, 0, 0
	}
	return int32(x), int32(y), k + 1
}

// digits parses an unsigned integer at data[i:], modulo 2⁶⁴, and returns its end. Data must end in
// a non-digit.
func digits(data []byte, i int) (x uint, end int) {
	for c := data[i] - '0'; c <= 9; c = data[i] - '0' {
		x = 10*x + uint(c)
		i++
	}
	return x, i
}

// line parses any line; skip reports that it has no edge.
func (p *edgeParser) line(line []byte) (e graph.Edge, skip bool, err error) {
	if isComment(line) {
		return e, true, below(line)
	}
	if isEmpty(line) {
		return e, true, nil
	}
	if err := p.fields.split(line, p.separator); err != nil {
		return e, false, err
	}
	list := p.fields.list
	if len(list) == 3 && isAttributes(list[2]) {
		if string(list[2]) != "{}" {
			p.attributes++
		}
		list = list[:2]
	}
	if len(list) < 2 || len(list) != p.columns {
		return e, false, p.wrongColumns(line, len(list))
	}
	var ends [2]int32
	for i, place := range p.ends {
		if ends[i], err = p.id(list[place]); err != nil {
			return e, false, p.inColumn(place, err)
		}
	}
	if p.weight >= 0 {
		w, err := weight(list[p.weight])
		if err != nil {
			return e, false, p.inColumn(p.weight, err)
		}
		if w != 1 {
			p.weights++
		}
		p.attributes--
	}
	p.attributes += len(list) - 2
	return graph.Edge{U: ends[0], V: ends[1]}, false, nil
}

// isEmpty reports whether a line is empty, or an empty row of a spreadsheet.
func isEmpty(line []byte) bool { return len(bytes.Trim(line, " \t\r\n,;")) == 0 }

// inColumn adds to an error its column, and the option to change.
func (d *dialect) inColumn(place int, err error) error {
	if d.columns < 3 && len(d.titles) == 0 {
		return err
	}
	return fmt.Errorf("column %s: %w; if the ids are in other columns, give the option columns", d.title(place), err)
}

// title returns the number of a column, and its name if it has one.
func (d *dialect) title(place int) string {
	if place < len(d.titles) && d.titles[place] != "" {
		return fmt.Sprintf("%d (%s)", place+1, quote(d.titles[place]))
	}
	return strconv.Itoa(place + 1)
}

// wrongColumns returns an error for a line with a wrong number n of fields.
func (p *edgeParser) wrongColumns(line []byte, n int) error {
	const want = "must be two ids and an optional weight, separated by blanks, tabs, commas or semicolons"
	switch kind := looksLike(line); {
	case kind != "":
		return fmt.Errorf("%s; this looks like %s: %s", want, kind, setFormat)
	case n > 1 && p.columns == 2 && n > 3:
		return errors.New(want + "; found more fields: if this is a node and its neighbours, write one edge a line")
	case p.columns > 1:
		return fmt.Errorf("found %d fields, but the first edge has %d: write one edge a line; %s separates fields, which the option separator changes", n, p.columns, separatorNames[p.separator])
	}
	return errors.New(want + "; found one field: if the separator is another, give the option separator")
}

// id returns this worker's number of an id, adding new ones.
func (p *edgeParser) id(text []byte) (int32, error) {
	if len(text) == 0 {
		return 0, errors.New("empty id: remove the line")
	}
	if p.strings {
		i, ok := p.names.index[string(text)] // does not allocate
		if !ok {
			if err := checkID(text); err != nil {
				return 0, err
			}
			i = p.names.put(string(text))
		}
		return ^i, nil
	}
	x, err := strconv.ParseInt(string(text), 10, 64)
	switch {
	case err == nil && text[0] == '0' && len(text) > 1:
		return 0, fmt.Errorf("id with leading zeros among integers: write %d, or declare ids as text by a line \"# string ids\" above the edges", x)
	case err == nil && x >= 0 && text[0] != '+' && text[0] != '-':
	case errors.Is(err, strconv.ErrRange) && text[0] != '-':
		return 0, fmt.Errorf("id too large: must be at most %d", math.MaxInt64)
	case err == nil && text[0] != '+' || errors.Is(err, strconv.ErrRange):
		return 0, errors.New("negative id: must be at least 0")
	default:
		return 0, errors.New("id is not an integer, but the ids before it are")
	}
	if p.nodes >= 0 {
		if x >= int64(p.nodes) {
			return 0, fmt.Errorf("id out of range: must be in [0, %d], the declared nodes", p.nodes-1)
		}
		return int32(x), nil
	}
	if x < smallIDs {
		p.seen.add(int32(x))
		return int32(x), nil
	}
	i, ok := p.large.index[x]
	if !ok {
		i = p.large.put(x)
	}
	return ^i, nil
}

// weight parses a finite number.
func weight(text []byte) (float64, error) {
	if string(text) == "1" || string(text) == "1.000000" {
		return 1, nil // the default of unweighted files
	}
	w, err := decimal(text)
	if err != nil || math.IsNaN(w) || math.IsInf(w, 0) {
		return 0, errors.New("weight is not a finite number")
	}
	if w == 0 {
		return 0, errors.New("weight 0 is ambiguous: remove the edge or give it another weight")
	}
	return w, nil
}

// interner numbers values in order of occurrence.
type interner[T comparable] struct {
	index map[T]int32
	list  []T
}

func (n *interner[T]) put(x T) int32 {
	if n.index == nil {
		n.index = map[T]int32{}
	}
	i := int32(len(n.list))
	n.index[x] = i
	n.list = append(n.list, x)
	return i
}

// fields is a list of the fields of a line.
type fields struct{ list [][]byte }

// split splits a line at a separator, where ' ' means blanks and tabs. A field may be quoted, with
// two quotation marks for one. Attributes in braces, which networkx writes after two ids, are one
// field.
func (f *fields) split(line []byte, separator byte) error {
	f.list = f.list[:0]
	blanks := " \t"
	if separator == '\t' {
		blanks = " "
	}
	line = bytes.Trim(line, blanks+"\r\n")
	for {
		var field []byte
		switch {
		case len(f.list) == 2 && isAttributes(line):
			field, line = line, nil
		case len(line) > 0 && line[0] == '"':
			var err error
			if field, line, err = unquoted(line); err != nil {
				return err
			}
		default:
			end := bytes.IndexByte(line, separator)
			if separator == ' ' {
				end = bytes.IndexAny(line, blanks)
			}
			if end < 0 {
				end = len(line)
			}
			field, line = bytes.TrimSpace(line[:end]), line[end:]
		}
		f.list = append(f.list, field)
		if separator != ' ' {
			line = bytes.TrimLeft(line, blanks)
		}
		switch {
		case len(line) == 0:
			return nil
		case line[0] != separator && (separator != ' ' || line[0] != '\t'):
			return errors.New("text between a quotation mark and the separator: double the quotation marks within a field")
		}
		line = bytes.TrimLeft(line[1:], blanks)
	}
}

// unquoted returns the content of the quotation marks at the start of a text, and the rest.
func unquoted(text []byte) (field, rest []byte, err error) {
	for end := 1; ; end++ {
		i := bytes.IndexByte(text[end:], '"')
		if i < 0 {
			return nil, nil, errors.New("a quotation mark is not closed in this line")
		}
		if end += i; end+1 == len(text) || text[end+1] != '"' {
			return bytes.ReplaceAll(text[1:end], []byte(`""`), []byte(`"`)), text[end+1:], nil
		}
		end++
	}
}

// isAttributes reports whether a field holds networkx attributes in braces.
func isAttributes(field []byte) bool {
	return len(field) > 1 && field[0] == '{' && field[len(field)-1] == '}'
}
