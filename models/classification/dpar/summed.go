package dpar

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/classification/features"
	"github.com/graphdp/graphdp/models/classification/node"
)

// Summed is the classifier of [features.ClassSums], and after it test nodes that tell their
// neighbours what they seem to be: belief propagation, where [DPAR24] Eq. 4 takes means.
type Summed struct {
	features.ClassSums
	Homophily  float64 `range:"[0,1)"`   // the share of the edges that join a node to one of its own class; others lead anywhere
	Dependence float64 `range:"[0,1]"`   // how much the words of a node repeat each other, κ
	Hops       int     `range:"[0,100]"` // how far a test node hears; 0 for what its own features say
}

// Strict is [Summed]. Homophily and dependence were chosen on generated graphs; hops are those of Eq. 4.
func Strict() Summed {
	return Summed{ClassSums: features.ClassSums{Split: fourFifths}, Homophily: 0.8, Dependence: 0.2, Hops: eq4.Hops}
}

// OwnRow is [Strict] without an edge, at training or after it: the control.
func OwnRow() Summed {
	c := Strict()
	c.Hops = 0
	return c
}

func (c Summed) begin(in *node.Input) (node.Fit[*Result], error) {
	d, err := in.Undivided(c.Classes, relations(c)...)
	if err != nil {
		return nil, err
	}
	if err := d.Featured(); err != nil {
		return nil, err
	}
	in.InTheClear(inTheClear(c.Hops))
	learn, err := c.Learning(in.Session(), d)
	return func(_ context.Context, run *checkpoint.Run) (*Result, error) {
		nodes, err := c.Split.Within(run.Session())
		if err != nil {
			return nil, err
		}
		r := &Result{Nodes: len(nodes.Train)}
		r.Split = nodes
		words, multiplier, err := learn(run.Session(), nodes.Train)
		r.Multiplier = multiplier
		r.Beliefs = &Beliefs{words, c.Homophily, c.Dependence, newReach(c.Hops, d.Nodes, nodes)}
		return r, err
	}, err
}

// inTheClear says what the guarantee leaves out.
func inTheClear(hops int) string {
	own := "the guarantee is for what was learned; whoever classifies a test node reads its features"
	if hops == 0 {
		return own + " as they are"
	}
	return fmt.Sprintf("%s, and the edges and the features of test nodes up to %d edges away, as they are (mode own-row reads no edge)", own, hops)
}

// Beliefs classifies nodes by their words, and test nodes by those of their neighbours, too: what
// leaves the session of [Summed].
type Beliefs struct {
	Words      *features.Words `json:"words"`
	Homophily  float64         `json:"homophily"`
	Dependence float64         `json:"dependence"`
	reach
}

// NumClasses implements [node.Model].
func (m *Beliefs) NumClasses() int { return m.Words.Classes }

// Scores implements [release.Model]: log-probabilities of the classes up to a constant, for a test
// node with those of its neighbours. A neighbour v of u is of u's class with the probability h, and
// else of any, by the classes' shares π. Where v is of class k with the probability p_k by all that
// it knows but u, u hears that it is of class k with
//
//	log(h p_k/π_k + 1 - h).
//
// On a tree as deep as Hops this is Bayes' rule. It reads the features and the edges of test nodes that
// are near, in the clear, which the guarantee does not cover.
func (m *Beliefs) Scores(net *graph.Network, u int32) ([]float32, error) {
	hops, err := m.hops(net, u)
	if err != nil {
		return nil, err
	}
	if hops == 0 {
		return m.Words.Scores(net, u)
	}
	b := beliefs{m, net, map[message][]float64{}, nil}
	sum := b.of(u, -1, hops)
	scores := make([]float32, len(sum))
	for i, x := range sum {
		scores[i] = float32(x)
	}
	return scores, b.err
}

// beliefs computes what nodes believe, each once.
type beliefs struct {
	*Beliefs
	net  *graph.Network
	said map[message][]float64
	err  error
}

// message is what a node says to another of those that are up to so many edges behind it.
type message struct {
	from, to int32
	hops     int
}

// of are the logarithms of what u believes by its features and by its neighbours but one.
func (b *beliefs) of(u, but int32, hops int) []float64 {
	row, err := b.own(u)
	if err != nil {
		b.err = err
	}
	if hops == 0 || err != nil {
		return row
	}
	for _, v := range b.net.Graph.Neighbors(u) {
		if v != but && b.isTest(v) {
			for i, x := range b.say(message{v, u, hops - 1}) {
				row[i] += x
			}
		}
	}
	return row
}

// own are the logarithms of what a node believes by its features. Words count as independent in the
// evidence x for a class over the mean one; where their number varies x by 2x + κx² in place of 2x,
// Bayes' rule for a normal law leaves x/(1 + κx/2) of it.
func (b *beliefs) own(u int32) ([]float64, error) {
	row := make([]float64, b.Words.Classes)
	scores, err := b.Words.Scores(b.net, u)
	mean := 0.0
	for k, x := range scores {
		row[k] = float64(x - b.Words.Prior[k])
		mean += row[k] / float64(len(row))
	}
	share := 1 / (1 + b.Dependence*(slices.Max(row)-mean)/2)
	for k := range row {
		row[k] = row[k]*share + float64(b.Words.Prior[k])
	}
	return row, err
}

// say is a message, in logarithms.
func (b *beliefs) say(m message) []float64 {
	if row, ok := b.said[m]; ok {
		return row
	}
	row := b.of(m.from, m.to, m.hops)
	softmax(row)
	for k, p := range row {
		row[k] = math.Log(b.Homophily*p*math.Exp(-float64(b.Words.Prior[k])) + 1 - b.Homophily)
	}
	b.said[m] = row
	return row
}
