package study

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/backend"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/trial"
)

// Data is a data set: one graph, or a collection of graphs.
type Data struct {
	Network    *graph.Network
	Collection *graph.Collection
	File       bool // read from a file, whose nodes a study can declare
}

// undeclared reports whether nothing says which nodes there are, but edges.
func (d Data) undeclared() bool {
	if d.Collection == nil {
		return d.Network.ReadOff.Nodes
	}
	return slices.ContainsFunc(d.Collection.Graphs, func(w *graph.Network) bool { return w.ReadOff.Nodes })
}

// unclassed reports whether nothing says which classes nodes can have, but labels that are private.
func (d Data) unclassed(rel gdp.Relation) bool {
	return d.Collection == nil && (rel == gdp.NodeLevel || rel == gdp.NodeUnbounded) && d.Network.ReadOff.Classes
}

// Bench is where trials are made: the methods and the data sets that there are.
type Bench struct {
	Methods []method.Method
	// Open opens a data set, or a file with the nodes that are declared: [trial.Trial.Nodes].
	Open func(name, nodes string) (Data, error)

	mu     sync.Mutex
	opened map[[2]string]Data
}

// data opens a data set, once.
func (b *Bench) data(name, nodes string) (Data, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d, ok := b.opened[[2]string{name, nodes}]; ok {
		return d, nil
	}
	if b.Open == nil {
		return Data{}, fmt.Errorf("study: no data sets")
	}
	d, err := b.Open(name, nodes)
	if err == nil && d.Collection == nil && (d.Network == nil || d.Network.Graph == nil) {
		err = fmt.Errorf("study: %s has no graph", name)
	}
	if err != nil {
		return Data{}, err
	}
	if b.opened == nil {
		b.opened = map[[2]string]Data{}
	}
	if b.opened[[2]string{name, nodes}] = d; !d.File {
		b.opened[[2]string{name, ""}] = d // which trials on it ask for
	}
	return d, nil
}

// Run makes one trial, in this process.
func (b *Bench) Run(ctx context.Context, t trial.Trial) (found trial.Measured, err error) {
	if b == nil || ctx == nil {
		return found, fmt.Errorf("study: no bench, or no context")
	}
	m, err := method.Find(b.Methods, t.Method)
	if err != nil {
		return found, err
	}
	p, err := trial.ProtocolOf(t.Protocol)
	if err != nil {
		return found, err
	}
	var d Data
	if !p.IsAudit() {
		if d, err = b.data(t.Data, t.Nodes); err != nil {
			return found, err
		}
	}
	if p.OfCollections() {
		if d.Collection == nil {
			d.Collection = &graph.Collection{Graphs: []*graph.Network{d.Network}}
		}
		found, err = trial.EvaluateCollection(ctx, m, t, d.Collection, nil)
	} else {
		found, err = trial.Evaluate(ctx, m, t, d.Network, nil)
	}
	if choice, err := backend.Choose(); err == nil { // of what cannot run there is none
		found.Made.Backend = choice.Name
	}
	return found, err
}
