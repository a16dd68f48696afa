package board

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// result is a made-up trial of accuracy.
func result(method, mode, variant string, eps float64, seed uint64, accuracy, claimed, proved float64) trial.Result {
	return today(trial.Result{
		Trial:    trial.Trial{Protocol: trial.Classification, Method: method, Mode: mode, Data: "cora-ml", Epsilon: eps, Seed: seed, Variant: variant},
		Measured: trial.Measured{Values: map[string]float64{"accuracy": accuracy, "majority": 0.3}, Claimed: claimed, Proved: proved}, Seconds: 2,
	})
}

// today returns a result as the code of today makes it.
func today(r trial.Result) trial.Result {
	if m, err := method.Find(models.Methods(), r.Method); err == nil {
		mode, _ := m.Mode(r.Mode) // of one that is not there, none
		r.Made = trial.Provenance{Config: trial.ConfigKey(m, r.Trial), Edition: mode.Edition}
	}
	return r
}

func made(t *testing.T, stores ...trial.Store) *Board {
	t.Helper()
	return must.Get(Of(stores, models.Methods()))(t)
}

var ofCheckout = sync.OnceValues(func() (*Board, error) {
	stores, err := trial.ReadCheckout("../../..")
	if err != nil {
		return nil, err
	}
	return Of(stores, models.Methods())
})

// checkout is the board of the stored runs of this checkout.
func checkout(t *testing.T) *Board {
	t.Helper()
	return must.Get(ofCheckout())(t)
}

// row returns the only row of a mode with a variant at an ε.
func row(t *testing.T, b *Board, method, mode, variant string, eps float64) (found Row) {
	t.Helper()
	n := 0
	for _, r := range b.Rows {
		if m := b.Modes[r.Mode]; m.Method == method && m.Mode == mode && r.Settings == variant && r.Epsilon == eps {
			found, n = r, n+1
		}
	}
	if n != 1 {
		t.Fatalf("%d rows of %s/%s (%s) at %g", n, method, mode, variant, eps)
	}
	return found
}

// names lists the modes of rows, with their settings.
func names(b *Board, rows []int) (list []string) {
	for _, i := range rows {
		m := b.Modes[b.Rows[i].Mode]
		list = append(list, strings.TrimSpace(m.Method+" "+m.Mode+" "+b.Rows[i].Settings))
	}
	return list
}

// Trials that differ in their seeds are one row; a row has the largest ε of its trials, and the
// null controls and the runs without privacy that it can be compared with.
func TestRows(t *testing.T) {
	inf := math.Inf(1)
	b := made(t, trial.Store{Name: "s", Results: []trial.Result{
		result("features", "strict", "", 1, 2, 0.7, 1, 0.9), result("features", "strict", "", 1, 1, 0.5, 1, 1),
		result("features", "strict", "Signed=true", 1, 1, 0.6, 1, 1),
		result("features", "strict", "Split.Kind=METIS", 1, 1, 0.1, 1, 1),
		result("features", "null", "", 0, 1, 0.2, 0, 0),
		result("dpar", "published", "", 1, 1, 0.4, 1, inf),
		result("dpar", "null", "Split.Kind=METIS", 1, 1, 0.2, 1, 1),
		result("gap", "strict", "", 1, 1, 0.8, 1, 1), result("gap", "null", "", 1, 1, 0.75, 0, 0),
		result("gcn", "nonprivate", "", 0, 1, 0.85, inf, inf), result("gcn", "nonprivate-tuned", "", 0, 1, 0.9, inf, inf),
	}})
	r := row(t, b, "features", "strict", "", 1)
	if len(r.Seeds) != 2 || r.Seeds[0] != 1 || r.Proved != 1 || r.Claimed != 1 || r.Delta != 1e-5 || r.Aside || r.Seconds != 2 {
		t.Errorf("%+v", r)
	}
	if v := b.Protocols[r.Protocol].Values; v[0] != (Value{"accuracy", "share", trial.Larger, false}) || v[1] != (Value{"majority", "share", trial.Neither, false}) || r.Values[0] != 0.5 || r.Values[1] != 0.7 {
		t.Errorf("values %v, %v", v, r.Values)
	}
	if !row(t, b, "features", "strict", "Signed=true", 1).Aside || row(t, b, "features", "strict", "Split.Kind=METIS", 1).Aside {
		t.Error("an ablation is one with other settings, of training and not of the split")
	}
	for _, c := range []struct {
		row  Row
		list int
		want string
	}{
		{r, r.Null, "features null"},
		{r, r.NonPrivate, "gcn nonprivate,gcn nonprivate-tuned"},
		{row(t, b, "features", "strict", "Split.Kind=METIS", 1), row(t, b, "features", "strict", "Split.Kind=METIS", 1).Null, "dpar null Split.Kind=METIS"},
		{row(t, b, "dpar", "published", "", 1), row(t, b, "dpar", "published", "", 1).Null, "features null"}, // gap's reads features, which are private here
		{row(t, b, "gap", "strict", "", 1), row(t, b, "gap", "strict", "", 1).Null, "gap null"},
		{row(t, b, "features", "strict", "Split.Kind=METIS", 1), row(t, b, "features", "strict", "Split.Kind=METIS", 1).NonPrivate, ""},
	} {
		if got := strings.Join(names(b, b.References[c.list]), ","); got != c.want {
			t.Errorf("%s is set beside %q, want %q", b.Modes[c.row.Mode].Method, got, c.want)
		}
	}
	if m := b.Modes[row(t, b, "dpar", "published", "", 1).Mode]; !strings.Contains(m.Why, "G3") {
		t.Errorf("why dpar is not proved: %q", m.Why)
	}
}

// Methods of another module, with unknown names, have roles, places beside null and non-private
// ones, and colours: one for each method, for any number of them.
func TestOutsideMethods(t *testing.T) {
	type none struct{}
	private := func(of string, role method.Role, name string) method.Mode {
		return method.NewPrivate(of, method.Mode{Role: role, Name: name, About: "noisy", Relation: gdp.EdgeLevel}, none{}, func(context.Context, *gdp.Session, none, *method.Watch) (r outside, err error) { return }).Mode
	}
	plain := func(of string, role method.Role, name string) method.Mode {
		return method.NewPlain(of, method.Mode{Role: role, Name: name, About: "in the clear"}, none{}, func(context.Context, *graph.Network, none, uint64, *method.Watch) (r outside, err error) { return }).Mode
	}
	var methods []method.Method
	var results []trial.Result
	for i := range 17 {
		of := fmt.Sprintf("guild-%d", i)
		m := method.Method{Name: of, About: "of another module", Releases: release.KindClassifier, Modes: []method.Mode{
			private(of, method.Strict, "fenced"), private(of, method.Strict, "walled"), private(of, method.Published, "of-2031"), private(of, method.AsCoded, "their-script"),
			private(of, method.Other, "sideways"), private(of, method.Control, "blind"), private(of, method.Null, "coin"), plain(of, method.NonPrivate, "bare"), plain(of, method.Tuned, "bare-longer"),
		}}
		must.Do(t, m.Check())
		methods = append(methods, m)
		for _, x := range m.Modes {
			r := result(m.Name, x.Name, "", 1, 1, 0.5, 1, 1)
			r.Made.Config = trial.ConfigKey(m, r.Trial)
			results = append(results, r)
		}
	}
	b := must.Get(Of([]trial.Store{{Name: "s", Results: results}}, methods))(t)
	of, colors := map[int]string{}, map[string]int{}
	for _, r := range b.Rows {
		m := b.Modes[r.Mode]
		declared, err := methods[0].Mode(m.Mode)
		if err != nil || m.Role != declared.Role {
			t.Errorf("%s is %v: %v", m.Mode, m.Role, err)
		}
		if got := strings.Join(append(names(b, b.References[r.Null]), names(b, b.References[r.NonPrivate])...), ","); got != fmt.Sprintf("%[1]s coin,%[1]s bare,%[1]s bare-longer", m.Method) {
			t.Errorf("%s %s is set beside %s", m.Method, m.Mode, got)
		}
		if m.Role == method.Null || m.Role == method.NonPrivate || m.Role == method.Tuned {
			continue
		}
		if other, ok := of[m.Color]; ok && other != m.Method {
			t.Errorf("%s and %s have colour %d", m.Method, other, m.Color)
		}
		of[m.Color], colors[m.Method] = m.Method, m.Color
	}
	if len(of) != 17 || len(colors) != 17 {
		t.Errorf("%d colours of %d methods, want 17", len(of), len(colors))
	}
	css, values := b.css(), map[string]bool{}
	for color := range of {
		light := regexp.MustCompile(fmt.Sprintf(`--c%d: (#[0-9a-f]{6});`, color)).FindStringSubmatch(css)
		if light == nil || values[light[1]] || !strings.Contains(css, fmt.Sprintf(".c%d {", color)) {
			t.Errorf("colour %d is %v, which is none, or another one's", color, light)
			continue
		}
		values[light[1]] = true
	}
}

// A null has the relation of its row; one in the clear is used only if there is no other.
func TestNullsOfTheOwnRelation(t *testing.T) {
	inf := math.Inf(1)
	of := func(mode string, eps, claimed float64) trial.Result {
		r := result("dpggan", mode, "", eps, 1, 0, claimed, claimed)
		r.Protocol, r.Data, r.Values = trial.CollectionStatistics, "imdb-multi", map[string]float64{"GINI": 0.1}
		return r
	}
	strict, matched := of("strict", 1, 1), of("null-matched", 0, inf)
	for want, nulls := range map[string][]trial.Result{"dpggan null": {matched, of("null", 2, 2)}, "dpggan null-matched": {matched}} {
		b := made(t, trial.Store{Name: "s", Results: append(nulls, strict)})
		if got := strings.Join(names(b, b.References[row(t, b, "dpggan", "strict", "", 1).Null]), ","); got != want {
			t.Errorf("a row at edge level is set beside %q, want %q", got, want)
		}
	}
}

// A figure has a panel for each relation and split. Claimed values are open, and the null is the
// best one of equal cost at each ε. Controls and ablations are left out.
func TestFigure(t *testing.T) {
	inf := math.Inf(1)
	b := made(t, trial.Store{Name: "s", Results: []trial.Result{
		result("gap", "strict", "", 1, 1, 0.8, 1, 1), result("gap", "strict", "", 2, 1, 0.85, 2, 2), result("gap", "strict", "", 4, 1, 0.86, 4, 4), result("gap", "strict", "Hops=2", 1, 1, 0.1, 1, 1),
		result("gap", "published", "", 1, 1, 0.9, 1, inf), result("dpgcn", "null", "", 1, 1, 0.5, 1, 1), result("dpgcn", "null", "", 2, 1, 0.6, 2, 2), result("dpgcn", "null", "", 8, 1, 0.99, 8, 8),
		result("gcn", "nonprivate", "", 0, 1, 0.95, inf, inf), result("dpar", "own-row", "", 1, 1, 0.4, 1, 1),
		result("features", "strict", "", 1, 1, 0.7, 1, 1), result("features", "strict", "Split.Kind=METIS", 1, 1, 0.65, 1, 1), result("features", "strict", "Split.Kind=METIS", 2, 1, 0.66, 2, 2),
	}})
	f := must.Get(b.Figure(trial.Classification, "cora-ml", ""))(t)
	svg := must.Get(f.SVG())(t)
	for text, want := range map[string]int{
		">edge level<": 1, ">node level<": 1, ">node level, Split.Kind=METIS<": 1, ">gap strict<": 1, ">gap published<": 1, ">features strict<": 1, ">best null<": 1,
		">best without privacy<": 1, "own-row": 0, ">0.0<": 0, // the ablation ">Open marks: ε is claimed, and not proved.<": 1, ">classification on cora-ml: accuracy<": 1,
	} {
		if got := strings.Count(string(svg), text); got != want {
			t.Errorf("%q stands %d times, want %d", text, got, want)
		}
	}
	curves, _ := b.curves(slices.DeleteFunc(slices.Clone(b.Rows), func(r Row) bool { return b.Modes[r.Mode].Method != "gap" || r.Aside }), 0)
	i := slices.IndexFunc(curves, func(c trial.Curve) bool { return c.Name == "best null" })
	at := map[float64]float64{}
	for _, p := range curves[i].Points {
		at[p.X] = p.Y
	}
	if len(at) != 2 || at[1] != 0.5 || at[2] != 0.6 {
		t.Errorf("the null is %v, want .5 at ε = 1 and .6 at 2", at)
	}
	for _, c := range []struct {
		protocol, data, value string
		want                  error
	}{{"classify", "cora-ml", "", ErrUnknown}, {trial.Classification, "cora", "", ErrUnknown}, {trial.Classification, "cora-ml", "auc", ErrUnknown}, {trial.Classification, "cora-ml", "majority", nil}} {
		if _, err := b.Figure(c.protocol, c.data, c.value); !errors.Is(err, c.want) {
			t.Errorf("%v: %v", c, err)
		}
	}
	b = made(t, trial.Store{Name: "s", Results: []trial.Result{result("gcn", "nonprivate", "", 0, 1, 0.95, inf, inf)}})
	if _, err := b.Figure(trial.Classification, "cora-ml", ""); !errors.Is(err, trial.ErrEmpty) {
		t.Errorf("without a private mode: %v", err)
	}
}

type outside struct{}

// Outcome implements [method.Result].
func (outside) Outcome() method.Outcome { return method.Outcome{} }

// In no protocol of the notebooks' trials a colour means two methods, but in audits, which are of
// methods of all kinds.
func TestColors(t *testing.T) {
	b, seen := checkout(t), map[[2]int]Mode{}
	for _, r := range b.Rows {
		m := b.Modes[r.Mode]
		if m.isNull() || m.isNonPrivate() || b.Protocols[r.Protocol].Task == trial.TaskAudits {
			continue
		}
		if x, ok := seen[[2]int{r.Protocol, m.Color}]; ok && x.Method != m.Method {
			t.Errorf("%s: colour %d means %s and %s", b.Protocols[r.Protocol].Name, m.Color, x.Method, m.Method)
		}
		seen[[2]int{r.Protocol, m.Color}] = m
	}
}

// A row has the reason why nothing is proved of it, unless this holds for its whole mode.
func TestReasons(t *testing.T) {
	why := func(mode string, seed uint64, reason string) trial.Result {
		r := result(mode, "published", "", 1, seed, 0.5, 1, math.Inf(1))
		r.Reason = reason
		return r
	}
	b := made(t, trial.Store{Name: "s", Results: []trial.Result{why("gap", 1, ""), why("gap", 2, "nobody proved it"), why("dpar", 1, "")}})
	dpar := row(t, b, "dpar", "published", "", 1)
	if got := row(t, b, "gap", "published", "", 1).Why; got != 1 || b.Whys[0] != "nobody proved it" || dpar.Why != 0 {
		t.Errorf("why: %d of %q, %d", got, b.Whys, dpar.Why)
	}
	b = made(t, trial.Store{Name: "s", Results: []trial.Result{why("dpar", 1, b.Modes[dpar.Mode].Why)}})
	if got := row(t, b, "dpar", "published", "", 1).Why; got != 0 {
		t.Errorf("what the mode says is said again: %d", got)
	}
}

// A part of a collection is another task than all of it.
func TestPartsOfCollections(t *testing.T) {
	of := func(mode string, every int, x float64) trial.Result {
		return today(trial.Result{Trial: trial.Trial{Protocol: trial.CollectionStatistics, Method: "dpggan", Mode: mode, Data: "imdb-multi", Epsilon: 1, Seed: 1, Every: every},
			Measured: trial.Measured{Values: map[string]float64{"GINI": x}, Claimed: 1, Proved: 1}})
	}
	original := of("nonprivate", 4, 0)
	original.Method, original.Epsilon = "originals", 0
	original.Made.Config = trial.ConfigKey(trial.Originals, original.Trial)
	b := made(t, trial.Store{Name: "s", Results: []trial.Result{of("strict", 0, 0.1), of("strict", 4, 0.2), of("null", 0, 0.3), original}})
	if len(b.Rows) != 4 {
		t.Fatalf("%d rows", len(b.Rows))
	}
	for _, r := range b.Rows {
		if b.Modes[r.Mode].Mode != "strict" {
			continue
		}
		null, plain := len(b.References[r.Null]), len(b.References[r.NonPrivate])
		if r.Every == 4 && (r.Split != "every 4. graph" || null != 0 || plain != 1) || r.Every == 0 && (r.Split != "" || null != 1 || plain != 0) {
			t.Errorf("%+v: %d nulls, %d without privacy", r, null, plain)
		}
	}
}

// A board has notes on everything left out; an empty board is an error.
func TestNotes(t *testing.T) {
	failed := result("features", "strict", "", 1, 3, 0, math.NaN(), math.NaN())
	failed.Error, failed.Values = "no room\nat all", nil
	again, old := result("features", "strict", "", 1, 1, 0.6, 1, 1), result("features", "strict", "", 1, 4, 0.6, 1, 1)
	old.Made.Edition--
	saved := failed
	saved.Seed = 1 // which another store has a result of
	b := made(t,
		trial.Store{Name: "a", Results: []trial.Result{result("features", "strict", "", 1, 1, 0.5, 1, 1), failed, saved, result("nonsense", "strict", "", 1, 1, 0.5, 1, 1), result("features", "mode", "", 1, 1, 0.5, 1, 1), old}},
		trial.Store{Name: "b", Results: []trial.Result{again, result("features", "strict", "", 1, 2, math.NaN(), 1, 1)}},
	)
	notes := strings.Join(b.Notes, "\n")
	for _, want := range []string{
		"1 trial: of features/strict failed: no room", "1 trial: left out: this version has no nonsense strict with these settings",
		"1 trial: left out: this version has no features mode", "1 trial: left out: from an earlier edition",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes do not say %q:\n%s", want, notes)
		}
	}
	if len(b.Notes) != 4 {
		t.Errorf("%q", b.Notes)
	}
	r := row(t, b, "features", "strict", "", 1)
	if len(r.Seeds) != 2 || r.Failed != 1 || r.Values[0] != 0.5 || !math.IsNaN(float64(r.Values[1])) {
		t.Errorf("%+v", r)
	}
	for _, s := range [][]trial.Store{nil, {{Name: "a"}}, {{Name: "a", Results: []trial.Result{result("nonsense", "strict", "", 1, 1, 0.5, 1, 1)}}}, {{Name: "a", Results: []trial.Result{failed}}}} {
		if _, err := Of(s, models.Methods()); !errors.Is(err, trial.ErrEmpty) {
			t.Errorf("a board of %v: %v", s, err)
		}
	}
	if err := (&Board{}).WriteHTML(new(bytes.Buffer)); err == nil {
		t.Error("an empty board is written")
	}
	if err := b.WriteHTML(nil); err == nil {
		t.Error("a board is written nowhere")
	}
}

// The bound of an audit appears in all rows of the same mode, settings and budget, for any measure.
// All other rows show the stored audits of the mode.
func TestAudited(t *testing.T) {
	attack := func(mode, variant string, eps, found float64) trial.Result {
		r := result("features", mode, variant, eps, 1, 0, eps, eps)
		r.Protocol, r.Data = trial.Auditing+" 400", trial.Worlds
		r.Values, r.Audited = map[string]float64{"audited ε": found}, &gdp.Audited{Epsilon: gdp.Epsilon(found), Confidence: 0.95, Trials: 400, Method: "linear"}
		return today(r)
	}
	b := made(t, trial.Store{Name: "s", Results: []trial.Result{
		attack("strict", "", 1, 0.4), attack("strict", "Signed=true", 1, 0.8),
		result("features", "strict", "", 1, 1, 0.5, 1, 1), result("features", "strict", "Split.Kind=METIS", 1, 1, 0.5, 1, 1),
		result("features", "strict", "", 2, 1, 0.5, 1, 1), result("features", "dp-sgd", "", 1, 1, 0.5, 1, 1),
	}})
	for _, c := range []struct {
		mode, variant string
		eps, want     float64
	}{{"strict", "Split.Kind=METIS", 1, 0.4}, {"strict", "Signed=true", 1, 0.8}, {"strict", "", 2, math.NaN()}, {"dp-sgd", "", 1, math.NaN()}} {
		if r := row(t, b, "features", c.mode, c.variant, c.eps); float64(r.Audited) != c.want && !(math.IsNaN(float64(r.Audited)) && math.IsNaN(c.want)) {
			t.Errorf("%s %s at %g is audited %v, want %v", c.mode, c.variant, c.eps, r.Audited, c.want)
		} else if none := math.IsNaN(c.want); strings.Contains(r.Attacked, "attack linear on 400 runs") == none || (r.Attacked == "") != none {
			t.Errorf("%s: %q", c.mode, r.Attacked)
		}
	}
	for _, x := range b.Modes {
		if !strings.HasPrefix(x.Attacked, "with other ε or settings ≥ ") {
			t.Errorf("%s: %q", x.Mode, x.Attacked)
		}
	}
	if b.Tasks[len(b.Tasks)-1] != trial.TaskAudits {
		t.Errorf("tasks %q", b.Tasks)
	}
}

// Every stored value has a direction, except those that measure no utility.
func TestDirections(t *testing.T) {
	none := []string{"majority", "standard error", "audited ε", "most", trial.FeaturesAlone, trial.FeaturesAlone + " from 10 %", trial.MissedInterval}
	for _, p := range checkout(t).Protocols {
		for _, v := range p.Values {
			if (v.Better == trial.Neither) != slices.Contains(none, v.Name) {
				t.Errorf("%s of %s: direction %d", v.Name, p.Name, v.Better)
			}
		}
		if !slices.Contains(trial.Tasks(), p.Task) {
			t.Errorf("%s belongs to no task", p.Name)
		}
	}
}

// Whatever a store holds, it stays a text of the page's data.
func TestPageHoldsTexts(t *testing.T) {
	r := result("features", "strict", "", 1, 1, math.Inf(1), 1, math.Inf(1))
	r.Data = `</script><script>alert(1)</script>{{js}}<!--`
	var page bytes.Buffer
	undefined := result("features", "strict", "", 1, 2, math.NaN(), 1, math.Inf(1))
	undefined.Data = r.Data
	must.Do(t, made(t, trial.Store{Name: `<img src="https://example.org/x">`, Results: []trial.Result{r, undefined}}).WriteHTML(&page))
	if n := strings.Count(page.String(), "<script"); n != 2 || strings.Contains(page.String(), "<img") {
		t.Errorf("%d scripts", n)
	}
	text := dataOf(t, page.String())
	var back struct {
		Texts []string
		Rows  []struct {
			D int   `json:"d"`
			Q any   `json:"q"`
			X []any `json:"x"`
			U any   `json:"u"`
		}
	}
	must.Do(t, json.Unmarshal([]byte(text), &back))
	if x := back.Rows[0]; back.Texts[x.D] != r.Data || x.Q != "∞" || x.X[0] != "∞" || x.X[1] != nil || x.X[2] != 0.3 || x.U != nil {
		t.Errorf("%+v", x)
	}
}

// dataOf returns the data of a page's script.
func dataOf(t *testing.T, page string) string {
	t.Helper()
	_, text, _ := strings.Cut(page, `id="data">`)
	text, _, _ = strings.Cut(text, "</script>")
	zipped := must.Get(base64.StdEncoding.DecodeString(text))(t) // which skips line ends
	r := must.Get(gzip.NewReader(bytes.NewReader(zipped)))(t)
	data := must.Get(io.ReadAll(r))(t)
	return string(data)
}

// shown returns the values of the trials of a page, by seed and by the common fields of its rows.
func shown(t *testing.T, page string) map[string]string {
	t.Helper()
	var b struct {
		Protocols []Protocol
		Modes     []struct{ Method, Mode string }
		Texts     []string
		Rows      []struct {
			P, M, D, O int
			E, Δ       float64
			N          []uint64
			X          []any
		}
	}
	must.Do(t, json.Unmarshal([]byte(dataOf(t, page)), &b))
	all := map[string]string{}
	for _, r := range b.Rows {
		if r.N == nil {
			r.N = []uint64{1, 2, 3}
		}
		for i, v := range b.Protocols[r.P].Values {
			for j, seed := range r.N {
				name, _ := json.Marshal([]any{b.Protocols[r.P].Name, b.Modes[r.M].Method, b.Modes[r.M].Mode, b.Texts[r.D], b.Texts[r.O], r.E, r.Δ, v.Name, seed})
				value, _ := json.Marshal(r.X[i*len(r.N)+j])
				all[string(name)] = string(value)
			}
		}
	}
	return all
}

// The page of docs/board is the output of the code, and its numbers equal those of the notebooks.
// It lists trials that are newer.
func TestShippedBoard(t *testing.T) {
	const remake = "; make it anew: go run ./gdp/cmd/gdp board --out docs/board"
	text := must.Get(os.ReadFile("../../../docs/board/index.html"))(t)
	var page bytes.Buffer
	must.Do(t, checkout(t).WriteHTML(&page))
	frame := func(page string) string {
		before, rest, _ := strings.Cut(page, `id="data">`)
		_, after, _ := strings.Cut(rest, "</script>")
		return before + after
	}
	if frame(string(text)) != frame(page.String()) {
		t.Error("docs/board is not the page that the code makes" + remake)
	}
	if len(text) > 1<<20 {
		t.Errorf("docs/board has %d bytes", len(text))
	}
	ships, kept, old := shown(t, string(text)), shown(t, page.String()), 0
	for name, value := range ships {
		if now, ok := kept[name]; !ok {
			old++
		} else if now != value {
			t.Fatalf("docs/board shows %s for %s, and %s is kept%s", value, name, now, remake)
		}
	}
	if old*2 > len(ships) {
		t.Errorf("%d of %d numbers of docs/board are not kept any more%s", old, len(ships), remake)
	}
	if added := len(kept) - len(ships) + old; old > 0 || added > 0 {
		t.Logf("%d numbers of docs/board are not kept any more, and %d were kept since%s", old, added, remake)
	}
}

// Answers to one question are compared with the null of the same question, by statistic: the mode's
// default if a trial has no setting.
func TestQuestions(t *testing.T) {
	of := func(mode, variant string, eps, off float64) trial.Result {
		r := result("question", mode, variant, eps, 1, 0, eps, eps)
		r.Protocol, r.Data, r.Values = trial.Answers, "karate", map[string]float64{trial.ErrorOfAnswer: off}
		return r
	}
	b := made(t, trial.Store{Name: "s", Results: []trial.Result{
		of("strict", "Statistic=triangles", 1, 0.1), of("null", "Statistic=triangles", 1, 0.9), of("null", "Statistic=edges", 1, 0.5), of("strict", "", 1, 0.01), of("strict", "Level=0.9,Statistic=wedges", 1, 0.01),
	}})
	for variant, want := range map[string]string{"Statistic=triangles": "0.9", "": "0.5", "Level=0.9,Statistic=wedges": ""} {
		r := row(t, b, "question", "strict", variant, 1)
		var got []string
		for _, i := range b.References[r.Null] {
			got = append(got, fmt.Sprint(float64(b.Rows[i].Values[0])))
		}
		if strings.Join(got, ",") != want || r.Aside {
			t.Errorf("%q, of %s: beside %v, want %s", variant, r.Split, got, want)
		}
	}
}
