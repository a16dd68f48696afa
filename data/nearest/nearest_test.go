package nearest

import (
	"fmt"
	"testing"
)

func TestName(t *testing.T) {
	known := []string{"diameter", "cpl", "cpl_all", "gini", "pgb-facebook", "privgraph-enron", "privdpr-cora", "cora"}
	for given, want := range map[string]string{
		"diametr": "diameter", "daimeter": "diameter", "DIAMETER": "diameter", "diaemter": "diameter", "dimaeterx": "diameter", "xdimaeterx": "diameter", "xdi": "",
		"cp": "cpl", "clp": "cpl", "cplall": "cpl_all", "xyz": "", "": "", "degree": "",
		"facebook": "pgb-facebook", "enron": "privgraph-enron", "corra": "cora", "priv": "", "privd": "privdpr-cora", "gph": "",
	} {
		if got := Name(given, known); got != want {
			t.Errorf("nearest to %q is %q, want %q", given, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abcd", "acbd", 1}, {"a", "b", 1}, {"abc", "abc", 0}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance of %q and %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func ExampleHint() {
	known := []string{"diameter", "gini"}
	fmt.Println(Hint("diametre", known))
	fmt.Println(Hint("triangles", known))
	fmt.Println(Hint("longest_distanc", known, "longest_distance"))
	// Output:
	// did you mean "diameter"? There are diameter, gini
	// there are diameter, gini
	// did you mean "longest_distance"? There are diameter, gini
}
