package trial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/method"
)

// Bench plans studies and runs trials with its methods and data sets.
type Bench struct {
	Methods []method.Method
	// Open opens a data set, or a file with the declarations of the source. A graph is a collection
	// of one.
	Open func(from Source) (c *graph.Collection, file bool, err error)
	// Skip is called for combinations that [Bench.Plan] leaves out as impossible, such as a
	// classifier on data without features. If it is nil, Plan returns an error instead.
	Skip func(what, why string)

	mu     sync.Mutex
	opened map[Source]opened
}

// Source identifies the data of a trial; see the fields of [Trial].
type Source struct{ Data, Nodes, Reading string }

// opened is an open data set; the zero value is one that was not opened.
type opened struct {
	*graph.Collection
	file bool // a study can declare its nodes
}

// single reports whether the data are one graph.
func (d opened) single() bool { return d.Collection != nil && len(d.Graphs) == 1 }

// several reports whether the data are a collection, and not a single graph.
func (d opened) several() bool { return d.Collection != nil && len(d.Graphs) != 1 }

// data opens a data set, once.
func (b *Bench) data(from Source) (d opened, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d, ok := b.opened[from]; ok {
		return d, nil
	}
	if b.Open == nil {
		return d, errors.New("no data sets")
	}
	if d.Collection, d.file, err = b.Open(from); err != nil {
		return d, err
	}
	if d.Collection == nil || slices.ContainsFunc(d.Graphs, func(w *graph.Network) bool { return w == nil || w.Graph == nil }) {
		return d, fmt.Errorf("%s has no graph", from.Data)
	}
	if b.opened == nil {
		b.opened = map[Source]opened{}
	}
	if b.opened[from] = d; !d.file {
		b.opened[Source{Data: from.Data}] = d // named in its trials
	}
	return d, nil
}

// Run runs one trial in this process.
func (b *Bench) Run(ctx context.Context, t Trial) (found Measured, err error) {
	if b == nil || ctx == nil {
		return found, errors.New("trial: no bench, or no context")
	}
	m, err := method.Find(b.Methods, t.Method)
	if err != nil {
		return found, err
	}
	p, err := ProtocolOf(t.Protocol)
	if err != nil {
		return found, err
	}
	var d opened
	if !p.IsAudit() {
		if d, err = b.data(Source{t.Data, t.Nodes, t.Reading}); err != nil {
			return found, fmt.Errorf("trial: %w", err)
		}
	}
	found, err = Evaluate(ctx, m, t, d.Collection, nil)
	found.Made.Backend = t.backend(m)
	return found, err
}

// backend returns the backend of a trial's networks: the mode's setting Backend, or the default of
// the machine. Without that setting a mode runs in pure Go and opens none. The name is empty for a
// trial that cannot run.
func (t Trial) backend(m method.Method) string {
	_, config, err := t.mode(m)
	if err != nil {
		return ""
	}
	settings, _ := method.Settings(config) // none if not a struct
	i := slices.IndexFunc(settings, func(s method.Setting) bool { return s.Name == "Backend" })
	switch {
	case i < 0:
		if c, err := backend.Choose(); err == nil && c.Graphs {
			return c.Name
		}
		return "go"
	case settings[i].Value != "":
		return fmt.Sprint(settings[i].Value)
	}
	choice, _ := backend.Choose()
	return choice.String()
}
