package graphio

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

// blockSize is what a worker parses at a time, and the longest line there can be.
const blockSize = 1 << 20

var errLongLine = errors.New("line longer than 1 MiB: must be one edge or node")

// eachBlock cuts r into blocks of whole lines and hands them to workers: worker
// w calls work(w, i, data) for block i of the file, the calls of one worker one
// after the other. data is valid during the call and ends in a newline, which
// is added at the end of r if need be. The error returned is that of the
// earliest block that has one; every block before that was handed out.
func eachBlock(r io.Reader, workers int, work func(worker, index int, data []byte) error) error {
	type block struct {
		index int
		data  []byte
	}
	var (
		queue = make(chan block, workers)
		free  = make(chan []byte, 2*workers+1) // buffers to use again
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

	rest := <-free // what follows the last newline of the block before
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

// fill reads until data has blockSize bytes or r ends, which is io.EOF.
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

// firstError keeps the error of the lowest index. It may be used from many goroutines.
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
