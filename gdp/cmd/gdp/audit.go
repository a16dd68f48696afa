package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/classification/features"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/spf13/cobra"
)

// target is how a method is attacked: two neighbouring worlds, and what an
// attacker looks at in a release.
type target struct {
	worlds string // in words
	looks  string
	make   func(rel gdp.Relation) ([2]*graph.Network, error)
	look   func(ctx context.Context, s *gdp.Session, config any) ([]float64, error)
}

// targets are the methods that `gdp audit` attacks.
var targets = map[string]target{
	"features": {
		worlds: "60 nodes; node 0 has a word of its own and class 1, or no word and class 0",
		looks:  "how the model takes a node with that word",
		make:   lonelyWord, look: lookAtFeatures,
	},
	"privdpr": {
		worlds: "64 nodes; node 0 is joined to 40 others, or to nobody",
		looks:  "edges, isolated nodes and the degree of node 0 of the released graph",
		make:   star, look: lookAtPrivDPR,
	},
	"seprivgemb": {
		worlds: "64 nodes; node 0 is joined to others or to nobody: to 1 at edge level, to 40 at node level",
		looks:  "how long the rows of nodes 0 and 1 are, the score of the pair, and the degrees of both where they are released",
		make:   star, look: lookAtSEPrivGEmb,
	},
}

// audited is what `gdp audit` prints.
type audited struct {
	Method     string   `json:"method"`
	Mode       string   `json:"mode"`
	Relation   string   `json:"relation"`
	Delta      float64  `json:"delta"`
	Claimed    epsilon  `json:"claimed"`
	Proved     epsilon  `json:"proved"`
	Reason     string   `json:"proved_reason,omitempty"`
	Audited    float64  `json:"audited"`
	Most       float64  `json:"most"` // what so many trials could find at most
	Confidence float64  `json:"confidence"`
	Trials     int      `json:"trials"`
	Attack     string   `json:"attack"`
	Worlds     string   `json:"worlds"`
	Looks      string   `json:"looks_at"`
	Broken     []string `json:"broken,omitempty"` // of claimed and proved, those below audited
}

func (a *app) audit() *cobra.Command {
	var mode, relation, file string
	var eps, delta, confidence float64
	var trials, workers int
	var set []string
	var list []string
	for _, name := range slices.Sorted(maps.Keys(targets)) {
		list = append(list, fmt.Sprintf("  %s: %s; the attacker looks at %s", name, targets[name].worlds, targets[name].looks))
	}
	c := &cobra.Command{
		Use:   "audit METHOD --epsilon E --delta D",
		Short: "Attack a method as it runs, for a lower bound on its epsilon",
		Long: `audit runs a method many times in two neighbouring worlds and lets an attacker
guess which world a release is from. What the attacker gets right bounds epsilon
from below, at the confidence asked for: a proved or claimed epsilon below that
bound is wrong. A small bound proves nothing; a better attack may find more.

` + strings.Join(list, "\n") + `

With --resume the runs are kept in a file, and the same command goes on with them.
Exit status 1: a claim or a proof is broken.`,
		Example: "  gdp audit privdpr --mode strict --epsilon 1 --delta 1e-5 --trials 2000 --set Theta=1\n  gdp audit features --mode strict --epsilon 4 --delta 1e-5 --set Epochs=2 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, ok := targets[args[0]]
			if !ok {
				return usageError{fmt.Errorf("no attack on %q; there are attacks on %s", args[0], strings.Join(slices.Sorted(maps.Keys(targets)), ", "))}
			}
			m := methods[args[0]]
			newConfig, ok := m.modes[mode]
			if !ok || mode == nonPrivate {
				return usageError{fmt.Errorf("%s has no private mode %q; its modes are %s", args[0], mode, strings.Join(modesOf(m), ", "))}
			}
			config := newConfig()
			if err := setFields(config, set); err != nil {
				return err
			}
			rel := m.relation
			if relation != "" {
				var err error
				if rel, err = gdp.ParseRelation(relation); err != nil {
					return usageError{err}
				}
			}
			attack := audit.Attack{Distinguisher: audit.Linear(), Level: audit.Level{Delta: gdp.Delta(delta), Confidence: confidence}, Tests: 1}
			budget := gdp.Budget{Epsilon: gdp.Epsilon(eps), Delta: gdp.Delta(delta)}
			if err := budget.Validate(); err != nil || eps == 0 {
				return usageError{fmt.Errorf("a budget is needed: --epsilon above 0, and --delta (%v)", budget)}
			}
			if err := attack.Level.Validate(); err != nil {
				return usageError{err}
			}
			if trials < 32 {
				return usageError{fmt.Errorf("%d trials, want at least 32", trials)}
			}
			worlds, err := t.make(rel)
			if err != nil {
				return err
			}
			protect := func(world int, options ...gdp.Option) (*gdp.Session, error) {
				if rel == gdp.NodeUnbounded {
					options = append(options, gdp.Universe(worlds[world].Graph.N()))
				}
				return gdp.Protect(worlds[world], rel, budget, options...)
			}
			name := fmt.Sprintf("%s %s %v %v %v", args[0], mode, rel, budget, config)
			campaign := audit.Campaign{Name: name, Runs: trials / 2, Workers: workers, File: file, Progress: a.steps()}
			runs, err := campaign.Collect(cmd.Context(), func(ctx context.Context, world, i int) ([]float64, error) {
				s, err := protect(world, gdp.Seed(uint64(2*i+world))) // so that a resumed campaign repeats nothing
				if err != nil {
					return nil, err
				}
				return t.look(ctx, s, config)
			})
			if err != nil {
				return err
			}
			found, err := attack.Bound(runs)
			if err != nil {
				return err
			}
			most, err := attack.Ceiling(trials / 2)
			if err != nil {
				return err
			}
			s, err := protect(1)
			if err != nil {
				return err
			}
			if _, err := t.look(cmd.Context(), s, config); err != nil {
				return err
			}
			g, err := s.Guarantee()
			if err != nil {
				return err
			}
			r := audited{
				Method: args[0], Mode: mode, Relation: rel.String(), Delta: delta, Claimed: epsilon(g.Claimed), Proved: epsilon(g.Proved),
				Reason: g.Reason, Audited: float64(found.Epsilon), Most: float64(most), Confidence: confidence, Trials: found.Trials,
				Attack: found.Method, Worlds: t.worlds, Looks: t.looks,
			}
			if found.Violates(g.Claimed) {
				r.Broken = append(r.Broken, "claimed")
			}
			if found.Violates(g.Proved) {
				r.Broken = append(r.Broken, "proved")
			}
			if err := a.print(r, r.write); err != nil {
				return err
			}
			if r.Broken != nil {
				return errReported
			}
			return nil
		},
	}
	flags := c.Flags()
	flags.StringVar(&mode, "mode", "strict", "published, strict, …: as for gdp run")
	flags.Float64Var(&eps, "epsilon", 0, "budget ε of each run")
	flags.Float64Var(&delta, "delta", 0, "budget δ of each run")
	flags.StringVar(&relation, "relation", "", "which graphs are neighbours; default the method's")
	flags.IntVar(&trials, "trials", 1000, "runs, half of them in each world")
	flags.Float64Var(&confidence, "confidence", 0.95, "with which the bound holds")
	flags.IntVar(&workers, "workers", 1, "runs at the same time")
	flags.StringVar(&file, "resume", "", "file that keeps the runs")
	flags.StringArrayVar(&set, "set", nil, "NAME=VALUE: change a setting of the mode; may be given many times")
	return c
}

// write is the audit for people.
func (r audited) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "method\t%s, %s, relation %s, δ = %g\n", r.Method, r.Mode, r.Relation, r.Delta)
	fmt.Fprintf(t, "claimed ε\t%.4g\n", float64(r.Claimed))
	fmt.Fprintf(t, "proved ε\t%.4g\n", float64(r.Proved))
	if r.Reason != "" {
		fmt.Fprintf(t, "not proved\t%s\n", r.Reason)
	}
	fmt.Fprintf(t, "audited ε\tat least %.4g (confidence %g, %d trials; they could show %.4g at most)\n", r.Audited, r.Confidence, r.Trials, r.Most)
	fmt.Fprintf(t, "worlds\t%s\n", r.Worlds)
	fmt.Fprintf(t, "attack\t%s, on %s\n", r.Attack, r.Looks)
	for _, b := range r.Broken {
		fmt.Fprintf(t, "broken\tthe %s ε is below what the attack shows\n", b)
	}
	return t.Flush()
}

// lonelyWord is two classes with a word each, and a node that has a word of its
// own in world 1 alone.
func lonelyWord(gdp.Relation) (worlds [2]*graph.Network, err error) {
	const n, words = 60, 3
	g, _, err := graph.FromEdges(n, nil, graph.Options{})
	if err != nil {
		return worlds, err
	}
	for world := range worlds {
		offsets, columns, labels := []int64{0}, []int32{}, make([]int32, n)
		for u := range int32(n) {
			switch {
			case u > 0:
				labels[u] = u % 2
				columns = append(columns, labels[u])
			case world == 1:
				labels[u] = 1
				columns = append(columns, 2)
			}
			offsets = append(offsets, int64(len(columns)))
		}
		attrs, err := graph.NewAttributes(words, offsets, columns, slices.Repeat([]float32{1}, len(columns)))
		if err != nil {
			return worlds, err
		}
		worlds[world] = &graph.Network{Graph: g, Attrs: attrs, Labels: labels, Classes: []string{"0", "1"}}
	}
	return worlds, nil
}

// lookAtFeatures trains on all nodes but one and shows the model the word.
func lookAtFeatures(ctx context.Context, s *gdp.Session, config any) ([]float64, error) {
	split := features.Split{Test: []int32{59}}
	for u := range int32(59) {
		split.Train = append(split.Train, u)
	}
	r, err := features.Run(ctx, s, *config.(*features.Config), split, features.Watch{})
	if err != nil {
		return nil, err
	}
	probe, err := graph.NewAttributes(3, []int64{0, 1}, []int32{2}, []float32{1})
	if err != nil {
		return nil, err
	}
	logits := r.Model.Logits(probe, 0)
	return []float64{float64(logits[1] - logits[0])}, nil
}

// star is a node joined to others in world 1, to nobody in world 0: to one other
// at edge level, else to 40. The others are a random graph.
func star(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
	n, arms := 64, int32(40)
	if rel == gdp.EdgeLevel {
		arms = 1
	}
	r := rand.New(rand.NewPCG(6, 4))
	var rest []graph.Edge
	for range 300 {
		rest = append(rest, graph.Edge{U: 2 + int32(r.IntN(n-2)), V: 2 + int32(r.IntN(n-2))})
	}
	for world := range worlds {
		edges := slices.Clone(rest)
		for v := int32(1); v <= arms && world == 1; v++ {
			edges = append(edges, graph.Edge{U: 0, V: v})
		}
		g, _, err := graph.FromEdges(n, edges, graph.Options{})
		if err != nil {
			return worlds, err
		}
		worlds[world] = &graph.Network{Graph: g}
	}
	return worlds, nil
}

func lookAtPrivDPR(ctx context.Context, s *gdp.Session, config any) ([]float64, error) {
	c, ok := config.(*privdpr.Config)
	if !ok {
		return nil, usageError{fmt.Errorf("the null control reads nothing that an attack could find")}
	}
	r, err := privdpr.Run(ctx, s, *c, nil)
	if err != nil {
		return nil, err
	}
	isolated := 0
	for _, d := range r.Graph.Degrees() {
		if d == 0 {
			isolated++
		}
	}
	return []float64{float64(r.Graph.M()), float64(isolated), float64(r.Graph.Degree(0))}, nil
}

func lookAtSEPrivGEmb(ctx context.Context, s *gdp.Session, config any) ([]float64, error) {
	c, ok := config.(*seprivgemb.Config)
	if !ok || c.Method == seprivgemb.Untrained {
		return nil, usageError{fmt.Errorf("the null control reads nothing that an attack could find")}
	}
	r, err := seprivgemb.Run(ctx, s, *c, nil)
	if err != nil {
		return nil, err
	}
	dot := func(x, y []float32) (sum float64) {
		for i, v := range x {
			sum += float64(v) * float64(y[i])
		}
		return sum
	}
	x := r.In
	seen := []float64{dot(x[0], x[0]), dot(x[1], x[1]), dot(x[0], x[1])}
	if r.Out != nil { // what skip-gram fits
		seen[2] = dot(x[0], r.Out[1]) + dot(x[1], r.Out[0])
	}
	if r.Degrees != nil {
		seen = append(seen, r.Degrees[0]+r.Degrees[1])
	}
	return seen, nil
}
