package all

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/method"
)

// unread are settings that other ones switch off in the preset of a mode.
var unread = map[string]string{
	"Edges": "of one EdgeRule", "Seed": "any will do", "Budget.Epsilon": "zero is the session's", "Budget.Delta": "zero is the session's",
}

// A number that no run can mean is refused by the mode's own check, before there is a
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
				var bad string
				switch v := reflect.ValueOf(s.Value); v.Kind() {
				case reflect.Float64:
					bad = "NaN"
				case reflect.Int, reflect.Int64:
					bad = fmt.Sprint(math.MinInt32)
				default:
					continue
				}
				if _, ok := unread[s.Name[strings.LastIndexByte(s.Name, '.')+1:]]; ok || unread[s.Name] != "" {
					continue
				}
				config, err := method.Set(usual, s.Name+"="+bad)
				if err != nil && errors.Is(err, method.ErrSetting) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if mode.Check(config) == nil {
					t.Errorf("%s %s: %s=%s is taken", m.Name, mode.Name, s.Name, bad)
				}
			}
		}
	}
}
