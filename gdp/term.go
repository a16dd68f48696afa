package gdp

import (
	"fmt"
	"math"
	"sync/atomic"
)

// Float is a type that contributions are computed in.
type Float interface{ ~float32 | ~float64 }

// Term is what one place contributes to the sum of a step: a vector that begins as zeros. It is
// scaled down to the clip, cut towards 0 to whole numbers of a grain, and added as such, so that
// one contribution more or less moves the sum by no more than the clip, as it is computed, in
// whatever order (docs/proofs/training.md#sums). A vector that is not finite contributes nothing.
type Term[T Float] struct {
	plan   Plan
	values []T
	ends   []int32 // of the block of coordinates that begins here; 0: none does
	starts []int32 // of blocks, which may overlap
	total  []int64 // over places, in grains of the clip

	place   int32
	weight  float64 // of the part that is being written
	weights float64 // of all parts of the place
	parts   bool
	shares  *shares
	others  map[int32]bool // that the place has parts of
	err     error
	seen    func(digest uint64) // of a test; nil else
}

// grain is the unit that contributions are cut to, as a share of the clip, so that sums are exact:
// floating-point sums of n terms differ by more than the terms. Those of 2³² records are below 2⁶³.
const grain = 0x1p-30

// margin leaves room for the rounding of norms and weights.
const margin = 1 - 0x1p-20

func newTerm[T Float](size int, p Plan) *Term[T] {
	return &Term[T]{plan: p, values: make([]T, size), ends: make([]int32, size), total: make([]int64, size), others: map[int32]bool{}}
}

// begin is for the terms of a step: nothing is left of what another one wrote.
func (t *Term[T]) begin(of *Training, s *shares) {
	clear(t.values)
	clear(t.ends)
	clear(t.total)
	t.starts, t.err = t.starts[:0], nil
	t.shares, t.seen = s, nil
	if h := of.session.hook; h != nil && h.Term != nil {
		t.seen = func(digest uint64) { h.Term(of.label, of.at.Steps-1, t.place, digest) }
	}
}

// All returns all coordinates, to be written.
func (t *Term[T]) All() []T { return t.At(0, len(t.values)) }

// At returns the coordinates from … to-1, to be written. A contribution costs as much time as it
// has coordinates that were asked for; the others are 0.
func (t *Term[T]) At(from, to int) []T {
	if from < to {
		if t.ends[from] == 0 {
			t.starts = append(t.starts, int32(from))
		}
		t.ends[from] = max(t.ends[from], int32(to))
	}
	return t.values[from:to:to]
}

// Part begins a part of the contribution that another record, or the place's, comes with, and ends
// the part before. It is for [PoissonShared]: each part is clipped by itself and then has the
// weight. Those of other records than the place's have at most the plan's share; the weights of a
// place add up to 1 at most.
func (t *Term[T]) Part(record int32, weight float64) {
	if !t.parts && len(t.starts) > 0 && t.err == nil {
		t.err = fmt.Errorf("a place added coordinates before its first Part: call Part first")
	}
	t.flush()
	t.parts, t.weight = true, weight
	t.weights += weight
	err := t.shares.add(t.place, record, weight, t.weights)
	if err == nil && t.others[record] {
		err = fmt.Errorf("a place has two parts of the same other record: add them up first")
	}
	if t.err == nil {
		t.err = err
	}
	t.others[record] = record != t.place
}

// take adds what a place contributes.
func (t *Term[T]) take(place int32, write func(int32, *Term[T])) {
	t.place, t.weight, t.weights, t.parts = place, 1, 0, false
	clear(t.others)
	write(place, t)
	if t.shares != nil && !t.parts && len(t.starts) > 0 && t.err == nil {
		t.err = fmt.Errorf("a contribution without parts with sampling %v: call Part for each record", t.plan.Sampling)
	}
	t.flush()
}

// flush adds what was written, clipped, and clears it.
func (t *Term[T]) flush() {
	if t.seen != nil && len(t.starts) > 0 {
		t.seen(t.digestOf())
	}
	square := 0.0
	for _, from := range t.starts { // overlapping blocks only make this larger
		for _, v := range t.values[from:t.ends[from]] {
			square += float64(v) * float64(v)
		}
	}
	norm := math.Sqrt(square)
	finite := !math.IsNaN(norm) && !math.IsInf(norm, 0)
	scale := margin / max(t.plan.clip(), norm) * t.weight / grain
	for _, from := range t.starts {
		block, total := t.values[from:t.ends[from]], t.total[from:t.ends[from]]
		if finite {
			for i, v := range block {
				total[i] += int64(float64(v) * scale) // towards 0, so that the norm only falls
			}
		}
		clear(block)
		t.ends[from] = 0
	}
	t.starts = t.starts[:0]
}

// shares counts what records contribute to the terms of others in a step.
type shares struct {
	PoissonShared
	others []atomic.Int32 // that a record contributes to
}

// newShares returns nil for plans whose contributions have no parts.
func newShares(p Plan, records int) *shares {
	s, ok := p.Sampling.(PoissonShared)
	if !ok || s.Replaced {
		return nil
	}
	return &shares{s, make([]atomic.Int32, records)}
}

// add notes a part.
func (s *shares) add(place, record int32, weight, weights float64) error {
	switch {
	case s == nil:
		return fmt.Errorf("Part needs PoissonShared without Replaced: this plan clips each contribution as a whole")
	case record < 0 || int(record) >= len(s.others):
		return fmt.Errorf("a part of a record that is out of range")
	case !(weight >= 0 && weights <= 1+0x1p-30):
		return fmt.Errorf("a part with a negative weight, or weights of a place above 1 in sum")
	case record == place:
		return nil
	case weight > s.Share:
		return fmt.Errorf("a part of another record with a weight above Share = %v of the plan", s.Share)
	}
	s.others[record].Add(1)
	return nil
}

// check refuses records that contribute to more places than were paid for.
func (s *shares) check() error {
	if s == nil {
		return nil
	}
	for i := range s.others {
		if int(s.others[i].Load()) > s.Others {
			return fmt.Errorf("a record contributes to more places than Others = %d of the plan", s.Others)
		}
	}
	return nil
}
