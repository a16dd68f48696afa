package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/surrogate"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// planReport is the plan of a run on surrogate graphs, which are generated from the public facts of
// the private graph. It does not depend on private data and costs nothing.
type planReport struct {
	Method   string    `json:"method"`
	Mode     string    `json:"mode"`
	Relation string    `json:"relation"`
	Epsilon  float64   `json:"epsilon"`
	Delta    float64   `json:"delta"`
	Nodes    int       `json:"nodes"`
	Protocol string    `json:"protocol"` // expected values
	Null     string    `json:"null,omitempty"`
	Made     []planned `json:"made"`
}

// planned is the plan for one surrogate graph.
type planned struct {
	MeanDegree float64     `json:"mean_degree"`
	Asked      []gdp.Entry `json:"asked"`
	Parts      []gdp.Entry `json:"parts,omitempty"` // queries on the pairs of one part of a division
	Expected   []expected  `json:"expected"`
}

// expected is a measured value of a mode and of the method's null control.
type expected struct {
	Value string   `json:"value"`
	Mode  epsilon  `json:"mode"`           // +Inf where the true value is 0
	Null  *epsilon `json:"null,omitempty"` // nil where the method has no null control
	Below bool     `json:"below_null"`
}

// plan generates surrogate graphs, runs the mode on each, and prints the results.
func (a *app) plan(ctx context.Context, c chosen, f runFlags, d private, budget gdp.Budget) error {
	s, err := d.protect(budget)
	if err != nil {
		return err
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
			return fmt.Errorf("--plan: %w", err)
		}
		on := private{Private: data.Private{Dataset: &data.Dataset{Collection: many}, Read: net, Universe: p.Nodes}, relation: c.relation}
		if net != nil {
			on.Network = *net
		}
		one, err := a.planOn(ctx, p, c, on, budget)
		if err != nil {
			return fmt.Errorf("--plan: on a surrogate graph of mean degree %g: %w", mean, err)
		}
		one.MeanDegree = mean
		p.Made = append(p.Made, *one)
	}
	return a.print(p, p.write)
}

// planOn runs the mode and the null control on a surrogate graph.
func (a *app) planOn(ctx context.Context, p *planReport, c chosen, on private, budget gdp.Budget) (*planned, error) {
	s, err := on.protect(budget, gdp.Seed(1))
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
		t := trial.Trial{Protocol: protocol.Name, Method: c.method.Name, Mode: c.mode.Name, Data: "made up", Epsilon: p.Epsilon, Delta: p.Delta, Seed: 1, Variant: strings.Join(c.set, ",")}
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
		one.Expected = compared(protocol.Values, got.Values, null.Values)
		return one, nil
	}
	return one, nil
}

// compared puts the values of a mode and of its null control together.
func compared(of []trial.Value, mode, null map[string]float64) (list []expected) {
	for _, v := range of {
		x, ok := mode[v.Name]
		if !ok || v.Better == trial.Neither {
			continue
		}
		e := expected{Value: v.Name, Mode: epsilon(x)}
		if y, ok := null[v.Name]; ok {
			null := epsilon(y)
			e.Null, e.Below = &null, v.Better == trial.Larger && x < y || v.Better == trial.Smaller && x > y
		}
		list = append(list, e)
	}
	return list
}

// write prints the plan as text.
func (p *planReport) write(t rows) {
	t.row("plan", "%s, %s, relation %s, ε = %g, δ = %g, %d nodes", p.Method, p.Mode, p.Relation, p.Epsilon, p.Delta, p.Nodes)
	t.row("basis", "%s", planBasis)
	for _, one := range p.Made {
		fmt.Fprintf(t, "\nat mean degree %g\t\n", one.MeanDegree)
		for _, e := range one.Asked {
			t.row("query", "%s: %v", e.Label, e.Counted)
		}
		for _, e := range one.Parts {
			t.row("sub-query", "%s: %v", e.Label, e.Counted)
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
			t.row("expected", "%s (%s)", text, p.Protocol)
		}
		if below != nil {
			t.row("warning", "worse than the null control %s in %s; --mode %[1]s is better there", p.Null, strings.Join(below, ", "))
		}
	}
}

// planBasis states the basis of a plan.
const planBasis = "surrogate graphs generated from the public metadata; your graph was not read and nothing was spent"
