package board

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/graphdp/graphdp/models/eval/trial"
)

//go:embed board.json.gz
var stored []byte

// Stored returns the board that is part of the program.
var Stored = sync.OnceValues(func() (*Board, error) { return Parse(stored) })

// File returns the board as a compressed file for [Parse] and for the page.
func (b *Board) File() ([]byte, error) {
	data, err := json.Marshal(b.packed())
	if err != nil {
		return nil, fmt.Errorf("board: %w", err)
	}
	var zipped bytes.Buffer
	w, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression) // the level is valid
	_, _ = w.Write(data)                                       // a buffer does not fail
	_ = w.Close()
	return zipped.Bytes(), nil
}

// Parse reads a file of [Board.File].
func Parse(file []byte) (*Board, error) {
	p := packed{Board: &Board{}}
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err == nil {
		err = json.NewDecoder(r).Decode(&p)
	}
	if err != nil {
		return nil, fmt.Errorf("board: the file of stored runs: %w", err)
	}
	for _, x := range p.Rows {
		r := x.Row
		r.Delta, r.Audited, r.Seeds = float64(trial.Delta), Number(math.NaN()), usual
		if x.Delta != nil {
			r.Delta = *x.Delta
		}
		if x.Audited != nil {
			r.Audited = *x.Audited
		}
		if x.Seeds != nil {
			r.Seeds = x.Seeds
		}
		for _, at := range append([]int{x.Data, x.Settings, x.Attacked}, x.Printed...) {
			if at < 0 || at >= len(p.Texts) {
				return nil, fmt.Errorf("board: the file of stored runs has no text %d", at)
			}
		}
		r.Data, r.Settings, r.Attacked = p.Texts[x.Data], p.Texts[x.Settings], p.Texts[x.Attacked]
		for _, at := range x.Printed {
			r.Printed = append(r.Printed, p.Texts[at])
		}
		p.Board.Rows = append(p.Board.Rows, r)
	}
	return p.Board, nil
}

// usual are the seeds that a packed row leaves out.
var usual = []uint64{1, 2, 3}

// packed is a board with its texts in one list, to which rows refer by index, since many repeat.
// Rows leave out a δ of 1e-5, the seeds 1 to 3, and a missing audit.
type packed struct {
	*Board
	Texts []string    `json:"texts"` // the first text is empty
	Rows  []packedRow `json:"rows"`
}

type packedRow struct {
	Row
	Data     int   `json:"d"`
	Settings int   `json:"o,omitempty"`
	Attacked int   `json:"b,omitempty"`
	Printed  []int `json:"w,omitempty"`

	Delta   *float64 `json:"δ,omitempty"`
	Audited *Number  `json:"u,omitempty"`
	Seeds   []uint64 `json:"n,omitempty"`
}

func (b *Board) packed() packed {
	p, places := packed{Board: b, Texts: []string{""}}, map[string]int{"": 0}
	place := func(text string) int {
		at, ok := places[text]
		if !ok {
			at = len(p.Texts)
			places[text], p.Texts = at, append(p.Texts, text)
		}
		return at
	}
	for _, r := range b.Rows {
		row := packedRow{Row: r, Data: place(r.Data), Settings: place(r.Settings), Attacked: place(r.Attacked)}
		if r.Delta != float64(trial.Delta) {
			row.Delta = &r.Delta
		}
		if !slices.Equal(r.Seeds, usual) {
			row.Seeds = r.Seeds
		}
		if !math.IsNaN(float64(r.Audited)) {
			row.Audited = &r.Audited
		}
		for _, text := range r.Printed {
			row.Printed = append(row.Printed, place(text))
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// Number is a float64 with six significant digits. In JSON, NaN is null and infinity a text.
type Number float64

// MarshalJSON implements [json.Marshaler].
func (x Number) MarshalJSON() ([]byte, error) {
	switch v := float64(x); {
	case math.IsNaN(v):
		return []byte("null"), nil
	case math.IsInf(v, 1):
		return []byte(`"∞"`), nil
	case math.IsInf(v, -1):
		return []byte(`"-∞"`), nil
	default:
		v, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
		return strconv.AppendFloat(nil, v, 'g', -1, 64), err
	}
}

// UnmarshalJSON implements [json.Unmarshaler].
func (x *Number) UnmarshalJSON(text []byte) (err error) {
	switch string(text) {
	case "null":
		*x = Number(math.NaN())
	case `"∞"`:
		*x = Number(math.Inf(1))
	case `"-∞"`:
		*x = Number(math.Inf(-1))
	default:
		var v float64
		v, err = strconv.ParseFloat(string(text), 64)
		*x = Number(v)
	}
	return err
}
