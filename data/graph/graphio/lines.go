package graphio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// longest is the largest number of bytes of a line, such as a node's attributes in a TU folder.
const longest = 1 << 28

// eachLine calls f with every line of r, which may be long, without its newline and
// blanks at the ends. Lines are counted from 1; an error of f gets the place of
// its line. The text is valid during the call.
func eachLine(r io.Reader, file string, f func(line int, text []byte) error) error {
	lines, line := bufio.NewScanner(r), 1
	lines.Buffer(make([]byte, 1<<16), longest)
	for ; lines.Scan(); line++ {
		text := bytes.TrimSpace(lines.Bytes())
		if err := f(line, text); err != nil {
			return at(file, line, text, err)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return &Error{File: file, Line: line, Reason: fmt.Sprintf("a line of more than %d bytes", longest)}
	}
	return wrap(file, truncated(lines.Err()))
}
