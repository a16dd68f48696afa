package graphio

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// The graph of the METIS manual (version 5, Figure 2) in its four spellings.
func TestMETISOfTheManual(t *testing.T) {
	want := &graph.Network{Graph: build(t, 7, false,
		e{U: 0, V: 4}, e{U: 0, V: 2}, e{U: 0, V: 1}, e{U: 1, V: 2}, e{U: 1, V: 3}, e{U: 4, V: 2},
		e{U: 2, V: 3}, e{U: 3, V: 5}, e{U: 3, V: 6}, e{U: 4, V: 5}, e{U: 5, V: 6})}
	for name, c := range map[string]struct {
		text    string
		weights int
	}{
		"plain":        {"7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n", 0},
		"edge weights": {"7 11 001\n5 1 3 2 2 1\n1 1 3 2 4 1\n5 3 4 2 2 2 1 2\n2 1 3 2 6 2 7 5\n1 1 3 3 6 2\n5 2 4 2 7 6\n6 6 4 5\n", 8},
		"both weights": {"% comment\n7 11 011\n4 5 1 3 2 2 1\n%\n2 1 1 3 2 4 1\n5 5 3 4 2 2 2 1 2\n3 2 1 3 2 6 2 7 5\n1 1 1 3 3 6 2\n6 5 2 4 2 7 6\n2 6 6 4 5\n", 8},
		"ncon":         {"7 11 010 3\n1 2 0 5 3 2\n0 2 2 1 3 4\n4 1 1 5 4 2 1\n2 2 3 2 3 6 7\n1 1 1 1 3 6\n2 2 1 5 4 7\n1 2 1 6 4\n\n\n", 0},
		"sizes":        {"7 11 100\r\n9 5 3 2\r\n9 1 3 4\r\n9 5 4 2 1\r\n9 2 3 6 7\r\n9 1 3 6\r\n9 5 4 7\r\n9\t6 4", 0},
	} {
		w, report, err := read(c.text, Options{Format: METIS})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !w.Equal(want) || report != (graph.Report{WeightsDropped: c.weights}) {
			t.Errorf("%s: read %s, report %+v", name, show(w), report)
		}
	}
}

func TestMETISRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		checkRoundTrip(t, randomNetwork(t, r, false, false, false, false), METIS)
	}
}

// A hub has a line longer than any buffer.
func TestMETISLongLine(t *testing.T) {
	const n = 50_000
	edges := make([]graph.Edge, n-1)
	for i := range edges {
		edges[i].V = int32(i + 1)
	}
	checkRoundTrip(t, &graph.Network{Graph: build(t, n, false, edges...)}, METIS)
}

func TestMETISRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		line   int
		part   string
		reason string
	}{
		"nothing":             {text: "% c\n", reason: "cut short"},
		"short head":          {text: "7\n", line: 1, part: "7", reason: "the header must be"},
		"long head":           {text: "1 2 3 4 5\n", line: 1, part: "1 2 3 4 5", reason: "the header must be"},
		"format":              {text: "1 0 2\n\n", line: 1, part: "1 0 2", reason: "three digits"},
		"ncon alone":          {text: "1 0 1 2\n\n", line: 1, part: "1 0 1 2", reason: "ncon is given"},
		"word":                {text: "2 1\n2\n1 x\n", line: 3, part: "x", reason: "must be integers"},
		"negative":            {text: "2 1\n2\n-1\n", line: 3, part: "-1", reason: "must be integers"},
		"large":               {text: "2 1\n2\n99999999999999999999\n", line: 3, part: "99999999999999999999", reason: "must be integers"},
		"node 0":              {text: "2 1\n2\n0\n", line: 3, part: "0", reason: "neighbour 0 of node 2"},
		"node past n":         {text: "2 1\n3\n1\n", line: 2, part: "3", reason: "neighbour 3 of node 1"},
		"loop":                {text: "2 1\n2 1\n1\n", line: 2, part: "2 1", reason: "neighbour 1 of node 1"},
		"no weight":           {text: "2 1 1\n2 1\n1\n", line: 3, part: "1", reason: "a neighbour has no weight"},
		"no node weight":      {text: "2 1 11\n\n1\n", line: 2, reason: "must have 1 numbers"},
		"too few lines":       {text: "3 1\n2\n1\n", reason: "cut short: the head says 3 nodes, but there are lines for 2"},
		"incredible nodes":    {text: "2147483647 1\n2\n1\n", reason: "cut short"},
		"too many lines":      {text: "2 1\n2\n1\n\n1\n", line: 5, part: "1", reason: "more than 2 lines"},
		"listed twice":        {text: "2 1\n2 2\n1\n", reason: "1 neighbours are listed twice"},
		"one end only":        {text: "2 1\n2\n\n", reason: "1 edges are listed at one end only"},
		"wrong number":        {text: "3 2\n2\n1\n\n", reason: "the header declares 2 edges, found 1"},
		"reals are not METIS": {text: "2 1\n2.0\n1\n", line: 2, part: "2.0", reason: "must be integers"},
	} {
		t.Run(name, func(t *testing.T) {
			w, _, err := read(c.text, Options{Format: METIS})
			if err == nil {
				t.Fatalf("read %s", show(w))
			}
			if c.line == 0 {
				if !strings.Contains(err.Error(), c.reason) || !strings.Contains(err.Error(), "graphio: x: ") {
					t.Errorf("error %q, want one with %q", err, c.reason)
				}
				return
			}
			checkError(t, err, c.line, c.part, c.reason)
		})
	}
}

func TestMETISCannotHold(t *testing.T) {
	for _, w := range []*graph.Network{
		{Graph: build(t, 2, true, e{U: 0, V: 1})},
		{Graph: build(t, 2, false), IDs: intIDs(t, 1, 2)},
		{Graph: build(t, 2, false), Labels: []int32{0, 0}},
	} {
		if err := WriteTo(new(bytes.Buffer), METIS, w); err == nil {
			t.Errorf("wrote %s", show(w))
		}
	}
}
