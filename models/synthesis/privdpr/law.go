package privdpr

import "math"

// law is a distribution of degrees: least more than a negative binomial of this mean and size, or
// than a Poisson where size is 0.
type law struct {
	mean, size float64
	least      int
}

// cumulative returns how many of n nodes have at most 0, 1, … cap-1 neighbours.
func (l law) cumulative(n, cap int) []float64 {
	list, sum, log := make([]float64, cap), 0.0, -l.mean
	if l.size > 0 {
		log = l.size * math.Log(l.size/(l.size+l.mean))
	}
	for k := range list {
		if j := float64(k - l.least); j >= 0 {
			sum += math.Exp(log)
			if log += math.Log(l.mean / (j + 1)); l.size > 0 {
				log += math.Log((j + l.size) / (l.size + l.mean))
			}
		}
		list[k] = float64(n) * min(sum, 1)
	}
	return list
}

// counted is a number of edges under a cap, with Laplace noise of a scale.
type counted struct {
	cap          int
	count, scale float64
}

// likeliest returns the cumulative degrees of n nodes under that law which explains noisy ones and
// noisy numbers of edges best.
func likeliest(n int, noisy []float64, scale float64, counts []counted) (best []float64) {
	least := math.Inf(1)
	try := func(l law) {
		list, off := l.cumulative(n, len(noisy)), 0.0
		for k, x := range list {
			off += math.Abs(noisy[k]-x) / scale
		}
		for _, c := range counts {
			if c.cap > len(noisy) {
				continue
			}
			ends := 0.0
			for _, x := range list[:c.cap] {
				ends += float64(n) - x
			}
			off += math.Abs(c.count-ends/2) / c.scale
		}
		if off < least {
			least, best = off, list
		}
	}
	for _, size := range []float64{0, 16, 8, 4, 2, 1, 0.5, 0.25} {
		for mean := 0.3; mean < 1.5*float64(len(noisy)); mean *= 1.07 {
			try(law{mean, size, 1})
			try(law{mean, size, 0})
		}
	}
	return best
}

// unlike is how much of a law, at least, a true number of nodes may be off by, in the terms of the
// variance of a proportion.
const unlike = 0.03

// believed returns the means of cumulative degrees given noisy ones: these are drawn towards the
// likeliest law, the more the larger their noise is beside what they differ from it.
func believed(n int, noisy []float64, scale float64, counts []counted) []float64 {
	list, over, of := likeliest(n, noisy, scale, counts), 0.0, 0.0
	noise := 2 * scale * scale
	spread := func(x float64) float64 { return x*(float64(n)-x) + unlike*float64(n)*float64(n) }
	for k, x := range list {
		over += (noisy[k]-x)*(noisy[k]-x) - noise
		of += spread(x)
	}
	for k, x := range list {
		own := max(over, 0) / max(of, 1) * spread(x)
		list[k] += own / (own + noise) * (noisy[k] - x)
	}
	return list
}
