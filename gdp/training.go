package gdp

import (
	"fmt"
	"math"
	"strings"

	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Training is a paid plan. It draws samples and noise from the session's private streams and gives
// the training code access to the private data. A training takes all its steps in one of four ways:
//
//	[Training.Step]     clips and sums contributions of the sampled records, and adds noise
//	[Training.Fused]    returns samples and noise; a device computes and clips the sums
//	[Training.RowNoise] the same for rows of a table, with noise drawn when a row is read
//	[Training.OnClaim]  returns samples and noise, for plans that rest on a paper's claim
//
// A training is not safe for concurrent use.
type Training struct {
	session *Session
	plan    Plan
	label   string
	before  int  // earlier spends under the label
	taken   int  // how often the training was taken over before it began
	begun   bool // according to the journal

	sampler *noise.Stream
	noise   *noise.Stream
	user    *user

	at    standing
	open  *Step // the step without a sum, if any
	terms any   // []*Term[T], kept between steps
}

// standing is the state of a training: the common shape of its steps, and their number so far.
type standing struct {
	Way     way `json:"way,omitempty"`     // 0 before the first step
	Steps   int `json:"steps"`             // samples drawn
	Records int `json:"records,omitempty"` // records of a step + 1; 0 before the first
	Size    int `json:"size,omitempty"`    // entries of a sum; 0 before the first
}

// way is how a training takes its steps.
type way int

const (
	bySum way = iota + 1
	fused
	byRowNoise
	onClaim
)

// Train pays for the whole plan; stopping early costs the same. If the process was killed after the
// payment and before the training began, nobody saw its samples or noise. Train then takes the
// training over at no further cost and draws them afresh.
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

// notStarted returns a training that is paid for, not begun and not in use, or nil.
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
		if s.users.of[t.name()] != nil { // in use in this process by another [Training]
			continue
		}
		return t, t.hold()
	}
	return nil, nil
}

// interrupted adds to an error why the payment of a begun training cannot be reused.
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

// register adds the training to its session.
func (t *Training) register() {
	t.planned()
	s := t.session
	s.begun.Lock()
	defer s.begun.Unlock()
	s.begun.trainings = append(s.begun.trainings, t)
}

// begin records that drawing begins, before anything is drawn.
func (t *Training) begin() error {
	t.user.Lock()
	ended := t.user.ended != "" // nothing can be drawn: see [Training.may]
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
		return nil, nil // already begun, by this training or the one that it resumes
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

// abandon releases the trainings of a scope that have not begun, so that another run can take them.
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

// check returns [ErrSession] for a nil or empty training. Methods without an error result return
// zero values then.
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

// Plan returns the plan that was paid for.
func (t *Training) Plan() (p Plan) {
	if t.check() == nil {
		p = t.plan
	}
	return p
}

// SD returns the standard deviation of the noise per coordinate of a step's sum.
func (t *Training) SD() float64 {
	p := t.Plan()
	return p.Multiplier * float64(p.Sensitivity)
}

// takes refuses a way of taking steps that differs from that of earlier steps. The caller has
// locked the user, also for the functions below.
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

// sample begins a step and returns the sampled records.
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

// addNoise adds the noise of one step to every entry. Successive calls are successive steps.
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

// may refuses a draw beyond the plan's steps, or after the training was closed or resumed.
func (t *Training) may(done int) error {
	switch {
	case t.user.ended != "":
		return fmt.Errorf("gdp: %s: the training %s", t.label, t.user.ended)
	case done >= t.plan.Steps:
		return fmt.Errorf("gdp: %s: all %d steps that were paid for are done", t.label, t.plan.Steps)
	}
	return nil
}

// finished refuses a training in which a begun step lacks noise: its result must not be released.
func (t *Training) finished() error {
	t.user.Lock()
	defer t.user.Unlock()
	switch u := t.user; {
	case u.ended == resumed: // another user has taken over
		return nil
	case t.open != nil || u.drawn() < t.at.Steps:
		return fmt.Errorf("gdp: %s: step %d has no noise", t.label, t.at.Steps)
	case u.lazy != nil && !u.lazy.Settled():
		return fmt.Errorf("gdp: %s: rows of the table lack noise that they are owed", t.label)
	}
	return nil
}
