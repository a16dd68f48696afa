package graphio

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// longest is the largest number of bytes of a line, such as a node's attributes in a TU folder.
const longest = 1 << 28

// eachLine calls f with every line of r, which may be long, without its newline and
// blanks at the ends. Lines are counted from 1; an error of f gets the place of
// its line. The text is valid during the call.
func eachLine(r io.Reader, file string, f func(line int, text []byte) error) error {
	br := bufio.NewReaderSize(r, 1<<16)
	var long []byte // a line that is longer than the buffer of br
	for line := 1; ; line++ {
		text, err := br.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			for long = long[:0]; err == bufio.ErrBufferFull; text, err = br.ReadSlice('\n') {
				if len(long) > longest {
					return &Error{File: file, Line: line, Reason: fmt.Sprintf("a line of more than %d bytes", longest), Text: quote(long)}
				}
				long = append(long, text...)
			}
			long = append(long, text...)
			text = long
		}
		if err != nil && err != io.EOF {
			return wrap(file, truncated(err))
		}
		if err == io.EOF && len(text) == 0 {
			return nil
		}
		text = bytes.TrimSpace(text)
		if err := f(line, text); err != nil {
			return at(file, line, text, err)
		}
	}
}
