package vector

import "github.com/graphdp/graphdp/data/graph/parallel"

// MaxShards is the largest number of workers of [Shards].
const MaxShards = 16

// Shards calls f(worker, workers) once for every worker, all at once, and with
// no more of them than there are grains of work. Their number is a power of two.
// Where each does the rows r with r mod workers = worker, in a fixed order, the
// sum that a row adds up to does not depend on how many workers there are.
func Shards(work, grain int, f func(worker, workers int)) {
	most := min(MaxShards, parallel.Workers(work, grain))
	workers := 1
	for 2*workers <= most {
		workers *= 2
	}
	parallel.Each(workers, func(worker int) { f(worker, workers) })
}
