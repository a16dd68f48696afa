package gdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/probe"
)

// Tests attach a hook to a session through package gdptest. Nothing else does.

func init() {
	probe.Attach = func(session any, h *probe.Hook) error {
		s, ok := session.(*Session)
		if !ok || s.check() != nil || !s.seeded {
			return errors.New("gdp: only a seeded session takes a test hook")
		}
		s.core.hook = h
		return nil
	}
}

// silent reports whether a test switched the noise off.
func (c *core) silent() bool { return c.hook != nil && c.hook.Silent }

// planned reports a paid plan's contributions to a test.
func (t *Training) planned() {
	h := t.session.hook
	if h == nil || h.Plan == nil {
		return
	}
	paid := probe.Paid{Own: max(1, t.plan.Affected), Exchange: t.session.relation.Accounting() == accounting.ReplaceOne}
	switch s := t.plan.Sampling.(type) {
	case PoissonShared:
		paid.Others, paid.Parts = s.Others, !s.Replaced
	case FullBatch:
		paid.Exchange = !s.AddRemove
	}
	h.Plan(t.label, paid)
}

// sampled reports a step's sample to a test.
func (t *Training) sampled(list []int32) []int32 {
	if h := t.session.hook; h != nil && h.Sample != nil {
		return h.Sample(t.label, t.at.Steps-1, t.at.Records-1, list)
	}
	return list
}

// answered reports a release to a test.
func answered[T any](s *Session, label string, value T) (T, error) {
	if s.hook == nil || s.hook.Answer == nil {
		return value, nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return value, fmt.Errorf("gdp: %s: %w", label, err)
	}
	if text = s.hook.Answer(label, text); text == nil {
		return value, nil
	}
	var other T
	if err := json.Unmarshal(text, &other); err != nil {
		return value, fmt.Errorf("gdp: %s: %w", label, err)
	}
	return other, nil
}

var digestSeed = maphash.MakeSeed()

// digestOf returns a digest of the current part, its record and its weight.
func (t *Term[T]) digestOf() uint64 {
	var h maphash.Hash
	h.SetSeed(digestSeed)
	for i, v := range t.values {
		if v != 0 {
			maphash.WriteComparable(&h, [2]uint64{uint64(i), math.Float64bits(float64(v))})
		}
	}
	maphash.WriteComparable(&h, t.weight)
	return h.Sum64()
}
