package nb

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/embed"
	draw "github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// Results of packages are shown as a table, a figure or their own line, never as an address or as
// fields in braces.
func TestResultsAreShown(t *testing.T) {
	ctx := context.Background()
	d := data.MustLoad("karate")
	g := d.Graph
	s := Must(gdp.Protect(&d.Network, gdp.NodeLevel, gdp.Budget{Epsilon: 2, Delta: 1e-5}, gdp.Seed(1)))
	strict := Must(privdpr.Strict.Run(ctx, s))
	rows := Must(embed.FromRows([][]float32{{1, 2}, {3, 4}}))
	links := Must(trial.SplitLinks(g, 0.2, rand.New(rand.NewPCG(1, 2))))
	m := models.Methods()[0]
	mode := m.Modes[0]
	for _, x := range []any{
		// gdp
		Must(s.Ledger()), Must(s.Guarantee()), s.Budget(), s.Relation(), s.Public(), s, gdp.Claim{Source: "x", Why: "y"}, gdp.Plan{Label: "x"}, gdp.Terms{Name: "x"},
		Must(s.Ledger()).Entries, gdp.Data{Network: &d.Network}, gdp.Public{},
		// plain graphs
		d, d.Entry, &d.Network, g, d.Report, g.Components(), graph.Edge{U: 1, V: 2}, &graph.Collection{}, Must(graph.StringIDs([]string{"a"})), graphio.Options{},
		[]graph.Edge{{U: 1, V: 2}},
		// statistics
		Must(metric.All(ctx, g, metric.Default())), Must(metric.Compare(ctx, g, strict.Graph, metric.Default())), metric.FitPowerLaw(g), metric.Default(),
		metric.DPGGANRow{}, metric.Paths{}, metric.PowerLaw{}, metric.Value{}, metric.Estimate{}, metric.Ranking{},
		// attacks
		audit.Bound{}, audit.Runs{}, method.Audit{}, method.Audited{}, method.Attack{},
		// releases, protocols, methods
		release.Graph{Network: &d.Network}, release.Embedding{Matrix: rows}, release.Statistics{"degrees": {1, 2}}, rows, release.Graph{Network: &d.Network}.Summary(),
		release.Classifier{}, split.Nodes{}, split.Config{Share: 0.5},
		links, Must(trial.StatisticsOf(ctx, g, rand.New(rand.NewPCG(1, 2)))), trial.Score{}, trial.Structure{}, trial.Mean{}, trial.Measured{}, trial.Protocol{}, trial.Result{}, []trial.Result{{}},
		map[string]float64{"a": 1}, trial.Means([]trial.Result{{}}),
		m, mode, mode.Config(), Must(method.Settings(mode.Config())), strict, strict.Outcome(), method.Outcome{},
		draw.Network(g, draw.NetworkStyle{}),
		accounting.Gaussian{NoiseMultiplier: 1}, []accounting.Point{{Epsilon: 1}}, accounting.Compose{accounting.Gaussian{NoiseMultiplier: 1}},
	} {
		shown, err := capture.Run(func() { Show(x) })
		if err != nil || len(shown) == 0 {
			t.Errorf("%T: %v, %v", x, shown, err)
			continue
		}
		var text, page string
		for _, o := range shown {
			text, page = text+fmt.Sprint(o[capture.Text]), page+fmt.Sprint(o[capture.HTML], o[capture.SVG])
		}
		if address.MatchString(text + page) {
			t.Errorf("%T is shown as %s", x, text)
		}
		if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "&{") || strings.HasPrefix(text, "map[") || strings.HasPrefix(text, "[{") || strings.Contains(text, "%!") {
			t.Errorf("%T is shown as %.300s", x, text)
		}
	}
}

// address is a pointer, as fmt writes it.
var address = regexp.MustCompile(`0x?c000[0-9a-f]{6}`)

// What a page shows of a ledger has four digits and no hashes; words and small numbers stay.
func TestShortened(t *testing.T) {
	const in = "vote 535b86e39381/votes  Gaussian  votes of 3 classes, ballots 1f6014d5a66a43d1b3dfb421e44d9cdb  Gaussian(noise multiplier 1.4452391609298105) at δ = 1e-05, 0.25"
	if got, want := shortened(in), "vote/votes  Gaussian  votes of 3 classes, ballots  Gaussian(noise multiplier 1.445) at δ = 1e-05, 0.25"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
