package audits_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/models/statistics/ask"
	"github.com/graphdp/graphdp/models/statistics/question"
)

// Every private mode of every method has audits at the ε of the study, with the settings that its
// attack has today. None exceeds the proved ε. If the proved ε exceeds the claim, or nothing is
// proved, an audit exceeds the claim, or there is a reason why none does.
func TestEveryPrivateModeIsAudited(t *testing.T) {
	s := must.Get(study.Read("study.yaml"))(t)
	planned := must.Get(trial.List(models.Methods(), s))(t)
	inStudy := map[[2]string]int{}
	for _, x := range planned {
		inStudy[[2]string{x.Method, x.Mode}]++
	}
	for _, m := range models.Methods() {
		for _, mode := range m.Modes {
			if mode.Plain {
				continue
			}
			name := m.Name + "/" + mode.Name
			k := must.Get(audits.Of(m, mode.Name))(t)
			if n := inStudy[[2]string{m.Name, mode.Name}]; n < 2 || len(k.Audits) != n {
				t.Errorf("%s: %d audits of %d in the study: %s", name, len(k.Audits), n, k.Why)
			}
			above, fails := false, mode.Unproved != ""
			for _, r := range k.Audits {
				bound := float64(r.Audited.Epsilon)
				if bound > r.Proved || float64(r.Audited.IfGaussian) > r.Proved {
					t.Errorf("%s at ε = %g: audited %v, and %g is proved", name, r.Epsilon, r.Audited, r.Proved)
				}
				above = above || max(bound, float64(r.Audited.IfGaussian)) > r.Claimed
				fails = fails || r.Proved > r.Claimed*(1+1e-6)
			}
			if (mode.Unshown != "") != (fails && !above) {
				t.Errorf("%s: the claim fails: %v, an audit is above it: %v; why none is: %q", name, fails, above, mode.Unshown)
			}
		}
	}
}

// The text beside a guarantee has the results of audits, with ε, number of runs and settings. For a
// mode without audits it has the reason.
func TestBeside(t *testing.T) {
	m := must.Get(method.Find(models.Methods(), "privdpr"))(t)
	g := must.Get(audits.Beside(&gdp.Guarantee{Claimed: 2, Proved: 2, Relation: gdp.NodeLevel}, m, "strict"))(t)
	for _, want := range []string{"audited ≥ ", "at ε = 1, 4000 runs; ≥ ", "at ε = 4, 4000 runs (confidence 0.95, δ = 1e-05, Theta=1, TriangleShare=0)"} {
		if !strings.Contains(g.String(), want) {
			t.Errorf("no %q in %v", want, g)
		}
	}
	for rel, want := range map[gdp.Relation]string{gdp.EdgeLevel: "not audited under the relation edge; under node it was audited ≥ ", gdp.NodeUnbounded: "not audited under the relation node-unbounded; under node it was"} {
		if g, err := audits.Beside(&gdp.Guarantee{Claimed: 2, Proved: 2, Relation: rel}, m, "strict"); err != nil || !strings.Contains(g.String(), want) {
			t.Errorf("under %v: %v, %v", rel, g, err)
		}
	}
	for of, want := range map[string]string{
		"gap":      "if the noise is Gaussian at ε = 4, 2000 runs, if so above the claim of 4 (",
		"dpar":     "above the claim of 1; ≥ ",
		"features": "; the claim fails, and no audit shows it: the attacked node is in the public subsample",
	} {
		if m, err := method.Find(models.Methods(), of); err != nil {
			t.Error(err)
		} else if k, err := audits.Of(m, "published"); err != nil || !strings.Contains(k.String(), want) {
			t.Errorf("no %q in %v (%v)", want, k, err)
		}
	}
	m.Name = "another"
	if g, err := audits.Beside(&g, m, "strict"); err != nil || !strings.Contains(g.String(), "not audited: no audit of the mode is stored") {
		t.Errorf("%v, %v", g, err)
	}
	m.Name = "privdpr"
	m.Modes = slices.Clone(m.Modes)
	m.Modes[2].Attack = method.OnWord().With(0)
	if k, err := audits.Of(m, m.Modes[2].Name); err != nil || !strings.Contains(k.String(), "other settings") {
		t.Errorf("%v, %v", k, err)
	}
	if _, err := audits.Beside(nil, m, "strict"); err == nil {
		t.Error("no guarantee")
	}
	if _, err := audits.Of(m, "nobody"); err == nil {
		t.Error("no such mode")
	}
	if k, err := audits.Of(m, "nonprivate"); err != nil || !strings.Contains(k.String(), "in the clear") {
		t.Errorf("%v, %v", k, err)
	}
}

// Every statistic at edge or node level has stored audits at the ε of the studies of questions, and
// none exceeds the proved ε.
func TestEveryStatisticIsAudited(t *testing.T) {
	var kept []trial.Result
	for line := range strings.Lines(read(t, "results.jsonl")) {
		var r trial.Result
		must.Do(t, json.Unmarshal([]byte(line), &r))
		if r.Method == question.Method.Name {
			kept = append(kept, r)
		}
	}
	net := methodtest.Network()
	for file, rel := range map[string]gdp.Relation{"questions.yaml": gdp.EdgeLevel, "questions-node.yaml": gdp.NodeLevel} {
		s := must.Get(study.Read(file))(t)
		planned := must.Get(trial.List(models.Methods(), s))(t)
		asked := map[string]bool{"edges": true} // that of the mode
		for _, x := range planned {
			asked[strings.TrimPrefix(x.Variant, "Statistic=")] = true
			i := slices.IndexFunc(kept, func(r trial.Result) bool { return r.Trial == x })
			if i < 0 || kept[i].Audited == nil || kept[i].Made.Config != trial.ConfigKey(question.Method, x) {
				t.Errorf("no audit of %s %s at ε = %g is kept", x.Mode, x.Variant, x.Epsilon)
			} else if r := kept[i]; float64(r.Audited.Epsilon) > r.Proved {
				t.Errorf("%s %s: audited %v, and %g is proved", x.Mode, x.Variant, r.Audited, r.Proved)
			}
		}
		session := must.Get(gdp.Protect(net, rel, gdp.Budget{Epsilon: 1}))(t)
		for _, x := range ask.All() {
			if a := x.Check(session, 1, ask.Level); a == nil && !asked[x.Name] && x.Name != "nodes" && !(rel == gdp.EdgeLevel && strings.HasPrefix(x.Name, "attribute") && !strings.Contains(x.Name, "by-degree")) {
				t.Errorf("%s under the relation %v is in no study", x.Name, rel)
			}
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text := must.Get(os.ReadFile(name))(t)
	return string(text)
}
