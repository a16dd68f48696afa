package board

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/eval/trial"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// WriteHTML writes the page: one file that holds all of it. Its policy forbids every request.
func (b *Board) WriteHTML(w io.Writer) error {
	if w == nil || b == nil || len(b.Rows) == 0 {
		return fmt.Errorf("board: no writer, or no trials")
	}
	data, err := json.Marshal(b.packed()) // with < and & written as \u003c and \u0026
	if err != nil {
		return fmt.Errorf("board: %w", err)
	}
	css := pageCSS + b.css()
	page := strings.NewReplacer("{{css}}", css, "{{js}}", pageJS, "{{data}}", compressed(data),
		"{{css-sum}}", sum(css), "{{js-sum}}", sum(pageJS)).Replace(pageHTML)
	if _, err := io.WriteString(w, page); err != nil {
		return fmt.Errorf("board: %w", err)
	}
	return nil
}

// compressed writes data by gzip in base64, a line for some hundred bytes.
func compressed(data []byte) string {
	const line = 768 // 1,024 characters
	var zipped bytes.Buffer
	w, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression) // a level that there is
	_, _ = w.Write(data)                                       // a buffer takes all
	_ = w.Close()
	var text strings.Builder
	for part := range slices.Chunk(zipped.Bytes(), line) {
		text.WriteString("\n" + base64.StdEncoding.EncodeToString(part))
	}
	return text.String()
}

// packed is a board whose rows name texts by their places in a list, since many have them in
// common, and leave out a δ of 1e-5, the seeds 1 to 3, and an audit where there is none.
type packed struct {
	*Board
	Texts []string    `json:"texts"` // the first is empty
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
		if !slices.Equal(r.Seeds, []uint64{1, 2, 3}) {
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

// sum is the name of an inline script or style in the page's policy.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(h[:]) + "'"
}
