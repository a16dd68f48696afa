package seprivgemb

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb/skipgram"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// train trains without privacy.
func (c Trained) train(ctx context.Context, run *checkpoint.Run, net *graph.Network) (*Result, error) {
	g := net.Graph.Undirected()
	r, size, all := run.Stream("batches"), min(c.Batch, g.M()), make([]int32, g.M())
	for i := range all {
		all[i] = int32(i)
	}
	batch := func() ([]int32, error) {
		for i := range size { // start of a shuffle
			j := i + r.IntN(len(all)-i)
			all[i], all[j] = all[j], all[i]
		}
		return all[:size], nil
	}
	t, err := newAlgorithm2(SkipGram{Training: c.Training, Examples: c.Examples, Noise: silent}, g, net.Seen, run.Stream("first rows"), run.Stream("subgraphs"))
	if err != nil {
		return nil, err
	}
	t.order = all
	return t.run(ctx, run, c.Steps, batch, nil)
}

// release pays for Algorithm 2 by the paper's accounting, and runs it.
func (c SkipGram) release(ctx context.Context, run *checkpoint.Run) (*Result, error) {
	s := run.Session()
	b := s.Budget()
	if b.Delta == 0 {
		return nil, fmt.Errorf("seprivgemb: the budget %v: %w", b, gdp.ErrDelta)
	}
	data, err := s.ReadOnClaim("constants", gdp.Claim{
		Source:    "[SE-PrivGEmb] Algorithm 2, lines 1, 2 and 8",
		Statement: "the proximities, the subgraphs and |E| may be read at no cost",
		Why:       "proximities, negative samples and |E| are read off the graph and used without noise (G8, G9, G10)",
	})
	if err != nil {
		return nil, err
	}
	g := data.Network.Graph.Undirected()
	if g.M() < c.Batch {
		return nil, fmt.Errorf("seprivgemb: Batch is %d: must be at most the number of edges", c.Batch)
	}
	plan, err := c.plan(b, g.M())
	if err != nil {
		return nil, err
	}
	t, err := newAlgorithm2(c, g, data.Network.Seen, run.Stream("first rows"), run.Stream("subgraphs"))
	if err != nil {
		return nil, err
	}
	training, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	draws, err := training.OnClaim()
	if err != nil {
		return nil, err
	}
	batch := func() ([]int32, error) { return draws.Sample(g.M()) }
	r, err := t.run(ctx, run, plan.Steps, batch, draws.Noise)
	if err != nil {
		return nil, err
	}
	r.Multiplier = plan.Multiplier
	return r, nil
}

// plan returns the plan of the noisy gradients with the paper's claimed cost.
func (c SkipGram) plan(b gdp.Budget, edges int) (gdp.Plan, error) {
	v, err := c.Accountant.curveOf(float64(c.Batch)/float64(edges), c.Sigma, b.Delta)
	if err != nil {
		return gdp.Plan{}, err
	}
	steps := v.steps(c.Steps, float64(b.Epsilon), c.EarlyStop)
	if steps == 0 {
		return gdp.Plan{}, fmt.Errorf("seprivgemb: the budget %v pays for no step by the paper's accounting: use a larger ε", b)
	}
	sensitivity := c.Clip // S
	if c.Sensitivity == BatchClip {
		sensitivity *= float64(c.Batch)
	}
	why := "noise on the touched rows alone: neighbours touch different rows, so their releases are mutually singular, at any noise (G2)"
	if c.Noise == All {
		why = "a node is in many pairs, so neither the sampling rate B/|E| nor the sensitivity is that of a node (G4, G5)"
	}
	return gdp.Plan{
		Label: "gradients", Steps: steps, Sampling: gdp.FixedSize{Population: edges, Size: c.Batch},
		Multiplier: c.Sigma, Sensitivity: gdp.L2(sensitivity),
		Basis: gdp.Claim{
			Source:    "[SE-PrivGEmb] Thm 5",
			Statement: "after T steps the embedding is node-level (α, T·ε'(α))-RDP, ε' by subsampling at the rate B/|E|",
			Why:       why,
		},
		// By the paper, the update that exceeds the budget is within it (G13).
		Claimed: gdp.Budget{Epsilon: min(b.Epsilon, gdp.Epsilon(v.epsilon(steps))), Delta: b.Delta},
	}, nil
}

// algorithm2 is the paper's training.
type algorithm2 struct {
	config SkipGram
	tables *skipgram.Tables
	list   []subgraph
	noise  func([]float32) error // nil without noise

	sum   vector.Matrix // gradients of the batch: rows of W_in, then of W_out
	rows  []int32       // rows of sum that the batch reads
	reads []bool        // for each row, whether it is in rows read
	noisy []float32     // scratch space for the rows that get noise
	adam  *train.Moments[float32]
	order []int32   // of the edges, if batches are shuffled
	graph *executed // nil if the kernel computes gradients
}

func newAlgorithm2(c SkipGram, g *graph.Graph, seen []int32, first, draws *rand.Rand) (*algorithm2, error) {
	tables, err := skipgram.NewTables(g.N(), c.Dim, c.Init, first)
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	list, err := subgraphs(g, seen, c.Proximity, c.Centres, c.Negatives, draws)
	if err != nil {
		return nil, err
	}
	t := &algorithm2{config: c, tables: tables, list: list, sum: vector.New(tables.Rows(), c.Dim), reads: make([]bool, tables.Rows())}
	if c.Author {
		t.adam = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(t.sum.Data))
	}
	return t, t.execute(min(c.Batch, g.M()))
}

// row returns row r of the two matrices, those of W_in first.
func (t *algorithm2) row(r int32) []float32 {
	if n := int32(t.tables.Nodes()); r >= n {
		return t.tables.Out(r - n)
	}
	return t.tables.In(r)
}

func (t *algorithm2) run(ctx context.Context, run *checkpoint.Run, steps int, batch func() ([]int32, error), noise func([]float32) error) (*Result, error) {
	if t.graph != nil {
		defer t.graph.Close()
	}
	t.noise = noise
	values := []any{t.tables.Values(), t.order}
	if t.adam != nil {
		values = append(values, t.adam.Values()...)
	}
	err := run.Steps(ctx, steps, values, func(int) error {
		list, err := batch()
		if err != nil {
			return fmt.Errorf("seprivgemb: %w", err)
		}
		return t.step(list)
	})
	if err != nil {
		return nil, err
	}
	return embedded(t.tables, steps)
}

// step makes one update: [SE-PrivGEmb] Alg. 2, lines 5 to 7.
func (t *algorithm2) step(batch []int32) error {
	c := t.config
	if err := t.addGradients(batch); err != nil {
		return fmt.Errorf("seprivgemb: %w", err)
	}
	scale := 1 / float64(len(batch)) // of the sum and of its noise
	if c.Author {
		scale = 1
		t.meanAndClip(len(batch) * (c.Negatives + 1))
	}
	touched := t.touched()
	if c.ZeroGradient {
		for _, r := range touched {
			clear(t.sum.Row(int(r)))
		}
	}
	if err := t.perturb(touched); err != nil {
		return err
	}
	if t.adam != nil {
		t.adam.Step(t.tables.Values(), t.sum.Data, 1) // rows without gradient also move
	} else {
		for _, r := range touched {
			vector.AddScaled(t.row(r), float32(-c.Rate*scale), t.sum.Row(int(r)))
		}
	}
	for _, r := range touched {
		clear(t.sum.Row(int(r)))
	}
	for _, r := range t.rows {
		clear(t.sum.Row(int(r)))
		t.reads[r] = false
	}
	t.rows = t.rows[:0]
	return nil
}

// perturb adds noise to the sums of some rows. Drawing it for all rows at once is cheaper than row
// by row.
func (t *algorithm2) perturb(rows []int32) error {
	if t.noise == nil {
		return nil
	}
	t.noisy = t.noisy[:0]
	for _, r := range rows {
		t.noisy = append(t.noisy, t.sum.Row(int(r))...)
	}
	if err := t.noise(t.noisy); err != nil { // [SE-PrivGEmb] Eq. 9 or Eq. 6, the noise
		return fmt.Errorf("seprivgemb: %w", err)
	}
	for i, r := range rows {
		copy(t.sum.Row(int(r)), t.noisy[i*t.config.Dim:])
	}
	return nil
}

// addGradients sums the gradients of the batch; as printed, each vector of an example is clipped
// separately.
func (t *algorithm2) addGradients(batch []int32) error {
	if t.graph != nil {
		return t.graph.addGradients(t, batch)
	}
	c, n := t.config, int32(t.tables.Nodes())
	byV, coefficients := make([]float32, c.Dim), make([]float32, c.Negatives+1)
	out := make([][]float32, c.Negatives+1)
	for _, i := range batch {
		s := t.list[i]
		v := t.tables.In(s.centre)
		for j, u := range s.targets {
			out[j] = t.tables.Out(u)
		}
		gradient(s.weight, v, out, byV, coefficients)
		length := math.Sqrt(float64(vector.Dot(v, v)))
		if !c.Author {
			clip(byV, c.Clip) // [SE-PrivGEmb] Eq. 9, the clip
		}
		vector.AddScaled(t.read(s.centre), 1, byV)
		for j, u := range s.targets {
			a := float64(coefficients[j])
			if !c.Author {
				a *= clipFactor(math.Abs(a)*length, c.Clip)
			}
			vector.AddScaled(t.read(n+u), float32(a), v)
		}
	}
	return nil
}

// read returns a row's sum, and records that the batch reads it.
func (t *algorithm2) read(r int32) []float32 {
	if !t.reads[r] {
		t.reads[r] = true
		t.rows = append(t.rows, r)
	}
	return t.sum.Row(int(r))
}

// meanAndClip treats the sum like the authors' code: the mean over all pairs, clipped once per
// matrix.
func (t *algorithm2) meanAndClip(pairs int) {
	var squares [2]float64
	matrix := func(r int32) int {
		if int(r) < t.tables.Nodes() {
			return 0
		}
		return 1
	}
	for _, r := range t.rows {
		x := t.sum.Row(int(r))
		squares[matrix(r)] += float64(vector.Dot(x, x)) / float64(pairs) / float64(pairs)
	}
	for _, r := range t.rows {
		factor := float32(clipFactor(math.Sqrt(squares[matrix(r)]), t.config.Clip) / float64(pairs))
		for i, x := range t.sum.Row(int(r)) {
			t.sum.Row(int(r))[i] = factor * x
		}
	}
}

// touched returns the rows that get noise: those with a non-zero entry, or all.
func (t *algorithm2) touched() []int32 {
	if t.config.Noise == All {
		all := make([]int32, t.tables.Rows())
		for r := range all {
			all[r] = int32(r) // [SE-PrivGEmb] Eq. 6
		}
		return all
	}
	var list []int32
	for _, r := range t.rows {
		for _, x := range t.sum.Row(int(r)) {
			if x != 0 {
				list = append(list, r) // [SE-PrivGEmb] Eq. 9
				break
			}
		}
	}
	return list
}
