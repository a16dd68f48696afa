package app

import (
	"path/filepath"
	"strings"
	"testing"
)

// A plan reads no private data: it is the same for a graph without edges and for one with many. It
// shows the request, and the expected results of the mode and of its null control.
func TestPlanReadsNothingPrivate(t *testing.T) {
	dir := t.TempDir()
	var plans []string
	for name, edges := range map[string]string{"sparse": "", "dense": "0 1\n0 2\n1 2\n3 4\n5 6\n7 8\n9 10\n"} {
		path := filepath.Join(dir, name+".txt")
		put(t, path, "# nodes 60\n"+edges)
		stdout, _ := calls(t, "", "run", "seprivgemb", "--plan", "--graph", path, "--epsilon", "2")
		plans = append(plans, stdout)
	}
	if plans[0] != plans[1] {
		t.Errorf("two plans:\n%s\n%s", plans[0], plans[1])
	}
	for _, want := range []string{"nothing was spent", "at mean degree 20", "release: DiscreteLaplace", "StrucEqu", "null"} {
		if !strings.Contains(plans[0], want) {
			t.Errorf("no %q in\n%s", want, plans[0])
		}
	}
}

// Plans warn about modes that are expected to be worse than the null control, and about no others.
func TestPlanWarns(t *testing.T) {
	stdout, _ := calls(t, "", "run", "privdpr", "--plan", "--graph", "karate", "--epsilon", "0.01", "--json")
	below := 0
	for _, made := range document(t, stdout)["made"].([]any) {
		for _, e := range made.(map[string]any)["expected"].([]any) {
			e := e.(map[string]any)
			mode, null := e["mode"].(float64), e["null"].(float64)
			if worse := mode > null; worse != e["below_null"].(bool) { // of errors, the smaller is better
				t.Errorf("%v of the mode, %v of the null control: %v", mode, null, e)
			}
			if e["below_null"].(bool) {
				below++
			}
		}
	}
	if below == 0 {
		t.Errorf("nothing is below the null control at ε = 0.01:\n%s", stdout)
	}
	p := planReport{Method: "m", Mode: "strict", Null: "none", Made: []planned{{Expected: []expected{{Value: "AUC", Below: true}}}, {}}}
	var text strings.Builder
	if err := people(&text, p.write); err != nil || strings.Count(text.String(), "worse than the null control none in AUC") != 1 {
		t.Errorf("%v: %s", err, &text)
	}
}
