package noise

import (
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

func lazy(t *testing.T, label string, rows, width int, sd float64) *Lazy {
	t.Helper()
	return must.Get(NewLazy(open(label), rows, width, sd, mostSteps))(t)
}

func advance(t *testing.T, l *Lazy, weight float64) {
	t.Helper()
	must.Do(t, l.Advance(weight))
}

// owed is the sum of the squared weights between any two steps, up to rounding: small weights are
// not lost beside large ones.
func TestOwed(t *testing.T) {
	l := lazy(t, "owed", 1, 1, 1)
	r := open("weights").Rand()
	var squares []float64
	for step := range 300 {
		w := math.Exp2(-float64(step) / 4)
		advance(t, l, w)
		squares = append(squares, w*w)
	}
	for range 5000 {
		from, to := r.Uint64N(301), r.Uint64N(301)
		want := 0.0
		for i := from; i < to; i++ {
			want += squares[i]
		}
		if got := l.owed(from, to); math.Abs(got-want) > 1e-14*want {
			t.Fatalf("from step %d to %d: %v, want %v", from, to, got, want)
		}
	}
}

// At random reading times, a row changes between two reads by a normal variable with the variance
// of the steps between. Changes are independent of each other and of other rows, like noise drawn
// at each step. The test detects one missing step.
func TestLazyLaw(t *testing.T) {
	const width, sd = 8, 0.7
	moves := func(short float64) stattest.Draw {
		return func(row, n int) []float64 {
			l, r := lazy(t, "law", 8, width, sd), open("reads").Rand()
			was, now := make([]float32, width), make([]float32, width)
			x := make([]float64, 0, n)
			for len(x) < n {
				variance := 0.0
				for range r.IntN(5) + 1 {
					w := float64(r.IntN(3) + 1)
					advance(t, l, w)
					variance += w * w
				}
				copy(was, now)
				must.Do(t, l.Collect(row, now))
				for i := range now {
					x = append(x, float64(now[i]-was[i])/(sd*math.Sqrt(variance+short)))
				}
			}
			return x[:n]
		}
	}
	if failed := stattest.Suite(moves(0), math.Inf(1), falseAlarm); len(failed) > 0 {
		t.Errorf("fails %q", failed)
	}
	if failed := stattest.Suite(moves(1), math.Inf(1), falseAlarm); len(failed) == 0 {
		t.Error("a step too few is not noticed")
	}
}

// The order of reads and the number of goroutines change nothing. A row read separately and in a
// flush gets the same noise.
func TestLazyOrder(t *testing.T) {
	const rows, width = 3000, 7
	collect := func(read func(l *Lazy, table []float32)) []float32 {
		l, table := lazy(t, "order", rows, width, 1), make([]float32, rows*width)
		for range 3 {
			advance(t, l, 1)
			advance(t, l, 2)
			read(l, table)
		}
		return table
	}
	row := func(l *Lazy, table []float32, i int) {
		if err := l.Collect(i, table[i*width:(i+1)*width]); err != nil {
			t.Error(err)
		}
	}
	flushed := collect(func(l *Lazy, table []float32) {
		must.Do(t, l.Flush(table))
	})
	backwards := collect(func(l *Lazy, table []float32) {
		for i := rows - 1; i >= 0; i-- {
			row(l, table, i)
		}
	})
	together := collect(func(l *Lazy, table []float32) {
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Go(func() {
				for i := g; i < rows; i += 4 {
					row(l, table, i)
				}
			})
		}
		wg.Wait()
	})
	if !slices.Equal(flushed, backwards) || !slices.Equal(flushed, together) {
		t.Error("the order of reading changes the noise")
	}
}

// Two tables that come from one stream share no noise.
func TestLaziesOfOneStream(t *testing.T) {
	s := open("one stream")
	const width, alpha = 4096, 1e-9
	var noises [2][]float32
	for i := range noises {
		l := must.Get(NewLazy(s, 1, width, 1, mostSteps))(t)
		advance(t, l, 1)
		noises[i] = make([]float32, width)
		must.Do(t, l.Flush(noises[i]))
	}
	a, b := doubles(noises[0]), doubles(noises[1])
	if !stattest.Uncorrelated(a, b, alpha) || stattest.Uncorrelated(a, a, alpha) {
		t.Error("two tables share noise, or the same noise twice is not noticed")
	}
}

// A saved table continues where it stood.
func TestLazyResumes(t *testing.T) {
	const rows, width = 10, 3
	l, table := lazy(t, "resume", rows, width, 0.3), make([]float32, rows*width)
	for step := range 7 {
		advance(t, l, 1/float64(step+1))
		must.Do(t, l.Collect(step%3, table[step%3*width:][:width]))
	}
	state := must.Get(l.MarshalBinary())(t)
	var restored Lazy
	must.Do(t, restored.UnmarshalBinary(state))
	again := slices.Clone(table)
	for _, c := range []struct {
		l     *Lazy
		table []float32
	}{{l, table}, {&restored, again}} {
		advance(t, c.l, 0.01)
		must.Do(t, c.l.Flush(c.table))
	}
	if !slices.Equal(table, again) || l.Steps() != restored.Steps() {
		t.Error("the restored noise is another")
	}
	for i := range state {
		if err := new(Lazy).UnmarshalBinary(state[:i]); err == nil {
			t.Errorf("the first %d of %d bytes are accepted", i, len(state))
		}
	}
	seen := 1 + len(Key{}) + 5*8
	state[seen] += 8 // row 0 claims to have the noise of steps that are still to come
	if err := new(Lazy).UnmarshalBinary(state); err == nil {
		t.Error("a row ahead of the steps is accepted")
	}
	state[seen] -= 8
	for i := range seen {
		state[i] ^= 0xff
		_ = new(Lazy).UnmarshalBinary(state) // some are states; none may panic
		state[i] ^= 0xff
	}
}

func TestLazyRefusals(t *testing.T) {
	s := open("refusals")
	for _, c := range []struct {
		rows, width int
		sd          float64
	}{{-1, 1, 1}, {1, 0, 1}, {1, 1, 0}, {1, 1, math.NaN()}, {1, 1, math.Inf(1)}} {
		if _, err := NewLazy(s, c.rows, c.width, c.sd, mostSteps); err == nil {
			t.Errorf("%d rows of %d with sd %v are accepted", c.rows, c.width, c.sd)
		}
	}
	if _, err := NewLazy(nil, 1, 1, 1, mostSteps); err == nil {
		t.Error("no stream is accepted")
	}
	l := lazy(t, "refusals", 2, 3, 1)
	for _, w := range []float64{0, math.NaN(), math.Inf(1), 1e200, 1e-200} {
		if err := l.Advance(w); err == nil {
			t.Errorf("a step of weight %v is accepted", w)
		}
	}
	if l.Steps() != 0 {
		t.Errorf("refused steps count: %d", l.Steps())
	}
	short := must.Get(NewLazy(s, 1, 1, 1, 2))(t)
	for i := range 3 {
		if i == 1 { // the limit is part of the state
			state := must.Get(short.MarshalBinary())(t)
			short = new(Lazy)
			must.Do(t, short.UnmarshalBinary(state))
		}
		if err := short.Advance(1); (err == nil) != (i < 2) {
			t.Errorf("step %d of 2: %v", i+1, err)
		}
	}
	for row, n := range map[int]int{-1: 3, 2: 3, 0: 2} {
		if err := l.Collect(row, make([]float32, n)); err == nil {
			t.Errorf("row %d with %d entries is accepted", row, n)
		}
	}
}
