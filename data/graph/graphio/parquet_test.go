package graphio

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parquet"
	"github.com/graphdp/graphdp/data/must"
)

// tableOf writes a table.
func tableOf(t testing.TB, note string, list ...parquet.Column) string {
	t.Helper()
	notes := map[string]string{}
	if note != "" {
		notes[parquetNote] = note
	}
	var out bytes.Buffer
	must.Do(t, parquet.Write(&out, notes, list...))
	return out.String()
}

func sides(from, to any) []parquet.Column {
	return []parquet.Column{{Name: "target", Values: to}, {Name: "source", Values: from}}
}

func TestParquetRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		checkRoundTrip(t, randomNetwork(t, r, true, false, false, true), Parquet)
	}
	for _, ids := range []*graph.IDs{stringIDs(t, "08", "7", "a,b\n"), intIDs(t, 3, 5, 1<<40)} {
		for _, edges := range [][]graph.Edge{nil, {e{U: 0, V: 2}}} {
			checkRoundTrip(t, &graph.Network{Graph: build(t, 3, true, edges...), IDs: ids}, Parquet)
		}
	}
}

// Tables of other programs have no note: nodes are the ids that occur, ordered as in an edge list.
func TestParquetOfOthers(t *testing.T) {
	for name, c := range map[string]struct{ table, list string }{
		"dense":   {tableOf(t, "", sides([]int64{2, 0, 1, 1}, []int64{1, 2, 1, 2})...), "2 1\n0 2\n1 1\n1 2\n"},
		"large":   {tableOf(t, "", sides([]int64{900000000000, 7}, []int64{7, 3})...), "900000000000 7\n7 3\n"},
		"strings": {tableOf(t, "", sides([]string{"carl", "ann"}, []string{"ann", "bob"})...), "carl ann\nann bob\n"},
	} {
		w, report, err := read(c.table, Options{})
		want, same, err2 := read(c.list, Options{})
		if err != nil || err2 != nil {
			t.Fatalf("%s: %v, %v", name, err, err2)
		}
		if !w.Equal(want) || report != same || len(w.Seen) != len(want.Seen) {
			t.Errorf("%s: read %s, %+v, want %s, %+v", name, show(w), report, show(want), same)
		}
		for u := range w.Seen {
			if w.Seen[u] != want.Seen[u] {
				t.Errorf("%s: another order", name)
			}
		}
	}
	table := tableOf(t, "", append(sides([]int64{0, 1}, []int64{1, 2}), parquet.Column{Name: "year", Values: []float64{1, 2}})...)
	if w, report, err := read(table, Options{Direction: Directed}); err != nil || !w.Graph.Directed() || report.AttributesDropped != 2 {
		t.Errorf("with a column more: %s, %+v, %v", show(w), report, err)
	}
}

// What pandas 2.3 and pyarrow 22 write is read, in both versions of pages.
func TestParquetOfPandas(t *testing.T) {
	for name, c := range map[string]struct {
		list    string
		dropped int
	}{
		"pandas.parquet":     {"carl ann\nann bob\nann zoë\n", 3},
		"pandas-int.parquet": {"7 2\n2 3\n900000000000 7\n", 0},
	} {
		w, report, err := Read("testdata/"+name, Options{})
		want, _, err2 := read(c.list, Options{})
		if err != nil || err2 != nil {
			t.Fatalf("%s: %v, %v", name, err, err2)
		}
		if !w.Equal(want) || report != (graph.Report{AttributesDropped: c.dropped}) {
			t.Errorf("%s: read %s, %+v, want %s", name, show(w), report, show(want))
		}
	}
}

func TestParquetErrors(t *testing.T) {
	ints := []int64{0, 1}
	good := tableOf(t, "", sides(ints, ints)...)
	for name, c := range map[string]struct{ content, want string }{
		"cut short":       {good[:len(good)-9], "cut short"},
		"no target":       {tableOf(t, "", parquet.Column{Name: "source", Values: ints}, parquet.Column{Name: "to", Values: ints}), `no column target: found ["source" "to"]; give the option columns`},
		"negative":        {tableOf(t, "", sides([]int64{0, -1}, ints)...), "row 1: id -1: must be at least 0"},
		"null":            {tableOf(t, "", sides([]any{int64(3), nil}, ints)...), "column source: row 1 has no value"},
		"floats":          {tableOf(t, "", sides([]float64{0, 1}, ints)...), "column source: holds DOUBLE, want integers or text"},
		"two types":       {tableOf(t, "", sides([]string{"a", "b"}, ints)...), "source has text and target has integers: use one type"},
		"no id":           {tableOf(t, "", sides([]string{"a", ""}, []string{"a", "b"})...), "id"},
		"no edges":        {tableOf(t, "", sides([]int64{}, []int64{})...), "no edges"},
		"no JSON":         {tableOf(t, "nodes: 7", sides(ints, ints)...), "is not the JSON"},
		"too many nodes":  {tableOf(t, `{"nodes":2000000000}`, sides(ints, ints)...), "2000000000 nodes, but has only 2 edges"},
		"below 0 nodes":   {tableOf(t, `{"nodes":-1}`, sides(ints, ints)...), "-1 nodes"},
		"too few nodes":   {tableOf(t, `{"nodes":1}`, sides(ints, ints)...), "row 1: id 1, but the metadata declares 1 nodes"},
		"alone":           {tableOf(t, `{"alone":["x"]}`, sides(ints, ints)...), `names the node "x"`},
		"nodes of text":   {tableOf(t, `{"nodes":2}`, sides([]string{"a"}, []string{"b"})...), "ids are text"},
		"a header's name": {tableOf(t, "", sides(ints, ints)...)[:8] + "PAR1", "cut short"},
	} {
		w, _, err := read(c.content, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "graphio: x: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s, %v", name, show(w), err)
		}
	}
	if _, _, err := read(good, Options{Header: NoHeader}); err == nil || !strings.Contains(err.Error(), "read as Parquet") {
		t.Errorf("with a header: %v", err)
	}
	labelled := &graph.Network{Graph: build(t, 2, false), Labels: []int32{0, 0}}
	if err := writeTo(new(bytes.Buffer), Parquet, labelled); err == nil || !strings.Contains(err.Error(), "labels") {
		t.Errorf("labels: %v", err)
	}
}

func FuzzParquet(f *testing.F) {
	f.Add([]byte(tableOf(f, `{"nodes":3}`, sides([]int64{0, 1}, []int64{1, 2})...)))
	f.Add([]byte(tableOf(f, `{"alone":["z"],"directed":true}`, sides([]string{"a", "b"}, []string{"b", "c"})...)))
	f.Fuzz(func(t *testing.T, content []byte) { fuzzOne(t, content, Options{Format: Parquet}) })
}
