package method_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
)

// random is a mode of a method with the name "rows".
var random = method.NewPrivate("rows", method.Mode{
	Role: method.Null, Name: "null", About: "random rows", Relation: gdp.EdgeLevel,
}, null.Untrained{Dim: 4}, null.Rows)

// A mode runs on a session, with its own settings.
func ExamplePrivateMode_Run() {
	g, _, err := graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{})
	if err != nil {
		panic(err)
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1})
	if err != nil {
		panic(err)
	}
	r, err := random.With(null.Untrained{Dim: 2}).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Rows.N(), "rows of", r.Rows.Dim())
	fmt.Println(r.Guarantee)
	// Output:
	// 3 rows of 2
	// claimed 0 · proved 0 · this run was not audited at δ = 0, relation edge
}

// A setting that the mode does not have is refused.
func ExampleSet() {
	config, err := method.Set(random.Mode.Config(), "dim=8")
	fmt.Println(config, err)
	_, err = method.Set(random.Mode.Config(), "Epochs=1")
	fmt.Println(err)
	// Output:
	// {8} <nil>
	// invalid setting "Epochs=1": this mode has no such setting; settings: Dim=4
}
