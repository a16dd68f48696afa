package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// task is what a user wants to release, and the kinds of releases that serve it.
type task struct {
	name     string
	releases []release.Kind
}

var tasks = []task{
	{"Synthetic graphs", []release.Kind{release.KindGraph, release.KindGraphs}},
	{"Node embeddings", []release.Kind{release.KindEmbedding}},
	{"Node classification", []release.Kind{release.KindClassifier}},
	{"Graph statistics", []release.Kind{release.KindStatistics}},
}

// of returns the methods of a task.
func (t task) of(methods []method.Method) (some []method.Method) {
	for _, m := range methods {
		if slices.Contains(t.releases, m.Releases) {
			some = append(some, m)
		}
	}
	return some
}

// guarantee is the strongest kind of guarantee that a method has.
type guarantee int

const (
	none    guarantee = iota // every mode reads the data in the clear, but for the null control
	claimed                  // a private mode, without a proof
	proved                   // a private mode with a proved ε
)

// guaranteeOf returns the strongest guarantee of the modes, controls aside.
func guaranteeOf(m method.Method) guarantee {
	best := none
	for _, x := range m.Modes {
		switch {
		case x.Plain || x.Role == method.Null || x.Role == method.Control:
		case x.Unproved == "":
			best = max(best, proved)
		default:
			best = max(best, claimed)
		}
	}
	return best
}

// row writes a row of a table.
func row(out *strings.Builder, cells ...string) {
	for _, c := range cells {
		out.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
	}
	out.WriteString("|\n")
}

// head writes the head of a table.
func head(out *strings.Builder, cells ...string) {
	row(out, cells...)
	row(out, slices.Repeat([]string{"---"}, len(cells))...)
}

// writeTasks writes the methods of each task by their guarantee, for README.md. A star marks a
// method without a paper.
func writeTasks(f *facts, out *strings.Builder, _ string) error {
	head(out, "task", "methods with a proved mode", "published, nothing proved", "non-private baselines")
	for _, t := range tasks {
		cells := map[guarantee][]string{}
		for _, m := range t.of(f.methods) {
			name := "`" + m.Name + "`"
			if m.Paper == "" && guaranteeOf(m) != none {
				name += `\*`
			}
			cells[guaranteeOf(m)] = append(cells[guaranteeOf(m)], name)
		}
		row(out, t.name, strings.Join(cells[proved], ", "), strings.Join(cells[claimed], ", "), strings.Join(cells[none], ", "))
	}
	return nil
}

// writeMethods writes a table for each task, a row for each method.
func writeMethods(f *facts, out *strings.Builder, docs string) error {
	for _, t := range tasks {
		fmt.Fprintf(out, "\n### %s\n\n", t.name)
		head(out, "method", "description", "proved modes, by relation", "paper")
		for _, m := range t.of(f.methods) {
			row(out, fmt.Sprintf("[`%s`](#%s)", m.Name, m.Name), m.About, provedModes(m), f.page(docs, m.Paper))
		}
	}
	out.WriteString("\n")
	return nil
}

// provedModes lists the modes with a proved ε by their relation, in the order of the modes, without
// controls.
func provedModes(m method.Method) string {
	var relations []string
	modes := map[string][]string{}
	for _, x := range m.Modes {
		if x.Why() != "" || x.Role == method.Null || x.Role == method.Control {
			continue
		}
		r := x.Relation.String()
		if !slices.Contains(relations, r) {
			relations = append(relations, r)
		}
		modes[r] = append(modes[r], x.Name)
	}
	for i, r := range relations {
		relations[i] = r + ": " + strings.Join(modes[r], ", ")
	}
	if len(relations) == 0 {
		return "–"
	}
	return strings.Join(relations, "; ")
}

// writeModes writes a section for each method, a row for each mode.
func writeModes(f *facts, out *strings.Builder, docs string) error {
	for _, m := range f.methods {
		fmt.Fprintf(out, "\n### %s\n\n%s. Releases: %s. Paper: %s.\n\n", m.Name, upper(m.About), m.Releases, f.page(docs, m.Paper))
		head(out, "mode", "role", "description", "relation", "guarantee")
		for _, x := range m.Modes {
			about, relation, guarantee := x.About, "–", "proved"
			if len(x.Needs) > 0 {
				about += "; needs " + strings.Join(x.Needs, ", ")
			}
			if x.From != "" {
				about += "; made from " + x.From
			}
			if x.Caution != "" {
				about += ". **Caution:** " + x.Caution
			}
			if why := x.Why(); x.Plain {
				guarantee = "none"
			} else if why != "" {
				guarantee = "not proved: " + why
			}
			var relations []string
			for _, r := range x.Relations() {
				relations = append(relations, r.String())
			}
			if len(relations) > 0 {
				relation = strings.Join(relations, ", ")
			}
			row(out, "`"+x.Name+"`", x.Role.String(), about, relation, guarantee)
		}
	}
	out.WriteString("\n")
	return nil
}

// upper returns the text with a capital letter at its beginning.
func upper(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// writeEditions writes a row for each mode that is in a later edition than its first.
func writeEditions(f *facts, out *strings.Builder, _ string) error {
	head(out, "method", "mode", "edition")
	for _, m := range f.methods {
		for _, x := range m.Modes {
			if x.Edition > 0 {
				row(out, "`"+m.Name+"`", "`"+x.Name+"`", strconv.Itoa(x.Edition))
			}
		}
	}
	return nil
}

// writeEvidence writes what sets the project apart, with the numbers of its code and stored audits.
func writeEvidence(f *facts, out *strings.Builder, _ string) error {
	modes, provedModes, above, papers := 0, 0, 0, map[string]bool{}
	for _, m := range f.methods {
		modes += len(m.Modes)
		for _, x := range m.Modes {
			if x.Why() == "" {
				provedModes++
			}
			if x.Role == method.Published && m.Paper != "" {
				papers[m.Paper] = true
			}
		}
		found, err := broken(m)
		if err != nil {
			return err
		}
		if found != nil {
			above++
		}
	}
	verdicts := map[claim.Verdict]int{}
	for _, c := range f.claims {
		verdicts[c.Verdict]++
	}
	head(out, "feature", "evidence in this repository")
	row(out, "**Published methods**", fmt.Sprintf("the private methods of %d papers, with the privacy accounting of each paper", len(papers)))
	row(out, "**Tested claims**", fmt.Sprintf("%d claims, each with a test: %d hold, %d are loose (less noise would do), %d fail",
		len(f.claims), verdicts[claim.VerdictHolds], verdicts[claim.VerdictLoose], verdicts[claim.VerdictFails]))
	row(out, "**Audits of the running code**", fmt.Sprintf("published modes of %d methods exceed their claimed ε, at 95 %% confidence", above))
	row(out, "**Proved counterparts**", fmt.Sprintf("%d of %d modes, controls included, have a proved ε; each bound names a written proof and a test", provedModes, modes))
	row(out, "**Controls**", "each private method has a *null* mode, which reads no edge or noisy counts alone")
	return nil
}

// broken returns the stored audit at ε = 1 of a published mode that exceeds the mode's claimed ε
// by most, or nil.
func broken(m method.Method) (*finding, error) {
	var worst *finding
	for _, x := range m.Modes {
		if x.Role != method.Published {
			continue
		}
		kept, err := audits.Of(m, x.Name)
		if err != nil {
			return nil, err
		}
		for _, r := range kept.Audits {
			found := finding{method: m.Name, relation: x.Relation, claimed: r.Claimed, audited: float64(r.Audited.Epsilon), proved: r.Proved}
			if r.Epsilon == 1 && found.audited > found.claimed && (worst == nil || found.audited > worst.audited) {
				worst = &found
			}
		}
	}
	return worst, nil
}
