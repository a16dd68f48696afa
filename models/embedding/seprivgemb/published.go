package seprivgemb

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/train/skipgram"
	"github.com/graphdp/graphdp/models/train/vector"
)

// Train runs [SkipGram] without privacy, SE-GEmb, on a graph that may be looked at.
// A checkpoint does the same for it as for [Run].
func Train(ctx context.Context, g *graph.Graph, c Config, seed uint64, progress func(step, steps int), kept ...Checkpoint) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Method != SkipGram || c.Noise != Silent {
		return nil, fmt.Errorf("seprivgemb: Train protects nothing: start from NonPrivate")
	}
	if g == nil || g.M() == 0 {
		return nil, fmt.Errorf("seprivgemb: nothing to train on: there is no graph, or it has no edges")
	}
	if err := c.checkNodes(g.N()); err != nil {
		return nil, err
	}
	public := func(string) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x5e)) }
	return checkpoint.Plain(g, "seprivgemb", c, seed, public, kept, func(run *checkpoint.Run) (*Result, error) {
		g := g.Undirected()
		r, size, all := run.Stream("all"), min(c.Batch, g.M()), make([]int32, g.M())
		for i := range all {
			all[i] = int32(i)
		}
		batch := func() ([]int32, error) {
			for i := range size { // the beginning of a shuffle
				j := i + r.IntN(len(all)-i)
				all[i], all[j] = all[j], all[i]
			}
			return all[:size], nil
		}
		t, err := newAlgorithm2(c, g, r, r)
		if err != nil {
			return nil, err
		}
		t.order = all
		return t.run(ctx, run, c.Steps, batch, nil, progress)
	})
}

// published pays for Algorithm 2 as the paper counts, and runs it.
func published(ctx context.Context, run *checkpoint.Run, c Config, progress func(step, steps int)) (*Result, error) {
	s := run.Session()
	if s.Relation() != gdp.NodeLevel {
		return nil, fmt.Errorf("seprivgemb: the paper's claim is about the relation %v (\"bounded\"), the session's is %v", gdp.NodeLevel, s.Relation())
	}
	if c.Noise == Silent {
		return nil, fmt.Errorf("seprivgemb: a session protects, and this setting adds no noise: use Train")
	}
	b := s.Budget()
	if b.Delta == 0 {
		return nil, fmt.Errorf("seprivgemb: the paper's accounting is for δ > 0")
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
		return nil, fmt.Errorf("seprivgemb: batches of %d edges, more than there are", c.Batch)
	}
	plan, err := c.plan(b, g.M())
	if err != nil {
		return nil, err
	}
	t, err := newAlgorithm2(c, g, run.Stream("first rows"), run.Stream("subgraphs"))
	if err != nil {
		return nil, err
	}
	training, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	batch := func() ([]int32, error) { return training.Sample(g.M()) }
	r, err := t.run(ctx, run, plan.Steps, batch, training.Noise, progress)
	if err != nil {
		return nil, err
	}
	r.Multiplier = plan.Multiplier
	return r, nil
}

// plan is what the paper says that the noisy gradients cost.
func (c Config) plan(b gdp.Budget, edges int) (gdp.Plan, error) {
	v, err := c.Accountant.curveOf(float64(c.Batch)/float64(edges), c.Sigma, b.Delta)
	if err != nil {
		return gdp.Plan{}, err
	}
	steps := v.steps(c.Steps, float64(b.Epsilon), c.EarlyStop)
	if steps == 0 {
		return gdp.Plan{}, fmt.Errorf("seprivgemb: not one step fits into %v by the paper's accounting", b)
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
		// The update that breaks the budget is within it by the paper (G13).
		Claimed: gdp.Budget{Epsilon: min(b.Epsilon, gdp.Epsilon(v.epsilon(steps))), Delta: b.Delta},
	}, nil
}

// algorithm2 is the training of the paper.
type algorithm2 struct {
	config Config
	tables *skipgram.Tables
	list   []subgraph
	noise  func([]float32) error // nil for none

	sum     vector.Matrix // gradients of the batch: rows of W_in, then of W_out
	rows    []int32       // the rows of sum that the batch reads
	reads   []bool        // for each row whether it is one of them
	noisy   []float32     // room for the rows that get noise
	moments [2][]float32  // of Adam
	moves   []bool        // for each row whether Adam has begun to move it
	steps   uint64
	order   []int32 // of the edges, where batches come from shuffling them
}

func newAlgorithm2(c Config, g *graph.Graph, first, draws *rand.Rand) (*algorithm2, error) {
	tables, err := skipgram.NewTables(g.N(), c.Dim, c.Init, first)
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	list, err := subgraphs(g, c.Proximity, c.Centres, c.Negatives, draws)
	if err != nil {
		return nil, err
	}
	t := &algorithm2{config: c, tables: tables, list: list, sum: vector.New(tables.Rows(), c.Dim), reads: make([]bool, tables.Rows())}
	if c.Author {
		t.moments = [2][]float32{make([]float32, len(t.sum.Data)), make([]float32, len(t.sum.Data))}
		t.moves = make([]bool, tables.Rows())
	}
	return t, nil
}

// row is a row of both matrices, those of W_in first.
func (t *algorithm2) row(r int32) []float32 {
	if n := int32(t.tables.Nodes()); r >= n {
		return t.tables.Out(r - n)
	}
	return t.tables.In(r)
}

func (t *algorithm2) run(ctx context.Context, run *checkpoint.Run, steps int, batch func() ([]int32, error), noise func([]float32) error, progress func(step, steps int)) (*Result, error) {
	t.noise = noise
	values := []any{t.tables.Values(), t.moments[0], t.moments[1], t.moves, &t.steps, t.order}
	err := run.Steps(ctx, steps, values, func(int) error {
		list, err := batch()
		if err != nil {
			return fmt.Errorf("seprivgemb: %w", err)
		}
		return t.step(list)
	}, progress)
	if err != nil {
		return nil, err
	}
	return embedded(t.tables, steps), nil
}

// step is lines 5 to 7 of Algorithm 2.
func (t *algorithm2) step(batch []int32) error {
	c := t.config
	t.addGradients(batch)
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
	t.steps++
	if c.Author {
		for _, r := range touched {
			t.moves[r] = true
		}
		t.adam()
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

// perturb adds noise to the sums of some rows, as in [SE-PrivGEmb] Eq. 9, or Eq. 6 for
// all rows. It is drawn for all of them at once, which costs less than row by row.
func (t *algorithm2) perturb(rows []int32) error {
	if t.noise == nil {
		return nil
	}
	t.noisy = t.noisy[:0]
	for _, r := range rows {
		t.noisy = append(t.noisy, t.sum.Row(int(r))...)
	}
	if err := t.noise(t.noisy); err != nil {
		return fmt.Errorf("seprivgemb: %w", err)
	}
	for i, r := range rows {
		copy(t.sum.Row(int(r)), t.noisy[i*t.config.Dim:])
	}
	return nil
}

// addGradients sums the gradients of the batch; as printed, every vector of an
// example is clipped on its own: [SE-PrivGEmb] Eq. 9.
func (t *algorithm2) addGradients(batch []int32) {
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
			clip(byV, c.Clip)
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
}

// read is a row's sum, which is then known to be of the batch.
func (t *algorithm2) read(r int32) []float32 {
	if !t.reads[r] {
		t.reads[r] = true
		t.rows = append(t.rows, r)
	}
	return t.sum.Row(int(r))
}

// meanAndClip is what the authors' code makes of the sum: the mean over all pairs,
// clipped once for each matrix.
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

// touched are the rows that get noise: those with an entry that is not 0, or all.
func (t *algorithm2) touched() []int32 {
	if t.config.Noise == All {
		all := make([]int32, t.tables.Rows())
		for r := range all {
			all[r] = int32(r)
		}
		return all
	}
	var list []int32
	for _, r := range t.rows {
		for _, x := range t.sum.Row(int(r)) {
			if x != 0 {
				list = append(list, r)
				break
			}
		}
	}
	return list
}

// adam takes a step of Adam along the sum. A row that had a gradient once moves at
// every later step too.
func (t *algorithm2) adam() {
	const beta1, beta2, tiny = 0.9, 0.999, 1e-8
	correct1, correct2 := 1-math.Pow(beta1, float64(t.steps)), 1-math.Pow(beta2, float64(t.steps))
	rate := t.config.Rate / correct1
	width := t.config.Dim
	vector.Blocks(t.tables.Rows(), 256, func(lo, hi int) {
		for r := lo; r < hi; r++ {
			if !t.moves[r] {
				continue
			}
			row, grad := t.row(int32(r)), t.sum.Row(r)
			m, v := t.moments[0][r*width:][:width], t.moments[1][r*width:][:width]
			for i, x := range grad {
				m[i] = beta1*m[i] + (1-beta1)*x
				v[i] = beta2*v[i] + (1-beta2)*x*x
				row[i] -= float32(rate * float64(m[i]) / (math.Sqrt(float64(v[i])/correct2) + tiny))
			}
		}
	})
}
