package vote

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/method/split"
)

func protect(t testing.TB, net *graph.Network, eps gdp.Epsilon) *gdp.Session {
	return classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5})
}

// guesses returns predictions for nodes, some of them known: confident ones, uncertain ones and
// some with one class.
func guesses(n, classes int, r *rand.Rand) (predictions []float64, labels, known []int32) {
	for u := range int32(n) {
		row, sure := make([]float64, classes), 4*r.Float64()
		for k := range row {
			row[k] = sure * r.NormFloat64()
		}
		if r.IntN(8) == 0 {
			row[0] += 100
		}
		normalise(row)
		predictions, labels = append(predictions, row...), append(labels, int32(r.IntN(classes)))
		if r.IntN(2) == 0 {
			known = append(known, u)
		}
	}
	return predictions, labels, known
}

// aimed returns aims at guesses, with random rates.
func aimed(n, classes int, r *rand.Rand, known float64) *aims {
	predictions, labels, list := guesses(n, classes, r)
	a := newAims(classes, predictions, labels, list[:int(known*float64(len(list)))])
	rates := newMatrix(classes)
	for i := range rates {
		for j := range i + 1 {
			rates[i][j] = r.ExpFloat64()
			rates[j][i] = rates[i][j]
		}
	}
	a.aim(rates)
	return a
}

// One edge of any small graph changes the counts by 1, and the votes by at most 1, for any guesses
// and known nodes. All answers are integers.
func TestOneEdgeIsOneVote(t *testing.T) {
	const n = 4
	r, votes := rand.New(rand.NewPCG(1, 9)), 0.0
	for trial := range 40 {
		a := aimed(n, []int{2, 3, 4, 6}[trial%4], r, float64(trial%5)/4)
		for i, q := range []gdp.Bounded[gdp.L1]{a.countQuery(), a.votesQuery()} {
			w := must.Get(smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}.Worst(func(d *gdp.Data) ([]float64, error) {
				out, err := q.Eval(d)
				for _, x := range out {
					if x != math.Trunc(x) {
						t.Fatalf("a sum of %v", x)
					}
				}
				return out, err
			}))(t)
			if i == 0 && w.L1.Change != 1 || w.L1.Change > float64(q.Bound()) {
				t.Fatalf("an edge moves %s by %v: %v", q.Name(), w.L1.Change, w.L1)
			}
			votes = max(votes, w.L1.Change*float64(i))
		}
	}
	if votes != 1 {
		t.Errorf("an edge moves the votes by up to %v, want 1", votes)
	}
}

// The number of answers does not depend on the edges. Labelled nodes beyond the first 500 get no
// votes, and a vote goes to the more uncertain of two nodes.
func TestWhoGetsVotes(t *testing.T) {
	const n = 1200
	r := rand.New(rand.NewPCG(2, 2))
	predictions, labels, known := guesses(n, 3, r)
	a := newAims(3, predictions, labels, known)
	for i, u := range known {
		if i >= maxLabelled && a.asked[u] != nil {
			t.Errorf("node %d of a known class gets votes", u)
		}
	}
	a.aim(matrix{{8, 1, 1}, {1, 8, 1}, {1, 1, 8}})
	if got := len(a.votes(classificationtest.Blocks(n/2, 0.02, 0.01, 0.5, 1).Graph)); got != coordinates*n {
		t.Errorf("%d numbers", got)
	}
	open := newAims(2, []float64{math.Log(0.5), math.Log(0.5), math.Log(0.01), math.Log(0.99)}, nil, nil)
	open.aim(matrix{{3, 1}, {1, 3}})
	for _, ends := range [][2]int32{{0, 1}, {1, 0}} {
		if to, side := open.vote(ends[0], ends[1]); to != 0 || open.asked[0][side] != 1 {
			t.Errorf("the vote of %v is for node %d, class %d", ends, to, open.asked[to][side])
		}
	}
}

// If neighbours are informative and words are not, votes help, more so the larger ε is; at almost
// no ε they do no harm. The ledger has the counts and the votes, and spends no δ.
func TestVotesHelp(t *testing.T) {
	net := classificationtest.Blocks(400, 0.06, 0.006, 0.62, 1)
	run := func(eps gdp.Epsilon) (*Result, *gdp.Session) {
		s := protect(t, net, eps)
		r := must.Get(Strict.Run(t.Context(), s))(t)
		return r, s
	}
	alone := must.Get(Null.Run(t.Context(), protect(t, net, 1)))(t)
	base := classificationtest.Accuracy(alone.Outcome(), net)
	if alone.Guarantee.Proved != 0 || base < 0.55 || base > 0.85 {
		t.Errorf("features alone: %v, %v", base, alone.Guarantee)
	}
	r, s := run(1)
	if got := classificationtest.Accuracy(r.Outcome(), net); got < base+0.1 {
		t.Errorf("at ε = 1 votes have %v, features alone %v", got, base)
	}
	if g := r.Guarantee; g.Proved > 1 || g.Proved < 0.999 || g.By != nil || g.Relation != gdp.EdgeLevel {
		t.Errorf("the guarantee is %v", g)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 2 || !strings.HasSuffix(l.Entries[1].Label, "/votes") || l.Cost().Delta != 0 {
		t.Errorf("the ledger is %v, %v", l, err)
	}
	if r, _ := run(8); classificationtest.Accuracy(r.Outcome(), net) < 0.97 {
		t.Errorf("at ε = 8 votes have %v", classificationtest.Accuracy(r.Outcome(), net))
	}
	if r, _ := run(0x1p-10); classificationtest.Accuracy(r.Outcome(), net) < base-0.06 {
		t.Errorf("at next to no ε votes have %v, features alone %v", classificationtest.Accuracy(r.Outcome(), net), base)
	}
	free, err := NonPrivate.RunOn(t.Context(), net, 1)
	if err != nil || free.Guarantee != nil || classificationtest.Accuracy(free.Outcome(), net) < 0.97 {
		t.Errorf("without noise: %v, %v", classificationtest.Accuracy(free.Outcome(), net), err)
	}
}

// If neighbours are of the other class, votes help as well: class mixing is learned.
func TestVotesOfOthersHelp(t *testing.T) {
	net := classificationtest.Blocks(300, 0.006, 0.06, 0.62, 2)
	r, err := Strict.Run(t.Context(), protect(t, net, 4))
	if err != nil || classificationtest.Accuracy(r.Outcome(), net) < 0.95 {
		t.Errorf("%v, %v", classificationtest.Accuracy(r.Outcome(), net), err)
	}
}

// The prediction of a training node is by a model that did not see its label: with a unique word
// per node, memorised labels are no predictions.
func TestPredictionsAreOutOfFold(t *testing.T) {
	const n = 40
	offsets, columns, labels := []int64{0}, []int32{}, make([]int32, n)
	for u := range int32(n) {
		columns, offsets, labels[u] = append(columns, u), append(offsets, int64(u)+1), u%2
	}
	values := make([]float32, n)
	for i := range values {
		values[i] = 1
	}
	attrs := must.Get(graph.NewAttributes(n, offsets, columns, values))(t)
	nodes := must.Get(split.Config{Share: 0.8}.Of(n))(t)
	g := classifier{x: attrs, labels: labels, classes: 2, penalty: 0.01, folds: 4, similar: 3}
	predictions := must.Get(g.predict(t.Context(), nodes, n))(t)
	for _, u := range nodes.Train {
		if p := math.Exp(predictions[int(u)*2+int(labels[u])]); p > 0.8 {
			t.Errorf("node %d is predicted with %v", u, p)
		}
	}
}

// Rates of edges between classes are recovered from their counts, if half of the nodes' classes are
// half known.
func TestMixing(t *testing.T) {
	const each, inside, across = 400, 0.05, 0.01
	net := classificationtest.Blocks(each, inside, across, 0.5, 3)
	r, predictions := rand.New(rand.NewPCG(3, 1)), make([]float64, 4*each)
	var known []int32
	for u := range int32(2 * each) {
		guess := net.Labels[u]
		if r.Float64() > 0.75 {
			guess = 1 - guess
		}
		predictions[2*u+guess], predictions[2*u+1-guess] = math.Log(0.75), math.Log(0.25)
		if u%2 == 0 {
			known = append(known, u)
		}
	}
	a := newAims(2, predictions, net.Labels, known)
	rates := a.mixing(whole(a.count(net.Graph)))
	for i, want := range []float64{inside, across, across, inside} {
		if got := rates[i/2][i%2]; math.Abs(got-want) > 0.1*inside {
			t.Errorf("rate %d is %v, want %v", i, got, want)
		}
	}
}

// model returns a model of two classes, whose nodes have ten neighbours on average, which mostly
// vote for their class; features carry no information.
func model(n int, alpha float64) *voteModel {
	a := &aims{classes: 2, predicted: slices.Repeat([]float64{0.5}, 2*n), asked: make([][]int32, n)}
	e := &voteModel{aims: a, predictions: slices.Repeat([]float64{math.Log(0.5)}, 2*n), votes: make([]int64, coordinates*n), rates: make([]float64, 2*sides*n)}
	for u := range n {
		a.asked[u] = []int32{0, 1}
		copy(e.rates[2*sides*u:], []float64{9, 1})
		copy(e.rates[2*sides*u+sides:], []float64{1, 9})
	}
	for _, theta := range clusterings {
		e.laws = append(e.laws, newLaws(theta, alpha, maxMeans))
	}
	return e
}

// The probability of a noisy sum equals a plain sum over the votes for both sides and the noise.
func TestLawOfSums(t *testing.T) {
	const positive, negative = 30, 34
	for _, alpha := range []float64{0.4, 0.01} {
		for _, theta := range clusterings {
			l := newLaws(theta, alpha, maxMeans)
			v, w := l.of[positive].votes, l.of[negative].votes
			all, mean, square := 0.0, 0.0, 0.0
			for n, p := range v {
				mean, square = mean+p*float64(n), square+p*float64(n*n)
			}
			if want := minMean * math.Pow(degreeStep, (positive-1.)/stepsEach); math.Abs(mean/want-1) > 1e-6 || math.Abs((square-mean*mean)/want-1-theta) > 1e-6 {
				t.Errorf("θ = %v: votes have the mean %v and the variance %v, want the mean %v", theta, mean, square-mean*mean, want)
			}
			for y := -60; y <= 60; y++ {
				want := 0.0
				for i, p := range v {
					for j, q := range w {
						want += p * q * math.Pow(alpha, math.Abs(float64(y-i+j))) * (1 - alpha) / (1 + alpha)
					}
				}
				got := l.at(y, positive, negative)
				if math.Abs(got-want) > 1e-9*want+2*minProbability || math.Abs(got-l.at(-y, negative, positive)) > 1e-9*got {
					t.Errorf("θ = %v, α = %v: the sum %d has %v, want %v", theta, alpha, y, got, want)
				}
				all += got
			}
			if math.Abs(all-1) > 1e-9 {
				t.Errorf("probabilities add up to %v", all)
			}
		}
	}
}

// The likelihood of votes is that of the model: the mean over kinds of the distribution of sums at
// their means.
func TestLikelihood(t *testing.T) {
	e := model(1, 0.4)
	e.predicted = []float64{0.7, 0.3}
	e.kinds, e.law, e.features = []kind{{without, 0}, {-1, 1}, {2, 2}}, []float64{0.2, 0.5, 0.3}, 0.4
	for _, y := range []int64{0, 3, -20} {
		e.votes[0] = y
		got := make([]float64, 2)
		e.likelihood(0, got)
		for c := range got {
			with, against := 0.6*[]float64{9, 1}[c]+0.4*(0.7*9+0.3), 0.6*[]float64{1, 9}[c]+0.4*(0.7+0.3*9)
			all := 0.2 * e.laws[0].at(int(y), 0, 0)
			for i, degree := range []float64{1 / degreeStep, degreeStep * degreeStep} {
				all += e.law[i+1] * e.laws[i+1].at(int(y), placeOf(degree*with), placeOf(degree*against))
			}
			if math.Abs(got[c]-math.Log(all)) > 1e-9 {
				t.Errorf("votes %v, class %d: %v, want %v", y, c, got[c], math.Log(all))
			}
		}
	}
}

// The distribution of degrees is recovered from noisy votes, of nodes with few or many neighbours.
// Votes are trusted if they are informative, and not if they repeat the features.
func TestModelIsLearned(t *testing.T) {
	const n = 2000
	r := rand.New(rand.NewPCG(4, 4))
	for _, byClass := range []bool{true, false} {
		e, labels, known := model(n, 0.4), make([]int32, n), make([]int32, n)
		e.kinds = []kind{{without, 0}, {-2, 0}, {1, 0}, {3, 0}}
		for u := range n {
			labels[u], known[u] = int32(u%2), int32(u)
			guess := labels[u]
			if r.Float64() > 0.75 {
				guess = 1 - guess
			}
			e.predicted[2*u+int(guess)], e.predicted[2*u+1-int(guess)] = 0.75, 0.25
			for k := range 2 {
				e.predictions[2*u+k] = math.Log(e.predicted[2*u+k])
			}
			side := guess
			if byClass {
				side = labels[u]
			}
			for range []int{4, 34}[r.IntN(2)] { // the means of the kinds 1 and 3
				if x := int64(1 - 2*side); r.Float64() < 0.9 {
					e.votes[coordinates*u] += x
				} else {
					e.votes[coordinates*u] -= x
				}
			}
			e.votes[coordinates*u] += int64(r.IntN(3) - 1)
		}
		e.learnLaw(10)
		if byClass && (math.Abs(e.law[1]-0.5) > 0.1 || math.Abs(e.law[3]-0.5) > 0.1) {
			t.Errorf("the law of degrees is %v", e.law)
		}
		e.choose(labels, known)
		if trust := e.power * (1 - e.features); byClass && trust < 0.5 || !byClass && trust > 0.1 {
			t.Errorf("votes by class: %v; the power is %v, the share of features %v", byClass, e.power, e.features)
		}
	}
}

// patient ends after the given number of calls.
type patient struct {
	context.Context
	left atomic.Int64
}

func (p *patient) Err() error {
	if p.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A run interrupted while it fits the features, its longest part, has paid nothing.
func TestInterruptedBeforeTheVotes(t *testing.T) {
	net := classificationtest.Blocks(40, 0.3, 0.02, 0.62, 1)
	interrupted := 0
	for asked := int64(0); asked < 20; asked++ {
		ctx := &patient{Context: t.Context()}
		ctx.left.Store(asked)
		s := protect(t, net, 1)
		_, err := Strict.Run(ctx, s)
		if err == nil {
			break
		}
		interrupted++
		if l, ledgerErr := s.Ledger(); !errors.Is(err, context.Canceled) || ledgerErr != nil || len(l.Entries) != 0 {
			t.Errorf("interrupted when asked %d times: %v, the ledger is %v, %v", asked, err, l, ledgerErr)
		}
	}
	if folds := Strict.Settings.Folds; interrupted <= folds {
		t.Errorf("a run of %d folds can be interrupted %d times", folds, interrupted)
	}
}
