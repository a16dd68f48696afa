package vote

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/method/split"
)

func protect(t testing.TB, net *graph.Network, eps gdp.Epsilon) *gdp.Session {
	return classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5})
}

// guesses are predictions for nodes of which some are known: sure ones, open ones and such of
// one class.
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

// One edge of all small graphs moves the answer by 1 at most, whatever is guessed and known of the
// nodes, and for some guesses by next to 1. Numbers are cut, and never rounded up.
func TestOneEdgeMovesTheVotesByOne(t *testing.T) {
	const n = 4
	r, worst := rand.New(rand.NewPCG(1, 9)), 0.0
	for trial := range 60 {
		classes := []int{2, 3, 4, 6}[trial%4]
		predictions, labels, known := guesses(n, classes, r)
		a := newAims(classes, predictions, labels, known[:trial%5*len(known)/4])
		for i, x := range a.ballots {
			if cut := x / a.unit; cut != math.Trunc(cut) || x > math.Exp(predictions[i]) && x != 1 {
				t.Fatalf("a ballot has %v, predicted is %v", x, math.Exp(predictions[i]))
			}
		}
		q := a.query()
		w, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}.Worst(func(d *gdp.Data) ([]float64, error) {
			out, err := q.Eval(d)
			for _, x := range out {
				if cut := x / a.unit; cut != math.Trunc(cut) {
					t.Fatalf("a sum of %v", x)
				}
			}
			return out, err
		})
		if err != nil {
			t.Fatal(err)
		}
		if worst = max(worst, w.L2.Change); w.L2.Change > float64(q.Bound()) {
			t.Fatalf("an edge moves the answer by %v: %v", w.L2.Change, w.L2)
		}
	}
	if worst < 0.9998 {
		t.Errorf("an edge moves the answer by up to %v, want next to 1", worst)
	}
}

// Sums over as many edges as there can be are multiples of the resolution that float64 has.
func TestSumsAreExact(t *testing.T) {
	for _, n := range []float64{2, 100, 8191, 8192, 34493, 1<<20 + 1, mostNodes} {
		x := resolution(int(n))
		if count, votes := n*(n-1)/2*mixingShare/x, n/x; count > 1<<53 || votes > 1<<53 || x > 0x1p-10 {
			t.Errorf("%v nodes: the resolution is %v, sums have up to %v and %v units", n, x, count, votes)
		}
	}
}

// The answer has as many numbers whatever edges there are; nodes that are sure of their class, and
// those of known classes beyond the first 500, get no votes.
func TestWhoGetsVotes(t *testing.T) {
	const n = 1200
	r := rand.New(rand.NewPCG(2, 2))
	predictions, labels, known := guesses(n, 3, r)
	a := newAims(3, predictions, labels, known)
	for i, u := range known {
		if i >= mostLabelled && a.asked[u] != nil {
			t.Errorf("node %d of a known class gets votes", u)
		}
	}
	for u, asked := range a.asked {
		if p := math.Exp(predictions[u*3]); p > 1-1e-12 && asked != nil || asked != nil && len(asked) < 2 {
			t.Errorf("node %d, of class 0 with probability %v, asks about %d classes", u, p, len(asked))
		}
	}
	if got := len(a.count(classificationtest.Blocks(n/2, 0.02, 0.01, 0.5, 1).Graph)); got != 6+3*n {
		t.Errorf("%d numbers", got)
	}
}

// Where neighbours tell classes and words do not, votes help, the more the larger ε is; at
// next to no ε they do no harm. The ledger has one release, of all of the budget.
func TestVotesHelp(t *testing.T) {
	net := classificationtest.Blocks(400, 0.06, 0.006, 0.62, 1)
	run := func(eps gdp.Epsilon) (*Result, *gdp.Session) {
		s := protect(t, net, eps)
		r, err := Strict.Run(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return r, s
	}
	alone, err := Null.Run(t.Context(), protect(t, net, 1))
	if err != nil {
		t.Fatal(err)
	}
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
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 || !strings.HasSuffix(l.Entries[0].Label, "/votes") {
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

// Where neighbours are of the other class, votes help as well: how classes mix is learned.
func TestVotesOfOthersHelp(t *testing.T) {
	net := classificationtest.Blocks(300, 0.006, 0.06, 0.62, 2)
	r, err := Strict.Run(t.Context(), protect(t, net, 4))
	if err != nil || classificationtest.Accuracy(r.Outcome(), net) < 0.95 {
		t.Errorf("%v, %v", classificationtest.Accuracy(r.Outcome(), net), err)
	}
}

// The prediction of a training node is by a model that did not see its label: with a word of its
// own for each node, what is learned by heart is not a prediction.
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
	attrs, err := graph.NewAttributes(n, offsets, columns, values)
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := split.Config{Share: 0.8}.Of(n)
	if err != nil {
		t.Fatal(err)
	}
	g := classifier{x: attrs, labels: labels, classes: 2, penalty: 0.01, folds: 4, similar: 3}
	predictions, err := g.predict(t.Context(), nodes, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range nodes.Train {
		if p := math.Exp(predictions[int(u)*2+int(labels[u])]); p > 0.8 {
			t.Errorf("node %d is predicted with %v", u, p)
		}
	}
}

// Rates of edges between classes are found from their counts, where classes of half of the nodes
// are known by halves.
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
	rates := a.mixing(a.count(net.Graph))
	for i, want := range []float64{inside, across, across, inside} {
		if got := rates[i/2][i%2]; math.Abs(got-want) > 0.1*inside {
			t.Errorf("rate %d is %v, want %v", i, got, want)
		}
	}
}

// model is one of two classes whose votes have the means 1 and -1, and of nodes of which features
// say nothing.
func model(n int, sd float64) *voteModel {
	a := &aims{classes: 2, unit: 0x1p-30, ballots: make([]float64, 2*n), asked: make([][]int32, n), worth: make([]float64, n)}
	e := &voteModel{aims: a, predictions: make([]float64, 2*n), votes: make([]float64, 3*n), variance: sd * sd, degrees: []float64{10, 10}, one: make([]moments, 2*n)}
	for u := range n {
		a.asked[u] = []int32{0, 1}
		e.predictions[2*u], e.predictions[2*u+1] = math.Log(0.5), math.Log(0.5)
		e.one[2*u], e.one[2*u+1] = moments{point{1}, 1.2}, moments{point{-1}, 1.2}
	}
	return e
}

// The likelihood of votes is that of the model: beside one that adds up the densities of normal
// laws over all kinds in the plain way.
func TestLikelihood(t *testing.T) {
	const sd = 1.5
	e := model(1, sd)
	e.predictions = []float64{math.Log(0.7), math.Log(0.3)}
	e.kinds, e.law, e.features = []kind{{0, 1}, {0.5, 0.3}, {2, 3}}, []float64{0.2, 0.5, 0.3}, 0.4
	for _, y := range []float64{0, 3, -20} {
		e.votes[0] = y
		got := make([]float64, 2)
		e.likelihood(0, got)
		for c := range got {
			all, mean := 0.0, 0.6*[]float64{1, -1}[c]+0.4*(0.7-0.3)
			for i, k := range e.kinds {
				d := 10 * k.degree
				variance := sd*sd + 1e-4 + (1.2-mean*mean)*d*(d+k.concentration)/(1+k.concentration)
				all += e.law[i] * math.Exp(-(y-d*mean)*(y-d*mean)/2/variance) / math.Sqrt(variance)
			}
			if math.Abs(got[c]-math.Log(all)) > 1e-9 {
				t.Errorf("votes %v, class %d: %v, want %v", y, c, got[c], math.Log(all))
			}
		}
	}
}

// The law of degrees is found from noisy votes, of nodes with 5 or 40 neighbours; and votes are
// trusted if they tell classes, and not if they say what features said.
func TestModelIsLearned(t *testing.T) {
	const n = 2000
	r := rand.New(rand.NewPCG(4, 4))
	for _, byClass := range []bool{true, false} {
		e, labels, known := model(n, 2), make([]int32, n), make([]int32, n)
		e.kinds = []kind{{0, 1}, {0.5, 30}, {1.5, 30}, {4, 30}}
		for u := range n {
			labels[u], known[u] = int32(u%2), int32(u)
			guess := labels[u]
			if r.Float64() > 0.75 {
				guess = 1 - guess
			}
			e.predictions[2*u+int(guess)], e.predictions[2*u+1-int(guess)] = math.Log(0.75), math.Log(0.25)
			side := 1 - 2*float64(guess)
			if byClass {
				side = 1 - 2*float64(labels[u])
			}
			e.votes[3*u] = []float64{5, 40}[r.IntN(2)]*side*(0.8+0.2*r.Float64()) + 2*r.NormFloat64()
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

// patient ends after it was asked so many times.
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

// A run that is interrupted while it learns from features, which takes most of its time, has
// paid nothing.
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
