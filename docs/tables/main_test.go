package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// The tables in the documents agree with the methods' declarations.
func TestTablesAreUpToDate(t *testing.T) {
	const root = "../.."
	texts := must.Get(generated(root))(t)
	for name, want := range texts {
		got := must.Get(os.ReadFile(filepath.Join(root, name)))(t)
		if string(got) != want {
			t.Errorf("%s is stale: run go run ./docs/tables", name)
		}
		for _, m := range models.Methods() {
			named := map[string]string{"README.md": "`" + m.Name + "`", "docs/methods.md": "\n### " + m.Name + "\n"}[name]
			if !strings.Contains(want, named) {
				t.Errorf("%s does not name %s", name, m.Name)
			}
		}
	}
}

func TestFill(t *testing.T) {
	methods := []method.Method{{
		Name: "count", About: "the number of edges", Releases: release.KindStatistics, Paper: "KEY",
		Modes: []method.Mode{
			{Role: method.Strict, Name: "strict", About: "with noise", Relation: gdp.EdgeLevel, Also: []gdp.Relation{gdp.NodeLevel}, Edition: 2},
			{Role: method.Other, Name: "capped", About: "with a cap", Relation: gdp.NodeLevel, Needs: []string{"Cap"}},
			{Role: method.Published, Name: "published", About: "as printed", Relation: gdp.EdgeLevel, Unproved: "of |E|; and more", From: "code", Caution: "beware"},
			{Role: method.AsCoded, Name: "code", About: "as coded", Relation: gdp.EdgeLevel, Unproved: "of |E|; and more"},
			{Role: method.NonPrivate, Name: "nonprivate", About: "exactly", Plain: true},
		},
	}, {
		Name: "guess", Releases: release.KindStatistics, Modes: []method.Mode{
			{Role: method.Published, Unproved: "why", Relation: gdp.EdgeLevel}, {Role: method.Null, Relation: gdp.EdgeLevel},
		},
	}, {
		Name: "exact", Releases: release.KindStatistics, Modes: []method.Mode{{Role: method.NonPrivate, Plain: true}},
	}}
	f := &facts{methods: methods, notation: "| [KEY] | A paper: [its page](papers/a.md) |\n",
		claims: []claim.Claim{{Verdict: claim.VerdictHolds}, {Verdict: claim.VerdictFails}, {Verdict: claim.VerdictFails}, {Verdict: claim.VerdictLoose}}}
	begin := func(table string) string { return "<!-- table of " + table + ", by go run ./docs/tables -->\n" }
	for table, rows := range map[string][]string{
		"tasks": {"| Graph statistics | `count` | `guess`\\* | `exact` |", "| Node embeddings |  |  |  |"},
		"methods": {
			"## Graph statistics\n\n### count\n\nThe number of edges ([KEY](docs/papers/a.md)). Published modes are made from code.\n\n| mode |",
			"| `strict` | with noise | edge, node: proved |",
			"| `capped` (other) | with a cap; needs Cap | node: proved |",
			"| `published` | as printed. **Caution:** beware | edge: not proved: of \\|E\\| … |",
			"| `code` (as-coded) | as coded | edge: not proved, as `published` |",
			"| `nonprivate` | exactly | none |",
		},
		"editions": {"| method | mode | edition |\n| --- | --- | --- |\n| `count` | `strict` | 2 |\n" + end},
		"figure":   {`<img src="docs/img/audits.svg" width="760" alt="No stored audit exceeds a claimed ε.">`},
		"evidence": {"| the private methods of 1 papers,", "| 4 claims, each with a test: 1 hold, 1 are loose (less noise would do), 2 fail |", "| 3 of 8 modes, controls included,", "published modes of 0 methods"},
	} {
		got, err := f.fill("above\n"+begin(table)+"stale\n"+end+"below\n", "docs/")
		if err != nil || !strings.HasPrefix(got, "above\n"+begin(table)) || !strings.HasSuffix(got, end+"below\n") || strings.Contains(got, "stale") {
			t.Errorf("%s: %v\n%s", table, err, got)
		}
		for _, want := range rows {
			if !strings.Contains(got, want) {
				t.Errorf("%s has no\n%s\nin\n%s", table, want, got)
			}
		}
	}
	for key, want := range map[string]string{"": "–", "OTHER": "[OTHER](docs/notation.md#keys-of-papers)"} {
		if got := f.page("docs/", key); got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
	for _, bad := range []string{begin("unknown") + end, begin("tasks") + "without an end\n"} {
		if got, err := f.fill(bad, ""); err == nil {
			t.Errorf("%q is filled: %q", bad, got)
		}
	}
}

// A short table has the method's own modes and the paper's printed numbers, at the given values.
func TestShortTables(t *testing.T) {
	f := &facts{methods: models.Methods()}
	block := func(name string) string { return "<!-- table of " + name + ", by go run ./docs/tables -->\n" + end }
	for name, rows := range map[string][]string{
		"dpgs Figure 4 at ε = 1":               {"; ε = 1. Values", "| data | paper: DPGS | published | strict |", "| cora | 0.3600 | (", "The rest: `gdp reproduce dpgs --figure 4`."},
		"privdpr Table 2 at Scale = 4":         {"| data | value | paper | published | strict |", "| privdpr-cora | KS | 0.5223 |"},
		"dpgs Table 3 at Size = 0.3, Labels =": {"| cora | ", "| 0.8242 (0.0004) |"},
		"dpgs exhibits":                        {"| Figure 9 | communities and degrees of Cora | 84 | 0 | 84: "},
		"dpgs audits":                          {"| `published` | edge | 0.75 | +Inf | 3.11 | 1000 |"},
	} {
		got, err := f.fill(block(name), "../")
		if err != nil || strings.Contains(got, "TmF") {
			t.Errorf("%s: %v", name, err)
		}
		for _, want := range rows {
			if !strings.Contains(got, want) {
				t.Errorf("%s has no\n%s\nin\n%s", name, want, got)
			}
		}
	}
	for _, bad := range []string{"dpgs Figure 4 at ε", "dpgs Figure 4 at Width = 1", "dpgs Figure 4 at data = nowhere", "nobody exhibits"} {
		if got, err := f.fill(block(bad), ""); err == nil {
			t.Errorf("%q is filled: %q", bad, got)
		}
	}
}

// The figure has a row for each method whose published mode an audit refutes, and none else.
func TestAuditsFigure(t *testing.T) {
	svg := must.Get(auditsFigure(models.Methods()))(t)
	rows := 0
	for _, m := range models.Methods() {
		found := must.Get(broken(m))(t)
		if shown := strings.Contains(svg, ">"+m.Name+"</text>"); shown != (found != nil) {
			t.Errorf("%s is shown: %v, refuted: %v", m.Name, shown, found)
		}
		if found != nil {
			rows++
		}
	}
	if rows == 0 || strings.Count(svg, `class="claimed"`) != rows+1 || !strings.Contains(svg, fmt.Sprintf("modes of %d methods", rows)) {
		t.Errorf("%d methods are refuted, drawn is\n%s", rows, svg)
	}
	if empty, err := auditsFigure(nil); err != nil || strings.Contains(empty, `class="name"`) {
		t.Errorf("of no methods: %v\n%s", err, empty)
	}
}
