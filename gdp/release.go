package gdp

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/gdp/internal/journal"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Release is a mechanism applied to a query, before it is drawn. Its cost can be reserved
// beforehand.
type Release[T any] struct {
	label  string
	ledger func(s *Session) (Entry, error)
	draw   func(s *Session, private *noise.Stream) (T, error)
}

func (r Release[T]) entry(s *Session) (Entry, error) {
	if err := s.check(); err != nil {
		return Entry{}, err
	}
	if r.ledger == nil {
		return Entry{}, fmt.Errorf("gdp: an empty Release: make it by a function such as NewLaplace")
	}
	if r.label == "" {
		return Entry{}, fmt.Errorf("gdp: %s: a release needs a label", s)
	}
	return r.ledger(s)
}

// Draw returns the release kept under this label and these parameters, if any. Otherwise it pays,
// samples and keeps the result. If the process was killed or the disk was full after the payment,
// nobody saw the result, so it is drawn again for the same payment. Concurrent draws all return the
// result that was kept first.
func (r Release[T]) Draw(s *Session) (value T, err error) {
	e, err := r.entry(s)
	if err != nil {
		return value, err
	}
	key, err := e.key()
	if err != nil {
		return value, err
	}
	if there, err := s.replay(e.Label, key, &value); there || err != nil {
		return value, err
	}
	before, err := s.spend(e)
	if err != nil {
		return value, err
	}
	value, err = r.draw(s, s.stream(noise.Release, e.Label, before))
	if err == nil {
		value, err = answered(s, e.Label, value)
	}
	if err == nil {
		err = s.keepFirst(e.Label, key, &value)
	}
	if err != nil {
		var none T
		return none, fmt.Errorf("%w (what %s cost stays spent: asked for again, it costs nothing more)", err, e.Label)
	}
	return value, nil
}

// keepFirst stores a release. If another one was stored under the same label and key since the
// payment, value becomes that one.
func (s *Session) keepFirst(label, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("gdp: %s cannot be kept: %w", label, err)
	}
	var other json.RawMessage
	if err := s.transact(func(h *history) (*record, error) {
		if other = h.find(label, key); other != nil {
			return nil, nil
		}
		return &record{Release: &kept{label, key, text}}, nil
	}); err != nil || other == nil {
		return err
	}
	return json.Unmarshal(other, value)
}

// stream returns the noise stream of spend number n under a label, from 0.
func (s *Session) stream(kind noise.Kind, label string, n int) *noise.Stream {
	return s.key.Stream(kind, fmt.Sprintf("%s#%d", label, n))
}

// find returns the release kept under the label and key, or nil.
func (h *history) find(label, key string) json.RawMessage {
	for _, r := range h.releases {
		if r.Label == label && r.Key == key {
			return r.Value
		}
	}
	return nil
}

// replay reads the release kept under the label and key, if any.
func (s *Session) replay(label, key string, value any) (there bool, err error) {
	var text json.RawMessage
	err = s.transact(func(h *history) (*record, error) {
		text = h.find(label, key)
		return nil, nil
	})
	if text == nil || err != nil {
		return false, err
	}
	if err := json.Unmarshal(text, value); err != nil {
		return true, fmt.Errorf("gdp: the kept release %s: %w", label, err)
	}
	return true, nil
}

// keep stores a release. A release that cannot be stored must not be shown.
func (s *Session) keep(label, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("gdp: %s cannot be kept: %w", label, err)
	}
	return s.transact(func(*history) (*record, error) {
		return &record{Release: &kept{label, key, text}}, nil
	})
}

// Once returns the kept result of run under the label and configuration, at no cost. If there is
// none, it runs run in a separate scope and keeps the result. The configuration must include
// everything that the result depends on beside data and noise. The result must contain only what
// may be released. Once fails while the same run is in progress elsewhere.
func Once[T any](s *Session, label string, config any, run func(s *Session) (T, error)) (value T, err error) {
	key, err := json.Marshal(config)
	if err != nil {
		return value, fmt.Errorf("gdp: the configuration of %s: %w", label, err)
	}
	switch {
	case label == "":
		return value, fmt.Errorf("gdp: a run needs a label")
	case run == nil:
		return value, fmt.Errorf("gdp: %s: no function to run", label)
	case s.check() != nil:
		return value, s.check()
	}
	sub := s.Scope(label + " " + digest(key))
	leave, held := s.journal.Hold("run-" + digest([]byte(s.ID()+sub.scope)))
	if held == nil {
		defer leave()
	}
	if there, err := s.replay(sub.scope, string(key), &value); there || err != nil {
		return value, err
	}
	if errors.Is(held, journal.ErrHeld) {
		return value, fmt.Errorf("gdp: %s: this run is in progress elsewhere: wait until it ends, and its release is there at no cost", label)
	} else if held != nil {
		return value, fmt.Errorf("gdp: %s: %w", label, held)
	}
	if value, err = run(sub); err == nil {
		err = sub.trained()
	}
	if err == nil {
		err = s.keep(sub.scope, string(key), value)
	}
	if err != nil {
		sub.abandon()
		var none T
		return none, err
	}
	return value, nil
}
