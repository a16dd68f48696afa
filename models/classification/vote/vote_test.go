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
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/node"
	"github.com/graphdp/graphdp/models/classification/node/nodetest"
	"github.com/graphdp/graphdp/models/split"
)

func protect(t testing.TB, net *graph.Network, eps gdp.Epsilon) *gdp.Session {
	return nodetest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5})
}

// One edge moves the sums by √2 at most, whatever the votes are, and by √2 where both ends
// vote for one class. Votes are not rounded up.
func TestOneEdgeMovesTheVotesByRootTwo(t *testing.T) {
	const n, classes = 14, 3
	r := rand.New(rand.NewPCG(1, 9))
	worst := 0.0
	for trial := range 30 {
		b := votes{classes, make([]float64, n*classes)}
		for u := range int32(n) {
			vote := make([]float64, classes)
			switch trial % 3 {
			case 0:
				vote[r.IntN(classes)] = 1
			default:
				all := 0.0
				for k := range vote {
					vote[k] = math.Exp(float64(trial) * r.NormFloat64())
					all += vote[k]
				}
				for k := range vote {
					vote[k] /= all
				}
			}
			b.set(u, vote)
			sum := 0.0
			for k, x := range b.row(u) {
				sum += x
				if x > vote[k] || vote[k]-x > 0x1p-30 {
					t.Fatalf("a vote of %v counts as %v", vote[k], x)
				}
			}
			if sum > 1 {
				t.Fatalf("a vote sums to %v", sum)
			}
		}
		g, err := gen.GNP(n, 0.3, r)
		if err != nil {
			t.Fatal(err)
		}
		q := b.query(n)
		if q.Bound() < math.Sqrt2 || q.Bound() > math.Sqrt2*(1+1e-15) {
			t.Fatalf("bound %v", q.Bound())
		}
		nodetest.EachEdge(t, g, q.Eval, func(_ graph.Edge, with, without []float64) {
			apart := 0.0
			for k := range with {
				apart += (with[k] - without[k]) * (with[k] - without[k])
			}
			worst = max(worst, math.Sqrt(apart))
			if math.Sqrt(apart) > float64(q.Bound()) {
				t.Fatalf("an edge moves the sums by %v", math.Sqrt(apart))
			}
		})
	}
	if worst < 0.999*math.Sqrt2 {
		t.Errorf("an edge moves the sums by up to %v, want √2", worst)
	}
}

// Where neighbours tell classes and words do not, votes help, the more the larger ε is; at
// next to no ε they do no harm. The ledger has one release, of all of the budget.
func TestVotesHelp(t *testing.T) {
	net := nodetest.Blocks(400, 0.06, 0.006, 0.62, 1)
	run := func(eps gdp.Epsilon) (*Result, *gdp.Session) {
		s := protect(t, net, eps)
		r, err := Run(t.Context(), s, Strict(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r, s
	}
	alone, err := Run(t.Context(), protect(t, net, 1), Null(), nil)
	if err != nil {
		t.Fatal(err)
	}
	base := nodetest.Accuracy(alone.Outcome(), net)
	if alone.Guarantee.Proved != 0 || base < 0.55 || base > 0.85 {
		t.Errorf("features alone: %v, %v", base, alone.Guarantee)
	}
	r, s := run(1)
	if got := nodetest.Accuracy(r.Outcome(), net); got < base+0.1 {
		t.Errorf("at ε = 1 votes have %v, features alone %v", got, base)
	}
	if g := r.Guarantee; g.Proved > 1 || g.Proved < 0.999 || g.By != nil || g.Relation != gdp.EdgeLevel {
		t.Errorf("the guarantee is %v", g)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 || !strings.HasSuffix(l.Entries[0].Label, "/votes") {
		t.Errorf("the ledger is %v, %v", l, err)
	}
	if r, _ := run(8); nodetest.Accuracy(r.Outcome(), net) < 0.97 {
		t.Errorf("at ε = 8 votes have %v", nodetest.Accuracy(r.Outcome(), net))
	}
	if r, _ := run(0x1p-10); nodetest.Accuracy(r.Outcome(), net) < base-0.06 {
		t.Errorf("at next to no ε votes have %v, features alone %v", nodetest.Accuracy(r.Outcome(), net), base)
	}
	free, err := node.RunPlain(t.Context(), net, "vote", NonPrivate(), 1, nil, Exact.beginPlain)
	if err != nil || free.Guarantee != nil || nodetest.Accuracy(free.Outcome(), net) < 0.97 {
		t.Errorf("without noise: %v, %v", nodetest.Accuracy(free.Outcome(), net), err)
	}
}

// Where neighbours are of the other class, votes help as well: how classes mix is learned.
func TestVotesOfOthersHelp(t *testing.T) {
	net := nodetest.Blocks(300, 0.006, 0.06, 0.62, 2)
	r, err := Run(t.Context(), protect(t, net, 4), Strict(), nil)
	if err != nil || nodetest.Accuracy(r.Outcome(), net) < 0.95 {
		t.Errorf("%v, %v", nodetest.Accuracy(r.Outcome(), net), err)
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

// The likelihood of a row is that of its model: beside one that adds up the densities of
// normal laws over all degrees in the plain way.
func TestLikelihood(t *testing.T) {
	e := &voteModel{classes: 2, degrees: []float64{0, 1, 4}, law: []float64{0.2, 0.5, 0.3}, shares: [][]float64{{0.8, 0.2}, {0.3, 0.7}}}
	const sd, kappa = 1.5, 3.0
	e.tabulate(kappa, sd)
	for _, row := range [][]float64{{0, 0}, {3, 1}, {-2, 5}} {
		got := make([]float64, 2)
		e.likelihood(row, got)
		for c := range got {
			all := 0.0
			for i, d := range e.degrees {
				p := e.law[i]
				for k, x := range row {
					b := e.shares[c][k]
					variance := sd*sd + 1e-3
					if d > 0 {
						variance += b * (1 - b) * d * (d + kappa) / (1 + kappa)
					}
					p *= math.Exp(-(x-d*b)*(x-d*b)/2/variance) / math.Sqrt(variance)
				}
				all += p
			}
			if math.Abs(got[c]-math.Log(all)) > 1e-9 {
				t.Errorf("row %v, class %d: %v, want %v", row, c, got[c], math.Log(all))
			}
		}
	}
}

// Degrees and shares are found from noisy sums: of 4000 nodes with 3 or 30 neighbours, and
// classes that mix 9 to 1, up to the noise.
func TestModelIsLearned(t *testing.T) {
	const n, sd = 4000, 2.0
	r := rand.New(rand.NewPCG(4, 4))
	s := sample{classes: 2, counts: make([]float64, 2*n), features: make([]float64, 2*n), labels: make([]int32, n), sd: sd}
	for u := range int32(n) {
		s.labels[u] = u % 2
		s.train = append(s.train, u)
		d := []float64{3, 30}[r.IntN(2)]
		for k := range 2 {
			share := 0.1
			if int(s.labels[u]) == k {
				share = 0.9
			}
			s.row(u)[k] = d*share + sd*r.NormFloat64()
			s.prior(u)[k] = math.Log(0.5)
		}
	}
	e := s.learn()
	if math.Abs(e.shares[0][0]-0.9) > 0.02 || math.Abs(e.shares[1][0]-0.1) > 0.02 {
		t.Errorf("shares %v", e.shares)
	}
	few, many := 0.0, 0.0
	for i, d := range e.degrees {
		if d > 1 && d < 7 {
			few += e.law[i]
		}
		if d > 20 && d < 45 {
			many += e.law[i]
		}
	}
	if math.Abs(few-0.5) > 0.1 || math.Abs(many-0.5) > 0.1 {
		t.Errorf("%v have few neighbours, %v many: %v", few, many, e.law)
	}
	if e.power < 0.5 {
		t.Errorf("the likelihood has the power %v", e.power)
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
	net := nodetest.Blocks(40, 0.3, 0.02, 0.62, 1)
	interrupted := 0
	for asked := int64(0); asked < 20; asked++ {
		ctx := &patient{Context: t.Context()}
		ctx.left.Store(asked)
		s := protect(t, net, 1)
		_, err := Run(ctx, s, Strict(), nil)
		if err == nil {
			break
		}
		interrupted++
		if l, ledgerErr := s.Ledger(); !errors.Is(err, context.Canceled) || ledgerErr != nil || len(l.Entries) != 0 {
			t.Errorf("interrupted when asked %d times: %v, the ledger is %v, %v", asked, err, l, ledgerErr)
		}
	}
	if folds := Strict().Folds; interrupted <= folds {
		t.Errorf("a run of %d folds can be interrupted %d times", folds, interrupted)
	}
}
