package gdp

import (
	"fmt"
	"math"
	"strings"

	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Training is a plan that is paid for. It draws samples and noise from the session's private
// streams, and hands the private data to the code that trains. There are four ways to take its
// steps, of which a training has one:
//
//	[Training.Step]    clips and adds up what the sampled records contribute, and adds the noise
//	[Training.Fused]   for sums that a device computes and clips: hands out samples and noise
//	[Training.Table]   the same for rows of a table, whose noise is drawn when a row is read
//	[Training.OnClaim] for plans that rest on a claim: samples and noise, as a paper has them
//
// A training is for one goroutine at a time.
type Training struct {
	session *Session
	plan    Plan
	label   string
	before  int  // spends under the label before this one
	taken   int  // how often the training was taken over before it began
	begun   bool // as the journal knows

	sampler *noise.Stream
	noise   *noise.Stream
	user    *user

	at    standing
	open  *Step // that has no sum yet
	terms any   // []*Term[T], kept between steps
}

// standing is where a training stands: what its steps have in common, and how many there were.
type standing struct {
	Way     way `json:"way,omitempty"`     // 0 before the first step
	Steps   int `json:"steps"`             // samples drawn
	Records int `json:"records,omitempty"` // of every step, and 1; 0 before the first
	Size    int `json:"size,omitempty"`    // of every sum; 0 before the first
}

// way is how the steps of a training are taken.
type way int

const (
	bySum way = iota + 1
	fused
	byRowNoise
	onClaim
)

// Train pays for the whole plan. A training that stops early costs as much. One that was paid for
// and not begun, since its process was killed, is taken over at no further cost: nobody saw its
// samples or its noise, and these are drawn anew.
func (s *Session) Train(p Plan) (*Training, error) {
	e, err := p.entry(s)
	if err != nil {
		return nil, err
	}
	if err := s.provable(e); err != nil {
		return nil, err
	}
	key, err := e.key()
	if err != nil {
		return nil, err
	}
	var t *Training
	err = s.transact(func(h *history) (r *record, err error) {
		if t, err = s.notStarted(h, p, e.Label, key); err != nil {
			return nil, err
		} else if t != nil {
			m := t.mark()
			return &record{Mark: &m}, nil
		}
		block := []Entry{e}
		if err := s.price(h, block); err != nil {
			return nil, h.interrupted(e.Label, key, err)
		}
		t = s.training(p, e.Label, under(e.Label, h.entries))
		s.users.Lock()
		defer s.users.Unlock()
		return &record{Reserve: block}, t.hold()
	})
	if err != nil {
		if t != nil {
			t.letGo()
		}
		return nil, err
	}
	t.register()
	return t, nil
}

// notStarted returns a training that is paid for, not begun and not in use; nil if there is none.
func (s *Session) notStarted(h *history, p Plan, label, key string) (*Training, error) {
	s.users.Lock()
	defer s.users.Unlock()
	for i, old := range h.entries {
		if old.Label != label || !h.reserved[i] {
			continue
		}
		if k, err := old.key(); err != nil {
			return nil, err
		} else if k != key {
			continue
		}
		t := s.training(p, label, h.before(i))
		t.taken = h.marks[t.mark().training()].Taken + 1
		if s.users.of[t.name()] != nil { // in use here, by another [Training]
			continue
		}
		return t, t.hold()
	}
	return nil, nil
}

// interrupted adds to an error why the payment of a training that was begun cannot be used again.
func (h *history) interrupted(label, key string, err error) error {
	for i, old := range h.entries {
		if k, failed := old.key(); failed == nil && old.Label == label && k == key && !h.reserved[i] {
			return fmt.Errorf("%w. It was paid for and begun before: a training continues from its checkpoint alone", err)
		}
	}
	return err
}

func (s *Session) training(p Plan, label string, before int) *Training {
	return &Training{
		session: s, plan: p, label: label, before: before,
		sampler: s.stream(noise.Sample, label, before), noise: s.stream(noise.Step, label, before),
		user: new(user),
	}
}

// register lets the session know of its training.
func (t *Training) register() {
	t.planned()
	s := t.session
	s.begun.Lock()
	defer s.begun.Unlock()
	s.begun.trainings = append(s.begun.trainings, t)
}

// begin writes down that something is drawn from now on, before anything is.
func (t *Training) begin() error {
	t.user.Lock()
	ended := t.user.ended != "" // it draws nothing, as [Training.may] says
	t.user.Unlock()
	if t.begun || ended {
		return nil
	}
	err := t.session.transact(func(h *history) (*record, error) {
		for i := range h.reserved {
			if h.entries[i].Label == t.label && h.before(i) == t.before {
				return &record{Draw: &i}, nil
			}
		}
		return nil, nil // this training, or the one that it continues, has begun
	})
	t.begun = err == nil
	return err
}

// trained refuses a scope in which a training has a step without noise.
func (s *Session) trained() error {
	s.begun.Lock()
	defer s.begun.Unlock()
	for _, t := range s.begun.trainings {
		if strings.HasPrefix(t.label, s.scope) {
			if err := t.finished(); err != nil {
				return err
			}
		}
	}
	return nil
}

// abandon gives up the trainings of a scope that have not begun, so that another run can take them.
func (s *Session) abandon() {
	s.begun.Lock()
	defer s.begun.Unlock()
	for _, t := range s.begun.trainings {
		if strings.HasPrefix(t.label, s.scope) && !t.begun {
			t.user.Lock()
			t.user.ended = "was given up when its run failed"
			t.user.Unlock()
			t.letGo()
		}
	}
}

// check is [ErrSession] of what is no training. Methods that return no error return zero of
// that.
func (t *Training) check() error {
	if t == nil || t.session == nil {
		return fmt.Errorf("gdp: a training of %w: Session.Train makes one", ErrSession)
	}
	return nil
}

// Data returns the private data.
func (t *Training) Data() *Data {
	if t.check() != nil {
		return nil
	}
	return t.session.data
}

// Plan returns what was paid for.
func (t *Training) Plan() (p Plan) {
	if t.check() == nil {
		p = t.plan
	}
	return p
}

// SD returns the standard deviation of the noise on each coordinate of a step's sum.
func (t *Training) SD() float64 {
	p := t.Plan()
	return p.Multiplier * float64(p.Sensitivity)
}

// takes refuses steps that are taken in another way than those before. The user is locked, as for
// what follows.
func (t *Training) takes(w way) error {
	if t.at.Way != 0 && t.at.Way != w {
		return fmt.Errorf("gdp: %s: a training uses one of Step, Fused, RowNoise and OnClaim for all its steps: continue with the one that it began with", t.label)
	}
	if s, ok := t.plan.Sampling.(PoissonShared); ok && (w == fused || w == byRowNoise) && !s.Replaced && s.Share < 2 {
		return fmt.Errorf("gdp: %s: with PoissonShared, sum contributions by Step: Fused and RowNoise clip each as a whole, so that another record changes it by up to twice the clipping norm", t.label)
	}
	if c, ok := t.plan.Basis.(Claim); ok && w != onClaim && c.Holds > 0 && c.Holds < float64(t.plan.Sensitivity) {
		return fmt.Errorf("gdp: %s: the sum is clipped to sensitivity %v, but the Claim says that %v holds: use OnClaim, or a Proof", t.label, float64(t.plan.Sensitivity), c.Holds)
	}
	t.at.Way = w
	return nil
}

// sample begins a step: it draws which of the records take part.
func (t *Training) sample(records int) ([]int32, error) {
	if err := t.may(t.at.Steps); err != nil {
		return nil, err
	}
	switch {
	case t.open != nil || t.user.drawn() < t.at.Steps:
		return nil, fmt.Errorf("gdp: %s: step %d has no noise yet", t.label, t.at.Steps)
	case records < 0 || records >= math.MaxInt32:
		return nil, fmt.Errorf("gdp: %s: the number of records must be in [0, 2³¹-2]", t.label)
	case t.at.Records != 0 && t.at.Records != records+1 && !t.plan.varies():
		return nil, fmt.Errorf("gdp: %s: the number of records changed between steps: it must stay the same with this sampling", t.label)
	}
	list, err := t.plan.Sampling.sample(t.sampler, records)
	if err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", t.label, err)
	}
	t.at.Steps, t.at.Records = t.at.Steps+1, records+1
	return t.sampled(list), nil
}

// addNoise adds to every entry the noise of a step. Each call is a step's, in order.
func (t *Training) addNoise(dst []float32) error {
	if err := t.may(t.user.noised); err != nil {
		return err
	}
	if !t.session.silent() {
		if err := t.noise.Add(dst, t.SD()); err != nil {
			return fmt.Errorf("gdp: %s: %w", t.label, err)
		}
	}
	t.user.noised++
	return nil
}

// may refuses a draw for one step more than there are, and any draw after the training
// was closed or resumed.
func (t *Training) may(done int) error {
	switch {
	case t.user.ended != "":
		return fmt.Errorf("gdp: %s: the training %s", t.label, t.user.ended)
	case done >= t.plan.Steps:
		return fmt.Errorf("gdp: %s: all %d steps that were paid for are done", t.label, t.plan.Steps)
	}
	return nil
}

// finished refuses a training of which a step that was begun lacks noise: what was made of it must
// not be released.
func (t *Training) finished() error {
	t.user.Lock()
	defer t.user.Unlock()
	switch u := t.user; {
	case u.ended == resumed: // its user is another one
		return nil
	case t.open != nil || u.drawn() < t.at.Steps:
		return fmt.Errorf("gdp: %s: step %d has no noise", t.label, t.at.Steps)
	case u.lazy != nil && !u.lazy.Settled():
		return fmt.Errorf("gdp: %s: rows of the table lack noise that they are owed", t.label)
	}
	return nil
}
