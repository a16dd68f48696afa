package dpgs

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
)

// projection returns a random projection of the nodes' features to rows of d numbers and norm 1,
// which about preserves distances.
func projection(x *graph.Attributes, d int, r *rand.Rand) aggregate.Rows {
	directions := make([]float32, x.Cols()*d)
	for i := range directions {
		directions[i] = float32(r.NormFloat64())
	}
	rows, values := unit(x)
	out := make([]float32, len(rows)*d)
	for u, columns := range rows {
		row := out[u*d:][:d]
		for i, c := range columns {
			for j, z := range directions[int(c)*d:][:d] {
				row[j] += values[u][i] * z
			}
		}
	}
	return aggregate.Unit(d, out)
}

// hopRelease releases the noisy sums of neighbours' rows for a hop; from identifies the first rows.
func hopRelease(from string, h, of int, rows aggregate.Rows, nodes int, multiplier float64) gdp.Release[[]float64] {
	name := fmt.Sprintf("sums of neighbours' rows, hop %d of %d from rows %s", h, of, from)
	return gdp.NewGaussianMultiplier(fmt.Sprintf("hop %d", h), rows.Query(name, nodes), multiplier)
}

// checkHops refuses graphs whose sums of rows might be rounded.
func checkHops(hops, nodes int) error {
	if hops == 0 {
		return nil
	}
	if err := aggregate.Size(nodes); err != nil {
		return fmt.Errorf("dpgs: hops: %w", err)
	}
	return nil
}

// hopSums returns the rows of all hops; each hop's rows are the normalised noisy sums of the
// previous rows.
func hopSums(s *gdp.Session, rows aggregate.Rows, d, hops, nodes int, multiplier float64) ([]aggregate.Rows, error) {
	all, from := []aggregate.Rows{rows}, rows.Digest()
	for h := range hops {
		sums, err := hopRelease(from, h+1, hops, all[h], nodes, multiplier).Draw(s)
		if err != nil {
			return nil, err
		}
		all = append(all, aggregate.Unit(d, sums))
	}
	return all, nil
}

// joined concatenates the rows of all hops as attributes.
func joined(n, d int, hops []aggregate.Rows) (*graph.Attributes, error) {
	width := d * len(hops)
	offsets, columns, values := make([]int64, n+1), make([]int32, n*width), make([]float32, n*width)
	for u := range n {
		offsets[u+1] = int64((u + 1) * width)
		for i := range width {
			columns[u*width+i] = int32(i)
		}
	}
	for h, rows := range hops {
		all := rows.Float32s()
		for u := range n {
			copy(values[u*width+h*d:][:d], all[u*d:][:d])
		}
	}
	return graph.NewAttributes(width, offsets, columns, values)
}
