package vote

import (
	"math"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// What noisy votes say about a node's class. A node of class c and degree d gets
// d votes, of which on average the share B_ck is for class k. Neighbours of a node are alike:
// the shares of one node are spread about B_c as those of a Dirichlet law with concentration
// κ, so that the count of class k has the variance B_ck (1 - B_ck) d (d + κ)/(1 + κ), and the
// noise comes on top. Degrees have any law. B, κ and the law of degrees are learned from the
// noisy counts of all nodes and the public labels of some; the likelihood is raised to
// the power that predicts these labels best, at worst 0.

// voteModel is that model.
type voteModel struct {
	classes int
	degrees []float64 // the grid
	law     []float64 // of degrees
	shares  [][]float64
	// By class and degree: what the exponent of the normal law divides squares by, twice
	// the variance, and the logarithm of what stands before it.
	spread [][][]float64
	front  [][]float64
	power  float64
}

// sample is what the model is learned from: the noisy counts, a row each, the logarithms of
// the probabilities that features give, and the training nodes with their classes.
type sample struct {
	classes  int
	counts   []float64
	features []float64
	train    []int32
	labels   []int32 // of all nodes; only those of train are read
	sd       float64 // of the noise
}

func (s sample) row(u int32) []float64   { return s.counts[int(u)*s.classes:][:s.classes] }
func (s sample) prior(u int32) []float64 { return s.features[int(u)*s.classes:][:s.classes] }

var (
	concentrations = []float64{0.3, 1, 3, 10, 100}
	powers         = []float64{0, 0.25, 0.5, 0.75, 1, 1.25}
)

// learnFolds is the number of parts of the training nodes; the shares that score one part
// are learned from the others.
const learnFolds = 5

// learn fits the model. The concentration and the power are those under which labels are most
// likely by shares that were learned without them.
func (s sample) learn() *voteModel {
	degrees := s.degreeGrid()
	law, parts := s.degreeLaw(degrees), min(learnFolds, len(s.train))
	shares := make([][][]float64, parts)
	for part := range shares {
		shares[part] = s.mixing(func(i int) bool { return i%parts != part })
	}
	best, most := voteModel{classes: s.classes, degrees: degrees, law: law, shares: s.mixing(func(int) bool { return true })}, 0.0
	concentration := concentrations[0]
	likelihoods, posterior := make([]float64, len(s.train)*s.classes), make([]float64, s.classes)
	for _, x := range concentrations {
		parallel.Blocks(parts, 1, func(_, part, _ int) {
			e := &voteModel{classes: s.classes, degrees: degrees, law: law, shares: shares[part]}
			e.tabulate(x, s.sd)
			for i := part; i < len(s.train); i += parts {
				e.likelihood(s.row(s.train[i]), likelihoods[i*s.classes:][:s.classes])
			}
		})
		for _, power := range powers {
			gain, squares := 0.0, 0.0
			for i, u := range s.train {
				for c := range posterior {
					posterior[c] = s.prior(u)[c] + power*likelihoods[i*s.classes+c]
				}
				g := posterior[s.labels[u]] - logSum(posterior) - s.prior(u)[s.labels[u]]
				gain, squares = gain+g, squares+g*g
			}
			if sure := gain - math.Sqrt(squares); sure > most {
				most, concentration, best.power = sure, x, power
			}
		}
	}
	best.tabulate(concentration, s.sd)
	return &best
}

// degreeGrid is 0 and a logarithmic scale up to the largest count.
func (s sample) degreeGrid() []float64 {
	largest := 1.0
	for u := range int32(len(s.counts) / s.classes) {
		largest = max(largest, sum(s.row(u)))
	}
	grid := []float64{0}
	for d := 1.0; d < 1.35*largest; d *= 1.35 {
		grid = append(grid, d)
	}
	return grid
}

// degreeLaw is the law over the grid that makes the nodes' noisy degrees likely, the sums
// of their counts, by the EM algorithm. The grid is coarse: that counts as noise, too.
func (s sample) degreeLaw(grid []float64) []float64 {
	n := len(s.counts) / s.classes
	likelihood := make([]float64, n*len(grid))
	for u := range n {
		total, row, nearest := sum(s.row(int32(u))), likelihood[u*len(grid):][:len(grid)], math.Inf(1)
		for k, d := range grid {
			row[k] = (total - d) * (total - d) / 2 / (s.sd*s.sd*float64(s.classes) + 0.01*d*d + 0.05)
			nearest = min(nearest, row[k])
		}
		for k, x := range row {
			row[k] = math.Exp(nearest - x)
		}
	}
	law := make([]float64, len(grid))
	for k := range law {
		law[k] = 1 / float64(len(grid))
	}
	for range 60 {
		next := make([]float64, len(grid))
		for u := range n {
			row, all := likelihood[u*len(grid):][:len(grid)], 0.0
			for k, p := range law {
				all += p * row[k]
			}
			for k, p := range law {
				next[k] += p * row[k] / all
			}
		}
		for k := range law {
			law[k] = (next[k] + 1e-6) / (float64(n) + 1e-6*float64(len(grid)))
		}
	}
	return law
}

// mixing is B: the shares of the votes of each class's training nodes, of those that are
// taken. To each sum comes
// one standard deviation of its noise, divided as votes are in general, so that classes
// of few nodes say little under much noise.
func (s sample) mixing(taken func(i int) bool) [][]float64 {
	shares, nodes, general := make([][]float64, s.classes), make([]float64, s.classes), make([]float64, s.classes)
	for c := range shares {
		shares[c] = make([]float64, s.classes)
	}
	all := 0.0
	for i, u := range s.train {
		if !taken(i) {
			continue
		}
		all++
		c := s.labels[u]
		nodes[c]++
		general[c]++
		for k, x := range s.row(u) {
			shares[c][k] += x
		}
	}
	for c, row := range shares {
		noise, votes := s.sd*math.Sqrt(nodes[c])+1, 0.0
		for k, x := range row {
			row[k] = max(x, 0) + noise*(general[k]+1)/(all+float64(s.classes))
			votes += row[k]
		}
		for k := range row {
			row[k] /= votes
		}
	}
	return shares
}

// tabulate computes what does not depend on a node.
func (e *voteModel) tabulate(concentration, sd float64) {
	e.spread, e.front = make([][][]float64, e.classes), make([][]float64, e.classes)
	for c := range e.spread {
		for i, d := range e.degrees {
			alike := d
			if d > 0 {
				alike = d * (d + concentration) / (1 + concentration)
			}
			spread, front := make([]float64, e.classes), math.Log(e.law[i])
			for k, share := range e.shares[c] {
				variance := sd*sd + alike*share*(1-share) + 1e-3
				spread[k] = 2 * variance
				front -= math.Log(variance) / 2
			}
			e.spread[c], e.front[c] = append(e.spread[c], spread), append(e.front[c], front)
		}
	}
}

// likelihood sets out to the logarithms of a row's likelihoods by class, up to a constant.
func (e *voteModel) likelihood(row, out []float64) {
	logs := make([]float64, len(e.degrees))
	for c := range out {
		for i, d := range e.degrees {
			l := e.front[c][i]
			for k, x := range row {
				apart := x - d*e.shares[c][k]
				l -= apart * apart / e.spread[c][i][k]
			}
			logs[i] = l
		}
		out[c] = logSum(logs)
	}
}

// logSum is ln Σ e^x.
func logSum(x []float64) float64 {
	top, all := math.Inf(-1), 0.0
	for _, v := range x {
		top = max(top, v)
	}
	for _, v := range x {
		all += math.Exp(v - top)
	}
	return top + math.Log(all)
}

func sum(x []float64) (all float64) {
	for _, v := range x {
		all += v
	}
	return all
}
