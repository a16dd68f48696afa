package ranges

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// rule is an enumeration.
type rule int

// String names the rule.
func (r rule) String() string {
	if r < 1 || r > 2 {
		return fmt.Sprintf("rule %d", int(r))
	}
	return []string{"First", "Second"}[r-1]
}

// A tag states the range of a setting, with the next numbers on both sides of a bound, and in
// words.
func TestRange(t *testing.T) {
	above, below := math.Nextafter(1, 2), math.Nextafter(1, 0)
	for tag, c := range map[string]struct {
		words   string
		in, out []any
	}{
		"[1,64]":               {"[1, 64]", []any{1, 64}, []any{0, 65, math.MinInt, math.MaxInt}},
		"[1,∞)":                {"[1, ∞)", []any{1, math.MaxInt}, []any{0, -1}},
		"(-∞,7]":               {"(-∞, 7]", []any{7, math.MinInt}, []any{8}},
		"(-∞,∞)":               {"(-∞, ∞)", []any{0., -math.MaxFloat64, math.MaxFloat64}, []any{math.NaN(), math.Inf(1), math.Inf(-1)}},
		"(0,1]":                {"(0, 1]", []any{math.SmallestNonzeroFloat64, 1.}, []any{0., above, math.Copysign(0, -1), math.NaN()}},
		"[0,1)":                {"[0, 1)", []any{0., math.Copysign(0, -1), below}, []any{1., -math.SmallestNonzeroFloat64, math.NaN()}},
		"(0,1)":                {"(0, 1)", []any{0.5, below}, []any{0., 1.}},
		"(0,∞)":                {"(0, ∞)", []any{math.MaxFloat64}, []any{0., math.Inf(1), math.NaN()}},
		"[2^-20,1e15]":         {"[2^-20, 1e15]", []any{0x1p-20, 1e15}, []any{math.Nextafter(0x1p-20, 0), math.Nextafter(1e15, 1e16)}},
		"0 or [2,2^14]":        {"0 or [2, 2^14]", []any{0, 2, 1 << 14}, []any{1, -1, 1<<14 + 1}},
		"ByBudget=-1 or [1,∞)": {"ByBudget (-1) or [1, ∞)", []any{-1, 1}, []any{0, -2}},
		"0 or 3 or [5,6]":      {"0, 3 or [5, 6]", []any{0, 3, 5, 6}, []any{1, 2, 4, 7}},
		"selu or relu":         {`"selu" or "relu"`, []any{"selu", "relu"}, []any{"", "tanh", "SELU", "selu or relu"}},
		"":                     {"a number", []any{0., math.NaN()}, nil},
	} {
		r, err := parse(tag, reflect.TypeOf(c.in[0]).Kind(), nil)
		if err != nil || r.String() != c.words {
			t.Errorf("%s: %q, %v, want %q", tag, r, err, c.words)
		}
		for _, x := range c.in {
			if !r.Has(x) {
				t.Errorf("%v is not in %s", x, tag)
			}
		}
		for _, x := range c.out {
			if r.Has(x) {
				t.Errorf("%v is in %s", x, tag)
			}
		}
	}
	if r, _ := parse("ByBudget=-1 or [1,∞)", reflect.Int, nil); true {
		x, ok := r.Named("bybudget")
		if _, other := r.Named(""); x != -1 || !ok || other {
			t.Errorf("ByBudget is %v, %t", x, ok)
		}
	}
}

// A malformed tag is an error, whatever the value.
func TestMalformed(t *testing.T) {
	for kind, tags := range map[reflect.Kind][]string{
		reflect.Float64: {"[0,1", "0,1]", "0,1", "{0,1}", "[1,0]", "[1,1]", "[0;1]", "[0,∞]", "[-∞,0]", "[NaN,1]", "[0,1] or", "[0,1] or ", "x", "∞", "=1", "Name=", "Name=[0,1]", "[,1]", "[0,]", "[2^x,1]", "inf", "[0,1,2]", "1e400"},
		reflect.Int:     {"[0.5,1]", "(0,1]", "[0,1)", "[0,2^-1]", "1.5", "[0,1e17]", "[1,∞]", "(-∞,∞]"},
		reflect.Bool:    {"[0,1]"}, reflect.Uint64: {"[0,1]"},
	} {
		for _, tag := range tags {
			if r, err := parse(tag, kind, nil); err == nil {
				t.Errorf("a %v has the range %s: %v", kind, tag, r)
			}
		}
	}
	for _, tag := range []reflect.StructTag{`rnage:"[0,1]"`, `range:""`, `range:[0,1]`, `json:"x" rnage:"[0,1]"`, `range:"[0,1]" yaml:"x"`} {
		f := Field{"X", reflect.ValueOf(0), tag}
		if r, err := f.Range(); err == nil {
			t.Errorf("%s: %v", tag, r)
		}
	}
	if Check("p", struct {
		X int `rnage:"[0,1]"`
	}{}) == nil {
		t.Error("a misspelt tag is taken")
	}
}

// Inner is part of configurations, and has a rule of its own.
type Inner struct {
	Share float64 `json:"share,omitempty" range:"(0,1)"`
	Free  bool
}

// Check implements a rule.
func (c Inner) Check() error {
	if c.Free {
		return nil
	}
	return Check("ranges", c)
}

// Embedded has no rule.
type Embedded struct {
	Steps int `range:"[1,9]"`
}

type config struct {
	Embedded
	Rate   float64 `range:"(0,∞)"`
	Rule   rule    `range:"0"`
	Other  rule
	Kind   string `range:"a or b"`
	Any    float64
	Seed   uint64
	Part   struct{ Embedded }
	Split  Inner
	hidden int
}

func good() config {
	c := config{Embedded: Embedded{1}, Rate: 1, Other: 2, Kind: "b", Any: math.NaN(), Split: Inner{Share: 0.5}, hidden: -1}
	c.Part.Steps = 9
	return c
}

// Check refuses a setting out of its range, and names the setting, its value and the range.
func TestCheck(t *testing.T) {
	must.Do(t, Check("pkg", good()))
	for want, change := range map[string]func(*config){
		"pkg: Steps=0: must be in [1, 9]":                             func(c *config) { c.Steps = 0 },
		"pkg: Rate=NaN: must be in (0, ∞)":                            func(c *config) { c.Rate = math.NaN() },
		"pkg: Rule=rule 3: must be First, Second or 0":                func(c *config) { c.Rule = 3 },
		"pkg: Other=rule 0: must be First or Second":                  func(c *config) { c.Other = 0 },
		`pkg: Kind="c": must be "a" or "b"`:                           func(c *config) { c.Kind = "c" },
		"pkg: Part.Steps=10: must be in [1, 9]":                       func(c *config) { c.Part.Steps = 10 },
		"ranges: Share=1: must be in (0, 1)":                          func(c *config) { c.Split.Share = 1 },
		"pkg: the configuration must be a struct, found *ranges.rule": nil,
	} {
		c := good()
		var of any
		if change == nil {
			of = new(rule)
		} else {
			change(&c)
			of = c
		}
		if err := Check("pkg", of); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	c := good()
	if c.Rule, c.Split = 1, (Inner{Share: 7, Free: true}); Check("pkg", c) != nil {
		t.Error("what its own Check takes is refused")
	}
	if Check("pkg", nil) == nil || Check("pkg", &c) == nil {
		t.Error("no struct is taken")
	}
}

// The error for a struct of another package names that package.
func TestForeign(t *testing.T) {
	bad := struct{ Split Inner }{Inner{Share: 2}} // a type without a name is of no package
	if err := Check("pkg", bad); err == nil || err.Error() != "pkg: ranges: Share=2: must be in (0, 1)" || errors.Unwrap(err) == nil {
		t.Error(err)
	}
}

// Fields include those of nested structs, with unambiguous names.
func TestFields(t *testing.T) {
	var list []string
	for _, f := range Fields(reflect.ValueOf(good())) {
		r := must.Get(f.Range())(t)
		list = append(list, fmt.Sprintf("%s %s", f.Name, r))
	}
	want := "Steps [1, 9], Rate (0, ∞), Rule First, Second or 0, Other First or Second, Kind \"a\" or \"b\", Any a number, Seed a whole number, Part.Steps [1, 9], Split.Share (0, 1), Split.Free true or false"
	if got := strings.Join(list, ", "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
