package features

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla" // backends are compared
)

// sampled returns a paid training of the nodes of a split, whose coins are those of every
// other one of the same configuration, and its batches.
func sampled(t *testing.T, net *graph.Network, rel gdp.Relation, c settings, nodes []int32, steps int, options ...gdp.Option) *sample {
	t.Helper()
	s := protect(t, net, rel, 1e6, options...)
	f := c.fit(c.model(net.Attrs.Cols(), 3), nodes, steps, 5)
	plan := must.Get(c.paid(s, f.Plan("training"), classification.Details{Steps: steps, Rate: c.samplingRate(len(nodes))}))(t)
	training := must.Get(s.Train(plan))(t)
	source := must.Get(training.Fused(f.Model.Entries()))(t)
	return &sample{batches(t, f, c, training.Data().Network), f, training, source}
}

// sample is a paid training with its batches.
type sample struct {
	*perceptron.Batches
	fit      *perceptron.Fit
	training *gdp.Training
	source   *gdp.Fused
}

// next returns the batch of the next step, of a sample of the records.
func (b *sample) next(t *testing.T) []train.Batch {
	t.Helper()
	ids := must.Get(b.source.Sample(b.fit.Records))(t)
	must.Do(t, b.source.Noise(make([]float32, b.fit.Model.Entries())))
	return must.Get(b.Of(ids))(t)
}

// batches returns the batches of a training on a network.
func batches(t *testing.T, f *perceptron.Fit, c settings, net *graph.Network) *perceptron.Batches {
	t.Helper()
	d := must.Get(c.data(net))(t)
	b := must.Get(f.Batches(d))(t)
	t.Cleanup(b.Close)
	return b
}

// place holds the data of a place of a batch.
type place struct {
	present bool
	record  int32
	class   int32
	numbers string // its features and their squared norm
}

func placesOf(t *testing.T, batch []train.Batch) (all []place) {
	t.Helper()
	for _, piece := range batch {
		x, class, squares := floats(t, piece.Inputs[0]), piece.Inputs[1].Value().([]int32), floats(t, piece.Inputs[2])
		columns := len(x) / len(class)
		for i := range class {
			numbers := append(slices.Clone(x[i*columns:(i+1)*columns]), squares[i])
			all = append(all, place{piece.Present[i], piece.Records[i], class[i], fmt.Sprint(numbers)})
		}
	}
	return all
}

// neighbours returns networks that differ from net only in node u: it is replaced, or unlabelled.
func neighbours(t *testing.T, net *graph.Network, u int32, x []float32) map[string]*graph.Network {
	t.Helper()
	labelled := func(l int32) []int32 {
		labels := slices.Clone(net.Labels)
		labels[u] = l
		return labels
	}
	with := func(attrs *graph.Attributes, labels []int32) *graph.Network {
		return &graph.Network{Graph: net.Graph, Attrs: attrs, Labels: labels, Classes: net.Classes}
	}
	other := rows(t, net.Attrs.Cols(), net.Attrs.Rows(), func(v int32) []float32 {
		if v == u {
			return x
		}
		return row(net.Attrs, v)
	})
	return map[string]*graph.Network{
		"replaced":           with(other, labelled((net.Labels[u]+1)%3)),
		"without a label":    with(net.Attrs, labelled(graph.Unlabeled)),
		"replaced and naked": with(other, labelled(graph.Unlabeled)),
	}
}

func row(x *graph.Attributes, u int32) []float32 {
	dense := make([]float32, x.Cols())
	columns, values := x.Row(u)
	for i, c := range columns {
		dense[c] = values[i]
	}
	return dense
}

// rows returns attributes of n nodes.
func rows(t *testing.T, columns, n int, of func(u int32) []float32) *graph.Attributes {
	t.Helper()
	offsets, index, values := []int64{0}, []int32{}, []float32{}
	for u := range int32(n) {
		for c, v := range of(u) {
			if v != 0 {
				index, values = append(index, int32(c)), append(values, v)
			}
		}
		offsets = append(offsets, int64(len(index)))
	}
	return must.Get(graph.NewAttributes(columns, offsets, index, values))(t)
}

// The k-th id of a sample takes place k of the batch, or leaves a hole there if it has no valid
// label, however many pieces the batch has. The sample depends only on the coins. So networks that
// differ in a node have batches that differ in its place.
func TestTheKthSampledIdTakesPlaceK(t *testing.T) {
	const n, steps = 200, 6
	net := words(t, n, 3)
	for u := range net.Labels {
		if u%7 == 0 {
			net.Labels[u] = graph.Unlabeled
		}
	}
	c := settings{quick(), 1}
	c.Batch = 40
	nodes := divided(t, n).Train
	positions := graph.Nodes(len(nodes)) // of the nodes in their list
	for _, places := range []int{0, 7} { // as many as there are, or in pieces of 7
		// start is a training whose batches are as long.
		start := func(net *graph.Network, rel gdp.Relation, options ...gdp.Option) *sample {
			b := sampled(t, net, rel, c, nodes, steps, options...)
			if places != 0 {
				for i, s := range b.Inputs {
					b.Inputs[i] = shapes.Make(s.DType, append([]int{places}, s.Dimensions[1:]...)...)
				}
			}
			return b
		}
		b, twin := start(net, gdp.NodeUnbounded), start(net, gdp.NodeUnbounded)
		var all [][]place
		for step := range steps {
			batch := b.next(t)
			ids := must.Get(twin.source.Sample(positions))(t)
			must.Do(t, twin.source.Noise(make([]float32, twin.fit.Model.Entries())))
			if pieces := (len(ids) + b.Places() - 1) / b.Places(); len(batch) != pieces || len(ids) < 20 {
				t.Fatalf("step %d: a sample of %d in %d pieces, want %d", step, len(ids), len(batch), pieces)
			}
			all = append(all, placesOf(t, batch))
			for k, got := range all[step] {
				if k >= len(ids) {
					if got.present || got.record != 0 {
						t.Errorf("step %d: place %d, beyond the sample, has node %d", step, k, got.record)
					}
					continue
				}
				u := nodes[ids[k]]
				known := net.Labels[u] != graph.Unlabeled
				if got.record != u || got.present != known || known && got.class != net.Labels[u] {
					t.Errorf("step %d: place %d has %+v, want node %d", step, k, got, u)
				}
			}
		}
		for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
			u := int32(slices.IndexFunc(net.Labels, func(l int32) bool { return l == 1 }))
			for what, other := range neighbours(t, net, u, make([]float32, net.Attrs.Cols())) {
				b := start(other, rel)
				for step := range steps {
					got := placesOf(t, b.next(t))
					if len(got) != len(all[step]) {
						t.Fatalf("%v, node %d %s: %d places, want %d", rel, u, what, len(got), len(all[step]))
					}
					for k := range got {
						if got[k] != all[step][k] && got[k].record != u {
							t.Errorf("%v, node %d %s: place %d, of node %d, changes", rel, u, what, k, got[k].record)
						}
					}
				}
			}
		}
	}
}

// kinks returns a network whose nodes are all at a kink of ReLU: for node u the input of the first
// hidden unit is 0 up to rounding, and that of the second is its negative, so that the last bit
// decides which of them receives the whole gradient. All nodes have one class and gradients in the
// same direction. first holds the weights for which this is true.
func kinks(t *testing.T, n, columns, hidden int) (net *graph.Network, first [][]float32) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(columns), uint64(hidden)))
	w := make([]float32, columns)
	for i := range w {
		w[i] = float32(rng.NormFloat64())
	}
	x := rows(t, columns, n, func(int32) []float32 {
		row := make([]float32, columns)
		sum := 0.0
		for i := range row {
			row[i] = float32(1 + 0.5*rng.NormFloat64())
			sum += float64(row[i]) * float64(w[i])
		}
		at := rng.IntN(columns)
		row[at] -= float32(sum / float64(w[at]))
		return row
	})
	g := gdptest.Graph(t, n, nil)
	w1, w2 := make([]float32, columns*hidden), make([]float32, hidden*3)
	for i, v := range w {
		w1[i*hidden], w1[i*hidden+1] = v, -v
	}
	for j := range 2 {
		w2[j*3], w2[j*3+1] = -2, 1
	}
	return &graph.Network{Graph: g, Attrs: x, Labels: make([]int32, n), Classes: []string{"a", "b", "c"}}, [][]float32{w1, w2}
}

// clippedSum returns the sum that the compiled step makes of a batch, without its noise.
func (b *sample) clippedSum(t *testing.T, first [][]float32, batch []train.Batch) []float64 {
	t.Helper()
	// Gradient descent of rate 1 takes 2³⁰ times the sum off the weights, so that these
	// carry it with the precision of a float32.
	const scale = 0x1p30
	c := b.fit.Config()
	c.Optimiser, c.Divisor, c.Decay = train.SGD{Rate: 1}, 1/scale, 0
	tr := must.Get(train.New(c, first))(t)
	defer func() { _ = tr.Close() }()
	must.Do(t, tr.SetSource(quiet{b.source, c.Divisor}))
	take(t, tr, batch)
	w := must.Get(tr.Weights())(t)
	var sum []float64
	before := slices.Concat(first...)
	for i, after := range slices.Concat(w...) {
		sum = append(sum, (float64(before[i])-float64(after))/scale)
	}
	return sum
}

// compacted returns a batch of one piece with the examples moved up into its holes, as must never
// happen.
func compacted(t *testing.T, b train.Batch) train.Batch {
	t.Helper()
	var order []int
	for i, p := range b.Present {
		if p {
			order = append(order, i)
		}
	}
	c := train.Batch{Present: make([]bool, len(b.Present)), Records: make([]int32, len(b.Present))}
	for place := range order {
		c.Present[place], c.Records[place] = true, b.Records[order[place]]
	}
	for _, x := range b.Inputs {
		dims := x.Shape().Dimensions
		switch flat := x.Value().(type) {
		case []int32:
			moved := make([]int32, len(flat))
			for place, from := range order {
				moved[place] = flat[from]
			}
			c.Inputs = append(c.Inputs, tensors.FromFlatDataAndDimensions(moved, dims...))
		default:
			flat32 := floats(t, x)
			each := len(flat32) / dims[0]
			moved := make([]float32, len(flat32))
			for place, from := range order {
				copy(moved[place*each:(place+1)*each], flat32[from*each:])
			}
			c.Inputs = append(c.Inputs, tensors.FromFlatDataAndDimensions(moved, dims...))
		}
	}
	return c
}

// The whole claim, through the batches and the compiled step of a private run. On networks that
// differ in a node, with the same coins, the clipped sums differ by at most C, the sensitivity of
// the paid plan, if the node is added or removed, and by 2C if it is replaced, although all other
// nodes are at a kink. If nodes moved up into the places of absent ones, as they must not, the sums
// would differ by up to 2.1 C on a processor whose kernels round a row differently in another
// place; this is logged.
func TestNeighboursMoveTheSumByTheClip(t *testing.T) {
	choices, err := backend.Present()
	if err != nil {
		t.Log(err)
	}
	for _, choice := range choices {
		t.Run(choice.Name, func(t *testing.T) {
			// Nodes, how many of them a sample has on average, features, hidden units.
			shapes := [][4]int{
				{131, 131, 33, 2}, {62, 62, 128, 5}, {61, 61, 143, 8}, {31, 31, 70, 17}, {61, 61, 143, 32}, {13, 13, 700, 33},
				{164, 41, 40, 2}, {404, 101, 143, 32}, {212, 53, 300, 33},
			}
			if choice.Name != "go" { // XLA takes its time to compile
				shapes = shapes[4:5]
			}
			largest, moving := 0.0, 0.0
			for _, shape := range shapes {
				n, expected, columns, hidden := shape[0], shape[1], shape[2], shape[3]
				net, first := kinks(t, n, columns, hidden)
				c := settings{quick(), 1}
				c.Batch, c.Hidden, c.Clip, c.Unit, c.Backend = expected, hidden, 0.05, false, choice.Name
				nodes := make([]int32, n) // the last id is in the middle of the list
				for i := range nodes {
					nodes[i] = int32((i + n/2) % n)
				}
				sum := func(net *graph.Network, rel gdp.Relation, options ...gdp.Option) ([]float64, *sample, train.Batch) {
					t.Helper()
					b := sampled(t, net, rel, c, nodes, 1, options...)
					batch := b.next(t)
					return b.clippedSum(t, first, batch), b, batch[0]
				}
				paid := 0.0 // how far one node moves the sum, as the plan says
				apart := func(a, b []float64) float64 {
					d := 0.0
					for i := range a {
						d += (a[i] - b[i]) * (a[i] - b[i])
					}
					return math.Sqrt(d) / paid
				}
				for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
					if choice.Name != "go" && rel != gdp.NodeUnbounded {
						continue
					}
					want, b, batch := sum(net, rel)
					paid = float64(b.training.Plan().Sensitivity)
					// The first of the sampled nodes changes: all others could move up.
					far := slices.Repeat([]float32{-1e3}, columns)
					for what, other := range neighbours(t, net, batch.Records[0], far) {
						if choice.Name != "go" && what != "without a label" {
							continue
						}
						got, b, batch := sum(other, rel)
						moved, most := apart(got, want), 1.0
						if what == "replaced" {
							most = 2
						}
						largest = max(largest, moved/most)
						// What is read off the weights has an error of 2⁻²⁴ of the sum.
						if !(moved <= most+1e-5) {
							t.Errorf("%v, %d places, node %s: the sum moves by %v C", shape, b.Places(), what, moved)
						}
						if what == "without a label" {
							moving = max(moving, apart(b.clippedSum(t, first, []train.Batch{compacted(t, batch)}), want))
						}
					}
				}
				// An id is absent, in the same universe.
				if choice.Name == "go" {
					want, _, batch := sum(net, gdp.NodeUnbounded)
					if !slices.Contains(batch.Records, int32(n-1)) {
						continue
					}
					less, _ := kinks(t, n-1, columns, hidden)
					got, b, _ := sum(less, gdp.NodeUnbounded, gdp.Nodes(n))
					if moved := apart(got, want); !(moved <= 1+1e-5) || moved < 0.5 {
						t.Errorf("%v, %d places, an id absent: the sum moves by %v C", shape, b.Places(), moved)
					}
				}
			}
			if largest < 0.9 {
				t.Errorf("no node moved a sum by more than %v C: the test is blind", largest)
			}
			t.Logf("in their places: %.3f C; moved up: %.3f C", largest, moving)
		})
	}
}
