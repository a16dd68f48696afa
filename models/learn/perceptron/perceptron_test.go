package perceptron

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method/checkpoint"

	"github.com/graphdp/graphdp/data/must"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla" // registers XLA
)

// nets cover every kind of part, for rows of five columns and three classes.
var nets = map[string]Net{
	"layers":       {Channels: []int{5}, Head: []int{4, 3}, Activation: "selu"},
	"encoder":      {Channels: []int{5}, Base: []int{4, 3}, Unit: true, Joint: true, Head: []int{3}, Activation: "tanh"},
	"channels":     {Channels: []int{2, 3}, Base: []int{4}, Unit: true, Joint: true, Head: []int{5, 3}, Activation: "selu"},
	"ends":         {Channels: []int{1, 2, 2}, Base: []int{3}, BaseEnds: true, Unit: true, Head: []int{3}, Activation: "relu"},
	"normal":       {Channels: []int{5}, Head: []int{4, 4, 3}, Activation: "selu", BatchNorm: true},
	"normal parts": {Channels: []int{2, 3}, Base: []int{4}, BaseEnds: true, Unit: true, Joint: true, Head: []int{3}, Activation: "tanh", BatchNorm: true},
	"normal after": {Channels: []int{2, 3}, Base: []int{4}, BaseEnds: true, Unit: true, Head: []int{4, 3}, Activation: "selu", BatchNorm: true, NormAfter: true},
}

// With normalisation after the activation, the result has mean 0 over the training nodes; with
// normalisation before a ReLU it has not.
func TestNormAfter(t *testing.T) {
	d := random(50, 3)
	for after, want := range map[bool]bool{true: true, false: false} {
		n := Net{Channels: []int{5}, Base: []int{4}, BaseEnds: true, Head: []int{3}, Activation: "relu", BatchNorm: true, NormAfter: after}
		m := NewModel(n, n.First(rand.New(rand.NewPCG(1, 1))), d, upTo(50))
		rows := must.Get(m.Embed(d.Rows))(t)
		mean := 0.0
		for u := range int32(50) {
			_, row := rows.Row(u)
			mean += float64(row[0]) / 50
		}
		if got := math.Abs(mean) < 1e-5; got != want {
			t.Errorf("after %v: a mean of %v", after, mean)
		}
	}
}

// The final weights are those with the highest validation accuracy, not the last ones.
func TestTheBestEpochCounts(t *testing.T) {
	d, n := random(60, 4), nets["layers"]
	held := upTo(60)[30:]
	train := func(steps int, held []int32) [][]float32 {
		t.Helper()
		f := n.fit(upTo(30), steps, 1)
		defer f.Close()
		f.Validate(n, d, held)
		must.Do(t, f.Open(n.First(rand.New(rand.NewPCG(2, 2)))))
		must.Do(t, f.Learn(t.Context(), d))
		return must.Get(f.Weights())(t)
	}
	const steps = 40
	best, at := 0.0, 0
	for s := 1; s <= steps; s++ {
		right := must.Get(NewModel(n, train(s, nil), d, nil).accuracy(d, held))(t)
		if right > best {
			best, at = right, s
		}
	}
	if at == steps {
		t.Fatal("the last step is the best one: the test shows nothing")
	}
	if got := train(steps, held); !reflect.DeepEqual(got, train(at, nil)) {
		t.Errorf("step %d tells most, and the weights are not its", at)
	}
}

// random returns rows of normal numbers, with classes that they determine.
func random(n int, seed uint64) Data {
	r := rand.New(rand.NewPCG(seed, 1))
	d := Data{Labels: make([]int32, n)}
	values := make([]float32, 5*n)
	for u := range d.Labels {
		row := values[5*u:][:5]
		for i := range row {
			row[i] = float32(r.NormFloat64())
		}
		switch {
		case row[0]*row[1] > 0: // not linear
			d.Labels[u] = 1
		case row[3] > 0:
			d.Labels[u] = 2
		}
	}
	d.Rows = Dense{5, values}
	return d
}

func (n Net) fit(records []int32, steps int, seed uint64) *Fit {
	return &Fit{
		Model: n.Model(), Columns: 5, Classes: 3, Records: records, Batch: len(records), Steps: steps,
		Optimiser: train.DefaultAdam(0.02), Backend: "go",
	}
}

func upTo(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// The host computes the trained model: the loss before a step is that of the host's outputs, with
// and without batch normalisation.
func TestTheHostComputesWhatIsTrained(t *testing.T) {
	for name, n := range nets {
		t.Run(name, func(t *testing.T) {
			must.Do(t, n.Check())
			d, records := random(60, 3), upTo(50)
			first := n.First(rand.New(rand.NewPCG(2, 2)))
			f := n.fit(records, 12, 1)
			must.Do(t, f.Open(first))
			defer f.Close()
			b := must.Get(f.Batches(d))(t)
			defer b.Close()
			before := math.Inf(1)
			for range 12 {
				weights := must.Get(f.Weights())(t)
				logits, _ := must.Two(NewModel(n, weights, d, records).Outputs(d.Rows, records))(t)
				want := 0.0
				for i, u := range records {
					row := logits[i*3:][:3]
					sum := 0.0
					for _, z := range row {
						sum += math.Exp(float64(z))
					}
					want += (math.Log(sum) - float64(row[d.Labels[u]])) / 50
				}
				must.Do(t, f.Step(t.Context(), b))
				if got := f.trainer.UnreleasedLoss(); math.Abs(got-want) > 1e-5 {
					t.Fatalf("loss %v, by the host %v", got, want)
				}
				before = min(before, want)
			}
			if before > 1.05 { // ln 3 = 1.099
				t.Errorf("the loss falls to %v only", before)
			}
		})
	}
}

// Rows may be sparse, and features are scaled if requested.
func TestRows(t *testing.T) {
	x := must.Get(graph.NewAttributes(5, []int64{0, 2, 2, 3}, []int32{1, 4, 0}, []float32{3, 4, 2}))(t)
	for unit, want := range map[bool][]float32{
		false: {0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0}, true: {0, .6, 0, 0, .8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0},
	} {
		dense, sparse := Dense{5, want}, Features(x, unit)
		for name, n := range nets {
			m := NewModel(n, n.First(rand.New(rand.NewPCG(4, 2))), Data{Rows: dense}, upTo(3))
			a, _ := must.Two(m.Outputs(dense, upTo(3)))(t)
			b, _ := must.Two(m.Outputs(sparse, upTo(3)))(t)
			for i := range a {
				if math.Abs(float64(a[i]-b[i])) > 1e-6 {
					t.Errorf("%s, unit %v: %v of dense rows, %v of sparse ones", name, unit, a, b)
					break
				}
			}
		}
	}
}

// quiet is a source without noise, with another divisor.
type quiet struct {
	*gdp.Fused
	divisor float64
}

func (quiet) Noise([]float32) error { return nil }

func (q quiet) Paid() gdp.Paid {
	p := q.Fused.Paid()
	p.Divisor = q.divisor
	return p
}

// Adding or removing a node changes the sum of a step by at most C, and replacing it by at most 2C,
// for every net: the sums of the compiled step are compared, with the same coins.
func TestOneNodeMovesTheSumByTheClip(t *testing.T) {
	choices, err := backend.Present()
	if err != nil {
		t.Log(err)
	}
	const n, clip = 90, 0.05
	plan := gdp.Plan{Label: "training", Steps: 1, Sampling: gdp.Poisson{Rate: 0.5}, Sensitivity: clip, Divisor: n / 2, Basis: Clipped, Multiplier: 1}
	for _, choice := range choices {
		largest := 0.0
		for name, net := range nets {
			if net.BatchNorm {
				continue
			}
			first := net.First(rand.New(rand.NewPCG(7, 1)))
			sum := func(d Data) ([]float64, []train.Batch) {
				t.Helper()
				g := gdptest.Graph(t, n, nil)
				s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 1e6, Delta: 1e-5}, gdp.Seed(9)))(t)
				training := must.Get(s.Train(plan))(t)
				f := net.fit(upTo(n), 1, 0)
				f.Batch, f.Clip, f.Backend = n/2, clip, choice.Name
				source := must.Get(training.Fused(f.Model.Entries()))(t)
				b := must.Get(f.Batches(d))(t)
				defer b.Close()
				const scale = 0x1p30 // as in the tests of package features
				c := f.Config()
				c.Optimiser, c.Divisor = train.SGD{Rate: 1}, 1/scale
				tr := must.Get(train.New(c, first))(t)
				defer func() { _ = tr.Close() }()
				must.Do(t, tr.SetSource(quiet{source, c.Divisor}))
				var batch []train.Batch
				must.Do(t, tr.StepOn(t.Context(), f.Records, func(sample []int32) ([]train.Batch, error) {
					batch, err = b.Of(sample)
					return batch, err
				}))
				after := must.Get(tr.Weights())(t)
				var sum []float64
				from := slices.Concat(first...)
				for i, w := range slices.Concat(after...) {
					sum = append(sum, (float64(from[i])-float64(w))/scale)
				}
				return sum, batch
			}
			d := random(n, 11)
			want, batch := sum(d)
			u := batch[0].Records[0] // the first place: all others could move up
			for what, most := range map[string]float64{"absent": 1, "another": 2, "huge": 2} {
				other := Data{Rows: Dense{5, slices.Clone(d.Rows.(Dense).Values)}, Labels: slices.Clone(d.Labels)}
				row := other.Rows.(Dense).Values[5*u:][:5]
				switch what {
				case "absent":
					other.Labels[u] = graph.Unlabeled
				case "huge":
					copy(row, []float32{1e18, -1e18, 1e9, 1, 0})
					fallthrough
				default:
					other.Labels[u] = (d.Labels[u] + 1) % 3
					row[4]--
				}
				got, _ := sum(other)
				moved := 0.0
				for i := range got {
					moved += (got[i] - want[i]) * (got[i] - want[i])
				}
				moved = math.Sqrt(moved) / float64(plan.Sensitivity)
				if !(moved <= most+1e-5) {
					t.Errorf("%s, %s, a node is %s: the sum moves by %v C", choice.Name, name, what, moved)
				}
				largest = max(largest, moved/most)
			}
			if choice.Name != "go" {
				break // XLA takes its time to compile
			}
		}
		if largest < 0.9 {
			t.Errorf("%s: no sum moves by more than %v C: the test is blind", choice.Name, largest)
		}
	}
}

// The plan pays for the trainer's clip.
func TestTheNoiseIsForTheClip(t *testing.T) {
	n := nets["layers"]
	f := n.fit(upTo(40), 3, 0)
	f.Batch, f.Clip = 10, 0.5
	if c := f.Config(); c.Clip != 0.5 || c.Batch != train.PoissonPlaces(40, 0.25) || math.Abs(c.Divisor-10) > 1e-12 {
		t.Errorf("%+v", c)
	}
	g := gdptest.Graph(t, 40, nil)
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 1e3, Delta: 1e-5}, gdp.Seed(1)))(t)
	must.Do(t, f.Open(n.First(rand.New(rand.NewPCG(1, 1)))))
	defer f.Close()
	right := f.Plan("right")
	if !reflect.DeepEqual(right, gdp.Plan{Label: "right", Steps: 3, Sampling: gdp.Poisson{Rate: 0.25}, Sensitivity: 0.5, Divisor: 10, Basis: Clipped}) {
		t.Errorf("the plan is %+v", right)
	}
	right.Multiplier = 1
	for what, change := range map[string]func(p *gdp.Plan){
		"half of the clip": func(p *gdp.Plan) { p.Sensitivity /= 2 }, "one step": func(p *gdp.Plan) { p.Steps = 1 },
		"sums, and not means": func(p *gdp.Plan) { p.Divisor = 0 }, "exchanged nodes": func(p *gdp.Plan) { p.Sampling = gdp.FullBatch{} },
	} {
		plan := right
		plan.Label = what
		change(&plan)
		training := must.Get(s.Train(plan))(t)
		if err := f.SetSource(training); err == nil {
			t.Errorf("noise for %s is taken", what)
		}
	}
	training := must.Get(s.Train(right))(t)
	must.Do(t, f.SetSource(training))
}

// watched is a source that records its samples, and the records of the last one.
type watched struct {
	*gdp.Fused
	records []int32
	samples [][]int32
}

func (w *watched) Sample(records []int32) ([]int32, error) {
	sample, err := w.Fused.Sample(records)
	if err == nil {
		w.records, w.samples = slices.Clone(records), append(w.samples, slices.Clone(sample))
	}
	return sample, err
}

// A private step is on one sample of the training nodes, all of whom can be in it, and no others.
// It is paid for, and refused otherwise.
func TestAPrivateStepIsOnASampleOfTheRecords(t *testing.T) {
	const n, steps, size = 40, 30, 10
	records := []int32{}
	for u := range int32(n) {
		if u%3 != 0 {
			records = append(records, n-1-u)
		}
	}
	net := nets["layers"]
	f := net.fit(records, steps, 0)
	f.Batch, f.Clip = size, 0.5
	g := gdptest.Graph(t, n, nil)
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 1e6, Delta: 1e-5}, gdp.Seed(1)))(t)
	must.Do(t, f.Open(net.First(rand.New(rand.NewPCG(1, 1)))))
	defer f.Close()
	b := must.Get(f.Batches(random(n, 11)))(t)
	defer b.Close()
	if err := f.Step(t.Context(), b); err == nil {
		t.Error("a step that nobody paid for")
	}
	plan := f.Plan("training")
	plan.Multiplier = 1
	training := must.Get(s.Train(plan))(t)
	source := &watched{}
	source.Fused = must.Get(training.Fused(f.Model.Entries()))(t)
	must.Do(t, f.trainer.SetSource(source))
	seen, total := map[int32]int{}, 0
	for step := range steps {
		must.Do(t, f.Step(t.Context(), b))
		if len(source.samples) != step+1 || !slices.Equal(source.records, records) {
			t.Fatalf("%d samples after %d steps, the last of the nodes %v", len(source.samples), step+1, source.records)
		}
		at := 0 // the batch has the sample in order and nothing else
		for _, piece := range b.pieces[:1+(len(source.samples[step])-1)/b.Places()] {
			for place, u := range piece.Records {
				if piece.Present[place] != (at < len(source.samples[step])) || piece.Present[place] && u != source.samples[step][at] {
					t.Errorf("step %d: node %d in place %d of a batch of %v", step, u, at, source.samples[step])
				}
				at++
			}
		}
		for _, u := range source.samples[step] {
			seen[u]++
		}
	}
	for _, u := range records {
		if total += seen[u]; seen[u] == 0 || seen[u] == steps {
			t.Errorf("node %d is in %d of %d samples", u, seen[u], steps)
		}
	}
	// Binomial: 26 · 30 coins of 10/26 make 300, give or take 13.6.
	if len(seen) != len(records) || math.Abs(float64(total-size*steps)) > 6*13.6 {
		t.Errorf("%d nodes of %d are sampled %d times, want %d", len(seen), len(records), total, size*steps)
	}
	if err := f.Step(t.Context(), b); err == nil || len(source.samples) != steps {
		t.Errorf("a step beyond the plan: %v, %d samples", err, len(source.samples))
	}
}

// Two consecutive trainings, the second of which starts from the weights of the first, can be
// interrupted or killed after any step: non-private on batches, and private between non-private
// ones.
func TestInterruptedStagesGoOn(t *testing.T) {
	d := random(40, 2)
	g := gdptest.Graph(t, 40, nil)
	n := nets["layers"]
	stages := func(ctx context.Context, r *checkpoint.Run, training *gdp.Training) (w [][]float32, err error) {
		first, shuffle := n.First(r.Stream("first")), r.Stream("shuffle")
		a, b := n.fit(upTo(30), 5, 0), n.fit(upTo(20), 6, 0)
		a.Shuffle, a.Batch = shuffle, 7
		if training != nil {
			a.Shuffle, a.Clip = nil, 1
			a.Batch = 6
			if err := a.SetSource(training); err != nil {
				return nil, err
			}
		}
		defer a.Close()
		defer b.Close()
		b.Validate(n, d, upTo(40)[30:])
		err = Train(ctx, r,
			Stage{a, func() (Data, error) { return d, a.Open(first) }},
			Stage{b, func() (Data, error) {
				w, err := a.Weights()
				if err != nil {
					return Data{}, err
				}
				return d, b.Open(w)
			}})
		if err != nil {
			return nil, err
		}
		return b.Weights()
	}
	t.Run("plain", func(t *testing.T) {
		exact(t, func(ctx context.Context, dir string, progress func(step, steps int)) ([][]float32, error) {
			w := &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")}
			return checkpoint.Plain(ctx, &graph.Network{Graph: g}, "test", n, 3, w, func(r *checkpoint.Run) ([][]float32, error) { return stages(ctx, r, nil) })
		})
	})
	t.Run("private", func(t *testing.T) {
		exact(t, func(ctx context.Context, dir string, progress func(step, steps int)) ([][]float32, error) {
			s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 1e3, Delta: 1e-5}, gdp.Journal(filepath.Join(dir, "journal"))))(t)
			w := &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")}
			return checkpoint.Once(ctx, s, "test", n, w, func(r *checkpoint.Run) ([][]float32, error) {
				training, err := r.Train(gdp.Plan{Label: "a", Steps: 5, Sampling: gdp.Poisson{Rate: 0.2}, Sensitivity: 1, Divisor: 6, Basis: Clipped, Multiplier: 1})
				if err != nil {
					return nil, err
				}
				return stages(ctx, r, training)
			})
		})
	})
}

// Invalid layers are refused, and rows of other widths.
func TestBadNets(t *testing.T) {
	for _, n := range []Net{
		{}, {Channels: []int{3}, Activation: "relu"}, {Channels: []int{0}, Head: []int{2}, Activation: "relu"},
		{Channels: []int{3}, Head: []int{2}, Activation: "cube"}, {Channels: []int{3}, Base: []int{-1}, Head: []int{2}, Activation: "relu"},
	} {
		if n.Check() == nil {
			t.Errorf("%+v is accepted", n)
		}
	}
	n := nets["layers"]
	f := n.fit(upTo(3), 1, 0)
	if _, err := f.Batches(Data{Rows: Dense{4, make([]float32, 12)}, Labels: make([]int32, 3)}); err == nil {
		t.Error("rows of another width are trained on")
	}
	m := NewModel(n, n.First(rand.New(rand.NewPCG(1, 1))), Data{}, nil)
	for _, nodes := range [][]int32{{-1}, {3}} {
		if _, _, err := m.Outputs(Dense{5, make([]float32, 15)}, nodes); err == nil {
			t.Errorf("node %v of three is classified", nodes)
		}
	}
	if _, _, err := m.Outputs(Dense{4, make([]float32, 12)}, nil); err == nil {
		t.Error("rows of another width are classified")
	}
	if err := (&Fit{}).Open(nil); err == nil {
		t.Error("a training without nodes is opened")
	}
	if w := n.Weights(); !reflect.DeepEqual(w, [][]int{{5, 4}, {4}, {4, 3}, {3}}) {
		t.Errorf("weights %v", w)
	}
	if s := fmt.Sprint(nets["channels"].Weights()); s != "[[2 4] [4] [3 4] [4] [8 5] [5] [5 3] [3]]" {
		t.Error(s)
	}
}

// Training with kernels on sparse rows gives the result of dense rows, up to rounding of norms, and
// that of pure Go. Chains are the nets with consecutive layers.
func TestKernelsTakeSparseRows(t *testing.T) {
	const n, columns = 60, 40
	rng := rand.New(rand.NewPCG(3, 3))
	offsets, at, values, all := []int64{0}, []int32(nil), []float32(nil), make([]float32, n*columns)
	labels := make([]int32, n)
	for u := range n {
		for c := range columns {
			if rng.IntN(9) == 0 {
				at, values = append(at, int32(c)), append(values, float32(rng.NormFloat64()))
				all[u*columns+c] = values[len(values)-1]
			}
		}
		offsets = append(offsets, int64(len(at)))
		labels[u] = int32(rng.IntN(4)) - 1 // some have none
	}
	x := must.Get(graph.NewAttributes(columns, offsets, at, values))(t)
	for name, net := range map[string]Net{
		"layers":       {Channels: []int{columns}, Head: []int{9, 3}, Activation: "selu"},
		"one layer":    {Channels: []int{columns}, Head: []int{3}, Activation: "relu"},
		"base":         {Channels: []int{columns}, Base: []int{8, 5}, BaseEnds: true, Head: []int{4, 3}, Activation: "relu"},
		"joint":        {Channels: []int{columns}, Base: []int{8}, Joint: true, Head: []int{3}, Activation: "tanh"},
		"unit":         {Channels: []int{columns}, Base: []int{8}, Unit: true, Head: []int{3}, Activation: "tanh"},
		"parts":        {Channels: []int{columns - 1, 1}, Base: []int{8}, Head: []int{3}, Activation: "tanh"},
		"scaled":       {Channels: []int{columns}, Head: []int{9, 3}, Activation: "relu", BatchNorm: true},
		"twice active": {Channels: []int{columns}, Base: []int{8}, BaseEnds: true, Joint: true, Head: []int{3}, Activation: "tanh"},
		"bare":         {Channels: []int{columns}, Joint: true, Head: []int{3}, Activation: "tanh"},
	} {
		chain := slices.Contains([]string{"layers", "one layer", "base", "joint"}, name)
		if (net.Model().Chain != nil) != chain {
			t.Errorf("%s: a chain of layers: %v", name, !chain)
		}
		if !chain {
			continue
		}
		train := func(backend string, rows Rows, sparse bool) []float32 {
			t.Helper()
			f := net.fit(upTo(n), 5, 1)
			f.Columns, f.Batch, f.Shuffle, f.Backend = columns, 20, rand.New(rand.NewPCG(1, 1)), backend
			defer f.Close()
			must.Do(t, f.Open(net.First(rand.New(rand.NewPCG(2, 2)))))
			b := must.Get(f.Batches(Data{rows, labels}))(t)
			b.Close()
			if (b.sparse != nil) != sparse {
				t.Errorf("%s, %s: sparse rows: %v", name, backend, !sparse)
			}
			must.Do(t, f.Learn(t.Context(), Data{rows, labels}))
			w := must.Get(f.Weights())(t)
			return slices.Concat(w...)
		}
		want := train("go", Dense{columns, all}, false)
		for what, got := range map[string][]float32{
			"dense rows": train("kernels", Dense{columns, all}, false), "sparse rows": train("kernels", Features(x, false), true),
		} {
			for i := range want {
				if math.Abs(float64(got[i]-want[i])) > 1e-5 {
					t.Errorf("%s, %s: weight %d is %v, want %v", name, what, i, got[i], want[i])
					break
				}
			}
		}
	}
}
