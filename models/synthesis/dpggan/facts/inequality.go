package facts

import "math"

// inequalities returns the Gini coefficient of the degrees of each graph, without its hub. It
// regresses Gini coefficients of similar graphs on log size and log mean degree. The spread around
// that plane beyond the noise is the weight of a graph's own gaps.
func (f *Noisy) inequalities() []float64 {
	type one struct{ size, degree, gini, variance float64 }
	all := make([]one, len(f.sizes))
	for i := range all {
		n, total, gaps := float64(f.beside(i)), max(f.total(i), 1), f.gaps[i]
		if f.hub[i] {
			gaps -= n*n - f.total(i) // without the gaps to the hub
		}
		sd := math.Sqrt2 * f.scale.gaps * float64(f.sizes[i]) / (n * total)
		all[i] = one{math.Log(max(n, 1)), math.Log(f.mean(i)), gaps / (max(n, 1) * total), sd * sd}
	}
	out := make([]float64, len(all))
	for i, x := range all {
		list, weights := f.like(i)
		spread, mean := 0.01, x.gini
		for range 10 {
			var line plane
			for k, j := range list {
				y := all[j]
				line.add(weights[k]/(y.variance+spread), y.size-x.size, y.degree-x.degree, y.gini)
			}
			var at func(size, degree float64) float64
			if at = line.fit(); at == nil {
				break // no similar graphs
			}
			mean = at(0, 0)
			var squares, sum float64
			for k, j := range list {
				y := all[j]
				w := weights[k] / (y.variance + spread)
				rest := y.gini - at(y.size-x.size, y.degree-x.degree)
				squares, sum = squares+w*w*(rest*rest-y.variance), sum+w*w
			}
			spread = max(squares/sum, 1e-4)
		}
		out[i] = min(max(mean+spread/(spread+x.variance)*(x.gini-mean), 0), 1)
	}
	return out
}

// plane is a weighted least-squares fit of a plane.
type plane struct{ w, x, y, z, xx, xy, yy, xz, yz float64 }

func (p *plane) add(w, x, y, z float64) {
	p.w, p.x, p.y, p.z = p.w+w, p.x+w*x, p.y+w*y, p.z+w*z
	p.xx, p.xy, p.yy, p.xz, p.yz = p.xx+w*x*x, p.xy+w*x*y, p.yy+w*y*y, p.xz+w*x*z, p.yz+w*y*z
}

// fit returns the plane, or nil without points. A small ridge makes it flat in directions in which
// points hardly differ.
func (p *plane) fit() func(x, y float64) float64 {
	if p.w == 0 {
		return nil
	}
	const ridge = 1e-3
	x, y, z := p.x/p.w, p.y/p.w, p.z/p.w
	xx, yy, xy := p.xx/p.w-x*x+ridge, p.yy/p.w-y*y+ridge, p.xy/p.w-x*y
	xz, yz := p.xz/p.w-x*z, p.yz/p.w-y*z
	d := xx*yy - xy*xy
	a, b := (xz*yy-yz*xy)/d, (yz*xx-xz*xy)/d
	return func(u, v float64) float64 { return z + a*(u-x) + b*(v-y) }
}

// equalise moves the degrees of graph i towards or away from their mean until their inequality is
// want.
func (f *Noisy) equalise(i int, columns []float64, want float64) []float64 {
	n := float64(f.beside(i))
	if len(columns) == 0 || n < 1 {
		return columns
	}
	moved := func(share float64) []float64 { return f.fit(i, stretch(columns, n, share)) }
	low, high := 0.0, 2.0
	for range 30 {
		if middle := (low + high) / 2; unequal(moved(middle), n) < want {
			low = middle
		} else {
			high = middle
		}
	}
	return moved(high)
}

// unequal returns the sum of h(1-h) over the shares h of nodes above each degree: the Gini
// coefficient times the mean degree.
func unequal(columns []float64, n float64) (sum float64) {
	for _, x := range columns {
		sum += x / n * (1 - x/n)
	}
	return sum
}

// stretch scales the distance of each degree from the mean by a factor.
func stretch(columns []float64, n, factor float64) []float64 {
	mean := 0.0
	for _, x := range columns {
		mean += x / n
	}
	out := make([]float64, len(columns))
	for t := -1; t < len(columns); t++ { // the nodes of degree t+1
		nodes := n
		if t >= 0 {
			nodes = columns[t]
		}
		if t+1 < len(columns) {
			nodes -= columns[t+1]
		}
		if nodes == 0 { // most degrees, in a large graph
			continue
		}
		d := mean + factor*(float64(t+1)-mean)
		for q := 0; q < len(out) && float64(q) < d; q++ {
			out[q] += nodes * min(d-float64(q), 1)
		}
	}
	return out
}
