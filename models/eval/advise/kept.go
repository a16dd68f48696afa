package advise

import (
	"fmt"
	"math"
	"sync"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/eval/board"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// Table is the part of a board that advice uses: private modes and their null controls. Rows refer
// to protocols, modes, data and nulls by index.
type Table struct {
	Protocols []Protocol
	Modes     []Mode
	Data      []Data
	Rows      []Row
}

// Protocol is a protocol with its values that have a direction.
type Protocol struct {
	Name   string
	Values []string
}

// Mode is a private mode.
type Mode struct {
	Method, Mode string
	Role         string
	Relation     string   // relation of its trials
	Also         []string // further relations
}

// Data is a data set with its public facts.
type Data struct {
	Name  string
	Facts Facts
}

// Row is a set of trials that differ only in seeds.
type Row struct {
	Protocol int
	Mode     int
	Data     int
	Split    string // split of the nodes, or statistic: rows with other values are other tasks
	Variant  string // settings that differ from the mode's
	Epsilon  float64
	Seeds    int
	Proved   bool      // ε, not above the requested one
	Null     int       // index of the null control's row plus 1; 0: none
	Numbers  []float64 // mean and standard error of each value in turn; NaN for a single seed
}

// Kept returns the table that is part of the program.
var Kept = sync.OnceValues(func() (*Table, error) {
	b, err := board.Stored()
	if err != nil {
		return nil, fmt.Errorf("advise: %w", err)
	}
	return Of(b), nil
})

// factsOf returns the facts of a registered data set; zero if unknown.
func factsOf(name string) Facts {
	e, err := data.Lookup(name)
	if err != nil {
		return Facts{}
	}
	return FactsOf(e)
}

// Of makes the table of a board from its trials with δ = 1e-5 that are no ablations. It leaves out
// "membership", which measures an attack and no utility. Without a board the table is empty.
func Of(b *board.Board) *Table {
	t := new(Table)
	if b == nil {
		return t
	}
	protocols, modes, sets, rows := map[string]int{}, map[int]int{}, map[string]int{}, map[int]int{}
	values := make([][]int, len(b.Protocols)) // values of each protocol with a direction
	for i, p := range b.Protocols {
		for v, x := range p.Values {
			if x.Better != trial.Neither && p.Name != trial.TrainingMembership && p.Name != trial.DrawnMembership {
				values[i] = append(values[i], v)
			}
		}
	}
	add := func(i int) int {
		if at, ok := rows[i]; ok {
			return at
		}
		r := b.Rows[i]
		m, p := b.Modes[r.Mode], b.Protocols[r.Protocol]
		if _, ok := protocols[p.Name]; !ok {
			protocols[p.Name] = len(t.Protocols)
			x := Protocol{Name: p.Name}
			for _, v := range values[r.Protocol] {
				x.Values = append(x.Values, p.Values[v].Name)
			}
			t.Protocols = append(t.Protocols, x)
		}
		if _, ok := modes[r.Mode]; !ok {
			modes[r.Mode] = len(t.Modes)
			t.Modes = append(t.Modes, Mode{m.Method, m.Mode, m.Role.String(), m.Relation, m.Also})
		}
		if _, ok := sets[r.Data]; !ok {
			sets[r.Data] = len(t.Data)
			t.Data = append(t.Data, Data{r.Data, factsOf(r.Data)})
		}
		row := Row{
			Protocol: protocols[p.Name], Mode: modes[r.Mode], Data: sets[r.Data], Split: r.Split, Variant: r.Variant, Epsilon: r.Epsilon, Seeds: len(r.Seeds),
			Proved: float64(r.Proved) <= r.Epsilon*(1+1e-9),
		}
		for _, v := range values[r.Protocol] {
			mean := b.Mean(r, v)
			row.Numbers = append(row.Numbers, mean.Mean, mean.SD/math.Sqrt(float64(mean.Runs)))
		}
		rows[i], t.Rows = len(t.Rows), append(t.Rows, row)
		return rows[i]
	}
	for i, r := range b.Rows {
		m := b.Modes[r.Mode]
		if values[r.Protocol] == nil || r.Aside || m.Relation == "none" || m.Role == method.Null || r.Delta != float64(trial.Delta) {
			continue
		}
		at := add(i)
		if null := strongest(b, b.References[r.Null], values[r.Protocol][0]); null >= 0 {
			t.Rows[at].Null = add(null) + 1
		}
	}
	return t
}

// strongest returns the index of the row with the best mean of a value; -1 for none.
func strongest(b *board.Board, list []int, v int) int {
	best := -1
	for _, i := range list {
		p := b.Protocols[b.Rows[i].Protocol]
		if best < 0 || p.Values[v].Better.Prefers(b.Mean(b.Rows[i], v).Mean, b.Mean(b.Rows[best], v).Mean) {
			best = i
		}
	}
	return best
}
