package advise

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/graphdp/graphdp/models/eval/board"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// Table is what is kept of a board: means and standard errors of what private modes and their null
// controls gave. Rows name protocols, modes, data and their null by places.
type Table struct {
	Protocols []Protocol
	Modes     []Mode
	Data      []Data
	Rows      []Row
}

// Protocol is a protocol with those of its values that have a direction.
type Protocol struct {
	Name   string
	Values []string
}

// Mode is a private mode.
type Mode struct {
	Method, Mode string
	Role         string
	Relation     string   // of its trials
	Also         []string `json:",omitempty"` // other relations that it runs under
}

// Data is a data set, with what is public of it.
type Data struct {
	Name  string
	Facts Facts
}

// Row is a list of trials that differ in their seeds.
type Row struct {
	Protocol int     `json:"p"`
	Mode     int     `json:"m"`
	Data     int     `json:"d"`
	Split    string  `json:"s,omitempty"` // how nodes are divided, or what is asked: others are other tasks
	Variant  string  `json:"v,omitempty"` // settings that differ from the mode's
	Epsilon  float64 `json:"e"`
	Seeds    int     `json:"n"`
	Old      bool    `json:"o,omitempty"` // of an earlier edition or other settings of the mode: today's code gives something else
	Proved   bool    `json:"q,omitempty"` // an ε that is not above the one that was asked for
	Null     int     `json:"z,omitempty"` // place of the null control's row, from 1 on; 0: none
	Numbers  Numbers `json:"x"`           // mean and standard error of each value, in turn
}

// Numbers are written to three digits; NaN, as of the standard error of one seed, is null.
type Numbers []float64

// MarshalJSON implements [json.Marshaler].
func (n Numbers) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for i, x := range n {
		if i > 0 {
			text = append(text, ',')
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			text = append(text, "null"...)
			continue
		}
		short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
		if err != nil {
			return nil, err
		}
		text = append(text, strings.TrimPrefix(strconv.FormatFloat(short, 'g', -1, 64), "+")...)
	}
	return append(text, ']'), nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (n *Numbers) UnmarshalJSON(text []byte) error {
	var list []*float64
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	for _, x := range list {
		if x == nil {
			*n = append(*n, math.NaN())
		} else {
			*n = append(*n, *x)
		}
	}
	return nil
}

//go:embed kept.json.gz
var kept []byte

// Kept returns the table of the program.
var Kept = sync.OnceValues(func() (*Table, error) { return Parse(kept) })

// Parse reads a table as [Table.File] writes it.
func Parse(file []byte) (*Table, error) {
	t := new(Table)
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err == nil {
		err = json.NewDecoder(r).Decode(t)
	}
	if err != nil {
		return nil, fmt.Errorf("advise: the table of kept trials: %w", err)
	}
	return t, nil
}

// File is the table as a file: a line of JSON for each row, compressed.
func (t *Table) File() (string, error) {
	head, err := json.Marshal(Table{Protocols: t.Protocols, Modes: t.Modes, Data: t.Data})
	if err != nil {
		return "", fmt.Errorf("advise: %w", err)
	}
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(head, []byte("null}")))
	between := "[\n"
	for _, r := range t.Rows {
		line, err := json.Marshal(r)
		if err != nil {
			return "", fmt.Errorf("advise: %w", err)
		}
		b.WriteString(between)
		b.Write(line)
		between = ",\n"
	}
	b.WriteString("\n]}\n")
	var file strings.Builder
	w, _ := gzip.NewWriterLevel(&file, gzip.BestCompression) // a level that there is
	_, err = w.Write(b.Bytes())
	if err := errors.Join(err, w.Close()); err != nil {
		return "", fmt.Errorf("advise: %w", err)
	}
	return file.String(), nil
}

// Of makes the table of a board: of its trials with δ of 1e-5 that are no ablations. What an
// attacker gains, "membership", is no utility, and left out. facts says what is public of a data
// set.
func Of(b *board.Board, facts func(name string) Facts) *Table {
	t := new(Table)
	protocols, modes, data, rows := map[string]int{}, map[int]int{}, map[string]int{}, map[int]int{}
	values := make([][]int, len(b.Protocols)) // those of each protocol that have a direction
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
		if _, ok := data[r.Data]; !ok {
			data[r.Data] = len(t.Data)
			t.Data = append(t.Data, Data{r.Data, facts(r.Data)})
		}
		row := Row{
			Protocol: protocols[p.Name], Mode: modes[r.Mode], Data: data[r.Data], Split: r.Split, Variant: r.Variant, Epsilon: r.Epsilon, Seeds: len(r.Seeds), Old: r.Old == trial.OtherEdition || r.Old == trial.OtherConfig || r.Old == trial.NoMode,
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

// strongest is the row of a list that has the best mean of a value, -1 of none.
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
