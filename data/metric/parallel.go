package metric

import "github.com/graphdp/graphdp/data/graph/parallel"

// sumBlock is the number of terms that one worker adds up at a time.
const sumBlock = 1 << 12

// someNodes is how many nodes a loop looks at before it looks whether it is to end.
const someNodes = 1 << 12

// sum adds f over blocks of 0 … n-1. Blocks are added in order, whatever order
// they were finished in, so that the rounding, and with it every digit of the
// result, is the same on each run and with any number of cores.
func sum(n int, f func(lo, hi int) float64) float64 {
	parts := make([]float64, (n+sumBlock-1)/sumBlock)
	parallel.Blocks(n, sumBlock, func(_, lo, hi int) { parts[lo/sumBlock] = f(lo, hi) })
	total := 0.0
	for _, p := range parts {
		total += p
	}
	return total
}
