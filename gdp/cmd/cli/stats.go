package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"text/tabwriter"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/graphio"
	"github.com/graphdp/graphdp/gdp/metric"
	"github.com/spf13/cobra"
)

func (a *app) stats() *cobra.Command {
	o := metric.Default()
	c := &cobra.Command{
		Use:   "stats FILE|NAME",
		Short: "Compute every statistic of a graph",
		Long: `stats computes the statistics of a graph, taken as simple and undirected: counts,
clustering, distances, degrees, communities, centralities. Where exact distances
would take too long they are estimated from a sample of nodes, and the output
says so with a standard error. Of a collection of graphs it prints the mean row
of DPGGAN's Table 1.`,
		Example: "  gdp stats karate\n  gdp stats graph.txt.gz --json\n  gdp stats privgraph-enron --seed 7 --sources 4096",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := openData(args[0])
			if err != nil {
				return err
			}
			if d.Collection != nil {
				return a.collectionStats(cmd.Context(), d.Collection)
			}
			o.Progress = a.progress
			s, err := metric.All(cmd.Context(), d.Graph, o)
			if err != nil {
				return err
			}
			for _, r := range []metric.Ranking{s.PageRank, s.Eigenvector} {
				for i, top := range r.Top {
					if d.IDs != nil {
						r.Top[i].ID = d.IDs.Name(top.Node)
					}
				}
			}
			return a.print(s, s.WriteText)
		},
	}
	metricFlags(c, &o)
	return c
}

// metricFlags are the flags of the commands that compute statistics.
func metricFlags(c *cobra.Command, o *metric.Options) {
	c.Flags().Uint64Var(&o.Seed, "seed", o.Seed, "seed of the communities and of sampling")
	c.Flags().Float64Var(&o.Effort, "effort", o.Effort, "measure distances between all nodes up to this N (N + 2M), from a sample beyond")
	c.Flags().IntVar(&o.Sources, "sources", o.Sources, "nodes to measure distances from in a sample")
}

// progress says on standard error what comes next.
func (a *app) progress(step string, done float64) {
	if done == 0 {
		fmt.Fprintf(a.err, "%s …\n", step)
	}
}

// collectionStats prints the mean row of DPGGAN's Table 1.
func (a *app) collectionStats(ctx context.Context, c *graph.Collection) error {
	row, err := metric.DPGGANTable(ctx, c)
	if err != nil {
		return err
	}
	result := struct {
		Graphs int              `json:"graphs"`
		Mean   metric.DPGGANRow `json:"dpggan_mean"`
	}{len(c.Graphs), row}
	return a.print(result, func(w io.Writer) error {
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(t, "graphs\t%d\nmean of\tby DPGGAN's definitions\n", len(c.Graphs))
		fmt.Fprintf(t, "LCC\t%.6g\nTC\t%.6g\nCPL\t%.6g\nGINI\t%.6g\nREDE\t%.6g\n", row.LCC, row.TC, row.CPL, row.GINI, row.REDE)
		return t.Flush()
	})
}

// openData reads a file or folder, or finds a data set by name; a file wins over
// a data set of the same name. Graphs are undirected.
func openData(name string) (*data.Dataset, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		d, err := data.Load(name)
		if err != nil {
			return nil, fmt.Errorf("no file %s, and %w", name, err)
		}
		return d, nil
	}
	o := graphio.Options{Direction: graphio.Undirected}
	network, report, err := graphio.Read(name, o)
	if err == nil {
		return &data.Dataset{Network: *network, Report: report}, nil
	}
	if c, report, many := graphio.ReadCollection(name, o); many == nil {
		return &data.Dataset{Collection: c, Report: report}, nil
	}
	return nil, err
}
