package docs_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/all"
	"github.com/graphdp/graphdp/models/audits"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// fiveLines are those of the README.
func fiveLines(ctx context.Context) {
	net := &data.MustLoad("karate").Network
	s := nb.Must(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}))
	r := nb.Must(privdpr.Run(ctx, s, privdpr.Strict(), nil)) // or privdpr.Published()
	nb.Show(nb.Must(audits.Beside(r.Guarantee, privdpr.Method, "strict")), nb.Must(s.Ledger()))
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

// The README names the methods without a strict mode.
func TestTheReadmeSaysWhichMethodsHaveNoStrictMode(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, sentence, _ := strings.Cut(string(readme), "Without a strict mode are ")
	sentence, _, _ = strings.Cut(sentence, ".")
	var named, want []string
	for i, word := range strings.Split(sentence, "`") {
		if i%2 == 1 {
			named = append(named, word)
		}
	}
	for _, m := range all.Methods() {
		if !slices.ContainsFunc(m.Modes, func(m method.Mode) bool { return m.Role == method.Strict }) {
			want = append(want, m.Name)
		}
	}
	if slices.Sort(named); !slices.Equal(named, want) {
		t.Errorf("the README names %v, without a strict mode are %v", named, want)
	}
}
