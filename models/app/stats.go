package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/spf13/cobra"
)

func (a *app) stats() *cobra.Command {
	var r reading
	m := measuring{known: metric.Names()}
	c := &cobra.Command{
		Use:   "stats FILE|NAME|-",
		Short: "Compute the statistics of a graph",
		Long: `stats computes statistics of the simple undirected graph: counts, clustering, distances, degrees,
communities and centralities. The graph is a file, a folder, a data set or "-" for standard input.

On large graphs distances are estimated from a sample of nodes, with a standard error, and the diameter is
given by two bounds. For a collection of graphs it prints the mean row of DPGGAN's Table 1. An interrupted
command prints the statistics that are ready.`,
		Example: "  gdp stats karate\n  gdp stats graph.txt.gz --json\n  gdp stats karate --only triangles,diameter\n  zcat graph.gz | gdp stats - --without communities\n  gdp stats privgraph-enron --seed 7 --sources 4096",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := m.options(a, cmd)
			if err != nil {
				return err
			}
			d, err := a.read(args[0], r)
			if err != nil {
				return err
			}
			if d.Collection != nil {
				if len(m.Only) > 0 || len(m.without) > 0 {
					return usagef("%s is a collection; --only and --without need a single graph", args[0])
				}
				return a.collectionStats(cmd.Context(), d.Collection)
			}
			s, err := metric.All(cmd.Context(), d.Graph, o)
			if s == nil {
				return err
			}
			for _, r := range []metric.Ranking{s.PageRank, s.Eigenvector} {
				for i, top := range r.Top {
					if d.IDs != nil {
						r.Top[i].ID = d.IDs.Name(top.Node)
					}
				}
			}
			return errors.Join(a.print(s, textOf(s.WriteText)), err)
		},
	}
	m.flags(c)
	r.flags(c)
	files(c, reads)
	c.ValidArgsFunction = graphs(1)
	return c
}

// measuring selects what to compute, and how.
type measuring struct {
	metric.Options
	known   []string // statistics to compute
	without []string
}

// flags adds the flags of the commands that compute statistics.
func (m *measuring) flags(c *cobra.Command) {
	m.Options = metric.Default()
	f := c.Flags()
	f.Uint64Var(&m.Seed, "seed", m.Seed, "seed of community detection and sampling")
	f.Float64Var(&m.Effort, "effort", m.Effort, "largest N (N + 2M) for exact distances; sampled beyond")
	f.IntVar(&m.Sources, "sources", m.Sources, "number of sampled source nodes for distances")
	f.StringSliceVar(&m.Only, "only", nil, "compute only these statistics, by comma-separated `names`")
	f.StringSliceVar(&m.without, "without", nil, "compute all statistics except these `names`")
	completeList(c, "only", m.known)
	completeList(c, "without", m.known)
}

// options checks the flags.
func (m *measuring) options(a *app, c *cobra.Command) (metric.Options, error) {
	o := m.Options
	switch {
	case o.Sources < 2:
		return o, usagef("--sources %d: must be at least 2", o.Sources)
	case !(o.Effort >= 0):
		return o, usagef("--effort %v: must not be negative", o.Effort)
	}
	for flag, names := range map[string][]string{"only": m.Only, "without": m.without} {
		if c.Flags().Changed(flag) && len(names) == 0 {
			return o, usagef("--%s: no statistic given", flag)
		}
		for i, name := range names {
			names[i] = strings.TrimSpace(name)
		}
	}
	for _, name := range slices.Concat(o.Only, m.without) {
		if !slices.Contains(m.known, name) {
			return o, usagef("no statistic %q; %s", name, nearest.Hint(name, m.known))
		}
	}
	if len(m.without) > 0 {
		from := m.known
		if len(o.Only) > 0 {
			from = o.Only
		}
		o.Only = slices.DeleteFunc(slices.Clone(from), func(name string) bool { return slices.Contains(m.without, name) })
		if len(o.Only) == 0 {
			return o, usageError{errors.New("--without excludes every statistic")}
		}
	}
	o.Progress = a.meter.tell
	return o, nil
}

// collectionStats prints the means of Table 1 of DPGGAN.
func (a *app) collectionStats(ctx context.Context, c *graph.Collection) error {
	a.meter.tell("statistics", 0)
	row, err := metric.DPGGANTable(ctx, c)
	if err != nil {
		return err
	}
	result := struct {
		Graphs int              `json:"graphs"`
		Mean   metric.DPGGANRow `json:"dpggan_mean"`
	}{len(c.Graphs), row}
	return a.print(result, func(r rows) {
		fmt.Fprintf(r, "graphs\t%d\nmean of\tby DPGGAN's definitions\n", len(c.Graphs))
		fmt.Fprintf(r, "LCC\t%.6g\nTC\t%.6g\nCPL\t%.6g\nGINI\t%.6g\nREDE\t%.6g\n", row.LCC, row.TC, row.CPL, row.GINI, row.REDE)
	})
}
