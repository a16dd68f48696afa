package graphio

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// The first two are the output of scipy.io.mmwrite of SciPy 1.17, for the pattern of a path and for
// an asymmetric matrix of integers.
func TestMatrixMarketDialects(t *testing.T) {
	path := []e{{U: 0, V: 1}, {U: 1, V: 2}}
	for name, c := range map[string]struct {
		text   string
		o      Options
		arcs   bool
		report graph.Report
		edges  []e
	}{
		"SciPy, symmetric":       {text: "%%MatrixMarket matrix coordinate pattern symmetric\n%\n3 3 2\n2 1\n3 2\n", edges: path},
		"SciPy, general":         {text: "%%MatrixMarket matrix coordinate integer general\n%\n3 3 3\n1 2 1\n2 3 5\n3 2 1\n", arcs: true, edges: append(path, e{U: 2, V: 1}), report: graph.Report{WeightsDropped: 1}},
		"general, undirected":    {text: "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n2 3\n3 2\n", o: Options{Direction: Undirected}, edges: path},
		"twice, a loop":          {text: "%%MatrixMarket matrix coordinate pattern general\n3 3 4\n1 2\n2 3\n2 3\n2 2\n", arcs: true, edges: path, report: graph.Report{LoopsDropped: 1, DuplicatesDropped: 1}},
		"symmetric, twice":       {text: "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 4\n2 1\n3 2\n2 3\n3 3\n", edges: path, report: graph.Report{LoopsDropped: 1, DuplicatesDropped: 1}},
		"symmetric, directed":    {text: "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 2\n3 3\n", o: Options{Direction: Directed}, arcs: true, edges: append(path, e{U: 1, V: 0}, e{U: 2, V: 1}), report: graph.Report{LoopsDropped: 1}},
		"capitals, reals, blank": {text: "%%matrixmarket MATRIX Coordinate Real Symmetric\r\n% c\r\n\r\n 3\t3 2 \r\n2 1 1.0e0\r\n% d\r\n3 2 0.5\r\n", edges: path, report: graph.Report{WeightsDropped: 1}},
	} {
		w, report, err := ReadFrom(strings.NewReader(c.text), "x", c.o) // found by content
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := (&graph.Network{Graph: build(t, 3, c.arcs, c.edges...)}); !w.Equal(want) || report != c.report {
			t.Errorf("%s: read %s, %v; want %s, %v", name, show(w), report, show(want), c.report)
		}
	}
}

func TestMatrixMarketRefuses(t *testing.T) {
	const head = "%%MatrixMarket matrix coordinate pattern symmetric\n"
	const valued = "%%MatrixMarket matrix coordinate real general\n"
	for name, c := range map[string]struct {
		text   string
		line   int // 0: an error of the file as a whole
		part   string
		reason string
	}{
		"nothing":             {text: "", reason: "cut short: no line of sizes"},
		"another file":        {text: "0 1\n", line: 1, part: "0 1", reason: "the first line must be like: %%MatrixMarket matrix coordinate pattern symmetric"},
		"dense":               {text: "%%MatrixMarket matrix array real general\n", line: 1, part: "array", reason: "must be coordinate"},
		"complex":             {text: "%%MatrixMarket matrix coordinate complex general\n", line: 1, part: "complex", reason: "must be pattern or integer or real"},
		"no sizes":            {text: head + "% c\n", reason: "no line of sizes"},
		"large size":          {text: head + "2147483648 2147483648 1\n", line: 2, part: "2147483648 2147483648 1", reason: "must be the sizes"},
		"not a square":        {text: head + "3 4 1\n", line: 2, part: "3 4 1", reason: "3 rows and 4 columns: an adjacency matrix must be square"},
		"incredible nodes":    {text: head + "2147483647 2147483647 1\n2 1\n", reason: "2147483647 nodes, but has only 1 entries"},
		"too few":             {text: head + "3 3 2\n2 1\n", reason: "cut short: 1 entries, but the sizes say 2"},
		"too many":            {text: head + "3 3 1\n2 1\n\n3 1\n", line: 5, part: "3 1", reason: "more than 1 entries"},
		"column past the end": {text: head + "3 3 1\n1 4\n", line: 3, part: "4", reason: "want a row and a column of 1 … 3"},
		"a word":              {text: head + "3 3 1\nx 1\n", line: 3, part: "x", reason: "want a row and a column"},
		"a value":             {text: head + "3 3 1\n2 1 1\n", line: 3, part: "2 1 1", reason: "3 numbers: must be 2"},
		"no value":            {text: valued + "3 3 1\n2 1\n", line: 3, part: "2 1", reason: "2 numbers: must be 3"},
		"value 0":             {text: valued + "3 3 1\n2 1 0.0\n", line: 3, part: "2 1 0.0", reason: "is ambiguous"},
		"value NaN":           {text: valued + "3 3 1\n2 1 nan\n", line: 3, part: "2 1 nan", reason: "not a finite number"},
	} {
		t.Run(name, func(t *testing.T) {
			w, _, err := read(c.text, Options{Format: MatrixMarket})
			if err == nil {
				t.Fatalf("read %s", show(w))
			}
			if c.line == 0 {
				if !strings.HasPrefix(err.Error(), "graphio: x: ") || !strings.Contains(err.Error(), c.reason) {
					t.Errorf("error %q, want one with %q", err, c.reason)
				}
				return
			}
			checkError(t, err, c.line, c.part, c.reason)
		})
	}
}
