package main

import (
	"context"
	"fmt"
	"io"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/graphio"
	"github.com/graphdp/graphdp/models/null"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
)

var privdprMethod = method{
	about:    "a synthetic graph by deep PageRank; strict: by its degree distribution",
	relation: gdp.NodeLevel,
	modes: map[string]func() any{
		"published": configOf(privdpr.Published), "author": configOf(privdpr.AuthorCode), "strict": configOf(privdpr.Strict),
		"variant-a": configOf(privdpr.VariantA), "variant-b": configOf(privdpr.VariantB),
		nonPrivate: configOf(privdpr.NonPrivate), "null": configOf(null.Paper),
	},
	run: runPrivDPR,
}

// synthetic is what a run that releases a graph prints.
type synthetic struct {
	Nodes  int `json:"nodes"`
	Edges  int `json:"edges"`
	Wanted int `json:"edges_wanted"`
}

// String is the release for people.
func (s synthetic) String() string {
	return fmt.Sprintf("a graph of %d nodes and %d edges", s.Nodes, s.Edges)
}

func runPrivDPR(ctx context.Context, j job) (any, func(io.Writer) error, error) {
	if j.data.Collection != nil {
		return nil, nil, fmt.Errorf("privdpr makes a synthetic graph of one graph; this is a collection")
	}
	var g *graph.Graph
	var wanted int
	switch c := j.config.(type) {
	case *null.Config:
		r, err := null.Run(ctx, j.session, *c)
		if err != nil {
			return nil, nil, err
		}
		g, wanted = r.Graph, r.Edges
	case *privdpr.Config:
		var r *privdpr.Result
		var err error
		kept := privdpr.Checkpoint(j.checkpoint)
		if j.mode == nonPrivate {
			r, err = privdpr.DPR(ctx, j.data.Graph, *c, j.seed, j.step, kept)
		} else {
			r, err = privdpr.Run(ctx, j.session, *c, j.step, kept)
		}
		if err != nil {
			return nil, nil, err
		}
		g, wanted = r.Graph, r.Edges
	}
	write := func(w io.Writer) error { return graphio.WriteTo(w, graphio.EdgeList, &graph.Network{Graph: g}) }
	return synthetic{g.N(), g.M(), wanted}, write, nil
}
