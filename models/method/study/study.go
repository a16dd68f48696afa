// Package study defines a study: a list of trials as a grid of methods, modes, data sets, budgets,
// seeds and settings.
//
// A [Study] is a value in a program, or a small file that [Read] reads:
//
//	methods:  [dpar, features]
//	modes:    [strict, nonprivate, null]
//	data:     cora-ml
//	epsilons: [0.5, 1, 2]
//	seeds:    1-5
//	vary:
//	  Clip: [0.5, 1, 2]
//
// Package trial checks studies and makes their trials.
package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// Study lists trials: all combinations of its fields.
type Study struct {
	Methods []string
	// Modes default to each method's first published, strict, nonprivate and null mode.
	Modes []string
	Data  []string // names of data sets, or files
	// Protocols default to all that measure the method's kind of release, except audits.
	Protocols []string
	// Epsilons are for the modes that spend; a mode that reads the data in the clear runs once.
	Epsilons []float64
	Deltas   []float64 // default 1e-5
	Seeds    []uint64  // default 1
	// Variants are settings to change together, such as "Batch=64,Clip=1"; "" changes nothing,
	// which is also the default. A mode ignores settings that it does not have.
	Variants []string
	Vary     []Axis // each variant runs with all combinations of these
	Every    int    // take every k-th graph of a collection; 0: all
	// Nodes declares the nodes of the files in Data: a number, a file of ids, or [Occurring];
	// empty if the files declare them.
	Nodes string
	// Read lists options for reading the files in Data: flags of gdp run, such as columns, with
	// values.
	Read []Axis
}

// readings are the fields of [Study.Read].
var readings = []string{"header", "columns", "separator", "latin1", "format", "classes", "features", "id", "label", "use", "missing"}

// Reading is [Study.Read] as a command line: flags with their values, between blanks.
func (s Study) Reading() string {
	var words []string
	for _, a := range s.Read {
		for _, v := range a.Values {
			words = append(words, "--"+a.Setting+"="+v)
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// Occurring is [graph.Occurring].
const Occurring = graph.Occurring

// Axis is a setting and the values that it takes in turn. A mode without the setting ignores it.
type Axis struct {
	Setting string
	Values  []string
}

// field returns a pointer to the field that has this name in a file, or nil.
func (s *Study) field(name string) any {
	switch name {
	case "methods":
		return &s.Methods
	case "modes":
		return &s.Modes
	case "data":
		return &s.Data
	case "protocols":
		return &s.Protocols
	case "epsilons":
		return &s.Epsilons
	case "deltas":
		return &s.Deltas
	case "seeds":
		return &s.Seeds
	case "variants":
		return &s.Variants
	case "every":
		return &s.Every
	case "nodes":
		return &s.Nodes
	}
	return nil
}

// Set replaces the values of a field, by its name in a file. A value of seeds may be a range
// such as 1-5.
func (s *Study) Set(name string, values ...string) error {
	switch to := s.field(name).(type) {
	case *[]string:
		*to = values
	case *[]float64:
		return numbers(to, name, values)
	case *[]uint64:
		*to = nil
		for _, v := range values {
			if err := s.seeds(v); err != nil {
				return err
			}
		}
	case *int:
		for _, v := range values {
			k, err := strconv.Atoi(v)
			if err != nil || k < 1 || len(values) > 1 {
				return fmt.Errorf("%s: want one number of at least 1, not %s", name, strings.Join(values, ", "))
			}
			*to = k
		}
	case *string:
		for _, v := range values {
			if len(values) > 1 || v == "" {
				return fmt.Errorf("%s: want one of a number, a file of ids, and %s", name, Occurring)
			}
			*to = v
		}
	default:
		if !slices.Contains(readings, name) {
			return unknownField(name)
		}
		s.Read = slices.DeleteFunc(slices.Clone(s.Read), func(a Axis) bool { return a.Setting == name })
		if len(values) > 0 {
			s.Read = append(s.Read, Axis{name, values})
		}
	}
	return nil
}

func numbers(to *[]float64, name string, values []string) error {
	*to = nil
	for _, v := range values {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a number", name, v)
		}
		*to = append(*to, x)
	}
	return nil
}

// mostSeeds bounds a range of seeds: a longer one is a typo.
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
		return fmt.Errorf("vary: %s is given twice", setting)
	}
	s.Vary = append(s.Vary, Axis{setting, values})
	return nil
}

// Seeds are 1 … n, as many as a range in a file has at most.
func Seeds(n int) (list []uint64) {
	for i := range min(n, mostSeeds) {
		list = append(list, uint64(i+1))
	}
	return list
}
