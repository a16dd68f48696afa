package methodtest_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
)

// A control that reads nothing passes all checks as a control, but not as a mode without a proof.
func ExampleCheck() {
	for _, why := range []string{"", "it draws no noise"} {
		rows := method.NewPrivate("rows", method.Mode{
			Role: method.Null, Name: "null", About: "random rows", Relation: gdp.EdgeLevel, Unproved: why,
		}, null.Untrained{Dim: 4}, null.Rows)
		m := method.Method{Name: "rows", About: "rows that read nothing", Releases: release.KindEmbedding, Modes: []method.Mode{rows.Mode}}
		fmt.Println(len(methodtest.Check(context.Background(), m, methodtest.Options{})), "failures")
	}
	// Output:
	// 0 failures
	// 1 failures
}
