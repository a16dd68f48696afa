package gdp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// record is a line of the journal: a spend or a release.
type record struct {
	Spend   *Entry `json:"spend,omitempty"`
	Release *kept  `json:"release,omitempty"`
}

// kept is a released value, under what it was asked for.
type kept struct {
	Label string          `json:"label"`
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// history is the journal as read so far.
type history struct {
	lines    int
	entries  []Entry
	releases []kept
}

// read takes in the records that history lacks.
func (h *history) read(records []json.RawMessage) error {
	for ; h.lines < len(records); h.lines++ {
		var r record
		decoder := json.NewDecoder(bytes.NewReader(records[h.lines]))
		decoder.DisallowUnknownFields() // a spend of a later version must not be overlooked
		if err := decoder.Decode(&r); err != nil {
			return fmt.Errorf("gdp: record %d of the journal: %w", h.lines+1, err)
		}
		switch {
		case r.Spend != nil:
			h.entries = append(h.entries, *r.Spend)
		case r.Release != nil:
			h.releases = append(h.releases, *r.Release)
		default:
			return fmt.Errorf("gdp: record %d of the journal is neither a spend nor a release", h.lines+1)
		}
	}
	return nil
}

// transact reads what others wrote and appends what decide returns, nil for
// nothing, before anyone else decides.
func (c *core) transact(decide func(h *history) (*record, error)) error {
	err := c.journal.Do(func(records []json.RawMessage) (any, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if err := c.history.read(records); err != nil {
			return nil, err
		}
		r, err := decide(&c.history)
		if r == nil || err != nil {
			return nil, err
		}
		return r, nil
	})
	if err != nil && !strings.HasPrefix(err.Error(), "gdp:") {
		err = fmt.Errorf("gdp: %w", err)
	}
	return err
}

// sync reads what was written since.
func (c *core) sync() error {
	return c.transact(func(*history) (*record, error) { return nil, nil })
}

// slack lets a plan that was calibrated to the budget pass in spite of the
// last digits of floating point. The ledger shows what was really spent.
const slack = 1e-12

// spend writes the entry down if the budget bears it, and returns how many
// spends had its label before. The cost of everything is computed anew.
func (s *Session) spend(e Entry) (before int, err error) {
	if c, claimed := e.Basis.(Claim); claimed && s.provedOnly {
		return 0, fmt.Errorf("gdp: %s %w of %s, and this session takes proofs alone", e.Label, ErrClaim, c.Source)
	}
	err = s.transact(func(h *history) (*record, error) {
		before = 0
		plan := make(accounting.Compose, 0, len(h.entries)+1)
		for _, old := range h.entries {
			plan = append(plan, old.Counted)
			if old.Label == e.Label {
				before++
			}
		}
		var left string
		if n := len(h.entries); n > 0 {
			left = fmt.Sprintf(" after ε = %.6g", float64(h.entries[n-1].Total))
		}
		total, err := s.accountant.Epsilon(append(plan, e.Counted), s.budget.Delta)
		switch {
		case err != nil:
			return nil, fmt.Errorf("gdp: %s: %w", e.Label, err)
		case math.IsNaN(float64(total)) || total > s.budget.Epsilon*(1+slack):
			return nil, fmt.Errorf("gdp: %s is %w: %v%s would make it ε = %.6g at δ = %g, the budget is %v",
				e.Label, ErrBudget, e.Counted, left, float64(total), float64(s.budget.Delta), s.budget)
		}
		e.Total = total
		return &record{Spend: &e}, nil
	})
	return before, err
}

// find returns the release under the label and key, if there is one.
func (s *Session) find(label, key string) (value json.RawMessage, err error) {
	err = s.transact(func(h *history) (*record, error) {
		for _, r := range h.releases {
			if r.Label == label && r.Key == key {
				value = r.Value
				return nil, nil
			}
		}
		return nil, nil
	})
	return value, err
}

// keep writes a release down; what is not written must not be shown.
func (s *Session) keep(label, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("gdp: %s cannot be kept: %w", label, err)
	}
	return s.transact(func(*history) (*record, error) {
		return &record{Release: &kept{label, key, text}}, nil
	})
}

// release returns the kept release of e, or pays for e, draws and keeps it.
func release[T any](s *Session, e Entry, draw func(private *noise.Stream) (T, error)) (value T, err error) {
	if e.Label == s.scope {
		return value, fmt.Errorf("gdp: %s without a label", e.Mechanism)
	}
	key, err := e.key()
	if err != nil {
		return value, err
	}
	old, err := s.find(e.Label, key)
	if err != nil {
		return value, err
	}
	if old != nil {
		if err := json.Unmarshal(old, &value); err != nil {
			return value, fmt.Errorf("gdp: the kept release %s: %w", e.Label, err)
		}
		return value, nil
	}
	before, err := s.spend(e)
	if err != nil {
		return value, err
	}
	value, err = draw(s.private(e.Label, before))
	if err == nil {
		err = s.keep(e.Label, key, value)
	}
	if err != nil {
		var none T
		return none, fmt.Errorf("%w (what %s cost stays spent)", err, e.Label)
	}
	return value, nil
}

// private is the stream of the n-th spend under a label, 0 the first.
func (s *Session) private(label string, n int) *noise.Stream {
	return s.key.Stream(noise.Private, fmt.Sprintf("%s#%d", label, n))
}

// Once returns what run released under the label and configuration before, at
// no cost, or runs it in a scope of its own and keeps what it returns. The
// configuration must tell everything that the result depends on beside data
// and noise. Only what may be seen belongs in the result.
func Once[T any](s *Session, label string, config any, run func(s *Session) (T, error)) (value T, err error) {
	key, err := json.Marshal(config)
	if err != nil {
		return value, fmt.Errorf("gdp: the configuration of %s: %w", label, err)
	}
	if label == "" {
		return value, fmt.Errorf("gdp: a run without a label")
	}
	sub := s.Scope(label + " " + digest(key))
	old, err := s.find(sub.scope, string(key))
	if err != nil {
		return value, err
	}
	if old != nil {
		if err := json.Unmarshal(old, &value); err != nil {
			return value, fmt.Errorf("gdp: the kept release %s: %w", sub.scope, err)
		}
		return value, nil
	}
	if value, err = run(sub); err == nil {
		err = s.keep(sub.scope, string(key), value)
	}
	return value, err
}
