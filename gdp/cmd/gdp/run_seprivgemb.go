package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb"
	"github.com/graphdp/graphdp/models/null"
)

var seprivgembMethod = method{
	about:    "embed the nodes; strict: by noisy degrees (published, author and s-node-1 want --relation node, s-node-2 node-unbounded and --set MaxDegree)",
	relation: gdp.EdgeLevel,
	modes:    seprivgembModes(),
	run:      runSEPrivGEmb,
}

// seprivgembModes are the package's modes.
func seprivgembModes() map[string]func() any {
	modes := map[string]func() any{}
	for _, mode := range seprivgemb.Modes() {
		c, _, err := seprivgemb.Setting(mode)
		if err != nil {
			panic(err) // Setting knows what Modes lists
		}
		modes[mode] = configOf(func() seprivgemb.Config { return c })
	}
	return modes
}

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
	c, ok := j.config.(*seprivgemb.Config)
	if !ok {
		return nil, nil, fmt.Errorf("seprivgemb has no configuration %T", j.config)
	}
	var r *seprivgemb.Result
	var err error
	kept := seprivgemb.Checkpoint(j.checkpoint)
	if j.mode == nonPrivate {
		r, err = seprivgemb.Train(ctx, j.data.Graph, *c, j.seed, j.step, kept)
	} else {
		r, err = seprivgemb.Run(ctx, j.session, *c, j.step, kept)
	}
	if err != nil {
		return nil, nil, err
	}
	out := embedding{len(r.In), c.Dim, r.Steps, r.Multiplier}
	return out, func(w io.Writer) error { return writeRows(w, r.In, j.data.IDs) }, nil
}

// writeRows writes a line for each node: what it is called in the graph's file, and its
// row.
func writeRows(w io.Writer, x null.Rows, ids *graph.IDs) error {
	b := bufio.NewWriter(w)
	for u, row := range x {
		fmt.Fprint(b, ids.Name(int32(u)))
		for _, v := range row {
			fmt.Fprintf(b, " %g", v)
		}
		fmt.Fprintln(b)
	}
	return b.Flush()
}
