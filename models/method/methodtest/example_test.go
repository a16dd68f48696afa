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

// A control that reads nothing passes all checks as what it is, and not as a mode of which
// nothing is proved.
func ExampleCheck() {
	rows := method.PrivateOld(method.Null, "null", "random rows", gdp.EdgeLevel, null.Untrained{Dim: 4}, null.Rows)
	for _, mode := range []method.Mode{rows, rows.ProvingNothing("it draws no noise")} {
		m := method.Method{Name: "rows", About: "rows that read nothing", Releases: release.KindEmbedding, Modes: []method.Mode{mode}}
		fmt.Println(len(methodtest.Check(context.Background(), m, methodtest.Options{})), "failures")
	}
	// Output:
	// 0 failures
	// 1 failures
}
