package walks

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/train/vector"
)

const (
	parts  = 2    // of the columns of both tables: each is one worker's, which needs of the other its scores alone
	grain  = 32   // columns of a part are a multiple
	often  = 16   // how often a batch has the most frequent node, on average, at most
	inStep = 1024 // walks between two places at which a run can be interrupted
)

// trainer learns a skip-gram with negative samples from walks: for a centre u, each node v in its
// window and k nodes n of the pool the loss is
//
//	- ln σ(x_v·y_u) - Σ_n ln σ(-x_v·y_n)
//
// with a row x of W_in and a row y of W_out for each node. The nodes v of one window share the k
// nodes, so that their rows are read once; on average the loss is that of nodes drawn for each v. A
// negative that is the centre is left out. The centres of a stretch of a walk are a batch: it takes a
// step along the sum of their gradients, all at the rows before it.
type trainer struct {
	SkipGram
	walks   [][]int32
	stretch int // centres of a batch
	pool    pool
	seed    uint64
	in, out vector.Matrix
}

// newTrainer returns a trainer that is about to take its first step.
func (c SkipGram) newTrainer(nodes int, walks [][]int32, r *rand.Rand) *trainer {
	width := (c.Dim + parts*grain - 1) / (parts * grain) * parts * grain // columns beyond Dim stay 0
	t := &trainer{SkipGram: c, walks: walks, seed: r.Uint64(), in: vector.New(nodes, width), out: vector.New(nodes, width)}
	for u := range nodes {
		for i := range c.Dim {
			t.in.Row(u)[i] = float32((r.Float64() - 0.5) / float64(c.Dim))
		}
	}
	counts, most := make([]float64, nodes), 0.0
	for _, walk := range walks {
		for _, u := range walk {
			counts[u]++
		}
	}
	for u, n := range counts {
		most = max(most, n/float64(len(walks)*c.Length))
		counts[u] = math.Pow(n, 0.75)
	}
	t.pool = newPool(counts)
	t.stretch = min(c.Length, max(1, int(often/(most*float64(c.Window+1)))))
	return t
}

// steps is how many there are.
func (t *trainer) steps() int { return (len(t.walks) + inStep - 1) / inStep }

// draws are what a walk draws: for each place a window and k negatives.
type draws struct{ windows, negatives []int32 }

// draw makes the draws of a walk, of its number.
func (t *trainer) draw(number int) (d draws) {
	r := rand.New(rand.NewPCG(t.seed, uint64(number)))
	d.windows, d.negatives = make([]int32, t.Length), make([]int32, t.Length*t.Negatives)
	for i := range d.windows {
		d.windows[i] = 1 + r.Int32N(int32(t.Window))
	}
	for i := range d.negatives {
		d.negatives[i] = t.pool.draw(r)
	}
	return d
}

// step learns from the next walks.
func (t *trainer) step(i int) error {
	first := i * inStep
	walks := t.walks[first:min(first+inStep, len(t.walks))]
	drawn := make([]draws, len(walks))
	parallel.Blocks(len(drawn), 16, func(_, lo, hi int) {
		for b := lo; b < hi; b++ {
			drawn[b] = t.draw(first + b)
		}
	})
	shared := t.newScores()
	parallel.Each(parts, func(part int) {
		w := t.newWorker(part, shared)
		for b, walk := range walks {
			rate := t.Rate * (1 - float64(first+b)/float64(len(t.walks)))
			for lo := 0; lo < len(walk); lo += t.stretch {
				w.learn(walk, drawn[b], lo, min(lo+t.stretch, len(walk)), float32(rate))
			}
		}
	})
	return nil
}

// scores are where the workers of all parts meet: each writes those of its columns, and adds them all
// up when all have written. Two sets in turn, since a worker may be ahead by one batch.
type scores struct {
	of   [2][parts]vector.Matrix
	here [parts]chan struct{}
}

func (t *trainer) newScores() *scores {
	s := new(scores)
	for p := range parts {
		s.here[p] = make(chan struct{}, parts)
		for k := range s.of {
			s.of[k][p] = vector.New(t.stretch*(2*t.Window+1), 1+t.Negatives)
		}
	}
	return s
}

// meet waits until all workers are here.
func (s *scores) meet(part int) {
	for p, c := range s.here {
		if p != part {
			c <- struct{}{}
		}
	}
	for range parts - 1 {
		<-s.here[part]
	}
}

// worker has some columns of both tables.
type worker struct {
	*trainer
	*scores
	part, batch  int
	in, out      vector.Matrix
	x, pulls     vector.Matrix // rows of W_in of a stretch and its windows, and what is added to them
	y, pull      vector.Matrix // rows of W_out of the targets of a stretch, and what is added to those of one centre
	coefficients vector.Matrix // of each centre of a stretch, context and target
	places       []int32
}

func (t *trainer) newWorker(part int, s *scores) *worker {
	cols, m, around := t.in.Cols/parts, 1+t.Negatives, min(t.Length, t.stretch+2*t.Window)
	w := &worker{
		trainer: t, scores: s, part: part,
		in: t.in.Columns(part*cols, (part+1)*cols), out: t.out.Columns(part*cols, (part+1)*cols),
		x: vector.New(around, cols), pulls: vector.New(around, cols), y: vector.New(t.stretch*m, cols), pull: vector.New(m, cols),
		coefficients: vector.New(s.of[0][0].Rows, m), places: make([]int32, m),
	}
	for j := range w.places {
		w.places[j] = int32(j)
	}
	return w
}

// window is that of a place: places lo … hi-1 of the walk.
func (d draws) window(walk []int32, place int) (lo, hi int) {
	return max(0, place-int(d.windows[place])), min(len(walk), place+int(d.windows[place])+1)
}

// target is the j-th row of W_out that the contexts of a place are scored against: its own, and then
// those of negatives.
func (w *worker) target(walk []int32, d draws, place, j int) int32 {
	if j == 0 {
		return walk[place]
	}
	return d.negatives[place*w.Negatives+j-1]
}

// learn takes a step on the centres at places lo … hi-1 of a walk.
func (w *worker) learn(walk []int32, d draws, lo, hi int, rate float32) {
	m, first := 1+w.Negatives, max(0, lo-w.Window)
	around := walk[first:min(len(walk), hi+w.Window)]
	for i, v := range around {
		copy(w.x.Row(i), w.in.Row(int(v)))
	}
	mine, n := w.of[w.batch&1][w.part], 0
	for place := lo; place < hi; place++ {
		y := w.y.RowsOf((place-lo)*m, (place-lo+1)*m)
		for j := range m {
			copy(y.Row(j), w.out.Row(int(w.target(walk, d, place, j))))
		}
		from, to := d.window(walk, place)
		for i := from; i < to; i++ {
			vector.Dots(mine.Row(n), w.x.Row(i-first), y, w.places)
			n++
		}
	}
	w.meet(w.part)
	c := w.differentiate(n, rate)
	pulls := w.pulls.RowsOf(0, len(around))
	clear(pulls.Data)
	n = 0
	for place := lo; place < hi; place++ {
		from, to := d.window(walk, place)
		k := c.RowsOf(n, n+to-from)
		n += to - from
		clear(k.Row(place - from)) // no node is its own context
		for j := 1; j < m; j++ {
			if w.target(walk, d, place, j) == walk[place] {
				for i := range k.Rows {
					k.Row(i)[j] = 0
				}
			}
		}
		vector.AddProduct(pulls.RowsOf(from-first, to-first), k, w.y.RowsOf((place-lo)*m, (place-lo+1)*m))
		clear(w.pull.Data)
		vector.AddTransposeProduct(w.pull, k, w.x.RowsOf(from-first, to-first))
		for j := range m {
			vector.AddScaled(w.out.Row(int(w.target(walk, d, place, j))), 1, w.pull.Row(j))
		}
	}
	for i, v := range around {
		vector.AddScaled(w.in.Row(int(v)), 1, pulls.Row(i))
	}
	w.batch++
}

// differentiate makes of the n rows of scores of a batch what times rows is added to rows: the rate
// times minus the derivative of the loss by a score.
func (w *worker) differentiate(n int, rate float32) vector.Matrix {
	c := w.coefficients.RowsOf(0, n)
	copy(c.Data, w.of[w.batch&1][0].Data)
	for _, other := range w.of[w.batch&1][1:] {
		vector.AddScaled(c.Data, 1, other.Data)
	}
	vector.Logistic(c.Data)
	for i := range n {
		row := c.Row(i)
		for j := range row {
			row[j] *= -rate
		}
		row[0] += rate
	}
	return c
}
