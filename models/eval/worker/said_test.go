package worker

import (
	"fmt"
	"strings"
	"testing"
)

// The end of long output is stored, and the first line of a crash.
func TestSaid(t *testing.T) {
	s := new(Said)
	fmt.Fprint(s, strings.Repeat("x", 1<<21)+"\nthe end\n")
	if text := s.String(); len(text) > 2*saidBytes || !strings.HasSuffix(text, "\nthe end") {
		t.Errorf("%q", text)
	}
	fmt.Fprint(s, "panic: no\n\ngoroutine 1\n", strings.Repeat("main.main()\n", 1<<18))
	if text := s.String(); len(text) > 2*saidBytes || !strings.HasPrefix(text, "panic: no\n") {
		t.Errorf("%q", text)
	}
	if s.Reset(); s.String() != "" {
		t.Error(s)
	}
}
