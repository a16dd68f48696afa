package skipgram

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// Tables holds the matrices W_in and W_out: two rows of the same width per node.
type Tables struct {
	nodes, width int
	rows         vector.Matrix // W_in, then W_out
}

// NewTables samples every entry uniformly on ±bound; a bound of 0 gives zeros.
func NewTables(nodes, width int, bound float64, rng *rand.Rand) (*Tables, error) {
	switch {
	case nodes < 1 || nodes > math.MaxInt32/2:
		return nil, fmt.Errorf("skipgram: tables for %d nodes, want 1 … %d", nodes, math.MaxInt32/2)
	case width < 1 || width > maxWidth:
		return nil, fmt.Errorf("skipgram: rows of %d entries, want 1 … %d", width, maxWidth)
	case !(bound >= 0 && bound <= 1e6):
		return nil, fmt.Errorf("skipgram: initial entries up to %v: must be finite and at least 0", bound)
	case rng == nil:
		return nil, fmt.Errorf("skipgram: no source of random numbers")
	}
	t := &Tables{nodes, width, vector.New(2*nodes, width)}
	for i := range t.rows.Data {
		t.rows.Data[i] = float32(bound * (2*rng.Float64() - 1))
	}
	return t, nil
}

// maxWidth bounds the rounding error of a norm: see [margin].
const maxWidth = 1 << 16

// Nodes returns the number of nodes.
func (t *Tables) Nodes() int { return t.nodes }

// Width returns the number of entries per row.
func (t *Tables) Width() int { return t.width }

// In returns node u's row of W_in, its embedding.
func (t *Tables) In(u int32) []float32 { return t.row(u) }

// Out returns node u's row of W_out.
func (t *Tables) Out(u int32) []float32 { return t.row(int32(t.nodes) + u) }

// Rows returns the number of rows of both tables, of which the first half are W_in.
func (t *Tables) Rows() int { return 2 * t.nodes }

func (t *Tables) row(r int32) []float32 { return t.rows.Row(int(r)) }

// Values returns the entries of both tables.
func (t *Tables) Values() []float32 { return t.rows.Data }
