package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
)

// edgeParser parses the lines of one worker. An id below smallIDs stands for
// itself; larger integers and strings are numbered ^0, ^1, … as they come.
type edgeParser struct {
	*dialect
	seen       idSet // of the small integers
	large      interner[int64]
	names      interner[string]
	weights    int // other than 1
	attributes int // lists of them, as networkx writes
	fields     fields
}

func newEdgeParser(d *dialect) *edgeParser { return &edgeParser{dialect: d} }

// parse reads whole lines. On an error, lines counts up to the bad one.
func (p *edgeParser) parse(data []byte) (edges []graph.Edge, lines int, err error) {
	edges = make([]graph.Edge, 0, bytes.Count(data, []byte{'\n'}))
	lastU, lastV := int32(-1), int32(-1) // ids of the edge before, which are in seen
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

// quick parses the most common line, two small integers and nothing else, and
// returns its size with the newline, which data must contain. When the line
// needs more care the size is 0. It takes only lines that [edgeParser.line]
// takes, and gives the same.
func (p *edgeParser) quick(data []byte) (u, v int32, size int) {
	if p.strings || p.columns != 2 {
		return 0, 0, 0
	}
	x, i := digits(data, 0)
	j := i
	for data[j] == ' ' || data[j] == '\t' {
		j++
	}
	if p.comma && data[j] == ',' {
		for j++; data[j] == ' ' || data[j] == '\t'; j++ {
		}
	} else if p.comma || j == i {
		return 0, 0, 0
	}
	y, k := digits(data, j)
	if i == 0 || k == j || i > 9 || k-j > 9 { // 9 digits are below 2³¹
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

// digits reads an unsigned integer at data[i:], modulo 2⁶⁴, up to end. Data must
// end in something else than a digit.
func digits(data []byte, i int) (x uint, end int) {
	for c := data[i] - '0'; c <= 9; c = data[i] - '0' {
		x = 10*x + uint(c)
		i++
	}
	return x, i
}

// line parses any line; skip says that it holds no edge.
func (p *edgeParser) line(line []byte) (e graph.Edge, skip bool, err error) {
	if isComment(line) {
		return e, true, below(line)
	}
	if len(bytes.TrimSpace(line)) == 0 {
		return e, true, nil
	}
	if err := p.fields.split(line, p.comma); err != nil {
		return e, false, err
	}
	n := p.fields.n
	if p.fields.hasAttributes(line) {
		n = 2
		if p.fields.n > 3 || string(p.fields.list[2]) != "{}" {
			p.attributes++
		}
	}
	if n < 2 || n > 3 || n != p.columns {
		return e, false, p.wrongColumns(line)
	}
	if e.U, err = p.id(p.fields.list[0]); err != nil {
		return e, false, err
	}
	if e.V, err = p.id(p.fields.list[1]); err != nil {
		return e, false, err
	}
	if n == 3 {
		w, err := weight(p.fields.list[2])
		if err != nil {
			return e, false, err
		}
		if w != 1 {
			p.weights++
		}
	}
	return e, false, nil
}

// wrongColumns says what the line looks like that cannot be an edge.
func (p *edgeParser) wrongColumns(line []byte) error {
	const want = "must be two ids and an optional weight, separated by blanks, tabs or commas"
	switch kind, n := looksLike(line), p.fields.n; {
	case kind != "":
		return fmt.Errorf("%s; this looks like %s: %s", want, kind, setFormat)
	case n > 1 && n < 4 && p.columns > 0:
		return fmt.Errorf("found %d fields, but the first edge has %d: write one edge a line", n, p.columns)
	case n > 1:
		return errors.New(want + "; found more fields: if this is a node and its neighbours, write one edge a line")
	}
	return errors.New(want + "; found one field")
}

// node makes an id known though it may have no edge.
func (p *edgeParser) node(text []byte) error {
	_, err := p.id(text)
	return err
}

// id returns this worker's number of an id, a new one if need be.
func (p *edgeParser) id(text []byte) (int32, error) {
	if p.strings {
		if len(text) == 0 {
			return 0, errors.New("empty id")
		}
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
		return 1, nil // what unweighted files write
	}
	w, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(w) || math.IsInf(w, 0) {
		return 0, errors.New("weight is not a finite number")
	}
	if w == 0 {
		return 0, errors.New("weight 0 is ambiguous: remove the edge or give it another weight")
	}
	return w, nil
}

// interner numbers values in the order they come.
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

// fields are the fields of a line; the fourth is there to be one too many.
type fields struct {
	list [4][]byte
	n    int
}

// split finds up to four fields.
func (f *fields) split(line []byte, comma bool) error {
	f.n = 0
	line = bytes.TrimSpace(line)
	for f.n < len(f.list) && (len(line) > 0 || comma) {
		var end int
		if comma {
			end = bytes.IndexByte(line, ',')
		} else {
			end = bytes.IndexAny(line, " \t")
		}
		more := end >= 0
		if !more {
			end = len(line)
		}
		field := bytes.TrimSpace(line[:end])
		if comma {
			var err error
			if field, err = unquoted(field); err != nil {
				return err
			}
		}
		if len(field) == 0 {
			return errors.New("empty field: remove the extra separator")
		}
		f.list[f.n] = field
		f.n++
		if !more {
			return nil
		}
		line = line[end+1:]
		if !comma {
			line = bytes.TrimLeft(line, " \t")
		}
	}
	return nil
}

// unquoted takes off the quotation marks around a field between commas.
func unquoted(field []byte) ([]byte, error) {
	if len(field) == 0 || field[0] != '"' {
		return field, nil
	}
	if inner := field[1:]; bytes.IndexByte(inner, '"') == len(inner)-1 && len(inner) > 0 {
		return inner[:len(inner)-1], nil
	}
	return nil, errors.New("a quoted field contains a comma or a quotation mark: remove it")
}

// hasAttributes reports whether the third field of a line is what networkx
// writes after an edge: its attributes between braces.
func (f *fields) hasAttributes(line []byte) bool {
	return f.n > 2 && f.list[2][0] == '{' && bytes.HasSuffix(bytes.TrimSpace(line), []byte("}"))
}
