package figure

import (
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// maxDrawn is the size of the largest graph that [Network] draws. Pictures of larger graphs are
// unreadable, and the layout takes time O(N²).
const maxDrawn = 600

// point is a point in the plane.
type point struct{ x, y float64 }

// layout places nodes so that distances on paper approximate graph distances: it minimises the
// stress sum_{u<v} d_uv^-2 (|x_u - x_v| - d_uv)² by majorisation (Gansner, Koren and North 2004),
// starting from a spiral, and rotates the result so that it is widest along the x axis.
func layout(g *graph.Graph) []point {
	n := g.N()
	d := distances(g)
	x := make([]point, n)
	for u := range x { // distinct and asymmetric, to avoid saddle points
		angle := 2.399963229728653 * float64(u) // the golden angle
		r := math.Sqrt(float64(u) + 0.5)
		x[u] = point{r * math.Cos(angle), r * math.Sin(angle)}
	}
	last := math.Inf(1)
	for range min(20_000, 200_000_000/max(1, n*n)) { // a second or two at most
		for u := range x {
			var sum point
			var weights float64
			for v := range x {
				if u == v {
					continue
				}
				w := 1 / (d[u][v] * d[u][v])
				dx, dy := x[u].x-x[v].x, x[u].y-x[v].y
				r := max(math.Hypot(dx, dy), 1e-9)
				sum.x += w * (x[v].x + d[u][v]*dx/r)
				sum.y += w * (x[v].y + d[u][v]*dy/r)
				weights += w
			}
			if weights > 0 {
				x[u] = point{sum.x / weights, sum.y / weights}
			}
		}
		s := stress(x, d)
		if last-s <= 1e-9*s {
			break
		}
		last = s
	}
	return upright(x)
}

// spread moves nodes apart that are closer than gap, until almost none overlap: nodes with the same
// neighbours have the same optimal position.
func spread(x []point, gap float64) {
	for range 50 {
		moved := false
		for u := range x {
			for v := range u {
				dx, dy := x[u].x-x[v].x, x[u].y-x[v].y
				d := math.Hypot(dx, dy)
				if d >= gap*0.999 {
					continue
				}
				ux, uy := 1.0, 0.0
				if d > 1e-9*gap {
					ux, uy = dx/d, dy/d
				}
				push := (gap - d) / 2
				x[u].x, x[u].y = x[u].x+push*ux, x[u].y+push*uy
				x[v].x, x[v].y = x[v].x-push*ux, x[v].y-push*uy
				moved = true
			}
		}
		if !moved {
			return
		}
	}
}

// stress returns the objective that layout minimises.
func stress(x []point, d [][]float64) float64 {
	var s float64
	for u := range x {
		for v := range u {
			e := math.Hypot(x[u].x-x[v].x, x[u].y-x[v].y)/d[u][v] - 1
			s += e * e
		}
	}
	return s
}

// distances returns shortest paths in the undirected graph; nodes of different components are
// slightly further apart than all connected pairs.
func distances(g *graph.Graph) [][]float64 {
	n := g.N()
	d := make([][]float64, n)
	far := 0.0
	queue := make([]int32, 0, n)
	for s := range d {
		d[s] = make([]float64, n)
		for v := range d[s] {
			d[s][v] = math.Inf(1)
		}
		d[s][s] = 0
		queue = append(queue[:0], int32(s))
		for i := 0; i < len(queue); i++ {
			u := queue[i]
			far = max(far, d[s][u])
			for _, list := range [2][]int32{g.Neighbors(u), g.InNeighbors(u)} {
				for _, v := range list {
					if math.IsInf(d[s][v], 1) {
						d[s][v] = d[s][u] + 1
						queue = append(queue, v)
					}
				}
			}
		}
	}
	for u := range d {
		for v := range d[u] {
			if math.IsInf(d[u][v], 1) {
				d[u][v] = far + 1
			}
		}
	}
	return d
}

// upright moves the centre to the origin and the direction of the largest
// variance to the x axis.
func upright(x []point) []point {
	if len(x) < 2 {
		return x
	}
	data := mat.NewDense(len(x), 2, nil)
	for u, p := range x {
		data.SetRow(u, []float64{p.x, p.y})
	}
	var pc stat.PC
	if !pc.PrincipalComponents(data, nil) {
		return x
	}
	var axes, turned mat.Dense
	pc.VectorsTo(&axes)
	turned.Mul(data, &axes)
	cx, cy := 0.0, 0.0
	for u := range x {
		cx += turned.At(u, 0) / float64(len(x))
		cy += turned.At(u, 1) / float64(len(x))
	}
	for u := range x {
		x[u] = point{turned.At(u, 0) - cx, turned.At(u, 1) - cy}
	}
	return x
}
