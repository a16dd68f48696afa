package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/models/trial"
)

// Study says which trials are to be made.
type Study struct {
	Methods []string
	// Modes are those of the four by which methods are compared that a method has, if there are
	// none: published, strict, nonprivate and null.
	Modes []string
	Data  []string // names of data sets, or files
	// Protocols are all that measure what a method releases, but for audits, if there are none.
	Protocols []string
	// Epsilons are for the modes that spend; one that reads the data in the clear is run once.
	Epsilons []float64
	Deltas   []float64 // [trial.Delta] if there are none
	Seeds    []uint64  // 1 if there are none
	Vary     []Axis
	Every    int // of a collection, take every k-th graph; 0: all
}

// Axis is a setting, and the values that it takes in turn. A mode without the setting is run
// without it.
type Axis struct {
	Setting string
	Values  []string
}

// Of returns the study of one trial.
func Of(t trial.Trial) Study {
	s := Study{Methods: []string{t.Method}, Modes: []string{t.Mode}, Protocols: []string{t.Protocol}, Seeds: []uint64{t.Seed}, Every: t.Every}
	if t.Data != trial.Worlds {
		s.Data = []string{t.Data}
	}
	if t.Epsilon != 0 {
		s.Epsilons = []float64{t.Epsilon}
	}
	if t.Delta != 0 {
		s.Deltas = []float64{t.Delta}
	}
	for setting := range strings.SplitSeq(t.Variant, ",") {
		if name, value, ok := strings.Cut(setting, "="); ok {
			s.Vary = append(s.Vary, Axis{name, []string{value}})
		}
	}
	return s
}

// Flags returns the study as `gdp sweep` takes it on the command line.
func (s Study) Flags() (flags []string) {
	list := func(name string, values []string) {
		if len(values) > 0 {
			flags = append(flags, "--"+name, strings.Join(values, ","))
		}
	}
	list("methods", s.Methods)
	list("modes", s.Modes)
	list("data", s.Data)
	list("protocols", s.Protocols)
	list("epsilons", texts(s.Epsilons))
	list("deltas", texts(s.Deltas))
	list("seeds", texts(s.Seeds))
	if s.Every != 0 {
		list("every", []string{strconv.Itoa(s.Every)})
	}
	for _, a := range s.Vary {
		list("vary", []string{a.Setting + "=" + strings.Join(a.Values, ",")})
	}
	return flags
}

// CommandLine is the command that makes a trial again, in a folder of its own.
func CommandLine(t trial.Trial) string {
	words := append([]string{"gdp", "sweep"}, Of(t).Flags()...)
	words = append(words, "--folder", "again")
	for i, w := range words {
		if strings.ContainsFunc(w, func(r rune) bool {
			return !strings.ContainsRune("-_=.,/:+", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		}) {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

func texts[T float64 | uint64](values []T) (list []string) {
	for _, v := range values {
		list = append(list, fmt.Sprint(v))
	}
	return list
}

// Set adds values to an axis of the study, by the name that it has in a file. A value of seeds
// may be a range such as 1-5.
func (s *Study) Set(name string, values ...string) error {
	switch name {
	case "methods":
		s.Methods = append(s.Methods, values...)
	case "modes":
		s.Modes = append(s.Modes, values...)
	case "data":
		s.Data = append(s.Data, values...)
	case "protocols":
		s.Protocols = append(s.Protocols, values...)
	case "epsilons":
		return numbers(&s.Epsilons, name, values)
	case "deltas":
		return numbers(&s.Deltas, name, values)
	case "seeds":
		for _, v := range values {
			if err := s.seeds(v); err != nil {
				return err
			}
		}
	case "every":
		for _, v := range values {
			k, err := strconv.Atoi(v)
			if err != nil || k < 1 || len(values) > 1 {
				return fmt.Errorf("every: want one number of at least 1, not %s", strings.Join(values, ", "))
			}
			s.Every = k
		}
	default:
		return unknownField(name)
	}
	return nil
}

func numbers(to *[]float64, name string, values []string) error {
	for _, v := range values {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a number", name, v)
		}
		*to = append(*to, x)
	}
	return nil
}

// mostSeeds bounds a range of seeds: more is a slip.
const mostSeeds = 1_000_000

func (s *Study) seeds(v string) error {
	first, last, ranged := strings.Cut(v, "-")
	if !ranged {
		last = first
	}
	a, err := strconv.ParseUint(strings.TrimSpace(first), 10, 64)
	b, err2 := strconv.ParseUint(strings.TrimSpace(last), 10, 64)
	switch {
	case err != nil || err2 != nil:
		return fmt.Errorf("seeds: %q is neither a whole number nor a range such as 1-5", v)
	case b < a:
		return fmt.Errorf("seeds: the range %q ends before it begins", v)
	case b-a >= mostSeeds:
		return fmt.Errorf("seeds: the range %q has more than %d seeds", v, mostSeeds)
	}
	for x := range b - a + 1 {
		s.Seeds = append(s.Seeds, a+x)
	}
	return nil
}

// SetVary adds an axis of a setting.
func (s *Study) SetVary(setting string, values ...string) error {
	if len(values) == 0 {
		return fmt.Errorf("vary: %s takes no values", setting)
	}
	if slices.ContainsFunc(s.Vary, func(a Axis) bool { return strings.EqualFold(a.Setting, setting) }) {
		return fmt.Errorf("vary: %s is there twice", setting)
	}
	s.Vary = append(s.Vary, Axis{setting, values})
	return nil
}
