package exhibit

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/method"
)

// columns are the keys in a list of the exhibit's numbers.
func (d *Drawn) columns() []string {
	keys := d.keys()
	if !slices.Contains(keys, method.ByValue) {
		keys = append(keys, method.ByValue)
	}
	return keys
}

// CSV writes a line for each number, with all digits, or with the reason why it is missing.
func (d *Drawn) CSV(w io.Writer) error {
	c, keys := csv.NewWriter(w), d.columns()
	if err := c.Write(slices.Concat(keys, []string{"source", "mean", "standard deviation", "standard error", "seeds", "planned", "reason"})); err != nil {
		return fmt.Errorf("exhibit: %w", err)
	}
	text := func(x *float64) string {
		if x == nil {
			return ""
		}
		return strconv.FormatFloat(*x, 'g', -1, 64)
	}
	for _, x := range d.Numbers() {
		line := lists.Map(keys, func(key string) string { return x.At[key] })
		line = append(line, x.Source, text(x.Mean), text(x.SD), text(x.Error), count(x.Seeds), count(x.Planned), x.Why)
		if err := c.Write(line); err != nil {
			return fmt.Errorf("exhibit: %w", err)
		}
	}
	c.Flush()
	return c.Error()
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Number is a number of an exhibit for programs.
type Number struct {
	At      map[string]string `json:"at"`     // by key
	Source  string            `json:"source"` // "paper", or "here"
	Mean    *float64          `json:"mean,omitempty"`
	SD      *float64          `json:"standard_deviation,omitempty"`
	Error   *float64          `json:"standard_error,omitempty"`
	Seeds   int               `json:"seeds,omitempty"`
	Planned int               `json:"planned,omitempty"`
	Why     string            `json:"reason,omitempty"` // reason why there is no number
}

// Numbers lists all numbers in declared order.
func (d *Drawn) Numbers() (list []Number) {
	finite := func(x float64) *float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	for _, c := range d.Cells {
		x := Number{At: map[string]string{}, Source: "here", Planned: c.Planned, Why: c.Why}
		for _, key := range d.columns() {
			if c.at[key] != "" {
				x.At[key] = c.at[key]
			}
		}
		switch {
		case c.Printed:
			x.Source, x.Mean = paper, &c.Mean.Mean
			if c.Mean.SD > 0 {
				x.SD = &c.Mean.SD
			}
		case c.Why == "":
			x.Mean, x.SD, x.Error, x.Seeds = finite(c.Mean.Mean), finite(c.Mean.SD), finite(c.Error()), c.Mean.Runs
		}
		list = append(list, x)
	}
	return list
}

// MarshalJSON implements [json.Marshaler].
func (d *Drawn) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Method  string   `json:"method"`
		Name    string   `json:"name"`
		About   string   `json:"about"`
		Unmade  string   `json:"not_made,omitempty"`
		Numbers []Number `json:"numbers"`
	}{d.Method.Name, d.Name, d.About, d.Unmade, append([]Number{}, d.Numbers()...)})
}
