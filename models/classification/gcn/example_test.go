package gcn_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/classification/gcn"
)

// With one labelled member on each side the network splits Zachary's karate club.
func Example() {
	club := data.Karate()
	task := gcn.Task{Graph: club.Graph, Labels: club.Labels, Classes: 2, Known: []int32{0, 33}}
	model, err := gcn.Train(context.Background(), task, gcn.Paper(), 1, nil)
	if err != nil {
		panic(err)
	}
	right := 0
	for u, class := range model.Predict() {
		if class == club.Labels[u] {
			right++
		}
	}
	fmt.Println("more than 28 of 34 members on their side:", right > 28)
	// Output:
	// more than 28 of 34 members on their side: true
}
