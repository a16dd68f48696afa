package ask

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Intervals of sums and means hold as often as stated, for ranges on either side of 0, around it
// and far from it.
func TestIntervalsOfAttributesHold(t *testing.T) {
	const level, draws = 0.9, 1000
	net := labelled(t)
	for _, of := range ofAttributes {
		for _, r := range []struct {
			column    int
			low, high float64
		}{{1, 0, 2}, {1, -0.5, 1}, {0, -1, 0}, {1, -3, -0.25}, {0, 100, 101}, {1, -1e30, 1e-30}, {0, 1, math.Nextafter(1, 2)}} {
			x := of(r.column, r.low, r.high)
			exact := exactly(t, x, net)
			for _, m := range x.mechanisms {
				for _, rel := range m.relations {
					covers(t, fmt.Sprint(x.Name, rel), draws, level, func(seed uint64) bool { return m.holds(t, x, net, exact, protected(t, net, rel, 4, seed), level) })
				}
			}
		}
	}
}

// The noise of a sum covers replacing the largest value by another one in another class: noise for
// half of the range would give narrower intervals.
func TestNoiseOfAttributes(t *testing.T) {
	const n, eps = 2000, 1.0
	net := &graph.Network{Graph: gdptest.Graph(t, n, nil), Classes: []string{"a", "b"}, Labels: make([]int32, n)}
	offsets, columns, values := []int64{0}, []int32{}, []float32{}
	for u := range n {
		net.Labels[u] = int32(u % 2)
		columns, values = append(columns, 0), append(values, float32(u%2*30))
		offsets = append(offsets, int64(len(columns)))
	}
	net.Attrs = must.Get(graph.NewAttributes(1, offsets, columns, values))(t)
	wide := func(x Statistic, rel gdp.Relation) float64 {
		a := must.Get(x.Ask(protected(t, net, rel, eps, 1), eps))(t)
		return a.Values[1].High - a.Values[1].Low
	}
	each := math.Log(2 / 0.05) // of two classes: P(|X| > b·each) = 0.05/2
	for _, c := range []struct {
		of   Statistic
		rel  gdp.Relation
		want float64
	}{
		{AttributeSum(0, 0, 40), gdp.NodeLevel, 2 * 2 * 40 * each},
		{AttributeSum(0, -50, 40), gdp.NodeLevel, 2 * 2 * 50 * each},
		{AttributeSum(0, 0, 40), gdp.NodeUnbounded, 2 * 40 * each},
		{AttributeSum(0, 0, 40), gdp.EdgeLevel, 0},
		{AttributeMean(0, 0, 40), gdp.EdgeLevel, 0},
	} {
		if got := wide(c.of, c.rel); math.Abs(got-c.want) > 1e-3*c.want {
			t.Errorf("%s, %v: an interval of %v, want %v", c.of.Name, c.rel, got, c.want)
		}
	}
	// Of 1000 values of three quarters of the range it is ¼ of one noise less ¾ of the other that
	// has to be below t: the root of (9·exp(-4t/3) - exp(-4t))/8 = 0.05/2.
	t0 := 2.8550
	if p := (9*math.Exp(-4*t0/3) - math.Exp(-4*t0)) / 8; math.Abs(p-0.025) > 1e-5 {
		t.Fatal(p)
	}
	for rel, scale := range map[gdp.Relation]float64{gdp.NodeLevel: 2, gdp.NodeUnbounded: 1} {
		if got, want := wide(AttributeMean(0, 0, 40), rel), 40*2*t0*scale/1000; math.Abs(got-want) > 0.05*want {
			t.Errorf("%v: a mean has an interval of %v, want %v", rel, got, want)
		}
	}
}

// A mean over no nodes can be anything in the range, with and without noise.
func TestMeanOfNoNodes(t *testing.T) {
	net := labelled(t)
	net.Classes = append(net.Classes, "none of these")
	for _, rel := range anyLevel {
		a := must.Get(AttributeMean(1, -1, 3).AskAt(protected(t, net, rel, 100, 1), 100, 0.999))(t)
		if v := a.Values[3]; v.Of != "none of these" || v.Low != -1 || v.High != 3 {
			t.Errorf("%v: %+v", rel, v)
		}
	}
}

// Invalid attributes are refused with a reason, before anything is spent.
func TestAttributesAreRefused(t *testing.T) {
	net := labelled(t)
	plain, unlabelled, many := *net, *net, *net
	plain.Attrs, unlabelled.Labels, unlabelled.Classes = nil, nil, nil
	for i := range 20 {
		many.Classes = append(slices.Clip(many.Classes), fmt.Sprint("more ", i))
	}
	for _, c := range []struct {
		of   Statistic
		net  *graph.Network
		rels []gdp.Relation
		want string
	}{
		{AttributeSum(0, 0, 1), &plain, anyLevel, "no attributes"},
		{AttributeMeanByDegree(0, 0, 1), &plain, edgeLevel, "no attributes"},
		{AttributeMean(2, 0, 1), net, anyLevel, "no attribute column 2"},
		{AttributeSum(-1, 0, 1), net, anyLevel, "column -1"},
		{AttributeMean(0, 1, 1), net, anyLevel, "from 1 to 1"},
		{AttributeSumByDegree(0, 2, 1), net, edgeLevel, "from 2 to 1"},
		{AttributeSum(0, math.NaN(), 1), net, anyLevel, "from NaN to 1"},
		{AttributeSum(0, 0, math.Inf(1)), net, anyLevel, "a float32 can have"},
		{AttributeSum(0, 0, 1), &unlabelled, anyLevel, "no class names"},
		{AttributeSum(0, 0, 1), &many, anyLevel, "23 classes of 16 nodes"},
		{AttributeSumByDegree(0, 0, 1), net, nodeLevel, "next degree range"},
		{AttributeMeanByDegree(0, 0, 1), net, nodeLevel, "next degree range"},
	} {
		for _, rel := range c.rels {
			s := protected(t, c.net, rel, 1, 1)
			if _, err := c.of.Ask(s, 1); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %v: %v, want %q", c.of.Name, rel, err, c.want)
			}
			if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
				t.Errorf("%s, %v: %d spends of what is refused (%v)", c.of.Name, rel, len(l.Entries), err)
			}
		}
	}
	s := protected(t, net, gdp.NodeLevel, 1, 1)
	if _, err := AttributeMean(0, 0, 1).Ask(s, 2); err == nil {
		t.Error("a mean is asked for more than there is")
	}
}

// Names have a column and a range, in any notation.
func TestFindAttributes(t *testing.T) {
	for name, want := range map[string]string{
		"attribute-sum:3:-1:2.5":            "attribute-sum:3:-1:2.5",
		"attribute-mean:0:-0:1e3":           "attribute-mean:0:0:1000",
		"attribute-sum-by-degree:07:0.0:1":  "attribute-sum-by-degree:7:0:1",
		"attribute-mean-by-degree:7:-2:1.0": "attribute-mean-by-degree:7:-2:1",
	} {
		if x, err := Find(name); err != nil || x.Name != want {
			t.Errorf("%s: %q, %v", name, x.Name, err)
		}
	}
	for name, want := range map[string]string{
		"attribute-sum":           "a column and a range are missing; use attribute-sum:COLUMN:LOW:HIGH",
		"attribute-sum:0:1":       "are missing",
		"attribute-sum:0:1:2:3":   "are missing",
		"attribute-mean:x:0:1":    `"x" is not a column`,
		"attribute-mean:0:y:1":    `"y" is not a number`,
		"attribute-mean:0:1:0":    "from 1 to 0",
		"attribute-mean:0:NaN:1":  "from NaN to 1",
		"attribute-mean:-2:0:1":   "column -2",
		"attribute-means:0:0:1":   "no statistic",
		"attribute-mean:0:0:1e99": "a float32 can have",
	} {
		if _, err := Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// Why sums by degree are refused at node level: one node joined to all others moves them all to
// another range, so that the sum of one range becomes that of the next.
func TestANodeTakesAllToAnotherRange(t *testing.T) {
	const n = 9
	var edges, hub []graph.Edge // eight nodes on a circle, each also joined to the one opposite
	for u := range int32(n - 1) {
		edges = append(edges, graph.Edge{U: u, V: (u + 1) % (n - 1)})
		if u < (n-1)/2 {
			edges = append(edges, graph.Edge{U: u, V: u + (n-1)/2})
		}
		hub = append(hub, graph.Edge{U: u, V: n - 1})
	}
	offsets := []int64{0}
	for u := range int64(n) {
		offsets = append(offsets, u+1)
	}
	attrs := must.Get(graph.NewAttributes(1, offsets, make([]int32, n), slices.Repeat([]float32{1}, n)))(t)
	for _, c := range []struct {
		edges []graph.Edge
		want  []float64 // of the degrees 0, 1, 2 – 3, 4 – 7, 8
	}{{edges, []float64{1, 0, 8, 0, 0}}, {append(edges, hub...), []float64{0, 0, 0, 8, 1}}} {
		a := must.Get(AttributeSumByDegree(0, 0, 1).Ask(protected(t, &graph.Network{Graph: gdptest.Graph(t, n, c.edges), Attrs: attrs}, gdp.EdgeLevel, 500, 1), 500))(t)
		for i, v := range a.Values {
			if math.Abs(v.Value-c.want[i]) > 0.2 {
				t.Errorf("the sum of degrees %s is %v, want %v", v.Of, v.Value, c.want[i])
			}
		}
	}
}
