package dpggan

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// ensemble holds one model per graph of a collection, [DPGGAN21] §4.1, each with its own random
// stream. A graph of one node has no model. All models train in step.
type ensemble[M any] struct {
	known
	models   []*M
	streams  []*rand.Rand
	decoders []allpairs.Decoder // one per worker
}

// newEnsemble makes the models; stream returns the random stream of a label.
func newEnsemble[M any](k known, stream func(label string) *rand.Rand, model func(i int, rng *rand.Rand) (*M, error)) (*ensemble[M], error) {
	f := &ensemble[M]{known: k, decoders: make([]allpairs.Decoder, parallel.Most())}
	for i, n := range k.sizes {
		name := fmt.Sprintf("graph %d", i)
		if k.names != nil {
			name = k.names[i]
		}
		rng := stream(name)
		f.streams = append(f.streams, rng)
		if n < 2 {
			f.models = append(f.models, nil)
			continue
		}
		m, err := model(i, rng)
		if err != nil {
			return nil, fmt.Errorf("%w (graph %d)", err, i)
		}
		f.models = append(f.models, m)
	}
	return f, nil
}

// values returns the trained state of all models, for a checkpoint.
func (f *ensemble[M]) values() (list []any) {
	for _, m := range f.models {
		if m != nil {
			list = append(list, any(m).(interface{ values() []any }).values()...)
		}
	}
	return list
}

// each calls do on every model, on all cores.
func (f *ensemble[M]) each(do func(i int, m *M, d *allpairs.Decoder, rng *rand.Rand) error) error {
	all := graph.Nodes(len(f.models))
	return f.some(all, do)
}

// some calls do on the models of the listed graphs.
func (f *ensemble[M]) some(taken []int32, do func(i int, m *M, d *allpairs.Decoder, rng *rand.Rand) error) error {
	errs := make([]error, len(taken))
	parallel.Blocks(len(taken), 1, func(worker, k, _ int) {
		i := int(taken[k])
		if m := f.models[i]; m != nil {
			if err := do(i, m, &f.decoders[worker], f.streams[i]); err != nil {
				errs[k] = fmt.Errorf("%w (graph %d)", err, i)
			}
		}
	})
	return errors.Join(errs...)
}

// decode draws a graph for each graph of the collection from its model.
func (f *ensemble[M]) decode(draw func(i int, m *M, rng *rand.Rand) (*graph.Graph, error)) ([]*graph.Graph, error) {
	graphs := make([]*graph.Graph, len(f.models))
	err := f.each(func(i int, m *M, _ *allpairs.Decoder, rng *rand.Rand) (err error) {
		graphs[i], err = draw(i, m, rng)
		return err
	})
	for i, m := range f.models {
		if m == nil && err == nil {
			graphs[i], _, err = graph.FromEdges(f.sizes[i], nil, graph.Options{})
		}
	}
	return graphs, err
}

// logit returns the logit of a density that is at least half a pair away from 0 and 1.
func logit(links int, pairs int64) float64 {
	p := min(max(float64(links), 0.5), float64(pairs)-0.5) / float64(pairs)
	return math.Log(p / (1 - p))
}
