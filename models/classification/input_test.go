package classification

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// What may be read before anything is paid for: at edge level everything except edges, at node
// level only public numbers, and without privacy everything. Unsuitable data are refused.
func TestInputHasWhatIsPublic(t *testing.T) {
	net := classificationtest.Blocks(30, 0.2, 0.05, 0.6, 1)
	net.Labels[3] = graph.Unlabeled
	half := split.Config{Train: []int32{1, 2, 3}, Test: []int32{4}}
	at := func(rel gdp.Relation) *Input {
		return &Input{session: classificationtest.Protect(t, net, rel, gdp.Budget{Epsilon: 1})}
	}
	facts := func(name string, d *Data, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if d.Nodes != 60 || d.Columns != 20 || d.Classes != 2 || len(d.Split.Train) != 3 {
			t.Errorf("%s: %+v", name, d)
		}
	}
	d, err := at(gdp.EdgeLevel).Public(0, half)
	facts("edge level", d, err)
	if d.Graph.M() != 0 || d.Graph.N() != 60 || len(d.Known) != 2 {
		t.Errorf("edge level: %d edges of %d nodes, %d labels", d.Graph.M(), d.Graph.N(), len(d.Known))
	}
	d, err = (&Input{net: net}).Public(0, half)
	facts("without privacy", d, err)
	if d.Graph != net.Graph || len(d.Known) != 2 {
		t.Error("without privacy the graph is another one")
	}
	for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
		d, err = at(rel).Private(0, half)
		facts(rel.String(), d, err)
		if d.Network != nil || d.Known != nil {
			t.Errorf("%v: features, labels or edges: %+v", rel, d)
		}
		if _, err := at(rel).Public(0, half); err == nil || !strings.Contains(err.Error(), "private") {
			t.Errorf("%v: features are public: %v", rel, err)
		}
	}
	if d, err := at(gdp.EdgeLevel).Public(5, half); err != nil || d.Classes != 5 {
		t.Errorf("five classes: %+v, %v", d, err)
	}
	net.Classes = nil // labels are numbers: their classes are public where labels are
	if d, err := at(gdp.EdgeLevel).Public(0, half); err != nil || d.Classes != 2 {
		t.Errorf("numbers as labels: %+v, %v", d, err)
	}
	if _, err := at(gdp.NodeLevel).Private(0, half); err == nil || !strings.Contains(err.Error(), "0 classes") {
		t.Errorf("classes are counted among private labels: %v", err)
	}
	for _, classes := range []int{1, maxClasses + 1} {
		if _, err := at(gdp.EdgeLevel).Public(classes, half); err == nil {
			t.Errorf("%d classes are accepted", classes)
		}
	}
}

// settings are those of a toy.
type settings struct{ Split split.Config }

// A result has the split and the cost, and errors of a run name its method.
func TestRunSettles(t *testing.T) {
	net := classificationtest.Blocks(30, 0.2, 0.05, 0.6, 1)
	begin := func(c settings, in *Input) (Fit[*Result[*release.Scores]], error) {
		d, err := in.Public(0, c.Split)
		return func(_ context.Context, run *checkpoint.Run) (*Result[*release.Scores], error) {
			r := &Result[*release.Scores]{Model: &release.Scores{Classes: d.Classes}}
			if s := run.Session(); s != nil {
				_, err := gdp.RandomisedResponse(s, "edges", 2)
				return r, err
			}
			return r, nil
		}, err
	}
	c := settings{split.Config{Share: 0.8}}
	s := classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: 3})
	mode := NewPrivate("toy", method.Mode{Name: "strict", Relation: gdp.EdgeLevel}, c, begin)
	r, err := mode.Run(t.Context(), s)
	if err != nil || len(r.Split.Train) != 48 || r.Guarantee == nil || math.Abs(float64(r.Guarantee.Proved)-2) > 1e-9 {
		t.Errorf("%+v, %v", r, err)
	}
	if o := r.Outcome().Release.(release.Classifier); o.Classes != 2 || len(o.Split.Test) != 12 {
		t.Errorf("%+v", o)
	}
	if r, err := NewPlain("toy", method.Mode{Name: "nonprivate"}, c, begin).RunOn(t.Context(), net, 1); err != nil || len(r.Split.Train) != 48 || r.Guarantee != nil {
		t.Errorf("%+v, %v", r, err)
	}
	c.Split.Seed++
	if _, err := mode.With(c).Run(t.Context(), s); err == nil || !strings.HasPrefix(err.Error(), "toy: ") || strings.Contains(err.Error(), "toy: toy") {
		t.Errorf("on a spent budget: %v", err)
	}
}
