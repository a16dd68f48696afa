package all

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/ranges"
)

// valuesOf are values of a setting's kind, of which some are likely out of its range.
func valuesOf(s method.Setting) (values []any) {
	switch v := reflect.ValueOf(s.Value); v.Kind() {
	case reflect.Float64:
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 1, 2, 1e6, 1e18} {
			values = append(values, x)
		}
	case reflect.Int, reflect.Int64:
		for _, x := range []int{math.MinInt, -1, 0, 1, 1 << 10, 1 << 16, 1 << 24, 1<<30 + 1, 1 << 40} {
			values = append(values, x)
		}
	case reflect.String:
		values = []any{"none", ""}
	}
	return values
}

// check is a configuration's own, or that of its ranges alone.
func check(name string, config any) error {
	if c, ok := config.(interface{ Check() error }); ok {
		return c.Check()
	}
	return ranges.Check(name, config)
}

// extreme reports whether no number may be the value.
func extreme(value any) bool { return value == math.MinInt || value != value }

// Every number has a range, and the configuration's check keeps to it, before there is a
// graph: the command line then says that it was called wrongly.
func TestNumbersThatNoRunCanMean(t *testing.T) {
	for _, m := range Methods() {
		for _, mode := range m.Modes {
			needed := small[m.Name][mode.Name]
			if mode.Needs == nil {
				needed = nil
			}
			usual, err := method.Set(mode.Config(), needed...)
			if err == nil {
				err = mode.Check(usual)
			}
			if err != nil {
				t.Fatalf("%s %s: %v", m.Name, mode.Name, err)
			}
			all, err := method.Settings(usual)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range all {
				own := strings.HasPrefix(s.Name, "Budget.") // of package accounting, which a session checks
				for _, value := range valuesOf(s) {
					config, err := method.Set(usual, fmt.Sprintf("%s=%v", s.Name, value))
					if err != nil {
						t.Fatal(err)
					}
					if wide := s.Range.Has(value); wide && !own && extreme(value) {
						t.Errorf("%s %s: the range of %s is %v: give its field a tag", m.Name, mode.Name, s.Name, s.Range)
					} else if !wide {
						err := check(m.Name, config)
						_, last, _ := strings.Cut("."+s.Name, ".")
						last = last[strings.LastIndexByte(last, '.')+1:]
						if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s is ", last)) || !strings.Contains(err.Error(), s.Range.String()) {
							t.Errorf("%s %s: %s=%v, which is not %v: %v", m.Name, mode.Name, s.Name, value, s.Range, err)
						}
					}
				}
			}
		}
	}
}
