package walks

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/vector"
)

const (
	parts  = 2   // column blocks of both tables, one per worker; workers exchange scores only
	grain  = 32  // columns of a part are a multiple of this
	widest = 128 // largest number of walks trained on side by side
	often  = 8   // largest average number of occurrences of the most frequent context in a batch
	alike  = 8   // pairs that share their negatives
	inStep = 4   // such sets of walks per step of a run
)

// trainer trains a skip-gram with negative samples on walks. For a centre u, each node v in its
// window and k nodes n of the pool the loss is
//
//	L(u,v) = -ln σ(x_v·y_u) - Σ_n ln σ(-x_v·y_n)
//
// where each node has a row x of W_in and a row y of W_out. A batch holds pairs from several walks,
// with the centre at the same position and the context at the same distance, so that pairs of one
// window are in different batches. It takes a step along the sum of their gradients, all at the
// same parameters. A few pairs, from different walks, share the k nodes, so that their rows are
// read once; in expectation the loss is that of nodes drawn for each pair. Negatives equal to the
// centre are left out.
type trainer struct {
	SkipGram
	walks   [][]int32
	size    int // walks side by side
	pool    pool
	seed    uint64
	in, out vector.Matrix
	graph   *executed // nil if the workers below compute the gradients
}

// newTrainer returns a trainer before its first step.
func (c SkipGram) newTrainer(nodes int, walks [][]int32, r *rand.Rand) *trainer {
	width := (c.Dim + parts*grain - 1) / (parts * grain) * parts * grain // columns beyond Dim stay 0
	t := &trainer{SkipGram: c, walks: walks, seed: r.Uint64(), in: vector.New(nodes, width), out: vector.New(nodes, width)}
	for u := range nodes {
		for i := range c.Dim {
			t.in.Row(u)[i] = float32((2*r.Float64() - 1) / float64(c.Dim))
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
	t.size = min(widest, max(1, int(often/2/most)))
	return t
}

// steps returns the number of steps.
func (t *trainer) steps() int { return (len(t.walks) + t.size*inStep - 1) / (t.size * inStep) }

// step trains on the next walks.
func (t *trainer) step(i int) error {
	shared := t.newScores()
	worker := func(part int) *worker { return t.newWorker(part, shared, rand.New(rand.NewPCG(t.seed, uint64(i)))) }
	if t.graph != nil {
		w := worker(0)
		w.in, w.out = t.in, t.out // all columns
		return w.next(i)
	}
	failed := make([]error, parts)
	parallel.Each(parts, func(part int) { failed[part] = worker(part).next(i) })
	return errors.Join(failed...)
}

// next trains on the walks of step i.
func (w *worker) next(i int) error {
	for lo := i * inStep * w.size; lo < min((i+1)*inStep*w.size, len(w.walks)); lo += w.size {
		rate := w.Rate * (1 - float64(lo)/float64(len(w.walks)))
		if err := w.learn(w.walks[lo:min(lo+w.size, len(w.walks))], float32(rate)); err != nil {
			return err
		}
	}
	return nil
}

// scores is shared by the workers of all parts: each writes the scores of its columns, and adds all
// up once all have written. There are two alternating sets, since a worker may be ahead by one
// batch.
type scores struct {
	of   [2][parts]vector.Matrix
	here [parts]atomic.Int64 // visits of each worker
}

func (t *trainer) newScores() *scores {
	s := new(scores)
	for p := range parts {
		for k := range s.of {
			s.of[k][p] = vector.New(2*t.size, 1+t.Negatives)
		}
	}
	return s
}

// meet waits until all workers have arrived. A batch takes less time than putting a thread to sleep
// and waking it, so a worker spins for a while before it sleeps.
func (s *scores) meet(part int) {
	often := s.here[part].Add(1)
	for p := range s.here {
		for looked := 1; s.here[p].Load() < often; looked++ {
			switch {
			case looked > 1<<16:
				time.Sleep(20 * time.Microsecond)
			case looked%64 == 0:
				runtime.Gosched()
			}
		}
	}
}

// worker owns some columns of both tables. All workers draw the same random numbers.
type worker struct {
	*trainer
	*scores
	rng          *rand.Rand
	part, batch  int
	in, out      vector.Matrix
	windows      []int32
	contexts     []int32       // of the pairs of a batch
	targets      []int32       // of each pair: its centre and its negatives
	x            vector.Matrix // rows of contexts before the step
	y            vector.Matrix // rows of the negatives of a few pairs
	coefficients vector.Matrix // of each pair and target
	pulls        vector.Matrix // updates of the rows of contexts and of negatives, of a few pairs
	counter      vector.Matrix
}

func (t *trainer) newWorker(part int, s *scores, rng *rand.Rand) *worker {
	cols, most := t.in.Cols/parts, 2*t.size
	return &worker{
		trainer: t, scores: s, rng: rng, part: part, windows: make([]int32, t.size),
		in: t.in.Columns(part*cols, (part+1)*cols), out: t.out.Columns(part*cols, (part+1)*cols),
		x: vector.New(most, cols), y: vector.New(t.Negatives, cols),
		coefficients: vector.New(most, 1+t.Negatives), pulls: vector.New(alike, cols), counter: vector.New(t.Negatives, cols),
	}
}

// learn trains on walks: at each position on the pairs at distance 1, 2, … up to the largest
// window.
func (w *worker) learn(walks [][]int32, rate float32) error {
	for place := range w.Length {
		for b := range walks {
			w.windows[b] = 1 + w.rng.Int32N(int32(w.Window))
		}
		for distance := 1; distance <= w.Window; distance++ {
			if w.fill(walks, place, distance); len(w.contexts) == 0 {
				continue
			}
			if w.graph == nil {
				w.step(rate)
			} else if err := w.graph.step(w, rate); err != nil {
				return fmt.Errorf("walks: %w", err)
			}
		}
	}
	return nil
}

// fill lays out a batch.
func (w *worker) fill(walks [][]int32, place, distance int) {
	w.contexts, w.targets = w.contexts[:0], w.targets[:0]
	for b, walk := range walks {
		for _, at := range [2]int{place - distance, place + distance} {
			if int(w.windows[b]) < distance || at < 0 || at >= len(walk) {
				continue
			}
			w.contexts, w.targets = append(w.contexts, walk[at]), append(w.targets, walk[place])
			if i := len(w.contexts) - 1; i%alike > 0 {
				w.targets = append(w.targets, w.negatives(i-1)...)
				continue
			}
			for range w.Negatives {
				w.targets = append(w.targets, w.pool.draw(w.rng))
			}
		}
	}
}

// of returns the targets of a pair, its centre first.
func (w *worker) of(pair int) []int32 { return w.targets[pair*(1+w.Negatives):][:1+w.Negatives] }

// negatives returns the negatives of a pair.
func (w *worker) negatives(pair int) []int32 { return w.of(pair)[1:] }

// few calls do for each group of pairs that share negatives.
func (w *worker) few(do func(lo, hi int)) {
	for lo := 0; lo < len(w.contexts); lo += alike {
		do(lo, min(lo+alike, len(w.contexts)))
	}
}

// step takes a step on a batch.
func (w *worker) step(rate float32) {
	mine := w.scores.of[w.batch&1][w.part]
	for i, v := range w.contexts {
		copy(w.x.Row(i), w.in.Row(int(v)))
		vector.Dots(mine.Row(i), w.x.Row(i), w.out, w.of(i))
	}
	w.meet(w.part)
	c := w.differentiate(rate)
	w.few(func(lo, hi int) { // update W_in by rows of W_out
		pulls := w.pulls.RowsOf(0, hi-lo)
		for j, u := range w.negatives(lo) {
			copy(w.y.Row(j), w.out.Row(int(u)))
		}
		clear(pulls.Data)
		vector.AddProduct(pulls, c.RowsOf(lo, hi).Columns(1, c.Cols), w.y)
		for i := lo; i < hi; i++ {
			x := w.in.Row(int(w.contexts[i]))
			vector.AddScaled(x, 1, pulls.Row(i-lo))
			vector.AddScaled(x, c.Row(i)[0], w.out.Row(int(w.of(i)[0])))
		}
	})
	w.few(func(lo, hi int) { // then W_out by the previous rows of W_in
		clear(w.counter.Data)
		vector.AddTransposeProduct(w.counter, c.RowsOf(lo, hi).Columns(1, c.Cols), w.x.RowsOf(lo, hi))
		for j, u := range w.negatives(lo) {
			vector.AddScaled(w.out.Row(int(u)), 1, w.counter.Row(j))
		}
		for i := lo; i < hi; i++ {
			vector.AddScaled(w.out.Row(int(w.of(i)[0])), c.Row(i)[0], w.x.Row(i))
		}
	})
	w.batch++
}

// differentiate turns the scores of a batch into coefficients: minus the rate times the derivative
// of the loss with respect to the score.
func (w *worker) differentiate(rate float32) vector.Matrix {
	c := w.coefficients.RowsOf(0, len(w.contexts))
	copy(c.Data, w.scores.of[w.batch&1][0].Data)
	for _, other := range w.scores.of[w.batch&1][1:] {
		vector.AddScaled(c.Data, 1, other.Data[:len(c.Data)])
	}
	vector.Logistic(c.Data)
	for i := range w.contexts {
		row, targets := c.Row(i), w.of(i)
		row[0] = rate * (1 - row[0])
		for j, u := range targets[1:] {
			if row[1+j] *= -rate; u == targets[0] {
				row[1+j] = 0
			}
		}
	}
	return c
}
