package metric

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/gdp/graph"
)

// Comparison sets a released graph beside the original.
type Comparison struct {
	Original, Released *Stats
	Rows               []Row
}

// Row is one measure. For a statistic, Error is the relative error
// [RelativeError]. A measure of both graphs together, such as a distance of
// their degree distributions, has its value in Released and the value that
// the original has with itself in Original; Error is the difference of the two.
// What is undefined is NaN, and null in JSON.
type Row struct {
	Metric                    string
	Original, Released, Error float64
	Note                      string // why it is undefined, or how far it can be trusted
}

// spectrumSize is the number of eigenvalues that the spectral distance takes in.
const spectrumSize = 16

// Compare computes the statistics of both graphs and, beside their relative
// errors, the measures by which the papers compare graphs:
//
//	ks_degree                [KS] of the degree distributions
//	kl_degree                [KL] of the released degrees from the original ones
//	nmi_communities          [NMI] of the communities of the two graphs
//	ami_communities          the same adjusted for chance: [AMI]
//	eigenvector_overlap      share of the 1 % of nodes of highest eigenvector centrality that are so in both: [TopOverlap]
//	eigenvector_mae          mean difference of the centralities of these 1 % in the original: [TopMAE]
//	eigenvector_mae_by_rank  mean difference of the highest 1 % of centralities, compared by rank: [TopMAEByRank]
//	spectral_distance        |λ-λ'|₂/|λ|₂ over the 16 largest eigenvalues of the adjacency matrices
//
// Those from nmi_communities to eigenvector_mae need the same nodes in both
// graphs, and are undefined where the numbers of nodes differ or the options
// say that nodes are strangers.
func Compare(ctx context.Context, original, released *graph.Graph, o Options) (*Comparison, error) {
	a, spectrumA, residualA, err := describe(ctx, original, o)
	if err != nil {
		return nil, fmt.Errorf("metric: original graph: %w", err)
	}
	b, spectrumB, residualB, err := describe(ctx, released, o)
	if err != nil {
		return nil, fmt.Errorf("metric: released graph: %w", err)
	}
	c := &Comparison{Original: a, Released: b}
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

	c.add("ks_degree", 0, KS(a.Degrees, b.Degrees), "")
	c.add("kl_degree", 0, KL(a.Degrees, b.Degrees), "")
	eigenNote := a.Estimates["eigenvector"].text() + b.Estimates["eigenvector"].text()
	for _, m := range []struct {
		name   string
		itself float64
		of     func() (float64, error)
		note   string
	}{
		{"nmi_communities", 1, func() (float64, error) { return NMI(a.Community, b.Community) }, ""},
		{"ami_communities", 1, func() (float64, error) { return AMI(a.Community, b.Community) }, ""},
		{"eigenvector_overlap", 1, func() (float64, error) { return TopOverlap(a.Eigenvector.Scores, b.Eigenvector.Scores) }, eigenNote},
		{"eigenvector_mae", 0, func() (float64, error) { return TopMAE(a.Eigenvector.Scores, b.Eigenvector.Scores) }, eigenNote},
	} {
		if a.Nodes != b.Nodes || o.Strangers {
			c.add(m.name, m.itself, math.NaN(), "undefined: not the same nodes")
			continue
		}
		x, err := m.of()
		if err != nil {
			return nil, err
		}
		c.add(m.name, m.itself, x, m.note)
	}
	c.add("eigenvector_mae_by_rank", 0, TopMAEByRank(a.Eigenvector.Scores, b.Eigenvector.Scores), eigenNote)
	note := ""
	if residual := max(residualA, residualB); residual > spectrumTolerance {
		note = Estimate{Residual: residual}.text()
	}
	c.add("spectral_distance", 0, spectralDistance(spectrumA, spectrumB), note)
	return c, nil
}

// describe computes what Compare needs to know of one graph.
func describe(ctx context.Context, g *graph.Graph, o Options) (s *Stats, spectrum []float64, residual float64, err error) {
	if s, err = All(ctx, g, o); err != nil {
		return nil, nil, 0, err
	}
	if o.Progress != nil {
		o.Progress("spectrum")
	}
	spectrum, residual, err = Spectrum(ctx, g, spectrumSize, s.rng(3))
	return s, spectrum, residual, err
}

// add adds a measure of both graphs together.
func (c *Comparison) add(name string, itself, x float64, note string) {
	c.Rows = append(c.Rows, Row{Metric: name, Original: itself, Released: x, Error: math.Abs(x - itself), Note: strings.TrimSpace(note)})
}

// spectralDistance is |a-b|₂/|a|₂, the shorter list extended by zeros.
func spectralDistance(a, b []float64) float64 {
	difference := add(a, make([]float64, len(b)))
	for i, x := range b {
		difference[i] -= x
	}
	return norm(difference) / norm(a)
}

// RelativeError is |released - original| / |original|: 0 when both are the same,
// and +Inf when only the original is 0. DPGS divides by max(ξ, original)
// instead, with a small ξ.
func RelativeError(original, released float64) float64 {
	if original == released {
		return 0
	}
	return math.Abs(released-original) / math.Abs(original)
}

// MRE is the mean relative error of the releases of several runs [PrivDPR].
func MRE(original float64, released []float64) float64 {
	errors := make([]float64, len(released))
	for i, x := range released {
		errors[i] = RelativeError(original, x)
	}
	return mean(errors)
}

// MarshalJSON writes an object with one member for each row, under its name:
// {"original": …, "released": …, "error": …}, and a "note" where there is one.
func (c *Comparison) MarshalJSON() ([]byte, error) {
	type row struct {
		Original any    `json:"original"`
		Released any    `json:"released"`
		Error    any    `json:"error"`
		Note     string `json:"note,omitempty"`
	}
	return object(func(add func(name string, value any)) {
		for _, r := range c.Rows {
			add(r.Metric, row{finite(r.Original), finite(r.Released), finite(r.Error), r.Note})
		}
	})
}

// WriteText writes a table for people.
func (c *Comparison) WriteText(w io.Writer) error {
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
