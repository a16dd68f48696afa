package privhrg

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/models/estimate/posterior"
)

// answers estimates edges from noisy answers. Each vertex has a row, the sum of the rows of the
// nodes below it; the inner product of two rows estimates the edges between two vertices.
type answers struct {
	width int
	rows  []float64
}

func answersOf(e *posterior.Evidence) *answers {
	n := len(e.Degrees)
	a := &answers{width: 1 + len(e.Vectors), rows: make([]float64, (2*n-1)*(1+len(e.Vectors)))}
	all := 0.0
	for _, d := range e.Degrees {
		all += max(d, 0)
	}
	for u, d := range e.Degrees {
		row := a.row(int32(u))
		row[0] = max(d, 0) / math.Sqrt(max(all, 1))
		for k, v := range e.Vectors {
			row[k+1] = v[u]
		}
	}
	return a
}

func (a *answers) row(v int32) []float64 { return a.rows[int(v)*a.width : (int(v)+1)*a.width] }

func (a *answers) between(_ *dendrogram, x, y int32) (sum float64) {
	right := a.row(y)
	for k, v := range a.row(x) {
		sum += v * right[k]
	}
	return sum
}

func (a *answers) moved(d *dendrogram, v int32) {
	left, right := d.below(v)
	out, l, r := a.row(v), a.row(left), a.row(right)
	for k := range out {
		out[k] = l[k] + r[k]
	}
}

// begin returns the children of an initial dendrogram. It clusters nodes by the direction of their
// rows, splits nodes off each cluster by descending degree, and merges the two clusters with the
// highest density between them until one is left.
func (a *answers) begin(e *posterior.Evidence, r *rand.Rand) ([][2]int32, error) {
	groups, of, err := e.Clusters(r)
	if err != nil {
		return nil, err
	}
	n, degrees := len(of), e.Degrees
	members := make([][]int32, groups)
	for _, u := range r.Perm(n) { // equal degrees in random order
		members[of[u]] = append(members[of[u]], int32(u))
	}
	children, next := make([][2]int32, n-1), int32(2*n-2) // the root gets index n, last
	join := func(left, right int32) int32 {
		children[int(next)-n] = [2]int32{left, right}
		sum, l, r := a.row(next), a.row(left), a.row(right)
		for k := range sum {
			sum[k] = l[k] + r[k]
		}
		next--
		return next + 1
	}
	type part struct {
		vertex int32
		size   float64
	}
	var parts []part
	for _, list := range members {
		if len(list) == 0 {
			continue
		}
		slices.SortStableFunc(list, func(u, v int32) int { return cmp.Compare(degrees[u], degrees[v]) })
		v := list[0]
		for _, u := range list[1:] {
			v = join(u, v)
		}
		parts = append(parts, part{v, float64(len(list))})
	}
	for len(parts) > 1 {
		best, at := math.Inf(-1), [2]int{0, 1}
		for i, x := range parts {
			for j, y := range parts[:i] {
				if density := a.between(nil, x.vertex, y.vertex) / (x.size * y.size); density > best {
					best, at = density, [2]int{j, i}
				}
			}
		}
		x, y := parts[at[0]], parts[at[1]]
		parts[at[0]] = part{join(x.vertex, y.vertex), x.size + y.size}
		parts = slices.Delete(parts, at[1], at[1]+1)
	}
	return children, nil
}
