package graphio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

func build(t testing.TB, n int, directed bool, edges ...graph.Edge) *graph.Graph {
	t.Helper()
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{Directed: directed}))(t)
	return g
}

func intIDs(t testing.TB, ids ...int64) *graph.IDs {
	t.Helper()
	return must.Get(graph.IntIDs(ids))(t)
}

func stringIDs(t testing.TB, ids ...string) *graph.IDs {
	t.Helper()
	return must.Get(graph.StringIDs(ids))(t)
}

// show writes a network so that it can be recognised in an error.
func show(w *graph.Network) string {
	if w == nil {
		return "nothing"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d nodes, directed %v", w.Graph.N(), w.Graph.Directed())
	for u := range int32(min(w.Graph.N(), 20)) {
		fmt.Fprintf(&b, " %s", w.IDs.Name(u))
	}
	for u, v := range w.Graph.Edges() {
		if fmt.Fprintf(&b, " (%d,%d)", u, v); b.Len() > 500 {
			break
		}
	}
	return b.String()
}

// checkError checks that err is an *Error of the line with the text and the reason.
func checkError(t *testing.T, err error, line int, text, reason string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Errorf("error %v of type %T, want *Error with %q", err, err, reason)
		return
	}
	if e.Line != line || e.Text != text || !strings.Contains(e.Reason, reason) || e.File != "x" {
		t.Errorf("error in line %d, text %q, reason %q; want line %d, %q, %q", e.Line, e.Text, e.Reason, line, text, reason)
	}
}

// randomNetwork draws a small network with some of the parts it can have.
func randomNetwork(t testing.TB, r *rand.Rand, ids, labels, attrs, directed bool) *graph.Network {
	t.Helper()
	n := r.IntN(12)
	w := &graph.Network{}
	var edges []graph.Edge
	for range r.IntN(2*n + 1) {
		edges = append(edges, graph.Edge{U: r.Int32N(int32(n)), V: r.Int32N(int32(n))})
	}
	w.Graph = build(t, n, directed && r.IntN(2) == 0, edges...)
	if ids && n > 0 {
		if r.IntN(2) == 0 {
			list := []int64{r.Int64N(3) + 1}
			for len(list) < n {
				list = append(list, list[len(list)-1]+1+r.Int64N(1<<r.IntN(50)))
			}
			w.IDs = intIDs(t, list...)
		} else {
			list := []string{}
			for u := range n {
				list = append(list, fmt.Sprintf("%cé%d", 'A'+u, r.IntN(50)))
			}
			w.IDs = stringIDs(t, list...)
		}
	}
	if labels && r.IntN(2) == 0 {
		w.Labels = make([]int32, n)
		for u := range w.Labels {
			w.Labels[u] = r.Int32N(4) - 1
		}
		if n > 2 {
			copy(w.Labels, []int32{0, 1, 2}) // all classes occur: GraphML keeps no others
			w.Classes = []string{"<first>", "second & \"third\"", "zweite"}
		}
	}
	if attrs && r.IntN(2) == 0 {
		cols := r.IntN(5)
		offsets, indices, values := []int64{0}, []int32{}, []float32{}
		for range n {
			for c := range cols {
				if r.IntN(2) == 0 {
					indices = append(indices, int32(c))
					values = append(values, float32(r.NormFloat64()))
				}
			}
			offsets = append(offsets, int64(len(indices)))
		}
		w.Attrs = must.Get(graph.NewAttributes(cols, offsets, indices, values))(t)
	}
	return w
}

func read(content string, o Options) (*graph.Network, graph.Report, error) {
	return ReadFrom(strings.NewReader(content), "x", o)
}

// checkRoundTrip writes a network and reads it back.
func checkRoundTrip(t testing.TB, w *graph.Network, f Format) {
	t.Helper()
	var out bytes.Buffer
	if err := writeTo(&out, f, w); err != nil {
		t.Fatalf("%v: %v", f, err)
	}
	content := out.String()
	back, report, err := ReadFrom(&out, "x", Options{Format: f})
	if err != nil {
		t.Fatalf("%v: %v\nof\n%q", f, err, content)
	}
	if !back.Equal(w) || report != (graph.Report{}) {
		t.Fatalf("%v: wrote %s\nread %s, report %+v\nfrom %q", f, show(w), show(back), report, content)
	}
}

// tidyLabels restricts labels to what a document preserves: classes that occur.
func tidyLabels(w *graph.Network) {
	if w.Classes != nil {
		for u := range min(3, len(w.Labels)) {
			w.Labels[u] = int32(u)
		}
	}
	if w.Labels != nil && !slices.ContainsFunc(w.Labels, func(l int32) bool { return l >= 0 }) {
		w.Labels = nil // labels without information
	}
}

// writeTo writes a network in a format, with blanks between the fields of an edge list.
func writeTo(out io.Writer, f Format, w *graph.Network) error {
	return writeAs(out, fileType{format: f, separator: ' '}, w)
}
