//go:build !linux

package study

import "errors"

// Limit is for Linux.
func Limit(int64) error {
	return errors.New("study: a bound on memory is for Linux: other systems do not keep it")
}
