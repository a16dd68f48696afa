package web

import "testing"

func TestContentRange(t *testing.T) {
	for header, want := range map[string][3]int64{
		"bytes 5-9/10": {5, 10, 1}, "bytes 0-9/*": {0, -1, 1}, "": {}, "bytes */10": {}, "bytes x-9/10": {}, "bytes 5-9": {},
	} {
		first, size, ok := contentRange(header)
		if ok != (want[2] == 1) || ok && (first != want[0] || size != want[1]) {
			t.Errorf("%q: %d, %d, %v", header, first, size, ok)
		}
	}
}
