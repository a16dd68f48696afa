package gcn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/must"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla" // backends are compared
)

func firstWeights() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }

// karate returns the club with one known member on each side.
func karate() Task {
	club := data.Karate()
	return Task{Graph: club.Graph, Labels: club.Labels, Classes: 2, Known: []int32{0, 33}}
}

// random returns a task with features, three classes and nodes without edges.
func random(t *testing.T) Task {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	const n, width = 40, 6
	var edges []graph.Edge
	for range 70 {
		edges = append(edges, graph.Edge{U: int32(rng.IntN(n - 3)), V: int32(rng.IntN(n - 3))})
	}
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{}))(t)
	task := Task{Graph: g, Classes: 3}
	offsets, indices, values := []int64{0}, []int32(nil), []float32(nil)
	for u := range int32(n) {
		task.Labels = append(task.Labels, int32(rng.IntN(3)))
		for c := range int32(width) {
			if u != 5 && rng.IntN(3) > 0 { // node 5 has no features
				indices, values = append(indices, c), append(values, float32(rng.NormFloat64()))
			}
		}
		offsets = append(offsets, int64(len(indices)))
		if u%4 == 0 {
			task.Known = append(task.Known, u)
		}
	}
	task.Features = must.Get(graph.NewAttributes(width, offsets, indices, values))(t)
	return task
}

// oracle trains the same network in float64 on dense matrices, with gradients derived by hand; it
// returns the losses and the last logits. It only shares the initial weights with the network.
func oracle(t *testing.T, task Task, c Network) ([]float64, *mat.Dense) {
	t.Helper()
	n := task.Graph.N()
	a := mat.NewDense(n, n, nil)
	for u := range n {
		a.Set(u, u, 1)
	}
	for u, v := range task.Graph.Edges() {
		a.Set(int(u), int(v), 1)
		a.Set(int(v), int(u), 1)
	}
	degree := make([]float64, n)
	for u := range n {
		degree[u] = mat.Sum(a.RowView(u))
	}
	a.Apply(func(u, v int, x float64) float64 { return x / math.Sqrt(degree[u]*degree[v]) }, a)

	first := newFit(task.width(), task.Classes, c, firstWeights(), 0)
	dense := func(x vector.Matrix) *mat.Dense {
		var data []float64
		for _, f := range x.Data {
			data = append(data, float64(f))
		}
		return mat.NewDense(x.Rows, x.Cols, data)
	}
	w := []*mat.Dense{dense(first.w0.Matrix), dense(first.w1.Matrix)}
	x := mat.NewDense(n, n, nil)
	for u := range n {
		x.Set(u, u, 1)
	}
	if f := task.Features; f != nil {
		x = mat.NewDense(n, f.Cols(), nil)
		for u := range n {
			sum := 0.0
			for c := range f.Cols() {
				x.Set(u, c, float64(f.At(int32(u), int32(c))))
				sum += math.Abs(x.At(u, c))
			}
			for c := range f.Cols() {
				x.Set(u, c, x.At(u, c)/max(sum, 1e-300))
			}
		}
	}
	mul := func(a, b mat.Matrix) *mat.Dense {
		var c mat.Dense
		c.Mul(a, b)
		return &c
	}
	var m, v [2][]float64
	for i := range w {
		m[i], v[i] = make([]float64, len(w[i].RawMatrix().Data)), make([]float64, len(w[i].RawMatrix().Data))
	}
	ax := mul(a, x)
	run := func() (before, hidden, z *mat.Dense) {
		before = mul(ax, w[0])
		hidden = mat.DenseCopyOf(before)
		hidden.Apply(func(_, _ int, x float64) float64 { return max(x, 0) }, hidden)
		return before, hidden, mul(a, mul(hidden, w[1]))
	}
	var losses []float64
	for e := 1; e <= c.Epochs; e++ {
		before, hidden, z := run()
		loss := c.Decay / 2 * math.Pow(mat.Norm(w[0], 2), 2)
		dz := mat.NewDense(n, task.Classes, nil)
		for _, u := range task.Known {
			row := z.RawRowView(int(u))
			top := row[0]
			for _, s := range row {
				top = max(top, s)
			}
			sum := 0.0
			for _, s := range row {
				sum += math.Exp(s - top)
			}
			loss -= (row[task.Labels[u]] - top - math.Log(sum)) / float64(len(task.Known))
			for k, s := range row {
				p := math.Exp(s-top) / sum
				if k == int(task.Labels[u]) {
					p--
				}
				dz.Set(int(u), k, dz.At(int(u), k)+p/float64(len(task.Known)))
			}
		}
		losses = append(losses, loss)
		da := mul(a.T(), dz)
		dh := mul(da, w[1].T())
		dh.Apply(func(i, j int, g float64) float64 {
			if before.At(i, j) <= 0 {
				return 0
			}
			return g
		}, dh)
		g0 := mul(ax.T(), dh)
		var decay mat.Dense
		decay.Scale(c.Decay, w[0])
		g0.Add(g0, &decay)
		for i, g := range []*mat.Dense{g0, mul(hidden.T(), da)} {
			for j, grad := range g.RawMatrix().Data {
				m[i][j] = 0.9*m[i][j] + 0.1*grad
				v[i][j] = 0.999*v[i][j] + 0.001*grad*grad
				mHat, vHat := m[i][j]/(1-math.Pow(0.9, float64(e))), v[i][j]/(1-math.Pow(0.999, float64(e)))
				w[i].RawMatrix().Data[j] -= c.Rate * mHat / (math.Sqrt(vHat) + 1e-8)
			}
		}
	}
	_, _, z := run()
	return losses, z
}

// Forward pass, gradients and optimiser are those of an independent float64
// implementation, over a whole training run.
func TestTrainingEqualsAnIndependentImplementation(t *testing.T) {
	for name, task := range map[string]Task{"karate, X = I": karate(), "random, with features": random(t)} {
		c := Paper()
		c.Dropout, c.Epochs = 0, 60
		losses, logits := oracle(t, task, c)
		f := newFit(task.width(), task.Classes, c, firstWeights(), 0)
		f.begin(task)
		worst := 0.0
		for e, want := range losses {
			must.Do(t, f.step(e))
			worst = max(worst, math.Abs(f.losses[e]-want))
		}
		f.forward(nil)
		for u := range task.Graph.N() {
			for k, got := range f.data.logits.Row(u) {
				worst = max(worst, math.Abs(float64(got)-logits.At(u, k)))
			}
		}
		if worst > 1e-4 {
			t.Errorf("%s: up to %.2g away", name, worst)
		}
	}
}

// One known member on each side suffices to split the club as it split, except for a member or two
// on the border: [KW17] Appendix A.
func TestKarateSplits(t *testing.T) {
	task, c := karate(), Paper()
	c.Dropout = 0
	m := must.Get(Train(context.Background(), task, c, 1, nil))(t)
	var others []int32
	for u := range int32(34) {
		if u != 0 && u != 33 {
			others = append(others, u)
		}
	}
	right := accuracy(m, task.Labels, others)
	if right < 30.0/32 {
		t.Errorf("%.0f of 32 members on their side", right*32)
	}
	t.Logf("%.0f of 32 members on their side", right*32)
}

// Labels of unknown nodes are not read.
func TestUnknownLabelsAreNotRead(t *testing.T) {
	task, c := karate(), Paper()
	c.Epochs = 5
	a := must.Get(Train(context.Background(), task, c, 1, nil))(t)
	hidden := task
	hidden.Labels = make([]int32, 34)
	for u := range hidden.Labels {
		hidden.Labels[u] = -9
	}
	hidden.Labels[0], hidden.Labels[33] = task.Labels[0], task.Labels[33]
	b := must.Get(Train(context.Background(), hidden, c, 1, nil))(t)
	for u := range int32(34) {
		if a.Logits(u)[0] != b.Logits(u)[0] {
			t.Fatalf("node %d changed with labels that are not known", u)
		}
	}
}

// With dropout the gradients are those of the step's loss, by finite differences; also those of an
// MLP, both of whose layers decay.
func TestGradientsWithDropout(t *testing.T) {
	for _, perceptron := range []bool{false, true} {
		task := random(t)
		task.Perceptron = perceptron
		testGradients(t, task)
	}
}

func testGradients(t *testing.T, task Task) {
	c := Paper()
	c.Hidden, c.Decay = 5, 0.1
	f := newFit(task.width(), task.Classes, c, firstWeights(), 3)
	f.begin(task)
	loss := func() float64 {
		f.forward(rand.New(rand.NewPCG(f.seed, 0)))
		return f.loss()
	}
	loss()
	f.backward()
	for name, w := range map[string]weights{"W0": f.w0, "W1": f.w1} {
		gradient, moved := slices.Clone(w.gradient), 0
		for i := range w.Data {
			const h = 0x1p-7
			at := w.Data[i]
			w.Data[i] = at + h
			above := loss()
			w.Data[i] = at - h
			slope := (above - loss()) / (2 * h)
			if w.Data[i] = at; math.Abs(slope) > 1e-3 {
				moved++
			}
			if math.Abs(slope-float64(gradient[i])) > 2e-3 {
				t.Errorf("%s: gradient %d is %v, by differences %v", name, i, gradient[i], slope)
			}
		}
		if moved == 0 {
			t.Errorf("%s: no gradient to compare", name)
		}
	}
}

// drop leaves out its share and scales up the rest. The share of 100,000 entries is off by
// more than 6 standard deviations once in 5·10⁸ seeds; this seed is fixed.
func TestDrop(t *testing.T) {
	const n, share = 100_001, 0.3
	kept, none := make([]float32, n), 0
	drop(rand.New(rand.NewPCG(1, 1)), kept, slices.Repeat([]float32{1}, n), share)
	for _, x := range kept {
		switch {
		case x == 0:
			none++
		case math.Abs(float64(x)-1/(1-share)) > 1e-6:
			t.Fatalf("an entry of 1 became %v", x)
		}
	}
	if z := (float64(none) - n*share) / math.Sqrt(n*share*(1-share)); math.Abs(z) > 6 {
		t.Errorf("%d of %d left out: %.1f standard deviations off", none, n, z)
	}
}

func TestBadInputIsAnError(t *testing.T) {
	change := func(f func(*Task, *Network)) (Task, Network) {
		task, c := karate(), Paper()
		c.Epochs = 2
		f(&task, &c)
		return task, c
	}
	arc, _ := must.Two(graph.FromEdges(34, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true}))(t)
	few := must.Get(graph.NewAttributes(1, []int64{0, 0}, nil, nil))(t)
	for name, f := range map[string]func(*Task, *Network){
		"zero config":   func(_ *Task, c *Network) { *c = Network{} },
		"no graph":      func(t *Task, _ *Network) { t.Graph = nil },
		"empty graph":   func(t *Task, _ *Network) { t.Graph = new(graph.Graph) },
		"directed":      func(t *Task, _ *Network) { t.Graph = arc },
		"labels":        func(t *Task, _ *Network) { t.Labels = t.Labels[1:] },
		"label":         func(t *Task, _ *Network) { t.Labels = append([]int32{2}, t.Labels[1:]...) },
		"known":         func(t *Task, _ *Network) { t.Known = []int32{34} },
		"nothing known": func(t *Task, _ *Network) { t.Known = nil },
		"one class":     func(t *Task, _ *Network) { t.Classes = 1 },
		"features":      func(t *Task, _ *Network) { t.Features = few },
		"dropout":       func(_ *Task, c *Network) { c.Dropout = 1 },
		"divergence":    func(_ *Task, c *Network) { c.Rate, c.Epochs = 1e30, 10 },
	} {
		task, c := change(f)
		if _, err := Train(context.Background(), task, c, 1, nil); err == nil || !strings.HasPrefix(err.Error(), "gcn: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An MLP equals a float64 implementation without a graph: unscaled rows, and weight decay of both
// layers.
func TestPerceptron(t *testing.T) {
	task := random(t)
	none, _ := must.Two(graph.FromEdges(task.Graph.N(), nil, graph.Options{}))(t)
	task.Graph, task.Perceptron = none, true
	c := Paper()
	c.Dropout, c.Decay = 0, 0.3
	f := newFit(task.width(), task.Classes, c, firstWeights(), 0)
	f.begin(task)
	f.forward(nil)
	w := [2][]float64{}
	for i, from := range [][]float32{f.w0.Data, f.w1.Data} {
		for _, x := range from {
			w[i] = append(w[i], float64(x))
		}
	}
	want := perceptronLoss(task, c, w)
	if got := f.loss(); math.Abs(got-want) > 1e-5 {
		t.Fatalf("the loss is %v, want %v", got, want)
	}
}

func perceptronLoss(task Task, c Network, w [2][]float64) (loss float64) {
	for _, layer := range w {
		for _, x := range layer {
			loss += c.Decay / 2 * x * x
		}
	}
	for _, u := range task.Known {
		z := make([]float64, task.Classes)
		for j := range c.Hidden {
			h := 0.0
			for i := range task.Features.Cols() {
				h += float64(task.Features.At(u, int32(i))) * w[0][i*c.Hidden+j]
			}
			for k := range z {
				z[k] += max(h, 0) * w[1][j*task.Classes+k]
			}
		}
		sum := 0.0
		for _, x := range z {
			sum += math.Exp(x)
		}
		loss += (math.Log(sum) - z[task.Labels[u]]) / float64(len(task.Known))
	}
	return loss
}

// The second of two stages begins after the first is trained, with its results.
func TestStages(t *testing.T) {
	task, c := karate(), Paper()
	c.Dropout, c.Epochs = 0, 60
	var first *Stage
	begun := 0
	first = &Stage{Network: c, Width: 34, Classes: 2, Begin: func() (Task, error) { begun++; return task, nil }}
	second := &Stage{Network: c, Width: 2, Classes: 2, Begin: func() (Task, error) {
		begun++
		m, err := first.Model()
		if err != nil {
			return Task{}, err
		}
		if m.Losses[59] > m.Losses[0]/2 {
			t.Errorf("the first is not trained: losses %v", m.Losses)
		}
		offsets, columns, values := []int64{0}, []int32{}, []float32{}
		for u := range int32(34) {
			columns, values, offsets = append(columns, 0, 1), append(values, m.Logits(u)...), append(offsets, 2*int64(u)+2)
		}
		next := task
		next.Perceptron = true
		next.Features, err = graph.NewAttributes(2, offsets, columns, values)
		return next, err
	}}
	model, err := checkpoint.Plain(context.Background(), &graph.Network{Graph: task.Graph}, "gcn", c, 1, nil, func(run *checkpoint.Run) (*Model, error) {
		if err := FitStages(context.Background(), run, first, second); err != nil {
			return nil, err
		}
		return second.Model()
	})
	if err != nil || begun != 2 {
		t.Fatal(begun, err)
	}
	if a := accuracy(model, task.Labels, []int32{0, 1, 2, 3, 32, 33}); a < 0.9 || model.Losses[59] >= model.Losses[0] {
		t.Errorf("%v, losses %v … %v", a, model.Losses[0], model.Losses[59])
	}
	second.fit = nil
	if _, err := second.Model(); err == nil {
		t.Error("a stage that was not trained has a model")
	}
}

// The weights of a stage are those of the epoch with the smallest validation loss, and its rate
// falls to 0 if requested.
func TestTheBestEpochCounts(t *testing.T) {
	task, c := random(t), Paper()
	c.Dropout, c.Rate = 0, 0.5
	held := []int32{1, 2}
	train := func(epochs int, change func(s *Stage)) *Model {
		t.Helper()
		net := c
		net.Epochs = epochs
		s := &Stage{Network: net, Width: task.width(), Classes: task.Classes, Begin: func() (Task, error) { return task, nil }}
		change(s)
		m := must.Get(checkpoint.Plain(t.Context(), &graph.Network{Graph: task.Graph}, "gcn", c, 1, nil, func(run *checkpoint.Run) (*Model, error) {
			if err := FitStages(t.Context(), run, s); err != nil {
				return nil, err
			}
			return s.Model()
		}))(t)
		return m
	}
	last := func(*Stage) {}
	const epochs = 30
	least, at := math.Inf(1), 0
	for e := 1; e <= epochs; e++ {
		m, loss := train(e, last), 0.0
		for _, u := range held {
			sum := 0.0
			for _, z := range m.Logits(u) {
				sum += math.Exp(float64(z))
			}
			loss += math.Log(sum) - float64(m.Logits(u)[task.Labels[u]])
		}
		if loss < least {
			least, at = loss, e
		}
	}
	if at == epochs {
		t.Fatal("the last epoch is the best one: the test shows nothing")
	}
	if got, want := train(epochs, func(s *Stage) { s.Held = held }), train(at, last); !slices.Equal(got.logits, want.logits) {
		t.Errorf("epoch %d has the least loss, and the weights are not its", at)
	}
	first, annealed := train(1, last), train(1, func(s *Stage) { s.Anneal = true })
	if !slices.Equal(first.logits, annealed.logits) || slices.Equal(train(2, last).logits, train(2, func(s *Stage) { s.Anneal = true }).logits) {
		t.Error("a annealed rate is another one in the first epoch, or the same in the second")
	}
}

// accuracy returns the share of the given nodes whose class is predicted right.
func accuracy(m *Model, labels, nodes []int32) float64 {
	predicted, right := m.Predict(), 0
	for _, u := range nodes {
		if predicted[u] == labels[u] {
			right++
		}
	}
	return float64(right) / float64(len(nodes))
}
