package graphio

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

// blockSize is the size of a work unit, and the length of the longest line.
const blockSize = 1 << 20

var errLongLine = errors.New("line longer than 1 MiB: must be one edge or node")

// eachBlock cuts r into blocks of whole lines and passes them to workers: worker w calls work(w, i,
// data) for block i of the file, one block at a time. data is valid during the call and ends in a
// newline, which is added at the end of r if missing. It returns the error of the earliest failing
// block; all blocks before it were processed.
func eachBlock(r io.Reader, workers int, work func(worker, index int, data []byte) error) error {
	type block struct {
		index int
		data  []byte
	}
	var (
		queue = make(chan block, workers)
		free  = make(chan []byte, 2*workers+1) // buffers to reuse
		group sync.WaitGroup
		errs  firstError
	)
	for w := range workers {
		group.Go(func() {
			for b := range queue {
				errs.add(b.index, work(w, b.index, b.data))
				free <- b.data
			}
		})
	}
	for range cap(free) {
		free <- nil
	}

	rest := <-free // the rest of the previous block, after its last newline
	for index := 0; !errs.any(); index++ {
		data, err := fill(r, rest)
		if err != nil && err != io.EOF {
			errs.add(index, err)
			break
		}
		end := bytes.LastIndexByte(data, '\n') + 1
		if err == io.EOF && end < len(data) {
			data = append(data, '\n')
			end = len(data)
		}
		if end == 0 && err == nil {
			errs.add(index, errLongLine)
			break
		}
		rest = append((<-free)[:0], data[end:]...)
		if end > 0 {
			queue <- block{index, data[:end]}
		}
		if err == io.EOF {
			break
		}
	}
	close(queue)
	group.Wait()
	return errs.err
}

// fill reads until data has blockSize bytes or r ends, with io.EOF.
func fill(r io.Reader, data []byte) ([]byte, error) {
	if cap(data) <= blockSize {
		data = append(make([]byte, 0, blockSize+1), data...) // room for a newline
	}
	for len(data) < blockSize {
		n, err := r.Read(data[len(data):blockSize])
		data = data[:len(data)+n]
		if err != nil {
			return data, err
		}
	}
	return data, nil
}

// firstError keeps the error with the lowest index. It is safe for concurrent use.
type firstError struct {
	mu    sync.Mutex
	index int
	err   error
}

func (f *firstError) add(index int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil && (f.err == nil || index < f.index) {
		f.index, f.err = index, err
	}
}

func (f *firstError) any() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err != nil
}
