package walks_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/embedding/walks"
)

// An embedding without privacy: node 0 is more similar to a member of its own side of the club than
// to the other side's leader.
func Example() {
	club := data.Karate().Network
	r, err := walks.Deepwalk.RunOn(context.Background(), &club, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.In.N(), "rows of", r.In.Dim(), r.In.Dot(0, 1) > r.In.Dot(0, 33))
	// Output:
	// 34 rows of 128 true
}
