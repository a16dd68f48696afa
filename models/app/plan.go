package app

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/surrogate"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// planReport is what a run would ask of graphs that are made up, with all that is public of the
// private one: nothing of it depends on private data, and nothing is paid.
type planReport struct {
	Method   string    `json:"method"`
	Mode     string    `json:"mode"`
	Relation string    `json:"relation"`
	Epsilon  float64   `json:"epsilon"`
	Delta    float64   `json:"delta"`
	Nodes    int       `json:"nodes"`
	Protocol string    `json:"protocol"` // what is expected
	Null     string    `json:"null,omitempty"`
	Made     []planned `json:"made"`
}

// planned is the plan for one graph that is made up.
type planned struct {
	MeanDegree float64     `json:"mean_degree"`
	Asked      []gdp.Entry `json:"asked"`
	Parts      []gdp.Entry `json:"parts,omitempty"` // of what pairs of one part were asked
	Expected   []expected  `json:"expected"`
}

// expected is a value that is measured of a mode and of the method's null control.
type expected struct {
	Value string   `json:"value"`
	Mode  epsilon  `json:"mode"`           // +Inf where a value of the truth is 0
	Null  *epsilon `json:"null,omitempty"` // nil where the method has no null control
	Below bool     `json:"below_null"`
}

// plan makes graphs up, and does there what the run would do.
func (a *app) plan(ctx context.Context, c chosen, f runFlags, d private) (*planReport, error) {
	if c.relation.OfGraphs() {
		return nil, usageError{fmt.Errorf("--plan: under the relation %v graph sizes are private, so no surrogate graph can be generated", c.relation)}
	}
	budget := gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	s, err := f.protect(d, c.relation, budget)
	if err != nil {
		return nil, err
	}
	public := s.Public()
	p := &planReport{Method: c.method.Name, Mode: c.mode.Name, Relation: c.relation.String(), Epsilon: f.epsilon, Delta: f.delta, Nodes: public.Nodes}
	for _, m := range c.method.Modes {
		if m.Role == method.Null && p.Null == "" && m.Name != c.mode.Name {
			p.Null = m.Name
		}
	}
	for _, mean := range surrogate.MeanDegrees {
		net, many, err := surrogate.Up(public, mean)
		if err != nil {
			return nil, fmt.Errorf("--plan: %w", err)
		}
		up := &data.Dataset{Collection: many}
		if net != nil {
			up.Network = *net
		}
		one, err := a.planOn(ctx, p, c, f, up, budget)
		if err != nil {
			return nil, fmt.Errorf("--plan: on a surrogate graph of mean degree %g: %w", mean, err)
		}
		one.MeanDegree = mean
		p.Made = append(p.Made, *one)
	}
	return p, nil
}

// planOn runs the mode and the null control on a graph that is made up.
func (a *app) planOn(ctx context.Context, p *planReport, c chosen, f runFlags, on *data.Dataset, budget gdp.Budget) (*planned, error) {
	f.seeded, f.seed = true, 1
	s, err := f.protect(private{Dataset: on, read: graphio.Options{Nodes: p.Nodes}}, c.relation, budget)
	if err != nil {
		return nil, err
	}
	if _, err := c.mode.Run(ctx, s, c.config, a.watch("planning", "", nil)); err != nil {
		return nil, err
	}
	l, err := s.Ledger()
	if err != nil {
		return nil, err
	}
	one := &planned{Asked: l.Entries, Parts: l.Parts}
	for _, protocol := range trial.Protocols() {
		if protocol.Of != c.method.Releases || protocol.IsAudit() || protocol.Unfit(on.Graphs()) != "" {
			continue
		}
		p.Protocol = protocol.Name
		t := trial.Trial{Protocol: protocol.Name, Method: c.method.Name, Mode: c.mode.Name, Data: "made up", Epsilon: f.epsilon, Delta: f.delta, Seed: 1, Variant: strings.Join(f.set, ",")}
		got, err := trial.Evaluate(ctx, c.method, t, on.Graphs(), nil)
		if err != nil {
			return nil, err
		}
		var null trial.Measured
		if p.Null != "" {
			t.Mode, t.Variant = p.Null, ""
			if null, err = trial.Evaluate(ctx, c.method, t, on.Graphs(), nil); err != nil {
				return nil, err
			}
		}
		for _, v := range protocol.Values {
			x, ok := got.Values[v.Name]
			if !ok || v.Better == trial.Neither {
				continue
			}
			e := expected{Value: v.Name, Mode: epsilon(x)}
			if y, ok := null.Values[v.Name]; ok {
				null := epsilon(y)
				e.Null, e.Below = &null, v.Better == trial.Larger && x < y || v.Better == trial.Smaller && x > y
			}
			one.Expected = append(one.Expected, e)
		}
		return one, nil
	}
	return one, nil
}

// write is the plan for people.
func (p *planReport) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "plan\t%s, %s, relation %s, ε = %g, δ = %g, %d nodes\n", p.Method, p.Mode, p.Relation, p.Epsilon, p.Delta, p.Nodes)
	fmt.Fprintf(t, "basis\tsurrogate graphs generated from the public metadata; your graph was not read and nothing was spent\n")
	for _, one := range p.Made {
		fmt.Fprintf(t, "\nat mean degree %g\t\n", one.MeanDegree)
		for _, e := range one.Asked {
			fmt.Fprintf(t, "query\t%s: %v\n", e.Label, e.Counted)
		}
		for _, e := range one.Parts {
			fmt.Fprintf(t, "sub-query\t%s: %v\n", e.Label, e.Counted)
		}
		var below []string
		for _, e := range one.Expected {
			text := fmt.Sprintf("%s %.4g", e.Value, e.Mode)
			if e.Null != nil {
				text += fmt.Sprintf(", %s %.4g", p.Null, *e.Null)
			}
			if e.Below {
				below = append(below, e.Value)
			}
			fmt.Fprintf(t, "expected\t%s (%s)\n", text, p.Protocol)
		}
		if below != nil {
			fmt.Fprintf(t, "warning\tworse than the null control %s in %s; --mode %s is better there\n", p.Null, strings.Join(below, ", "), p.Null)
		}
	}
	return t.Flush()
}
