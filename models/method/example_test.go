package method_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// rows is a method with one mode, a control.
var rows = method.Method{
	Name: "rows", About: "rows that read nothing", Releases: release.KindEmbedding,
	Modes: []method.Mode{method.PrivateOld(method.Null, "null", "random rows", gdp.EdgeLevel, null.Untrained{Dim: 4}, null.Rows)},
}

// A mode runs on a session, with its own settings.
func ExampleMode_Run() {
	g, _, err := graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	mode := rows.Modes[0]
	config, err := method.Set(mode.Config(), "Dim=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	o, err := mode.Run(context.Background(), s, config, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o.Release.Summary())
	fmt.Println(o.Guarantee)
	// Output:
	// 3 rows of 2 numbers
	// claimed 0 · proved 0 · this run was not audited at δ = 0, relation edge
}

// A setting that the mode does not have is refused.
func ExampleSet() {
	config, err := method.Set(rows.Modes[0].Config(), "dim=8")
	fmt.Println(config, err)
	_, err = method.Set(rows.Modes[0].Config(), "Epochs=1")
	fmt.Println(err)
	// Output:
	// {8} <nil>
	// invalid setting "Epochs=1": this mode has no such setting; settings: Dim=4
}
