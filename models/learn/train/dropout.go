package train

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// Dropout sets a random share of x's entries to zero in training; on a tape for predictions it does
// nothing.
//
// The mask is public, a function of the example, the step and the layer, never of the example's
// place in the batch. With masks by place, removing one example would change the masks of all that
// move up, and so the sum by more than C (docs/proofs/training.md).
func (t *Tape) Dropout(share float64, x *Node) *Node {
	if share == 0 || t.keys == nil {
		return x
	}
	layer := t.drops
	t.drops++
	random := maskBits(t.keys, layer, x.Shape().Dimensions)
	kept := GreaterOrEqual(random, ConstAs(random, uint32(share*(1<<32))))
	return Where(kept, MulScalar(x, 1/(1-share)), ZerosLike(x))
}

// exampleKey returns the key from which an example's masks in a step are derived.
func exampleKey(seed uint64, step int, record int32) uint32 {
	return uint32(mix64(mix64(mix64(seed)+uint64(step))+uint64(record)) >> 32)
}

// maskBits returns 32 random bits for each entry of an array of examples, [B, …], from the
// examples' keys, [B], and the layer's number. They are integers, the same on every backend.
func maskBits(keys *Node, layer int, dims []int) *Node {
	batch := dims[0]
	columns := size(dims[1:])
	column := Iota(keys.Graph(), shapes.Make(dtypes.Uint32, 1, columns), 1)
	column = mix32(Add(column, ConstAs(column, uint32(mix64(uint64(layer))))))
	rows := BroadcastToDims(Reshape(keys, batch, 1), batch, columns)
	return Reshape(mix32(BitwiseXor(rows, BroadcastToDims(column, batch, columns))), dims...)
}

// mix64 returns a step of SplitMix64 (Steele, Lea and Flood 2014): each bit of x flips half of the
// result's bits on average.
func mix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// mix32 is the same for 32 bits, elementwise, with the constants lowbias32 of C. Wellons (2018).
func mix32(x *Node) *Node {
	fold := func(shift uint32) { x = BitwiseXor(x, BitwiseShiftRightLogicalScalar(x, shift)) }
	fold(16)
	x = Mul(x, ConstAs(x, uint32(0x7feb352d)))
	fold(15)
	x = Mul(x, ConstAs(x, uint32(0x846ca68b)))
	fold(16)
	return x
}
