package gdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/graphdp/graphdp/gdp/internal/journal"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// A training that continues draws the noise that it would have drawn. Were it to continue
// twice from one state, two releases would share their noise, and their difference
// would reveal what no noise hides. Hence a training has one user at a time, in all
// processes, and it continues only from a state that has all the noise that is known to
// be drawn: by its user in this process, or by the journal, which learns of it when the
// training is resumed and when it is closed. A state can be taken again only if the
// process that took it has died.

// resumed is why the user of a training that was resumed draws nothing more.
const resumed = "was resumed elsewhere"

// user is who may draw from a training.
type user struct {
	sync.Mutex
	noised int // steps whose noise is drawn, where there is no table
	lazy   *noise.Lazy
	ended  string // why nothing more is drawn
	leave  func() // gives up the training's name
}

// drawn returns how many steps have had their noise drawn.
func (u *user) drawn() int {
	if u.lazy != nil && !u.lazy.Empty() {
		return u.lazy.Steps()
	}
	return u.noised
}

// users are the users of trainings, by the names of these.
type users struct {
	sync.Mutex
	of map[string]*user
}

// here are the users in this process of trainings that a file knows of.
var here = &users{of: map[string]*user{}}

// mark is what a journal remembers of a training beside its spend.
type mark struct {
	Label   string `json:"label"`
	Before  int    `json:"before"`
	Drawn   int    `json:"drawn"` // steps whose noise was drawn, at least
	Resumed bool   `json:"resumed,omitempty"`
	Taken   int    `json:"taken,omitempty"` // times that it was taken over before it began
}

// training names the training.
func (m mark) training() string { return fmt.Sprintf("%s#%d", m.Label, m.Before) }

// mark is what the journal knows of t before t has drawn.
func (t *Training) mark() mark { return mark{Label: t.label, Before: t.before, Taken: t.taken} }

// name distinguishes trainings, those of different journals too.
func (t *Training) name() string {
	s := t.session
	return digest(fmt.Appendf(nil, "%q %s %s", s.journal.Path(), s.salt, mark{Label: t.label, Before: t.before}.training()))
}

// hold makes t the one user of its training among all processes, and in this one. The
// users are locked.
func (t *Training) hold() error {
	leave, err := t.session.journal.Hold("training-" + t.name())
	if errors.Is(err, journal.ErrHeld) {
		return fmt.Errorf("gdp: %s: the training is in use by another process", t.label)
	} else if err != nil {
		return fmt.Errorf("gdp: %s: %w", t.label, err)
	}
	t.user.leave = leave
	t.session.users.of[t.name()] = t.user
	return nil
}

// letGo gives the training's name up.
func (t *Training) letGo() {
	t.session.users.Lock()
	defer t.session.users.Unlock()
	if t.user.leave != nil {
		delete(t.session.users.of, t.name())
		t.user.leave()
	}
}

// Close ends the use of the training: nothing more is drawn, and it can be resumed only
// from a state that was saved after its last draw. A training that is never closed is in
// use as long as the process lives.
func (t *Training) Close() error {
	if err := t.check(); err != nil {
		return err
	}
	if err := t.begin(); err != nil { // what a method made of its data may be released: it is not had again
		return err
	}
	t.user.Lock()
	open := t.user.ended == ""
	if open {
		t.user.ended = "is closed"
	}
	drawn := t.user.drawn()
	t.user.Unlock()
	if !open {
		return nil
	}
	m := t.mark()
	m.Drawn = drawn
	err := t.session.transact(func(*history) (*record, error) { return &record{Mark: &m}, nil })
	t.letGo()
	return err
}

// trainingState is a Training in a checkpoint.
type trainingState struct {
	Session string `json:"session"`
	Label   string `json:"label"`
	Before  int    `json:"before"`
	Taken   int    `json:"taken,omitempty"`
	Key     string `json:"key"`
	standing
	Drawn   int    `json:"drawn"`
	Sampler []byte `json:"sampler"`
	Noise   []byte `json:"noise"`
}

// MarshalBinary saves where the training stands, without the noise that a [RowNoise] owes, which
// saves itself. The bytes let their reader take the noise off: they are as private as the data.
func (t *Training) MarshalBinary() ([]byte, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	switch {
	case t.user.ended != "":
		return nil, fmt.Errorf("gdp: %s: the training %s", t.label, t.user.ended)
	case t.open != nil || t.user.drawn() < t.at.Steps:
		return nil, fmt.Errorf("gdp: %s: saved within step %d, which has no noise yet", t.label, t.at.Steps)
	}
	e, err := t.plan.entry(t.session)
	if err != nil {
		return nil, err
	}
	state := trainingState{
		Session: t.session.ID(), Label: t.label, Before: t.before, Taken: t.taken, standing: t.at, Drawn: t.user.drawn(),
	}
	if state.Key, err = e.key(); err != nil {
		return nil, err
	}
	if state.Sampler, err = t.sampler.MarshalBinary(); err != nil {
		return nil, err
	}
	if state.Noise, err = t.noise.MarshalBinary(); err != nil {
		return nil, err
	}
	return json.Marshal(state)
}

// Resume continues a training where MarshalBinary saved it, at no further cost. It
// must be a training of this journal, which holds its spend: in another one, which paid
// for the same plan, the same noise would be drawn for two releases. If the training has
// a user in this process, that one draws nothing any more; Resume fails if it has drawn
// noise since it was saved, or is in use by another process.
func (s *Session) Resume(p Plan, saved []byte) (*Training, error) {
	e, err := p.entry(s)
	if err != nil {
		return nil, err
	}
	key, err := e.key()
	if err != nil {
		return nil, err
	}
	var state trainingState
	if err := json.Unmarshal(saved, &state); err != nil {
		return nil, fmt.Errorf("gdp: %s: the saved training: %w", e.Label, err)
	}
	switch {
	case state.Session != s.ID():
		return nil, fmt.Errorf("gdp: %s: the saved training is of another journal or scope", e.Label)
	case state.Key != key || state.Label != e.Label:
		return nil, fmt.Errorf("gdp: %s: the saved training is of another plan", e.Label)
	case state.Steps < 0 || state.Steps > p.Steps || state.Drawn < 0 || state.Drawn > p.Steps:
		return nil, fmt.Errorf("gdp: %s: the saved training stands at step %d of %d, with the noise of %d", e.Label, state.Steps, p.Steps, state.Drawn)
	}
	t := s.training(p, e.Label, state.Before)
	t.at, t.user.noised, t.taken = state.standing, state.Drawn, state.Taken
	if t.at.Way == byRowNoise {
		t.user.lazy = new(noise.Lazy)
	}
	if err := t.sampler.UnmarshalBinary(state.Sampler); err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", e.Label, err)
	}
	if err := t.noise.UnmarshalBinary(state.Noise); err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", e.Label, err)
	}
	if err := t.takeOver(key, state.Drawn); err != nil {
		return nil, err
	}
	t.register()
	return t, nil
}

// takeOver makes t the only user of its training, which has drawn the noise of drawn
// steps.
func (t *Training) takeOver(key string, drawn int) error {
	m := t.mark()
	m.Drawn, m.Resumed = drawn, true
	all := t.session.users
	var old *user
	var locked []sync.Locker // until the mark is written; the journal's lock comes before these
	defer func() {
		for _, l := range locked {
			l.Unlock()
		}
	}()
	err := t.session.transact(func(h *history) (*record, error) {
		all.Lock()
		locked = append(locked, all)
		if err := h.paid(t.label, key, t.before); err != nil {
			return nil, err
		}
		known := h.marks[m.training()]
		if known.Taken != t.taken {
			return nil, fmt.Errorf("gdp: %s: the training was taken over after it was saved, and before it began: remove the saved state", t.label)
		}
		if known.Drawn > drawn {
			return nil, t.behind(known.Drawn, drawn)
		}
		if old = all.of[t.name()]; old == nil {
			return &record{Mark: &m}, t.hold()
		}
		old.Lock()
		locked = append(locked, old)
		if n := old.drawn(); n != drawn {
			return nil, t.behind(n, drawn)
		}
		return &record{Mark: &m}, nil
	})
	switch {
	case err == nil && old != nil:
		old.ended = resumed
		t.user.leave, old.leave = old.leave, nil
		all.of[t.name()] = t.user
	case err != nil && t.user.leave != nil: // the mark could not be written
		delete(all.of, t.name())
		t.user.leave()
	}
	return err
}

func (t *Training) behind(known, saved int) error {
	return fmt.Errorf("gdp: %s: the training has drawn the noise of %d steps, its saved state that of %d: no noise is used twice", t.label, known, saved)
}

// paid fails unless the spend that has as many before it under its label has the key.
func (h *history) paid(label, key string, before int) error {
	for i, old := range h.entries {
		if old.Label != label || h.before(i) != before {
			continue
		}
		if k, err := old.key(); err != nil || k == key {
			return err
		}
	}
	return fmt.Errorf("gdp: %s: the session's journal does not hold the spend of the saved training", label)
}
