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

// task is a purpose of a release, with the kinds of releases that serve it.
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
	none    guarantee = iota // all modes read the data in the clear, except the null control
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

// writeMethods writes a section for each task, with a table of modes for each of its methods.
func writeMethods(f *facts, out *strings.Builder, docs string) error {
	for _, t := range tasks {
		fmt.Fprintf(out, "\n## %s\n", t.name)
		for _, m := range t.of(f.methods) {
			source := ""
			if m.Paper != "" {
				source = " (" + f.page(docs, m.Paper) + ")"
			}
			fmt.Fprintf(out, "\n### %s\n\n%s%s.", m.Name, upper(m.About), source)
			from := sources(m)
			if len(from) == 1 && from[0] != "" {
				fmt.Fprintf(out, " Published modes are made from %s.", from[0])
			}
			out.WriteString("\n\n")
			head(out, "mode", "description", "guarantee")
			reasons := map[string]string{}
			for _, x := range m.Modes {
				about := x.About
				if len(x.Needs) > 0 {
					about += "; needs " + strings.Join(x.Needs, ", ")
				}
				if x.From != "" && len(from) > 1 {
					about += "; made from " + x.From
				}
				if x.Caution != "" {
					about += ". **Caution:** " + x.Caution
				}
				row(out, modeAndRole(x), about, promise(x, reasons))
			}
		}
	}
	out.WriteString("\n")
	return nil
}

// sources returns the sources of a method's published modes; empty for the paper's text.
func sources(m method.Method) (all []string) {
	for _, x := range m.Modes {
		if x.Role == method.Published && !slices.Contains(all, x.From) {
			all = append(all, x.From)
		}
	}
	return all
}

// modeAndRole names a mode, and its role unless the name begins with it.
func modeAndRole(x method.Mode) string {
	if role := x.Role.String(); !strings.HasPrefix(x.Name, role) {
		return "`" + x.Name + "` (" + role + ")"
	}
	return "`" + x.Name + "`"
}

// promise returns the guarantee of a mode with its relations, and the first reason why it is not
// proved. A reason that an earlier mode of the method gave is not repeated: reasons holds the first
// mode of each.
func promise(x method.Mode, reasons map[string]string) string {
	if x.Plain {
		return "none"
	}
	var relations []string
	for _, r := range x.Relations() {
		relations = append(relations, r.String())
	}
	at, why := strings.Join(relations, ", "), x.Why()
	if why == "" {
		return at + ": proved"
	}
	if first, ok := reasons[why]; ok {
		return at + ": not proved, as `" + first + "`"
	}
	reasons[why] = x.Name
	first, _, more := strings.Cut(why, "; ")
	if more {
		first += " …"
	}
	return at + ": not proved: " + first
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

// writeEvidence writes the project's distinguishing features, with the numbers of its code and
// stored audits.
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
