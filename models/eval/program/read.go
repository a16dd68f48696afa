package program

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/release"
)

// read parses a program's output for a graph of n declared nodes.
func (p *Program) read(out []byte, n int) (release.Release, error) {
	switch p.kind {
	case release.KindGraph:
		name := "out" + p.Out
		net, _, err := graphio.ReadFrom(bytes.NewReader(out), name, graphio.Options{Direction: graphio.Undirected})
		if err == nil && net.ReadOff.Nodes || len(bytes.TrimSpace(out)) == 0 { // nodes that it does not declare are those of the input
			net, _, err = graphio.ReadFrom(bytes.NewReader(out), name, graphio.Options{Direction: graphio.Undirected, Nodes: n})
		}
		if err != nil {
			return nil, err
		}
		net.IDs, net.Seen = nil, nil
		return release.Graph{Network: net}, nil
	case release.KindGraphs:
		z, err := zip.NewReader(bytes.NewReader(out), int64(len(out)))
		if err != nil {
			return nil, err
		}
		c, _, err := graphio.ReadCollectionFS(z, "out.zip", graphio.Options{Direction: graphio.Undirected})
		return release.Graphs{Collection: c}, err
	case release.KindStatistics:
		return readNumbers(out)
	}
	rows, err := readRows(out)
	if err != nil {
		return nil, err
	}
	if len(rows) != n && p.relation != gdp.NodeUnbounded { // n may differ from the number of nodes that the program sees
		return nil, fmt.Errorf("it wrote %d rows for %d nodes", len(rows), n)
	}
	if p.kind == release.KindClassifier {
		s := &release.Scores{Classes: len(rows[0])}
		for _, row := range rows {
			s.Values = append(s.Values, row...)
		}
		return release.Classifier{Model: s, Classes: s.Classes}, nil
	}
	m, err := embed.FromRows(rows)
	return release.Embedding{Matrix: m}, err
}

// readRows reads a table of numbers, such as numpy.savetxt writes: a line for each node, with
// blanks or commas between numbers.
func readRows(out []byte) (rows [][]float32, err error) {
	for line := range strings.Lines(string(out)) {
		line, _, _ = strings.Cut(line, "#")
		var row []float32
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,;\t\r\n", r) }) {
			x, err := strconv.ParseFloat(word, 32)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				return nil, fmt.Errorf("it wrote %.20q, where a row of numbers is expected", word)
			}
			row = append(row, float32(x))
		}
		if row == nil {
			continue
		}
		if rows = append(rows, row); len(row) != len(rows[0]) {
			return nil, fmt.Errorf("it wrote a row of %d numbers after rows of %d", len(row), len(rows[0]))
		}
	}
	if rows == nil {
		return nil, errors.New("it wrote no rows of numbers")
	}
	return rows, nil
}

// readNumbers reads a number, a list, or an object of numbers and lists in JSON.
func readNumbers(out []byte) (release.Statistics, error) {
	text := []byte(strings.NewReplacer("NaN", "null", "-Infinity", "-1e300", "Infinity", "1e300").Replace(string(out))) // as Python writes them
	var all any
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&all); err != nil || d.Decode(new(any)) != io.EOF {
		return nil, errors.New("it wrote no JSON: a number, a list, or an object of numbers and lists")
	}
	s := release.Statistics{}
	var add func(name string, x any) bool
	add = func(name string, x any) bool {
		switch x := x.(type) {
		case float64:
			s[name] = append(s[name], x)
		case nil:
			s[name] = append(s[name], math.NaN())
		case bool:
			s[name] = append(s[name], map[bool]float64{true: 1}[x])
		case []any:
			return !slices.ContainsFunc(x, func(y any) bool { return !add(name, y) })
		case map[string]any:
			for key, y := range x {
				if !add(strings.TrimPrefix(name+"."+key, "."), y) {
					return false
				}
			}
		default:
			return false
		}
		return true
	}
	if !add("", all) {
		return nil, errors.New("it wrote JSON with text, where numbers are expected")
	}
	return s, nil
}
