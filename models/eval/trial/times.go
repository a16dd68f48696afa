package trial

// Times are how long trials took.
type Times struct {
	means map[Trial]meanTime // by what trials have in common; of all by the zero value
}

type meanTime struct{ seconds, count float64 }

// Likeness is how much a trial has in common with those that tell how long it takes.
type Likeness int

// The likenesses, from none on.
const (
	Unlike     Likeness = iota
	SameMode            // and data, by whatever protocol
	SameFamily          // and protocol; settings may differ
	SameKind            // and settings; ε, δ and seeds may differ
)

// likeness returns what trials have in common that are alike to some degree.
func (t Trial) likeness(degree Likeness) Trial {
	t.Epsilon, t.Delta, t.Seed = 0, 0, 0
	if degree <= SameFamily {
		t.Variant = "any"
	}
	if degree <= SameMode {
		t.Protocol = ""
	}
	return t
}

// TimesOf returns the times of trials.
func TimesOf(results []Result) *Times {
	x := &Times{map[Trial]meanTime{}}
	for _, r := range results {
		if r.Error == "" {
			x.note(r)
		}
	}
	return x
}

func (x *Times) note(r Result) {
	for _, of := range []Trial{r.likeness(SameKind), r.likeness(SameFamily), r.likeness(SameMode), {}} {
		m := x.means[of]
		x.means[of] = meanTime{m.seconds + r.Seconds, m.count + 1}
	}
}

// Of returns the mean time, in seconds, of the trials that are most like a trial.
func (x *Times) Of(t Trial) (seconds float64, like Likeness) {
	if x == nil {
		return 0, Unlike
	}
	for like := SameKind; like > Unlike; like-- {
		if m, ok := x.means[t.likeness(like)]; ok {
			return m.seconds / m.count, like
		}
	}
	return 0, Unlike
}
