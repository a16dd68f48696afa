package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/null"
	"github.com/graphdp/graphdp/models/seprivgemb"
)

var seprivgembMethod = method{
	about:    "embed the nodes; strict: by noisy degrees (published, author and s-node-1 want --relation node)",
	relation: gdp.EdgeLevel,
	modes: map[string]func() any{
		"published": configOf(seprivgemb.Published), "author": configOf(seprivgemb.AuthorCode), "strict": configOf(seprivgemb.Strict),
		"s-edge": configOf(seprivgemb.SEdge), "s-edge-1": configOf(seprivgemb.SEdge1), "s-node-1": configOf(seprivgemb.SNode1),
		"control": configOf(seprivgemb.DegreeControl), nonPrivate: configOf(seprivgemb.NonPrivate),
		"null": configOf(func() untrained { return untrained{Dim: 128} }),
	},
	run: runSEPrivGEmb,
}

// untrained is the configuration of rows that know nothing.
type untrained struct{ Dim int }

// embedding is what a run that releases an embedding prints.
type embedding struct {
	Nodes      int     `json:"nodes"`
	Dim        int     `json:"dim"`
	Steps      int     `json:"steps,omitempty"`
	Multiplier float64 `json:"noise_multiplier,omitempty"`
}

// String is the release for people.
func (e embedding) String() string {
	return fmt.Sprintf("%d rows of %d numbers", e.Nodes, e.Dim)
}

func runSEPrivGEmb(ctx context.Context, j job) (any, func(io.Writer) error, error) {
	if j.data.Collection != nil {
		return nil, nil, fmt.Errorf("seprivgemb embeds the nodes of one graph; this is a collection")
	}
	var r *seprivgemb.Result
	var dim int
	var err error
	switch c := j.config.(type) {
	case *untrained:
		r, dim = &seprivgemb.Result{}, c.Dim
		r.In, err = null.Untrained(j.session.Public().Nodes, dim, j.session.PublicStream("untrained rows"))
	case *seprivgemb.Config:
		dim = c.Dim
		if j.mode == nonPrivate {
			r, err = seprivgemb.Train(ctx, j.data.Graph, *c, j.seed, j.step)
		} else {
			r, err = seprivgemb.Run(ctx, j.session, *c, j.step)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	out := embedding{len(r.In), dim, r.Steps, r.Multiplier}
	return out, func(w io.Writer) error { return writeRows(w, r.In) }, nil
}

// writeRows writes a line for each node: its number and its row.
func writeRows(w io.Writer, x null.Rows) error {
	b := bufio.NewWriter(w)
	for u, row := range x {
		fmt.Fprint(b, u)
		for _, v := range row {
			fmt.Fprintf(b, " %g", v)
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}
