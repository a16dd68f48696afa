package facts

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const (
	kinds  = 12    // of features
	rows   = 20000 // about how many noisy edges, and how many other pairs, train the model
	newton = 2     // steps per fit
	ridge  = 1
	least  = 1e-6 // least share of pairs for which no model is believed
)

// features are the features of a pair, from the graph without that pair.
type features [kinds]float64

func (f *features) dot(g *features) (sum float64) {
	for i, x := range f {
		sum += x * g[i]
	}
	return sum
}

// logs tabulates the logarithms of 1, 2, ….
var logs = func() (list [widest + 1]float64) {
	for i := range list {
		list[i] = math.Log(float64(i + 1))
	}
	return list
}()

// features computes the features of a pair and reports whether it is an edge.
func (x *pairs) features(u, v int, f *features) (is bool) {
	is = x.has(x.rows, u, v)
	low, high, density := x.degree[u], x.degree[v], x.density[0]
	if is {
		low, high, density = low-1, high-1, x.density[1]
	}
	if low > high {
		low, high = high, low
	}
	common, others := x.common(u, v), float64(max(x.n-2, 1))
	closed := float64(common) / float64(max(low, 1))
	*f = features{1, density, logs[low], logs[high], float64(high) / others, logs[common], 0, closed, closed * closed, float64(common) / others, 0, 0}
	if common > 0 {
		f[6] = 1
	}
	if low == 0 {
		f[10] = 1
	}
	if high == 0 {
		f[11] = 1
	}
	return is
}

// answer is a pair with its answer and the number of pairs that it stands for.
type answer struct {
	features
	yes    bool
	weight float64
}

// sample draws training pairs without hubs: some noisy edges, some other pairs with a common
// neighbour, and some of the rest.
func (c *chain) sample(r *rand.Rand) (list []answer) {
	var count [3]int
	kind := func(x *pairs, u, v int) int {
		switch {
		case x.has(x.noisy, u, v):
			return 0
		case x.common(u, v) > 0:
			return 1
		}
		return 2
	}
	each := func(do func(x *pairs, u, v int)) {
		for _, x := range c.graphs {
			for u := range x.n {
				for v := u + 1; v < x.n; v++ {
					if u != x.hub && v != x.hub {
						do(x, u, v)
					}
				}
			}
		}
	}
	each(func(x *pairs, u, v int) { count[kind(x, u, v)]++ })
	each(func(x *pairs, u, v int) {
		k := kind(x, u, v)
		share := min(1, rows/float64(count[k]))
		if share < 1 && r.Float64() >= share {
			return
		}
		list = append(list, answer{yes: k == 0, weight: 1 / share})
		x.features(u, v, &list[len(list)-1].features)
	})
	return list
}

// learn fits the model: a pair is an edge with the logistic probability of its features, apart from
// fixed shares of edges and non-edges; randomised response flips its answer. The model is fitted to
// the answers rather than to the chain's graphs, which would reinforce themselves.
func (c *chain) learn(r *rand.Rand) {
	list := c.sample(r)
	likely := func(w *features) (sum float64) {
		for k := range list {
			sum += list[k].weight * math.Log(c.answerProbability(&list[k], list[k].chance(w)))
		}
		return sum - ridge*w.dot(w)/2
	}
	now := likely(&c.weights)
	for range newton {
		step := c.step(list)
		for factor := 1.0; factor > 0.01; factor /= 2 {
			next := c.weights
			for i := range next {
				next[i] += factor * step[i]
			}
			if l := likely(&next); l > now {
				c.weights, now = next, l
				break
			}
		}
	}
	chances := make([]float64, len(list))
	for k := range list {
		chances[k] = list[k].chance(&c.weights)
	}
	for _, share := range []*float64{&c.high, &c.low} {
		best, at := math.Inf(-1), least
		for *share = least; *share < 0.05; *share *= 2 {
			sum := 0.0
			for k := range list {
				sum += list[k].weight * math.Log(c.answerProbability(&list[k], chances[k]))
			}
			if sum > best {
				best, at = sum, *share
			}
		}
		*share = at
	}
	c.level(list)
}

// level shifts the intercept until the expected number of noisy edges is the observed one.
func (c *chain) level(list []answer) {
	low, high := -5.0, 5.0
	for range 30 {
		middle, over := (low+high)/2, 0.0
		w := c.weights
		w[0] += middle
		for k := range list {
			t := &list[k]
			over += t.weight * c.answerProbability(&answer{yes: true}, t.chance(&w))
			if t.yes {
				over -= t.weight
			}
		}
		if over > 0 {
			high = middle
		} else {
			low = middle
		}
	}
	c.weights[0] += (low + high) / 2
}

// chance returns the logistic probability of the features.
func (t *answer) chance(w *features) float64 { return 1 / (1 + math.Exp(-t.dot(w))) }

// answerProbability returns the probability of an answer, given the logistic probability of the
// pair.
func (c *chain) answerProbability(t *answer, chance float64) float64 {
	yes := c.flip + (1-2*c.flip)*(c.low+(1-c.low-c.high)*chance)
	if t.yes {
		return yes
	}
	return 1 - yes
}

// step returns a Fisher scoring step: Newton's method with the expected curvature.
func (c *chain) step(list []answer) (step features) {
	slope, curve := make([]float64, kinds), mat.NewSymDense(kinds, nil)
	span := (1 - 2*c.flip) * (1 - c.low - c.high)
	for k := range list {
		t := &list[k]
		chance := t.chance(&c.weights)
		p, by := c.answerProbability(t, chance), span*chance*(1-chance)
		d := t.weight * by / p
		if !t.yes {
			d = -d
		}
		bend := t.weight * by * by / (p * (1 - p))
		for i, x := range t.features {
			slope[i] += d * x
			for j := range i + 1 {
				curve.SetSym(i, j, curve.At(i, j)+bend*x*t.features[j])
			}
		}
	}
	for i, w := range c.weights {
		slope[i] -= ridge * w
		curve.SetSym(i, i, curve.At(i, i)+ridge)
	}
	var root mat.Cholesky
	if !root.Factorize(curve) {
		return step
	}
	var solved mat.VecDense
	if root.SolveVecTo(&solved, mat.NewVecDense(kinds, slope)) != nil {
		return step
	}
	copy(step[:], solved.RawVector().Data)
	return step
}
