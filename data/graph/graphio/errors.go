package graphio

import (
	"errors"
	"fmt"
	"strings"
)

// Error is an error in a file, with its location.
type Error struct {
	File   string
	Line   int    // counted from 1; 0 if there are no lines
	Text   string // the offending text, possibly truncated or empty
	Reason string
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("graphio: ")
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	b.WriteString(": ")
	b.WriteString(e.Reason)
	if e.Text != "" {
		fmt.Fprintf(&b, ": %q", e.Text)
	}
	return b.String()
}

// at adds the location to err. An *Error keeps its own location and text; any other error becomes
// one about the given text.
func at(file string, line int, text []byte, err error) *Error {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Text: quote(text), Reason: err.Error()}
	}
	if e.File == "" {
		e.File = file
	}
	if e.Line == 0 {
		e.Line = line
	}
	return e
}

// quote truncates text to fit in an error.
func quote[T ~string | ~[]byte](text T) string {
	const most = 80
	s := strings.TrimSpace(string(text[:min(len(text), 4*most)]))
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// wrap adds the file name to an error.
func wrap(file string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("graphio: %s: %w", file, err)
}
