package gdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/graphdp/graphdp/gdp/internal/journal"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// A resumed training draws the same noise that it would have drawn without the interruption. If two
// trainings continued from one state, their releases would share noise, and the difference of the
// releases would reveal data without noise. Hence a training has one user at a time, across all
// processes. It resumes only from a state that includes all noise known to be drawn: known to its
// user in this process, or to the journal, which records each resumption and each Close. The same
// state can be resumed again only after the process that resumed it has died.

// resumed is why the former user of a resumed training can draw nothing more.
const resumed = "was resumed elsewhere"

// user is the one holder of a training that may draw from it.
type user struct {
	sync.Mutex
	noised int // steps whose noise is drawn, without a table
	lazy   *noise.Lazy
	ended  string // why nothing more can be drawn
	leave  func() // releases the hold on the training
}

// drawn returns the number of steps whose noise is drawn.
func (u *user) drawn() int {
	if u.lazy != nil && !u.lazy.Empty() {
		return u.lazy.Steps()
	}
	return u.noised
}

// users maps names of trainings to their users.
type users struct {
	sync.Mutex
	of map[string]*user
}

// here holds the users in this process of trainings with a journal.
var here = &users{of: map[string]*user{}}

// mark is a journal's record of a training, in addition to its spend.
type mark struct {
	Label   string `json:"label"`
	Before  int    `json:"before"`
	Drawn   int    `json:"drawn"` // lower bound on the steps whose noise was drawn
	Resumed bool   `json:"resumed,omitempty"`
	Taken   int    `json:"taken,omitempty"` // how often it was taken over before it began
}

// training returns a name of the training.
func (m mark) training() string { return fmt.Sprintf("%s#%d", m.Label, m.Before) }

// mark returns the record of t before t draws.
func (t *Training) mark() mark { return mark{Label: t.label, Before: t.before, Taken: t.taken} }

// name identifies a training across journals.
func (t *Training) name() string {
	s := t.session
	return digest(fmt.Appendf(nil, "%q %s %s", s.journal.Path(), s.salt, mark{Label: t.label, Before: t.before}.training()))
}

// hold makes t the one user of its training, in this process and across processes. The caller has
// locked the users.
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

// letGo releases the hold on the training.
func (t *Training) letGo() {
	t.session.users.Lock()
	defer t.session.users.Unlock()
	if t.user.leave != nil {
		delete(t.session.users.of, t.name())
		t.user.leave()
	}
}

// Close ends the training: nothing more can be drawn, and it resumes only from a state saved after
// its last draw. A training that is never closed stays in use while the process lives.
func (t *Training) Close() error {
	if err := t.check(); err != nil {
		return err
	}
	if err := t.begin(); err != nil { // a result computed from the data may be released, so the payment counts as used
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

// trainingState is the saved form of a Training.
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

// MarshalBinary saves the state of the training. Pending noise of a [RowNoise] is not included;
// save it separately. Keep the bytes as private as the data: they allow the noise to be removed.
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

// Resume continues a training from the state that MarshalBinary saved, at no further cost. The
// state must belong to this journal, which holds the spend: under another journal that paid for the
// same plan, two releases would share the same noise. A user of the training in this process can
// draw no more. Resume fails if noise was drawn after the state was saved, or if another process
// uses the training.
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

// takeOver makes t the only user of its training; the noise of drawn steps is drawn.
func (t *Training) takeOver(key string, drawn int) error {
	m := t.mark()
	m.Drawn, m.Resumed = drawn, true
	all := t.session.users
	var old *user
	var locked []sync.Locker // until the mark is written; lock the journal before these
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
	case err != nil && t.user.leave != nil: // writing the mark failed
		delete(all.of, t.name())
		t.user.leave()
	}
	return err
}

func (t *Training) behind(known, saved int) error {
	return fmt.Errorf("gdp: %s: the training has drawn the noise of %d steps, its saved state that of %d: no noise is used twice", t.label, known, saved)
}

// paid returns an error unless the journal holds a spend with this label, key and number.
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
