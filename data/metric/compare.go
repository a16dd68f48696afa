package metric

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

// Comparison compares a released graph with the original.
type Comparison struct {
	Original, Released *Stats
	Rows               []Row
}

// Row is one measure. For a statistic, Error is the [RelativeError]. For a measure of both graphs,
// such as a distance of their degree distributions, Released is its value, Original the value of
// the original with itself, and Error the difference. Undefined values are NaN, and null in JSON.
type Row struct {
	Metric                    string
	Original, Released, Error float64
	Note                      string // reason for an undefined value, or its accuracy
}

// spectrumSize is the number of eigenvalues in the spectral distance.
const spectrumSize = 16

// Compare computes the statistics of both graphs with their relative errors, and the measures by
// which the papers compare graphs:
//
//	ks_degree                [KS] of the degree distributions
//	kl_degree                [KL] of the released degrees from the original ones
//	nmi_communities          [NMI] of the communities of the two graphs
//	ami_communities          the same adjusted for chance: [AMI]
//	eigenvector_overlap      overlap of the top 1 % of nodes by eigenvector centrality:
//	                         [TopOverlap]
//	eigenvector_mae          mean difference of the centralities of these 1 % in the original:
//	                         [TopMAE]
//	eigenvector_mae_by_rank  mean difference of the largest 1 % of centralities, compared by
//	                         rank: [TopMAEByRank]
//	spectral_distance        |λ-λ'|₂/|λ|₂ over the 16 largest eigenvalues of the adjacency
//	                         matrices
//
// The measures from nmi_communities to eigenvector_mae compare the same nodes in both graphs. They
// are undefined if the numbers of nodes differ, or if the options state that the nodes are
// unrelated.
func Compare(ctx context.Context, original, released *graph.Graph, o Options) (*Comparison, error) {
	if err := o.check(append(Names(), Measures()...)); err != nil {
		return nil, err
	}
	a, err := describe(ctx, "original", original, o)
	if err != nil {
		return nil, err
	}
	b, err := describe(ctx, "released", released, o)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Original: a.Stats, Released: b.Stats}
	valuesB := b.Values()
	for i, v := range a.Values() {
		row := Row{Metric: v.Name, Original: v.X, Released: valuesB[i].X, Error: RelativeError(v.X, valuesB[i].X)}
		if e := a.Estimates[v.Name].text(); e != "" {
			row.Note = "original" + e
		}
		if e := b.Estimates[v.Name].text(); e != "" {
			row.Note += " released" + e
		}
		row.Note = strings.TrimSpace(row.Note)
		c.Rows = append(c.Rows, row)
	}
	for _, m := range measures {
		if !o.choice().has(m.name) {
			continue
		}
		row := Row{Metric: m.name, Original: m.itself}
		if m.sameNodes && (a.Nodes != b.Nodes || o.Unrelated) {
			row.Released, row.Note = math.NaN(), "undefined: not the same nodes"
		} else if row.Released, row.Note, err = m.of(a, b); err != nil {
			return nil, err
		}
		row.Error, row.Note = math.Abs(row.Released-m.itself), strings.TrimSpace(row.Note)
		c.Rows = append(c.Rows, row)
	}
	return c, nil
}

// measure is a measure of two graphs.
type measure struct {
	name      string
	itself    float64 // value for a graph and itself
	needs     string  // a statistic of both; "" if it is defined for every graph
	sameNodes bool
	of        func(a, b described) (x float64, note string, err error)
}

var measures = []measure{
	{"ks_degree", 0, "", false, func(a, b described) (float64, string, error) { return KS(a.Degrees, b.Degrees), "", nil }},
	{"kl_degree", 0, "", false, func(a, b described) (float64, string, error) { return KL(a.Degrees, b.Degrees), "", nil }},
	{"nmi_communities", 1, "communities", true, func(a, b described) (float64, string, error) {
		x, err := NMI(a.Community, b.Community)
		return x, "", err
	}},
	{"ami_communities", 1, "communities", true, func(a, b described) (float64, string, error) {
		x, err := AMI(a.Community, b.Community)
		return x, "", err
	}},
	{"eigenvector_overlap", 1, "eigenvector", true, func(a, b described) (float64, string, error) {
		x, err := TopOverlap(a.Eigenvector.Scores, b.Eigenvector.Scores)
		return x, eigenvectorNote(a, b), err
	}},
	{"eigenvector_mae", 0, "eigenvector", true, func(a, b described) (float64, string, error) {
		x, err := TopMAE(a.Eigenvector.Scores, b.Eigenvector.Scores)
		return x, eigenvectorNote(a, b), err
	}},
	{"eigenvector_mae_by_rank", 0, "eigenvector", false, func(a, b described) (float64, string, error) {
		return TopMAEByRank(a.Eigenvector.Scores, b.Eigenvector.Scores), eigenvectorNote(a, b), nil
	}},
	{spectral, 0, "", false, func(a, b described) (float64, string, error) {
		note := ""
		if residual := max(a.residual, b.residual); residual > spectrumTolerance {
			note = Estimate{Residual: residual}.text()
		}
		return spectralDistance(a.spectrum, b.spectrum), note, nil
	}},
}

const spectral = "spectral_distance"

func eigenvectorNote(a, b described) string {
	return a.Estimates["eigenvector"].text() + b.Estimates["eigenvector"].text()
}

// Measures lists the measures of both graphs that [Compare] computes.
func Measures() []string {
	return lists.Map(measures, func(m measure) string { return m.name })
}

// described holds what measures need of one graph.
type described struct {
	*Stats
	spectrum []float64
	residual float64 // of the spectrum
}

// describe computes what Compare needs of one graph.
func describe(ctx context.Context, which string, g *graph.Graph, o Options) (d described, err error) {
	one := o
	if o.Progress != nil {
		one.Progress = func(step string, done float64) { o.Progress(which+": "+step, done) }
	}
	var statistics choice // requested statistics, without measures
	if len(o.Only) > 0 {
		statistics = choice{}
		for _, name := range Names() {
			if slices.Contains(o.Only, name) {
				statistics = append(statistics, name)
			}
		}
		one.Only = append(slices.Clone(statistics), "nodes") // an empty list would mean all
		for _, m := range measures {
			if m.needs != "" && slices.Contains(o.Only, m.name) {
				one.Only = append(one.Only, m.needs)
			}
		}
	}
	if d.Stats, err = All(ctx, g, one); err != nil {
		return d, fmt.Errorf("metric: %s graph: %w", which, err)
	}
	d.chosen = statistics
	if o.choice().has(spectral) {
		one.tell("spectrum", 0)
		if d.spectrum, d.residual, err = Spectrum(ctx, g, spectrumSize, d.rng(3)); err != nil {
			return d, fmt.Errorf("metric: %s graph: %w", which, err)
		}
	}
	return d, nil
}

// spectralDistance returns |a-b|₂/|a|₂, with the shorter list padded with zeros.
func spectralDistance(a, b []float64) float64 {
	difference := add(a, make([]float64, len(b)))
	for i, x := range b {
		difference[i] -= x
	}
	return norm(difference) / norm(a)
}

// RelativeError returns |released - original| / |original|: 0 if both are equal, +Inf if only the
// original is 0. DPGS instead divides by max(ξ, original) with a small ξ.
func RelativeError(original, released float64) float64 {
	if original == released {
		return 0
	}
	return math.Abs(released-original) / math.Abs(original)
}

// MarshalJSON writes an object with one member per row, under its name: {"original": …, "released":
// …, "error": …}, with an optional "note".
func (c *Comparison) MarshalJSON() ([]byte, error) {
	type row struct {
		Original any    `json:"original"`
		Released any    `json:"released"`
		Error    any    `json:"error"`
		Note     string `json:"note,omitempty"`
	}
	return object(func(add func(name string, value any)) {
		for _, r := range c.rows() {
			add(r.Metric, row{finite(r.Original), finite(r.Released), finite(r.Error), r.Note})
		}
	})
}

// rows returns the rows of c, none for nil.
func (c *Comparison) rows() []Row {
	if c == nil {
		return nil
	}
	return c.Rows
}

// WriteText writes a readable table.
func (c *Comparison) WriteText(w io.Writer) error {
	if c == nil || w == nil {
		return errors.New("metric: no comparison or no writer")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "metric\toriginal\treleased\terror")
	for _, r := range c.Rows {
		line := []string{r.Metric, text(r.Original), text(r.Released), text(r.Error)}
		if r.Note != "" {
			line = append(line, r.Note)
		}
		fmt.Fprintln(t, strings.Join(line, "\t"))
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("metric: table of a comparison: %w", err)
	}
	return nil
}
