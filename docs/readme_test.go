package docs_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// fiveLines are those of the README.
func fiveLines(ctx context.Context) {
	net := &data.MustLoad("karate").Network
	s := nb.Must(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}))
	r := nb.Must(privdpr.Run(ctx, s, privdpr.Strict(), nil)) // or privdpr.Published()
	nb.Show(r.Guarantee, nb.Must(s.Ledger()))                // claimed · proved · audited, and every draw of noise
	nb.Show(figure.Degrees("degrees", figure.Named{Name: "original", Graph: net.Graph}, figure.Named{Name: "released", Graph: r.Graph}))
}

// The README's five lines compile, run, and are the ones that are tested here.
func TestTheReadmesFiveLines(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(readme), "```go\n")
	lines, _, ended := strings.Cut(after, "```")
	if !found || !ended || strings.Count(lines, "\n") != 5 {
		t.Fatalf("the README's first Go code is not of five lines:\n%s", lines)
	}
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func fiveLines(ctx context.Context) {\n")
	body, _, _ = strings.Cut(body, "}\n\n")
	if want := strings.ReplaceAll(body, "\n\t", "\n"); lines != strings.TrimPrefix(want, "\t") {
		t.Errorf("the README has\n%s\nwhat is tested is\n%s", lines, want)
	}
	fiveLines(t.Context())
}
