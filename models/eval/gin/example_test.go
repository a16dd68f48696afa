package gin_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/eval/gin"
)

// Graphs without classes cannot be told apart by them.
func Example() {
	_, err := gin.CrossValidate(context.Background(), new(graph.Collection), new(graph.Collection), gin.Default(), 1)
	fmt.Println(err)
	// Output:
	// gin: graphs without classes, or of one class
}
