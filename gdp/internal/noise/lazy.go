package noise

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Lazy draws the noise that private training owes to the rows of a large table when a row is read.
// Each step adds independent Gaussian noise to all rows. Nobody sees a row between two reads, so
// the noise it missed can be drawn as one Gaussian with the sum of the variances. The tables made
// by [Lazy.Collect] have the same joint distribution as with noise on every row at every step, and
// the cost of a step does not depend on the number of rows.
//
// This holds if training only adds weighted noise to a row between reads, as gradient descent
// without momentum or decay does.
//
// Different rows may be collected concurrently, but not the same row.
type Lazy struct {
	key    Key // of source
	source bulk
	sd     float64
	limit  int // the number of steps
	width  int
	seen   []uint32 // by row, the number of steps whose noise it has
	// sums[j][i] is the sum of the squared weights of steps i·2ʲ to (i+1)·2ʲ-1. So the sum over any
	// range adds up few positive numbers.
	sums [][]float64
}

// NewLazy returns the noise of a table of rows of the given width, for at most the given number of
// steps. A step of weight w owes N(0, (w·sd)²) to each entry. The noise comes from a key drawn from
// s.
func NewLazy(s *Stream, rows, width int, sd float64, steps int) (*Lazy, error) {
	if s == nil {
		return nil, errors.New("noise: lazy noise without a stream")
	}
	if rows < 0 || rows > math.MaxInt32 || width < 1 || width > math.MaxInt32 || steps < 0 || steps > mostSteps {
		return nil, fmt.Errorf("noise: lazy noise for %d rows of %d entries and %d steps", rows, width, steps)
	}
	if err := checkTraining(sd); err != nil {
		return nil, err
	}
	key := s.fork()
	return &Lazy{key: key, source: newBulk(key), sd: sd, limit: steps, width: width, seen: make([]uint32, rows), sums: make([][]float64, 1)}, nil
}

// Steps returns the number of steps so far.
func (l *Lazy) Steps() int {
	if l.sums == nil {
		return 0
	}
	return len(l.sums[0])
}

// Empty reports whether l waits for a saved state.
func (l *Lazy) Empty() bool { return l.sums == nil }

// Settled reports whether every row has all the noise that it is owed.
func (l *Lazy) Settled() bool {
	return !slices.ContainsFunc(l.seen, func(steps uint32) bool { return int(steps) != l.Steps() })
}

// Advance adds a step whose noise has the given weight for every row: 1, or the learning rate if sd
// is that of the gradient.
func (l *Lazy) Advance(weight float64) error {
	return l.advance(weight * weight)
}

func (l *Lazy) advance(square float64) error {
	if err := checkTraining(math.Sqrt(square) * l.sd); err != nil {
		return err
	}
	if l.Empty() {
		return errors.New("noise: lazy noise without a table")
	}
	if l.Steps() == l.limit {
		return fmt.Errorf("noise: lazy noise for more than %d steps", l.limit)
	}
	l.sums[0] = append(l.sums[0], square)
	for j := 0; len(l.sums[j])%2 == 0; j++ {
		if j+1 == len(l.sums) {
			l.sums = append(l.sums, nil)
		}
		n := len(l.sums[j])
		l.sums[j+1] = append(l.sums[j+1], l.sums[j][n-2]+l.sums[j][n-1])
	}
	return nil
}

const mostSteps = math.MaxInt32

// Collect adds to a row all noise that it is owed.
func (l *Lazy) Collect(row int, dst []float32) error {
	if row < 0 || row >= len(l.seen) || len(dst) != l.width {
		return fmt.Errorf("noise: row %d with %d entries of a table of %d rows of %d", row, len(dst), len(l.seen), l.width)
	}
	l.collect(row, dst)
	return nil
}

func (l *Lazy) collect(row int, dst []float32) {
	from, to := l.seen[row], uint32(l.Steps())
	if from == to {
		return
	}
	sd := l.sd * math.Sqrt(l.owed(uint64(from), uint64(to)))
	// The place depends on the row and the steps, so the order of rows does not matter.
	w := l.source.at([3]uint32{uint32(row), from, to})
	w.addNormal(dst, sd)
	w.close()
	l.seen[row] = to
}

// owed returns the sum of the squared weights of the steps from … to-1.
func (l *Lazy) owed(from, to uint64) float64 {
	sum := 0.0
	for j := 0; from < to; j++ {
		if from&1 == 1 {
			sum += l.sums[j][from]
			from++
		}
		if to&1 == 1 {
			to--
			sum += l.sums[j][to]
		}
		from, to = from/2, to/2
	}
	return sum
}

// Format prints nothing secret, whichever verb is used.
func (l *Lazy) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "noise.Lazy(%d rows of %d, %d steps)", len(l.seen), l.width, l.Steps())
}

// MarshalBinary saves the state without the table. Keep the bytes as secret as the key.
func (l *Lazy) MarshalBinary() ([]byte, error) {
	b := append([]byte{lazyVersion}, l.key[:]...)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(l.sd))
	for _, n := range []int{l.limit, l.width, len(l.seen), l.Steps()} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	for _, n := range l.seen {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	for _, w := range l.sums[0] {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(w))
	}
	return b, nil
}

// UnmarshalBinary restores a saved state.
func (l *Lazy) UnmarshalBinary(data []byte) error {
	errShape := errors.New("noise: not the saved state of lazy noise")
	saved := Lazy{sums: make([][]float64, 1)}
	if len(data) < 1+len(saved.key)+5*8 || data[0] != lazyVersion {
		return errShape
	}
	data = data[1+copy(saved.key[:], data[1:]):]
	saved.source = newBulk(saved.key)
	word := func() uint64 {
		w := binary.LittleEndian.Uint64(data)
		data = data[8:]
		return w
	}
	saved.sd = math.Float64frombits(word())
	limit, width, rows, steps := word(), word(), word(), word()
	if limit > mostSteps || width < 1 || width > mostSteps || rows > mostSteps || steps > limit || uint64(len(data)) != 4*rows+8*steps {
		return errShape
	}
	if err := checkTraining(saved.sd); err != nil {
		return err
	}
	saved.limit, saved.width = int(limit), int(width)
	saved.seen = make([]uint32, rows)
	for i := range saved.seen {
		saved.seen[i] = binary.LittleEndian.Uint32(data[4*i:])
		if uint64(saved.seen[i]) > steps {
			return errShape
		}
	}
	data = data[4*rows:]
	for range steps {
		if err := saved.advance(math.Float64frombits(word())); err != nil {
			return err
		}
	}
	*l = saved
	return nil
}

const lazyVersion = 3
