package trial

// Times are the times of past trials.
type Times struct {
	means map[Trial]meanTime // by likeness key; of all trials for the zero value
}

type meanTime struct{ seconds, count float64 }

// Likeness is how much two trials have in common.
type Likeness int

// Likenesses, in increasing order.
const (
	Unlike     Likeness = iota
	SameMode            // and data
	SameFamily          // and protocol
	SameKind            // and settings; ε, δ and seeds may differ
)

// likeness returns the key of all trials that are alike to that degree.
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

// Of returns the mean time, in seconds, of the most similar trials.
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
