package gap

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/aggregate"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/perceptron"
	"github.com/graphdp/graphdp/models/split"
	"github.com/graphdp/graphdp/models/train"
)

// Result is what a run gives.
type Result struct {
	Model      *Model         `json:"model"`
	Split      split.Nodes    `json:"split"`
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"`        // nil for [Train]
	Multiplier float64        `json:"noise_multiplier,omitempty"` // of each hop
}

// Run runs [Published].
func Run(ctx context.Context, s *gdp.Session, c ByArc, w *checkpoint.Watch) (*Result, error) {
	return edgePrivate(ctx, s, c, c.Layers, c.Hops, w, func(r aggregate.Rows, name string, n int) gdp.Bounded[gdp.L2] {
		return r.ByArc(name, n, "[GAP23]")
	})
}

// RunStrict runs [Strict].
func RunStrict(ctx context.Context, s *gdp.Session, c ByEdge, w *checkpoint.Watch) (*Result, error) {
	return edgePrivate(ctx, s, c, c.Layers, c.Hops, w, aggregate.Rows.Query)
}

// Alone runs [Null], which costs nothing.
func Alone(ctx context.Context, s *gdp.Session, c Layers, w *checkpoint.Watch) (*Result, error) {
	t, err := public(s, c, 0)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "gap", c, w, func(run *checkpoint.Run) (*Result, error) {
		r, err := t.learn(ctx, run, nil)
		if err != nil {
			return nil, err
		}
		return r.guaranteed(run.Session())
	})
}

func (r *Result) guaranteed(s *gdp.Session) (*Result, error) {
	g, err := s.Guarantee()
	r.Guarantee = &g
	return r, err
}

// bounded makes a query of the sums of rows, under a name.
type bounded func(r aggregate.Rows, name string, nodes int) gdp.Bounded[gdp.L2]

// edgePrivate spends the session's budget on the sums of all hops. Run again with the same
// configuration on the same journal, it returns the kept release at no cost.
func edgePrivate(ctx context.Context, s *gdp.Session, config interface{ Check() error }, c Layers, hops int, w *checkpoint.Watch, query bounded) (*Result, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	t, err := public(s, c, hops)
	if err != nil {
		return nil, err
	}
	multiplier, err := aggregate.Multiplier(s, hops)
	if err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	return checkpoint.Once(ctx, s, "gap", config, w, func(run *checkpoint.Run) (*Result, error) {
		hop := func(first string, h int, r aggregate.Rows) gdp.Release[[]float64] {
			name := fmt.Sprintf("sums of neighbours' rows, hop %d of %d from rows %s", h, hops, first)
			return gdp.NewGaussianMultiplier(fmt.Sprintf("hop %d", h), query(r, name, t.x.Rows()), multiplier)
		}
		r, err := t.learn(ctx, run, func(x aggregate.Rows) (sums [][]float64, err error) {
			first := x.Digest()
			var spends []gdp.Spend
			for h := range hops {
				spends = append(spends, hop(first, h+1, x))
			}
			if err := run.Reserve(spends...); err != nil {
				return nil, err
			}
			return each(hops, t.c.Hidden, x, func(h int, x aggregate.Rows) ([]float64, error) {
				return hop(first, h, x).Draw(run.Session())
			})
		})
		if err != nil {
			return nil, err
		}
		r.Multiplier = multiplier
		return r.guaranteed(run.Session())
	})
}

// each takes the sums of hop after hop, each of the rows that the one before it gave:
// [GAP23] Aggregation module.
func each(hops, width int, x aggregate.Rows, sum func(hop int, x aggregate.Rows) ([]float64, error)) (all [][]float64, err error) {
	for h := range hops {
		sums, err := sum(h+1, x)
		if err != nil {
			return nil, err
		}
		all, x = append(all, sums), aggregate.Unit(width, sums)
	}
	return all, nil
}

// Train runs [NonPrivate], on the plain network.
func Train(ctx context.Context, net *graph.Network, c Exact, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if net == nil || net.Graph == nil {
		return nil, errors.New("gap: no network")
	}
	if err := method.Lacking(net.Attrs != nil, net.Labels != nil); err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	t, err := c.Layers.open(net.Attrs, net.Labels, len(net.Classes), c.Hops)
	if err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "gap", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		g := net.Graph.Undirected()
		return t.learn(ctx, run, func(x aggregate.Rows) ([][]float64, error) {
			return each(c.Hops, c.Hidden, x, func(_ int, x aggregate.Rows) ([]float64, error) { return x.Sum(g), nil })
		})
	})
}

// task is a run that can begin.
type task struct {
	c                   Layers
	x                   *graph.Attributes
	labels              []int32
	hops                int
	encoder, classifier perceptron.Net
	split               split.Nodes
	known               []int32 // training nodes that have a label
}

// public checks that features and labels are public, and all that can be wrong.
func public(s *gdp.Session, c Layers, hops int) (*task, error) {
	p := s.Public()
	switch {
	case s.Relation() != gdp.EdgeLevel:
		return nil, fmt.Errorf("gap: under the relation %v labels and features are private; take %v, or mode published-ndp", s.Relation(), gdp.EdgeLevel)
	case p.Attrs == nil || p.Labels == nil:
		return nil, fmt.Errorf("gap: %w", method.Lacking(p.Attrs != nil, p.Labels != nil))
	}
	return c.open(p.Attrs, p.Labels, len(p.Classes), hops)
}

func (c Layers) open(x *graph.Attributes, labels []int32, names, hops int) (*task, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := aggregate.Size(x.Rows()); err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	t := &task{c: c, x: x, labels: labels, hops: hops}
	var err error
	if t.encoder, t.classifier, err = c.nets(x.Cols(), names, hops); err != nil {
		return nil, err
	}
	if t.split, err = c.Split.Of(x.Rows()); err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	if t.known = (perceptron.Data{Labels: labels}).Known(t.split.Train, t.encoder.Classes()); len(t.known) == 0 {
		return nil, fmt.Errorf("gap: no node to learn from has a label")
	}
	return t, nil
}

// nets returns encoder and classifier.
func (c Layers) nets(columns, names, hops int) (encoder, classifier perceptron.Net, err error) {
	if c.Classes != 0 {
		names = c.Classes
	}
	if columns < 1 || names < 2 {
		return encoder, classifier, fmt.Errorf("gap: nodes with %d features, of %d classes: there is nothing to learn; set Classes where the network does not name them", columns, names)
	}
	encoder, classifier = c.encoder(columns, names), c.classifier(hops, names)
	if err = encoder.Check(); err == nil {
		err = classifier.Check()
	}
	if err != nil {
		err = fmt.Errorf("gap: %w", err)
	}
	return encoder, classifier, err
}

// fit is a training on all nodes that have a label.
func (t *task) fit(n perceptron.Net, columns, epochs int) *perceptron.Fit {
	return &perceptron.Fit{
		Model: n.Model(), Columns: columns, Classes: n.Classes(), Records: t.known, Steps: epochs,
		Optimiser: train.DefaultAdam(t.c.Rate), Decay: t.c.Decay, Backend: t.c.Backend,
	}
}

// learn trains the encoder, which is done again where a run continues, takes the sums, and
// trains the classifier. No more than the sums reads an edge.
func (t *task) learn(ctx context.Context, run *checkpoint.Run, sums func(x aggregate.Rows) ([][]float64, error)) (*Result, error) {
	rng := rand.New(rand.NewPCG(t.c.Start, 0)) // of no session: its rows have one name, whoever asks for their sums
	first, second := t.encoder.First(rng), t.classifier.First(rng)
	early, late := t.fit(t.encoder, t.x.Cols(), t.c.EncoderEpochs), t.fit(t.classifier, (t.hops+1)*t.c.Hidden, t.c.Epochs)
	defer early.Close()
	defer late.Close()
	if err := late.Open(second); err != nil { // what is wrong shows before anything is paid
		return nil, fmt.Errorf("gap: %w", err)
	}
	if err := early.Open(first); err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	data := perceptron.Data{Rows: perceptron.Features(t.x, t.c.Unit), Labels: t.labels}
	if err := early.Learn(ctx, data); err != nil {
		return nil, fmt.Errorf("gap: the encoder: %w", err)
	}
	weights, err := early.Weights()
	if err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	m := &Model{Encoder: perceptron.NewModel(t.encoder, weights, data, t.known), Unit: t.c.Unit}
	x, err := encode(m.Encoder, t.x, t.c.Unit)
	if err != nil {
		return nil, err
	}
	rows := [][]float32{x.Float32s()}
	if t.hops > 0 {
		all, err := sums(x)
		if err != nil {
			return nil, err
		}
		for _, s := range all {
			m.Sums = append(m.Sums, float32s(s))
			rows = append(rows, aggregate.Unit(t.c.Hidden, m.Sums[len(m.Sums)-1]).Float32s())
		}
	}
	// From here on nothing reads an edge.
	data.Rows = joined(t.c.Hidden, rows...)
	if err := perceptron.Train(ctx, run, perceptron.Stage{Fit: late, Begin: func() (perceptron.Data, error) { return data, nil }}); err != nil {
		return nil, err
	}
	if weights, err = late.Weights(); err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	m.Classifier = perceptron.NewModel(t.classifier, weights, data, t.known)
	return &Result{Model: m, Split: t.split}, nil
}

func float32s(x []float64) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = float32(v)
	}
	return out
}
