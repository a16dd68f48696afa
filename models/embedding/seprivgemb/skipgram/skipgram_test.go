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
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

var _ Source = (*gdp.RowNoise)(nil)

// once takes a step and brings the tables up to date.
func once(t *testing.T, tr *Trainer, batch, negatives []int32) {
	t.Helper()
	if err := tr.Step(batch, negatives); err != nil {
		t.Fatal(err)
	}
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
}

// The example of [SE-PrivGEmb] Eqs. 7 and 8 worked by hand: one centre, one
// context, two negatives, weight 1/2.
func TestOneHalfByHand(t *testing.T) {
	tables, err := NewTables(4, 2, 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[*float32][]float32{}
	set := func(row []float32, x, y float32) { row[0], row[1] = x, y; rows[&row[0]] = []float32{x, y} }
	set(tables.In(0), .1, .2)
	set(tables.Out(1), .3, -.1)
	set(tables.Out(2), -.2, .4)
	set(tables.Out(3), .5, .5)
	for _, clip := range []float64{math.Inf(1), 0.2808071 / 2} {
		tr, err := New(tables, []Edge{{0, 1, 0.5, 0}}, Config{Negatives: 2, Rate: 1, Divisor: 1, Clip: clip})
		if err != nil {
			t.Fatal(err)
		}
		once(t, tr, []int32{0}, []int32{2, 3, 0, 0})
		factor := 1.0
		if !math.IsInf(clip, 1) {
			factor = 0.5
		}
		for _, c := range []struct {
			row  []float32
			x, y float64
		}{
			{tables.In(0), .0082329, .2622316},
			{tables.Out(1), -.0248750, -.0497500},
			{tables.Out(2), .0257498, .0514996},
			{tables.Out(3), .0268715, .0537430},
			{tables.In(1), 0, 0},
			{tables.Out(0), 0, 0},
		} {
			before := rows[&c.row[0]]
			if before == nil {
				before = []float32{0, 0}
			}
			if math.Abs(float64(before[0]-c.row[0])-factor*c.x) > 1e-6 || math.Abs(float64(before[1]-c.row[1])-factor*c.y) > 1e-6 {
				t.Errorf("clip %v: a row moved from %v to %v, want by -%v·(%v, %v)", clip, before, c.row, factor, c.x, c.y)
			}
			copy(c.row, before)
		}
	}
}

// The reference's gradient is that of its loss, by central differences.
func TestReferenceGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 20 {
		task := newTask(rng, 4, 3, 3, 1, 1)
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

// A step is the reference's step: clipped or not, with rows and edges that come
// many times in a batch, whatever the shapes.
func TestStepIsTheReferenceStep(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, width := range []int{1, 7, 8, 16, 40, 128} {
		for _, k := range []int{0, 1, 5, 9} {
			for _, nodes := range []int{2, 5, 60} {
				for _, clip := range []float64{math.Inf(1), 0.05, 1} {
					task := newTask(rng, nodes, width, k, 70, 2/math.Sqrt(float64(width)))
					task.config.Clip = clip
					r := newReference(task.tables)
					r.step(task.edges, task.batch, task.negatives, task.config)
					once(t, task.trainer(), task.batch, task.negatives)
					d, size := r.distance(task.tables)
					want := 5e-6 * size
					if !math.IsInf(clip, 1) { // a factor of the clip is right to 10⁻⁵
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

// added returns what a step of a trainer that has taken none adds up, over the rate, times the
// divisor.
func added(t *testing.T, tr *Trainer, batch, negatives []int32) []float64 {
	t.Helper()
	if err := tr.Step(batch, negatives); err != nil {
		t.Fatal(err)
	}
	for i := range tr.sums.Data {
		tr.sums.Data[i] /= tr.config.step()
	}
	return tr.sums.Data
}

// What an edge adds never exceeds C, not by a rounding error, however its rows
// repeat and cancel; and where no row comes twice it is not cut shorter than 10⁻⁵
// of it.
func TestClipHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	short, clipped := 0.0, 0
	for trial := range 20000 {
		width := []int{1, 2, 9, 16, 64, 128}[rng.IntN(6)]
		nodes := []int{2, 3, 40}[rng.IntN(3)]
		task := newTask(rng, nodes, width, rng.IntN(8), 1, scalar.Pow(10, 4*rng.Float64()-2))
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
		got := norm([][]float64{added(t, task.trainer(), task.batch, task.negatives)})
		if got > task.config.Clip {
			t.Fatalf("an edge adds %v, clipped to %v", got, task.config.Clip)
		}
		if targets := append([]int32{edge.U, edge.V}, task.negatives...); exact > task.config.Clip && distinct(targets) {
			clipped++
			short = max(short, 1-got/task.config.Clip)
		}
	}
	if clipped < 1000 {
		t.Errorf("only %d edges were clipped", clipped)
	}
	if short > 1e-5 {
		t.Errorf("a clipped edge is %v short of C", short)
	}
}

// Sums are exact: they are the same in whatever order the edges come, and one
// edge more or less moves them by no more than C, however many there are and
// however small the rate is against the tables' entries.
func TestSumsAreExact(t *testing.T) {
	const count = 3000
	for seed := range uint64(8) {
		run := func(order []int) []float64 {
			task := newTask(rand.New(rand.NewPCG(6, seed)), 40, 128, 5, count, 0.5)
			task.config.Clip, task.config.Rate, task.config.Divisor = 0.7, 1e-4, 1e4
			var batch, negatives []int32
			for _, b := range order {
				batch, negatives = append(batch, task.batch[b]), append(negatives, task.negatives[10*b:][:10]...)
			}
			return added(t, task.trainer(), batch, negatives)
		}
		order := rand.New(rand.NewPCG(7, seed)).Perm(count)
		sum := run(order)
		shuffled := slices.Clone(order)
		rand.New(rand.NewPCG(8, seed)).Shuffle(count, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if !slices.Equal(sum, run(shuffled)) {
			t.Error("another order of the edges makes other sums")
		}
		without := run(order[1:])
		for i := range without {
			without[i] -= sum[i]
		}
		if moved := norm([][]float64{without}); moved > 0.7 {
			t.Errorf("one of %d edges moves the sums by %v, clipped to 0.7", count, moved)
		}
	}
}

// However many edges there are: nothing is refused, the last of them counts, and the
// order decides nothing.
func TestALargeBatch(t *testing.T) {
	task := newTask(rand.New(rand.NewPCG(6, 1)), 40, 4, 0, 50, 0.5)
	task.config.Clip, task.config.Rate, task.config.Divisor = 0.01, 1, 1 // so small that every edge reaches it
	run := func(count int) (forward, back []float64) {
		var batch []int32
		for i := range count { // most nodes are in the last part alone
			batch = append(batch, int32(i*i%6))
			if i > 2*maxPart {
				batch[i] = int32(i % len(task.edges))
			}
		}
		begun := func() *Trainer { // with sums that wait for every row
			fresh := newTask(rand.New(rand.NewPCG(6, 1)), 40, 4, 0, 50, 0.5)
			fresh.config = task.config
			tr := fresh.trainer()
			if err := tr.Step(task.batch, nil); err != nil {
				t.Fatal(err)
			}
			return tr
		}
		forward = added(t, begun(), batch, nil)
		slices.Reverse(batch)
		return forward, added(t, begun(), batch, nil)
	}
	const count = 2*maxPart + 77
	all, again := run(count)
	less, _ := run(count - 1)
	if !slices.Equal(all, again) {
		t.Error("another order of the edges makes other sums")
	}
	for i := range less {
		less[i] -= all[i]
	}
	if moved := norm([][]float64{less}); moved > 0.01 || moved < 0.0099 {
		t.Errorf("one of %d edges moves the sums by %v, clipped to 0.01", count, moved)
	}
}

// Sums are whole numbers of the grid, also where float64 would round them: k times
// the same edge are k times its gradient.
func TestSumsOfManyParts(t *testing.T) {
	task := newTask(rand.New(rand.NewPCG(6, 2)), 10, 1, 0, 1, 0.5)
	task.config.Clip, task.config.Rate, task.config.Divisor = 0.99, 1, 1
	for _, x := range task.edges {
		task.tables.In(x.U)[0], task.tables.Out(x.U)[0], task.tables.In(x.V)[0], task.tables.Out(x.V)[0] = 3.1, -2.7, 2.9, -3.3
	}
	const count = 14*maxPart + 3
	one := slices.Clone(added(t, task.trainer(), make([]int32, 1), nil))
	tr := task.trainer()
	many, above := added(t, tr, make([]int32, count), nil), 0
	for i, x := range one {
		units := int64(x / tr.sums.Grid)
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

// Rows that no edge of a batch in parts reads keep the sums that wait for them.
func TestSumsWaitForRowsNotRead(t *testing.T) {
	train := func(count int) *Tables {
		tables, err := NewTables(4, 1, 0.5, rand.New(rand.NewPCG(6, 3)))
		if err != nil {
			t.Fatal(err)
		}
		tr, err := New(tables, []Edge{{0, 1, 1, 1}, {2, 3, 1, 1}}, Config{Rate: 1, Divisor: 1, Clip: 0.01})
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.Step([]int32{0}, nil); err != nil {
			t.Fatal(err)
		}
		once(t, tr, slices.Repeat([]int32{1}, count), nil)
		return tables
	}
	first, err := NewTables(4, 1, 0.5, rand.New(rand.NewPCG(6, 3)))
	if err != nil {
		t.Fatal(err)
	}
	whole, parts := train(1), train(2*maxPart+1)
	for u := range int32(2) {
		for _, x := range [][3]float32{
			{first.In(u)[0], whole.In(u)[0], parts.In(u)[0]}, {first.Out(u)[0], whole.Out(u)[0], parts.Out(u)[0]},
		} {
			if x[1] == x[0] || x[2] != x[1] {
				t.Errorf("a row of node %d began as %v, and is %v after a small batch of others, %v after a large one", u, x[0], x[1], x[2])
			}
		}
	}
}

// A graph or a batch whose sums might not be exact is refused; the largest that is not
// fills less than the whole numbers that carry its sums.
func TestSoManyEdges(t *testing.T) {
	for edges, fine := range map[int]bool{0: true, 1<<29 - 1: true, 1 << 29: false, 1 << 40: false} {
		if err := checkEdges("a graph", edges); (err == nil) != fine {
			t.Errorf("%d edges: %v", edges, err)
		}
	}
	if math.Ldexp(float64(maxEdges), gridBits) > math.MaxInt64/2 {
		t.Error("sums of too many edges overflow")
	}
	defer func(most int) { maxEdges = most }(maxEdges)
	maxEdges = 4
	task := newTask(rand.New(rand.NewPCG(6, 4)), 4, 1, 0, 4, 1)
	tr, err := New(task.tables, task.edges[:3], Config{Rate: 1, Divisor: 1, Clip: 1})
	if err == nil {
		err = tr.Step([]int32{0, 1, 2}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, err = New(task.tables, task.edges[:4], tr.config)
	for what, err := range map[string]error{"graph": err, "batch": tr.Step([]int32{0, 1, 2, 0}, nil)} {
		if err == nil || !strings.Contains(err.Error(), what+" of 2²⁹ edges") {
			t.Errorf("too large a %s: %v", what, err)
		}
	}
}

func distinct(list []int32) bool {
	slices.Sort(list)
	return len(slices.Compact(list)) == len(list)
}

// An edge whose gradient is not finite adds nothing; the others of its batch add
// what they always do.
func TestNotFinite(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
		for _, clip := range []float64{math.Inf(1), 0.1} {
			rng := rand.New(rand.NewPCG(5, 1))
			task := newTask(rng, 60, 32, 5, 40, 0.5)
			task.config.Clip = clip
			const sick = 7
			for i := range task.edges {
				task.edges[i].Forward, task.edges[i].Back = 1, 1
			}
			r := newReference(task.tables)
			task.tables.Out(sick)[3] = bad
			var batch, negatives []int32 // what is left without the edges that touch the row
			for b, i := range task.batch {
				e, list := task.edges[i], task.negatives[10*b:][:10]
				if e.U != sick && e.V != sick && !slices.Contains(list, sick) {
					batch, negatives = append(batch, i), append(negatives, list...)
				}
			}
			if len(batch) == 0 || len(batch) == len(task.batch) {
				t.Fatal("the example shows nothing")
			}
			once(t, task.trainer(), task.batch, task.negatives)
			r.step(task.edges, batch, negatives, task.config)
			if now := task.tables.Out(sick)[3]; math.Float32bits(now) != math.Float32bits(bad) {
				t.Errorf("%v became %v", bad, now)
			}
			task.tables.Out(sick)[3] = float32(r.rows[60+sick][3])
			if d, size := r.distance(task.tables); !(d < 5e-6*size) {
				t.Errorf("with an entry of %v, clip %v: entries up to %v are wrong by %v", bad, clip, size, d)
			}
		}
	}
}

// Nor does one whose squared norm is more than a float32 can hold.
func TestTooLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	task := newTask(rng, 3, 8, 1, 1, 0.5)
	task.config.Clip = 1
	for u := range int32(3) {
		task.tables.In(u)[0] = 1e20
	}
	before := slices.Clone(task.tables.rows.Data)
	once(t, task.trainer(), task.batch, task.negatives)
	if !slices.Equal(before, task.tables.rows.Data) {
		t.Error("the tables moved")
	}
}

// ticks is a source whose noise can be foretold: step s owes row r the value of owed, times the
// rate over the divisor. It keeps what it was asked for.
type ticks struct {
	paid    gdp.Paid
	sample  func(records int) ([]int32, error)
	asked   []int // numbers of records
	weights []float64
	seen    []int
	broken  bool
	stuck   bool
}

func owed(row, step, j int) float64 { return math.Sin(float64(100*row + 10*step + j)) }

// ticking gives a task a source that was paid for what the task does.
func (t *task) ticking() *ticks {
	n := &ticks{paid: gdp.Paid{Steps: 1 << 20, Clip: t.config.Clip, Divisor: t.config.Divisor}, seen: make([]int, t.tables.Rows())}
	n.sample = func(int) ([]int32, error) { return slices.Clone(t.batch), nil }
	t.config.Source = n
	return n
}

// on takes a private step on the batch.
func (t *task) on(tr *Trainer, batch, negatives []int32) error {
	t.batch = batch
	return tr.StepOn(nil, func([]int32) []int32 { return negatives })
}

func (n *ticks) Paid() gdp.Paid { return n.paid }

func (n *ticks) Sample(records int) ([]int32, error) {
	n.asked = append(n.asked, records)
	return n.sample(records)
}

func (n *ticks) Advance(rate float64) error {
	if n.stuck {
		return errBroken
	}
	n.weights = append(n.weights, rate/n.paid.Divisor)
	return nil
}

var errBroken = errors.New("broken")

func (n *ticks) Collect(row int, dst []float32) error {
	if n.broken {
		return errBroken
	}
	for ; n.seen[row] < len(n.weights); n.seen[row]++ {
		for j := range dst {
			dst[j] += float32(n.weights[n.seen[row]] * owed(row, n.seen[row], j))
		}
	}
	return nil
}

// Noise drawn when a row is read makes the same tables as noise on all rows
// after every step. Some steps have an empty batch.
func TestLateNoiseIsNoiseAtEveryStep(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	task := newTask(rng, 30, 16, 5, 0, 0.5)
	task.config.Clip, task.config.Rate, task.config.Divisor = 0.5, 0.7, 7
	task.ticking()
	r, tr := newReference(task.tables), task.trainer()
	for step := range 40 {
		batch := make([]int32, step%4)
		negatives := make([]int32, 10*len(batch))
		Uniform(batch, len(task.edges), rng)
		Uniform(negatives, 30, rng)
		r.step(task.edges, batch, negatives, task.config)
		for i := range r.rows {
			for j := range r.rows[i] {
				r.rows[i][j] += 0.1 * owed(i, step, j)
			}
		}
		if err := task.on(tr, batch, negatives); err != nil {
			t.Fatal(err)
		}
	}
	if d, _ := r.distance(task.tables); d < 0.01 {
		t.Error("no row was owed anything before the end")
	}
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
	if d, size := r.distance(task.tables); d > 2e-5*size {
		t.Errorf("entries up to %v are wrong by %v", size, d)
	}
}

// The same digits on one core and on many.
func TestCoresMakeNoDifference(t *testing.T) {
	run := func(cores int) []float32 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		rng := rand.New(rand.NewPCG(7, 1))
		task := newTask(rng, 40, 32, 5, 0, 0.5)
		task.config.Clip = 0.5
		task.ticking()
		tr := task.trainer()
		for range 5 {
			batch, negatives := make([]int32, 200), make([]int32, 2000)
			Uniform(batch, len(task.edges), rng)
			Uniform(negatives, 40, rng)
			if err := task.on(tr, batch, negatives); err != nil {
				t.Fatal(err)
			}
		}
		return task.tables.rows.Data
	}
	one := run(1)
	for _, cores := range []int{2, 3, 8} {
		if !slices.Equal(one, run(cores)) {
			t.Errorf("%d cores make other digits than one", cores)
		}
	}
}

// Two cliques joined by an edge come apart: after training, an edge scores
// higher than a pair across.
func TestItLearns(t *testing.T) {
	var edges []graph.Edge
	for u := range int32(10) {
		for v := range u {
			edges = append(edges, graph.Edge{U: u, V: v}, graph.Edge{U: 10 + u, V: 10 + v})
		}
	}
	g := gdptest.Graph(t, 20, append(edges, graph.Edge{U: 0, V: 10}))
	list, err := Edges(g)
	if err != nil || len(list) != 91 {
		t.Fatalf("%d edges, %v", len(list), err)
	}
	rng := rand.New(rand.NewPCG(8, 1))
	tables, err := NewTables(20, 8, 0.1, rng)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := New(tables, list, Config{Negatives: 5, Rate: 0.01, Divisor: 1, Clip: math.Inf(1)})
	if err != nil {
		t.Fatal(err)
	}
	batch, negatives := make([]int32, len(list)), make([]int32, 10*len(list))
	for i := range batch {
		batch[i] = int32(i)
	}
	for range 400 {
		Uniform(negatives, 20, rng)
		if err := tr.Step(batch, negatives); err != nil {
			t.Fatal(err)
		}
	}
	mean := func(across int32) float64 {
		s := 0.0
		for u := range int32(10) {
			for v := range u {
				for j, x := range tables.In(u) {
					s += float64(x * tables.Out(v + across)[j])
				}
			}
		}
		return s / 45
	}
	if within, across := mean(0), mean(10); within < across+1 {
		t.Errorf("a pair within a clique scores %v, one across %v", within, across)
	}
}

func TestBadInput(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	task := newTask(rng, 10, 8, 2, 1, 0.1)
	for what, change := range map[string]func(c *Config){
		"negative samples": func(c *Config) { c.Negatives = -1 },
		"rate 0":           func(c *Config) { c.Rate = 0 },
		"rate NaN":         func(c *Config) { c.Rate = math.NaN() },
		"rate 0.6 over 0":  func(c *Config) { c.Divisor = 0 },
		"over NaN":         func(c *Config) { c.Divisor = math.NaN() },
		"over +Inf":        func(c *Config) { c.Divisor = math.Inf(1) },
		"clip to norm -1":  func(c *Config) { c.Clip = -1 },
		"clip to norm NaN": func(c *Config) { c.Clip = math.NaN() },
		"rate times clip":  func(c *Config) { c.Clip = 1e-20 },
		"a clip of +Inf":   func(c *Config) { c.Source = &ticks{paid: gdp.Paid{Steps: 1, Clip: 1, Divisor: c.Divisor}} },
	} {
		c := task.config
		change(&c)
		if _, err := New(task.tables, task.edges, c); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("want an error with %q, got %v", what, err)
		}
	}
	if err := task.trainer().Step(make([]int32, 3), nil); err == nil {
		t.Error("a batch without its negatives was taken")
	}
	if _, err := New(nil, nil, task.config); err == nil {
		t.Error("no tables were taken")
	}
	wide, err := NewTables(2, 1<<16, 0, rng)
	if err != nil {
		t.Fatal(err)
	}
	task.config.Negatives = 20
	if _, err := New(wide, nil, task.config); err == nil {
		t.Error("edges that move 44 rows of 65,536 entries were taken")
	}
	task.config.Negatives = 2
	nan := float32(math.NaN())
	for _, e := range []Edge{{0, 10, 1, 1}, {-1, 0, 1, 1}, {3, 3, 1, 1}, {0, 1, -1, 1}, {0, 1, 1, nan}, {0, 1, float32(math.Inf(1)), 1}} {
		if _, err := New(task.tables, []Edge{e}, task.config); err == nil {
			t.Errorf("edge %v was taken", e)
		}
	}
	tr := task.trainer()
	for _, c := range []struct{ batch, negatives []int32 }{
		{[]int32{0}, []int32{1, 2, 3}},
		{[]int32{int32(len(task.edges))}, []int32{1, 2, 3, 4}},
		{[]int32{-1}, []int32{1, 2, 3, 4}},
		{[]int32{0}, []int32{1, 2, 3, 10}},
		{[]int32{0}, []int32{1, 2, 3, -1}},
	} {
		if err := tr.Step(c.batch, c.negatives); err == nil {
			t.Errorf("batch %v with %v was taken", c.batch, c.negatives)
		}
	}
	task.config.Clip = 1
	source := task.ticking()
	source.weights, source.broken = []float64{1}, true
	if err := task.on(task.trainer(), []int32{0}, []int32{1, 2, 3, 4}); !errors.Is(err, errBroken) {
		t.Errorf("noise that failed made %v", err)
	}
	if err := task.trainer().Settle(); !errors.Is(err, errBroken) {
		t.Errorf("noise that failed made %v at the end", err)
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
	directed, _, err := graph.FromEdges(2, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Edges(directed); err == nil {
		t.Error("a directed graph was taken")
	}
}

// With noise from a session, and no edges, every entry is off its start by
// N(0, T·(ησC/B)²). Of its mean square over 19,200 entries, 6.5 standard
// deviations are missed with probability below 10⁻¹⁰; a noise a tenth too small
// is 18 away.
func TestNoiseOfASession(t *testing.T) {
	const nodes, width, count = 200, 48, 30
	for _, shrink := range []float64{1, 0.9} {
		source := paid(t, nodes, width, gdp.Plan{
			Steps: count, Sampling: gdp.Poisson{Rate: 0.01}, Multiplier: 0.7 * shrink, Sensitivity: 2, Divisor: 5,
		})
		tables, err := NewTables(nodes, width, 0, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		tr, err := New(tables, nil, Config{Negatives: 5, Rate: 1.5, Divisor: 5, Clip: 2, Source: source})
		if err != nil {
			t.Fatal(err)
		}
		for range count {
			if err := tr.StepOn(nil, func([]int32) []int32 { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if err := tr.Settle(); err != nil {
			t.Fatal(err)
		}
		sum, n := 0.0, float64(len(tables.rows.Data))
		for _, v := range tables.rows.Data {
			sum += float64(v) * float64(v)
		}
		sd := 0.3 * 0.7 * 2 * math.Sqrt(count)
		score := (sum/(sd*sd) - n) / math.Sqrt(2*n)
		if (math.Abs(score) > 6.5) != (shrink != 1) {
			t.Errorf("noise times %v: the mean square is %v standard deviations off", shrink, score)
		}
	}
}
