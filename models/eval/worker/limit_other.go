//go:build !linux

package worker

import "errors"

// Limit does nothing: it needs Linux.
func Limit(int64) error {
	return errors.New("worker: a bound on memory is for Linux: other systems do not keep it")
}
