package der

// fitted returns the region counts that fit all noisy counts best in least squares. They are
// consistent with their parts and between 0 and the number of pairs.
func (t *tree) fitted() []float64 {
	n := len(t.regions)
	best, variance := make([]float64, n), make([]float64, n) // given the noisy counts inside a region
	for i := n - 1; i >= 0; i-- {                            // parts come after their region
		r := &t.regions[i]
		value, weight := r.count*r.weight, r.weight
		if len(r.parts) > 0 {
			sum, spread := 0.0, 0.0
			for _, p := range r.parts {
				sum += best[p]
				spread += variance[p]
			}
			value, weight = value+sum/spread, weight+1/spread
		}
		best[i], variance[i] = value/weight, 1/weight
	}
	out := make([]float64, n)
	out[0] = min(max(best[0], 0), float64(t.regions[0].capacity()))
	for i := range n {
		if parts := t.regions[i].parts; len(parts) > 0 {
			t.divide(out, out[i], parts, best, variance)
		}
	}
	return out
}

// divide splits a region's count among its parts. Each gets its best count and a share of the
// remainder in proportion to its variance, clipped to the possible counts.
func (t *tree) divide(out []float64, whole float64, parts []int32, best, variance []float64) {
	sum := func(off float64) (all float64) {
		for _, p := range parts {
			out[p] = min(max(best[p]+off*variance[p], 0), float64(t.regions[p].capacity()))
			all += out[p]
		}
		return all
	}
	low, high := 0.0, 0.0
	for _, p := range parts {
		low = min(low, -best[p]/variance[p])
		high = max(high, (float64(t.regions[p].capacity())-best[p])/variance[p])
	}
	for range 100 {
		if mid := (low + high) / 2; sum(mid) < whole {
			low = mid
		} else {
			high = mid
		}
	}
	if all := sum(high); all > 0 {
		for _, p := range parts {
			out[p] *= min(whole/all, 1)
		}
	}
}
