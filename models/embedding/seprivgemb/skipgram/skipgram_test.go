package skipgram

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// The reference's gradient is that of its loss, by central differences.
func TestReferenceGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 20 {
		task := newTask(t, rng, 4, 3, 3, 1, 1)
		r, e := newReference(task.tables), task.edges[task.batch[0]]
		g := r.gradient(e, task.negatives)
		for i := range r.rows {
			for j := range r.rows[i] {
				const h = 1e-5
				old := r.rows[i][j]
				r.rows[i][j] = old + h
				up := r.loss(e, task.negatives)
				r.rows[i][j] = old - h
				down := r.loss(e, task.negatives)
				r.rows[i][j] = old
				if d := (up - down) / (2 * h); math.Abs(d-g[i][j]) > 1e-8 {
					t.Fatalf("derivative %v, by differences %v", g[i][j], d)
				}
			}
		}
	}
}

// A step equals the reference's step: with and without clipping, with rows and edges repeated in a
// batch, for all shapes.
func TestStepIsTheReferenceStep(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, width := range []int{1, 7, 8, 16, 40, 128} {
		for _, k := range []int{0, 1, 5, 9} {
			for _, nodes := range []int{2, 5, 60} {
				for _, clip := range []float64{1e3, 0.05, 1} {
					task := newTask(t, rng, nodes, width, k, 70, 2/math.Sqrt(float64(width)))
					task.config.Clip = clip
					r := newReference(task.tables)
					r.step(task)
					task.once(t, task.trainer(t))
					d, size := r.distance(task.tables)
					want := 5e-6 * size
					if clip < 1e3 { // a factor of the clip is right to 10⁻⁵
						want += 1e-5 * task.config.step() * clip * float64(len(task.batch))
					}
					if d > want {
						t.Errorf("width %d, k %d, %d nodes, clip %v: entries up to %v are wrong by %v", width, k, nodes, clip, size, d)
					}
				}
			}
		}
	}
}

// added returns the sum of a step, divided by the rate and multiplied by the divisor.
func (x *task) added(t *testing.T, tr *Trainer) []float64 {
	t.Helper()
	must.Do(t, x.step(tr))
	for i := range tr.sums.Data {
		tr.sums.Data[i] /= tr.config.step()
	}
	return tr.sums.Data
}

// The contribution of an edge never exceeds C, not even by a rounding error, however its rows
// repeat and cancel. Without repeated rows it is at most 10⁻⁵ below its clipped norm.
func TestClipHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	short, clipped := 0.0, 0
	for trial := range 20000 {
		width := []int{1, 2, 9, 16, 64, 128}[rng.IntN(6)]
		nodes := []int{2, 3, 40}[rng.IntN(3)]
		task := newTask(t, rng, nodes, width, rng.IntN(8), 1, scalar.Pow(10, 4*rng.Float64()-2))
		edge := task.edges[task.batch[0]]
		if trial%3 == 0 { // two centres that nearly cancel, or are nearly equal
			sign := float32(1 - 2*rng.IntN(2))
			for j, v := range task.tables.In(edge.U) {
				task.tables.In(edge.V)[j] = sign * v * (1 + 1e-6*float32(rng.NormFloat64()))
			}
		}
		task.config.Clip = scalar.Pow(10, 3*rng.Float64()-3)
		task.config.Rate = scalar.Pow(10, 3*rng.Float64()-3)
		exact := norm(newReference(task.tables).gradient(edge, task.negatives))
		got := norm([][]float64{task.added(t, task.trainer(t))})
		if got > task.config.Clip {
			t.Fatalf("an edge adds %v, clipped to %v", got, task.config.Clip)
		}
		targets := append([]int32{edge.U, edge.V}, task.negatives...)
		if slices.Sort(targets); exact > task.config.Clip && len(slices.Compact(targets)) == 2+len(task.negatives) {
			clipped++
			short = max(short, 1-got/task.config.Clip)
		}
	}
	if clipped < 1000 || short > 1e-5 {
		t.Errorf("%d edges were clipped, and one is %v short of C", clipped, short)
	}
}

// Sums are exact: they do not depend on the order of the edges, and one edge more changes them by
// at most C, for any number of edges and however small the rate is relative to the tables' entries.
func TestSumsAreExact(t *testing.T) {
	const count = 3000
	for seed := range uint64(8) {
		run := func(order []int) []float64 {
			x := newTask(t, rand.New(rand.NewPCG(6, seed)), 40, 128, 5, count, 0.5)
			x.config.Clip, x.config.Rate, x.config.Divisor = 0.7, 1e-4, 1e4
			var batch, negatives []int32
			for _, b := range order {
				batch, negatives = append(batch, x.batch[b]), append(negatives, x.negatives[10*b:][:10]...)
			}
			x.batch, x.negatives = batch, negatives
			return x.added(t, x.trainer(t))
		}
		order := rand.New(rand.NewPCG(7, seed)).Perm(count)
		shuffled := slices.Clone(order)
		rand.New(rand.NewPCG(8, seed)).Shuffle(count, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		sum, without := run(order), run(order[1:])
		if !slices.Equal(sum, run(shuffled)) {
			t.Error("another order of the edges makes other sums")
		}
		for i := range without {
			without[i] -= sum[i]
		}
		if moved := norm([][]float64{without}); moved > 0.7 {
			t.Errorf("one of %d edges moves the sums by %v, clipped to 0.7", count, moved)
		}
	}
}

// For any number of edges nothing is refused, the last edge counts, and order does not matter.
// Pending sums of earlier steps are kept for every row.
func TestALargeBatch(t *testing.T) {
	run := func(count int, turned bool) []float64 {
		x := newTask(t, rand.New(rand.NewPCG(6, 1)), 40, 4, 0, 50, 0.5)
		x.config.Clip, x.config.Rate, x.config.Divisor = 0.01, 1, 1 // so small that every edge reaches it
		tr := x.trainer(t)
		must.Do(t, x.step(tr))
		x.batch = make([]int32, count)
		for i := range x.batch { // most nodes are in the last part alone
			x.batch[i] = int32(i * i % 6)
			if i > 2*maxPart {
				x.batch[i] = int32(i % len(x.edges))
			}
		}
		if turned {
			slices.Reverse(x.batch)
		}
		return x.added(t, tr)
	}
	const count = 2*maxPart + 77
	all, less := run(count, false), run(count-1, false)
	if !slices.Equal(all, run(count, true)) {
		t.Error("another order of the edges makes other sums")
	}
	for i := range less {
		less[i] -= all[i]
	}
	if moved := norm([][]float64{less}); moved > 0.01 || moved < 0.0099 {
		t.Errorf("one of %d edges moves the sums by %v, clipped to 0.01", count, moved)
	}
}

// Sums are integers in units of the grid, even where float64 would round them: k times the same
// edge give k times its gradient.
func TestSumsOfManyParts(t *testing.T) {
	x := newTask(t, rand.New(rand.NewPCG(6, 2)), 10, 1, 0, 1, 0.5)
	x.config.Clip, x.config.Rate, x.config.Divisor = 0.99, 1, 1
	for _, e := range x.edges {
		x.tables.In(e.U)[0], x.tables.Out(e.U)[0], x.tables.In(e.V)[0], x.tables.Out(e.V)[0] = 3.1, -2.7, 2.9, -3.3
	}
	const count = 14*maxPart + 3
	x.batch = make([]int32, 1)
	one := slices.Clone(x.added(t, x.trainer(t)))
	x.batch = make([]int32, count)
	tr := x.trainer(t)
	many, above := x.added(t, tr), 0
	for i, v := range one {
		units := int64(v / tr.sums.Grid)
		if want := float64(count*units) * tr.sums.Grid; many[i] != want {
			t.Errorf("%d times %d units of the grid are %v, want %v", count, units, many[i], want)
		}
		if max(units, -units) > 1<<53/count {
			above++
		}
	}
	if above == 0 {
		t.Error("no sum is so large that float64 would round it")
	}
}

// Rows that no edge of a batch in parts reads keep their pending sums.
func TestSumsWaitForRowsNotRead(t *testing.T) {
	train := func(count int) []float32 {
		x := newTask(t, rand.New(rand.NewPCG(6, 3)), 4, 1, 0, 0, 0.5)
		x.graph = gdptest.Graph(t, 4, []graph.Edge{{U: 0, V: 1}, {U: 2, V: 3}})
		x.config.Clip = 0.01
		tr := x.trainer(t)
		if x.batch = []int32{0}; count > 0 {
			x.once(t, tr)
			x.batch = slices.Repeat([]int32{1}, count)
			x.once(t, tr)
		}
		return slices.Concat(x.tables.In(0), x.tables.In(1), x.tables.Out(0), x.tables.Out(1))
	}
	first, whole, parts := train(0), train(1), train(2*maxPart+1)
	for i, x := range whole {
		if x == first[i] || x != parts[i] {
			t.Errorf("a row began as %v, and is %v after a small batch of others, %v after a large one", first[i], x, parts[i])
		}
	}
}

// A graph or batch whose sums might not be exact is refused; the largest accepted one does not
// overflow the integers of the sums.
func TestSoManyEdges(t *testing.T) {
	if math.Ldexp(float64(maxEdges), gridBits) > math.MaxInt64/2 {
		t.Error("sums of too many edges overflow")
	}
	defer func(most int) { maxEdges = most }(maxEdges)
	x := newTask(t, rand.New(rand.NewPCG(6, 4)), 8, 1, 0, 4, 1)
	maxEdges = len(x.edges) + 1
	tr := x.trainer(t)
	x.once(t, tr)
	x.batch = make([]int32, maxEdges)
	batch := x.step(tr)
	maxEdges--
	_, whole := New(x.tables, x.graph, x.config)
	for what, err := range map[string]error{"graph": whole, "batch": batch} {
		if err == nil || !strings.Contains(err.Error(), what+" has 2²⁹ edges") {
			t.Errorf("too large a %s: %v", what, err)
		}
	}
}

// An edge with a non-finite gradient adds nothing; the other edges of its batch add what they
// always do.
func TestNotFinite(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
		x := newTask(t, rand.New(rand.NewPCG(5, 1)), 60, 32, 5, 40, 0.5)
		const sick = 7
		r := newReference(x.tables)
		x.tables.Out(sick)[3] = bad
		rest := *x // without the edges that touch the row
		rest.batch, rest.negatives = nil, nil
		for b, i := range x.batch {
			e, list := x.edges[i], x.negatives[10*b:][:10]
			if e.U != sick && e.V != sick && !slices.Contains(list, sick) {
				rest.batch, rest.negatives = append(rest.batch, i), append(rest.negatives, list...)
			}
		}
		if len(rest.batch) == 0 || len(rest.batch) == len(x.batch) {
			t.Fatal("the example shows nothing")
		}
		x.once(t, x.trainer(t))
		r.step(&rest)
		if now := x.tables.Out(sick)[3]; math.Float32bits(now) != math.Float32bits(bad) {
			t.Errorf("%v became %v", bad, now)
		}
		x.tables.Out(sick)[3] = float32(r.rows[60+sick][3])
		if d, size := r.distance(x.tables); !(d < 1e-5*size) {
			t.Errorf("with an entry of %v: entries up to %v are wrong by %v", bad, size, d)
		}
	}
}

// Nor does an edge whose squared norm overflows float32.
func TestTooLarge(t *testing.T) {
	x := newTask(t, rand.New(rand.NewPCG(5, 2)), 3, 8, 1, 1, 0.5)
	for u := range int32(3) {
		x.tables.In(u)[0] = 1e20
	}
	before := slices.Clone(x.tables.rows.Data)
	if x.once(t, x.trainer(t)); !slices.Equal(before, x.tables.rows.Data) {
		t.Error("the tables moved")
	}
}

// The same bits on one core and on many.
func TestCoresMakeNoDifference(t *testing.T) {
	run := func(cores int) []float32 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		rng := rand.New(rand.NewPCG(7, 1))
		x := newTask(t, rng, 40, 32, 5, 0, 0.5)
		x.source.noisy = true
		tr := x.trainer(t)
		for range 5 {
			x.draw(rng, 200)
			must.Do(t, x.step(tr))
		}
		return x.tables.rows.Data
	}
	one := run(1)
	for _, cores := range []int{2, 3, 8} {
		if !slices.Equal(one, run(cores)) {
			t.Errorf("%d cores make other digits than one", cores)
		}
	}
}

// A step draws one sample of all edges, requests the sample's negatives, adds the contributions
// over the divisor, and adds the noise of one step to all rows. Noise drawn when a row is read
// gives the same tables as noise on all rows after every step: at the end each row has the noise of
// all steps, whether it was read or not. Some steps have an empty batch.
func TestAStepHasOneSampleAndOneNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	x := newTask(t, rng, 30, 16, 5, 0, 0.5)
	x.config.Clip, x.config.Rate, x.config.Divisor = 0.5, 0.7, 7
	x.source.noisy = true
	r, tr := newReference(x.tables), x.trainer(t)
	const steps = 40
	for step := range steps {
		x.draw(rng, step%4)
		must.Do(t, tr.Step(func(batch []int32) []int32 {
			if !slices.Equal(batch, x.batch) || len(x.source.weights) != step {
				t.Errorf("step %d is on %v, want %v; %d steps have their noise", step, batch, x.batch, len(x.source.weights))
			}
			return x.negatives
		}))
		if len(x.source.asked) != step+1 || x.source.asked[step] != len(x.edges) || len(x.source.weights) != step+1 || x.source.weights[step] != x.config.step() {
			t.Errorf("step %d: samples of %v records, noise of weights %v", step, x.source.asked, x.source.weights)
		}
		r.step(x)
		for i := range r.rows {
			for j := range r.rows[i] {
				r.rows[i][j] += 0.1 * owed(i, step, j)
			}
		}
	}
	if d, _ := r.distance(x.tables); d < 0.01 {
		t.Error("no row was owed anything before the end")
	}
	must.Do(t, tr.Settle())
	if d, size := r.distance(x.tables); d > 2e-5*size {
		t.Errorf("entries up to %v are wrong by %v", size, d)
	}
}

// Invalid settings are refused, and so is a source paid for with another clip or divisor, however
// small the difference.
func TestBadInput(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	x := newTask(t, rng, 10, 8, 2, 1, 0.1)
	x.trainer(t)
	right := x.source.paid
	paid := func(clip, divisor float64) func(*Config) {
		return func(*Config) { x.source.paid = gdp.Paid{Steps: right.Steps, Clip: clip, Divisor: divisor} }
	}
	set := func(rate, divisor, clip float64) func(c *Config) {
		return func(c *Config) {
			c.Rate, c.Divisor, c.Clip = rate, divisor, clip
			paid(clip, divisor)(c)
		}
	}
	for _, bad := range []struct {
		want   string
		change func(c *Config)
	}{
		{"negative samples", func(c *Config) { c.Negatives = -1 }},
		{"rate 0", set(0, 2, 1)}, {"rate NaN", set(math.NaN(), 2, 1)}, {"rate 0.6 over 0", set(0.6, 0, 1)}, {"over +Inf", set(0.6, math.Inf(1), 1)},
		{"clip to norm -1", set(0.6, 2, -1)}, {"clip to norm +Inf", set(0.6, 2, math.Inf(1))}, {"rate times clip", set(0.6, 2, 1e-20)},
		{"no source", func(c *Config) { c.Source = nil }},
		{"was paid for", paid(0, 0)}, {"was paid for", paid(math.Nextafter(right.Clip, 2), right.Divisor)}, {"was paid for", paid(right.Clip, math.Nextafter(right.Divisor, 0))},
		{"was paid for", paid(math.NaN(), math.NaN())},
	} {
		c := x.config
		x.source.paid = right
		bad.change(&c)
		if _, err := New(x.tables, x.graph, c); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("want an error with %q, got %v", bad.want, err)
		}
	}
	x.source.paid = right
	directed, _ := must.Two(graph.FromEdges(10, nil, graph.Options{Directed: true}))(t)
	for _, g := range []*graph.Graph{nil, directed, gdptest.Graph(t, 9, nil)} {
		if _, err := New(x.tables, g, x.config); err == nil {
			t.Errorf("%v was taken", g)
		}
	}
	if err := (Config{Negatives: 20, Rate: 1, Divisor: 1, Clip: 1}).Check(1 << 16); err == nil {
		t.Error("edges that move 44 rows of 65,536 entries were taken")
	}
	for _, c := range []struct {
		nodes, width int
		bound        float64
		rng          *rand.Rand
	}{{0, 8, 1, rng}, {10, 0, 1, rng}, {10, 8, math.NaN(), rng}, {10, 8, -1, rng}, {10, 8, 1, nil}, {10, 1 << 17, 1, rng}} {
		if _, err := NewTables(c.nodes, c.width, c.bound, c.rng); err == nil {
			t.Errorf("tables of %+v", c)
		}
	}
}

// A step that fails after its sample was drawn is the last: nothing more is sampled, and no table
// is settled that would lack its noise. A step without a sample leaves the trainer unchanged.
func TestNoStepAfterOneThatFailed(t *testing.T) {
	broken := errors.New("broken")
	for what, fault := range map[string]func(x *task){
		"negatives":        func(x *task) { x.negatives = nil },
		"a known negative": func(x *task) { x.negatives[1] = 12 },
		"a whole negative": func(x *task) { x.negatives[1] = -1 },
		"a known edge":     func(x *task) { x.batch[0] = int32(len(x.edges)) },
		"a whole edge":     func(x *task) { x.batch[0] = -1 },
		"noise of rows":    func(x *task) { x.source.faults[2] = broken },
		"noise":            func(x *task) { x.source.faults[1] = broken },
	} {
		x := newTask(t, rand.New(rand.NewPCG(4, 2)), 12, 4, 1, 1, 0.5)
		tr, batch, negatives := x.trainer(t), slices.Clone(x.batch), slices.Clone(x.negatives)
		fault(x)
		if err := x.step(tr); err == nil {
			t.Fatalf("without %s: the step is taken", what)
		}
		x.source.faults, x.batch, x.negatives = [3]error{}, batch, negatives
		for range 2 {
			for _, err := range []error{x.step(tr), tr.Settle()} {
				if err == nil || !strings.Contains(err.Error(), "failed") {
					t.Errorf("without %s, it goes on: %v", what, err)
				}
			}
		}
		if len(x.source.asked) != 1 {
			t.Errorf("without %s: %d samples", what, len(x.source.asked))
		}
	}
	x := newTask(t, rand.New(rand.NewPCG(4, 2)), 12, 4, 1, 1, 0.5)
	tr := x.trainer(t)
	x.source.faults[0] = broken
	if err := x.step(tr); err == nil || len(x.source.weights) != 0 {
		t.Errorf("a step without a sample: %v, %d noises", err, len(x.source.weights))
	}
	x.source.faults[0] = nil
	x.once(t, tr)
}

// A session counts the steps that draw from it, and releases no table that lacks noise: neither one
// that is not settled, nor one after a step without noise.
func TestStepsOfASession(t *testing.T) {
	const steps = 3
	for what, says := range map[string]string{"settled": "", "not settled": "rows of the table lack noise", "settled before the last step": "rows of the table lack noise", "failed": "has no noise"} {
		x := newTask(t, rand.New(rand.NewPCG(4, 2)), 12, 4, 1, 0, 0.5)
		s := must.Get(gdp.Protect(&graph.Network{Graph: x.graph}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1e6, Delta: 1e-5}, gdp.Seed(1)))(t)
		_, err := gdp.Once(s, "embedding", what, func(s *gdp.Session) ([]float32, error) {
			training, err := s.Train(gdp.Plan{
				Label: "embedding", Steps: steps, Sampling: gdp.FullBatch{AddRemove: true}, Multiplier: 1, Sensitivity: gdp.L2(x.config.Clip), Divisor: x.config.Divisor,
				Basis: gdp.Claim{Source: "a test of noise", Statement: "none", Why: "nothing is released"},
			})
			if err != nil {
				return nil, err
			}
			source, err := training.RowNoise(x.tables.Rows(), x.tables.Width())
			if err != nil {
				return nil, err
			}
			x.config.Source = source
			tr, err := New(x.tables, x.graph, x.config)
			if err != nil {
				return nil, err
			}
			for step := range steps {
				fails := what == "failed" && step == steps-1
				err := tr.Step(func(batch []int32) []int32 {
					if fails {
						return nil
					}
					return make([]int32, 2*len(batch))
				})
				if (err != nil) != fails {
					t.Fatal(err)
				}
				if what == "settled" || what == "settled before the last step" && step == steps-2 {
					must.Do(t, tr.Settle())
				}
			}
			if what == "settled" {
				settled := slices.Clone(x.tables.Values())
				if err := tr.Step(func(batch []int32) []int32 { return make([]int32, 2*len(batch)) }); err == nil || !strings.Contains(err.Error(), "are done") {
					t.Errorf("a step beyond the plan: %v", err)
				}
				if err := tr.Settle(); err != nil || !slices.Equal(x.tables.Values(), settled) {
					t.Errorf("a step beyond the plan moved the tables, or %v", err)
				}
			}
			return x.tables.Values(), nil
		})
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("tables that are %s: %v", what, err)
		}
	}
}
