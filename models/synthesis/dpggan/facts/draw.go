package facts

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/query"
)

const (
	shuffled = 10 // swaps per edge until a wiring counts as random
	levels   = 4  // of triangles, above random
	closing  = 20 // proposals per edge towards the most triangles
	aiming   = 40 // proposals per edge towards the noisy statistics
	// componentPrice is the cost of one component more or less, in triangles.
	componentPrice = 2
)

// drawn is a graph under construction.
type drawn struct {
	greedy, random *wiring // with the same degrees
	// triangles counts triangles of the random graph, of levels between, and of the most closed
	// graph; packed has their packings.
	triangles, packed [levels + 1]float64
}

// at returns the triangle count of a graph whose packing lies at a level between random, 0, and
// closed, 1.
func (d *drawn) at(level float64) float64 {
	want, k := d.packed[0]+level*(d.packed[levels]-d.packed[0]), 1
	for k < levels && d.packed[k] < want {
		k++
	}
	low, high, share := d.packed[k-1], d.packed[k], 0.0
	if high > low {
		share = (want - low) / (high - low)
	}
	return math.Round(max(d.triangles[k-1]+share*(d.triangles[k]-d.triangles[k-1]), 0))
}

// Draw draws a graph for each list of statistics. It has their degrees and about their triangles
// and components. It reads nothing private.
func (f *Noisy) Draw(ctx context.Context, r *rand.Rand) ([]*graph.Graph, error) {
	degrees, all := make([][]int, len(f.sizes)), make([]drawn, len(f.sizes))
	for i := range f.sizes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		degrees[i] = f.degrees(i)
		var err error
		if all[i], err = f.begin(ctx, i, degrees[i], r); err != nil {
			return nil, fmt.Errorf("facts: graph %d: %w", i, err)
		}
	}
	components, triangles := f.components(degrees), f.triangles(all)
	graphs := make([]*graph.Graph, len(f.sizes))
	for i, d := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w := d.random
		if math.Abs(float64(d.greedy.triangles)-triangles[i]) < math.Abs(float64(w.triangles)-triangles[i]) {
			w = d.greedy
		}
		err := w.anneal(ctx, aiming, func() float64 { return math.Abs(float64(w.triangles) - triangles[i]) }, componentPrice, components[i], r)
		if err == nil {
			graphs[i], err = w.graph()
		}
		if err != nil {
			return nil, fmt.Errorf("facts: graph %d: %w", i, err)
		}
	}
	return graphs, nil
}

// begin wires the degrees of graph i at random, and with as many triangles as annealing finds.
func (f *Noisy) begin(ctx context.Context, i int, degrees []int, r *rand.Rand) (d drawn, err error) {
	d.greedy = wire(degrees)
	d.random = d.greedy.clone()
	if err := d.random.shuffle(ctx, shuffled, r); err != nil {
		return d, err
	}
	closed := d.random.clone()
	if err := closed.anneal(ctx, closing, func() float64 { return -float64(closed.triangles) }, 0, 0, r); err != nil {
		return d, err
	}
	if d.greedy.triangles > closed.triangles {
		closed = d.greedy
	}
	for k := range d.packed {
		w := d.random
		switch {
		case k == levels:
			w = closed
		case k > 0:
			w = d.random.clone()
			want := float64(d.random.triangles) + float64(k)/levels*float64(closed.triangles-d.random.triangles)
			if err := w.anneal(ctx, closing, func() float64 { return math.Abs(float64(w.triangles) - want) }, 0, 0, r); err != nil {
				return d, err
			}
		}
		g, err := w.graph()
		if err != nil {
			return d, err
		}
		d.triangles[k] = float64(w.triangles)
		if d.packed[k], err = query.EdgePacking(g, f.room[i]); err != nil {
			return d, err
		}
	}
	return d, nil
}

// triangles returns the target triangle count of each graph. Each graph has a level between random
// and closed; the noisy packings of all graphs determine mean and variance of the levels. Unless
// graphs have hubs, which close triangles, a mean within its noise shrinks towards random.
func (f *Noisy) triangles(all []drawn) []float64 {
	span := func(i int) float64 { return all[i].packed[levels] - all[i].packed[0] }
	over := func(i int) float64 { return f.packed[i] - all[i].packed[0] }
	variance := func(i int) float64 { return f.roomSD[i] * f.roomSD[i] }
	mean, spread, noise := 0.5, 0.1, 0.0 // noise is the variance of the mean
	for range 20 {
		var sum, weight, squares, weights float64
		for i := range all {
			if s := span(i); s > 0 {
				w := 1 / (variance(i) + spread*s*s)
				sum, weight = sum+w*s*over(i), weight+w*s*s
			}
		}
		if weight == 0 {
			break // degrees leave no choice
		}
		mean = sum / weight
		for i := range all {
			if s := span(i); s > 0 {
				w := 1 / (variance(i) + spread*s*s)
				rest := over(i) - mean*s
				squares, weights = squares+w*w*s*s*(rest*rest-variance(i)), weights+w*w*s*s*s*s
			}
		}
		spread, noise = max(squares/weights, 1e-6), 1/weight
	}
	if f.gaps != nil { // few graphs have a hub
		mean *= max(0, 1-noise/max(mean*mean, 1e-12))
	}
	out := make([]float64, len(all))
	for i, d := range all {
		level, s := mean, span(i)
		if s > 0 {
			level += spread * s / (spread*s*s + variance(i)) * (over(i) - mean*s)
		}
		out[i] = d.at(level)
	}
	return out
}
