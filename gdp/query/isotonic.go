package query

// Isotonic returns the least-squares ascending fit to y, by the pool-adjacent-violators algorithm.
// On noisy values of an ascending sequence it removes most of the noise where the true values are
// equal [HLMJ09].
func Isotonic(y []float64) []float64 {
	type block struct {
		sum   float64
		count int
	}
	var blocks []block
	for _, v := range y {
		b := block{v, 1}
		for k := len(blocks) - 1; k >= 0; k-- {
			if a := blocks[k]; a.sum*float64(b.count) < b.sum*float64(a.count) {
				break
			}
			b.sum += blocks[k].sum
			b.count += blocks[k].count
			blocks = blocks[:k]
		}
		blocks = append(blocks, b)
	}
	out := make([]float64, 0, len(y))
	for _, b := range blocks {
		for range b.count {
			out = append(out, b.sum/float64(b.count))
		}
	}
	return out
}
