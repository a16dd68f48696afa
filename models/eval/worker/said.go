package worker

import (
	"bytes"
	"strings"
	"sync"
)

// Said keeps the end of a process's output, or the output after the first line of a Go crash.
type Said struct {
	mu   sync.Mutex
	text []byte
}

const saidBytes = 1 << 10

// Write implements [io.Writer].
func (s *Said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for rest := b; len(rest) > 0; {
		part := rest[:min(len(rest), saidBytes)]
		rest = rest[len(part):]
		if s.text = append(s.text, part...); !s.crash() {
			s.text = s.text[max(0, len(s.text)-saidBytes):]
		}
		s.text = s.text[:min(len(s.text), 2*saidBytes)]
	}
	return len(b), nil
}

// crash drops the text before the first line of a crash, and reports whether it found one.
func (s *Said) crash() bool {
	for _, first := range []string{"panic: ", "fatal error: "} {
		if i := bytes.Index(s.text, []byte(first)); i >= 0 {
			s.text = s.text[i:]
			return true
		}
	}
	return false
}

// Reset clears the output.
func (s *Said) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = nil
}

// String returns the output.
func (s *Said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.ToValidUTF8(strings.TrimSpace(string(s.text)), "?")
}
