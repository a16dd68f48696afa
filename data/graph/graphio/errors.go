package graphio

import (
	"errors"
	"fmt"
	"strings"
)

// Error says what is wrong in a file, and where.
type Error struct {
	File   string
	Line   int    // counted from 1; 0 where there are no lines
	Text   string // the offending text, cut when long; may be empty
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

// at adds the place to err. An *Error keeps what it knows, the offending
// text for one; any other error becomes one about the given text.
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

// quote cuts text to a length that fits an error.
func quote[T ~string | ~[]byte](text T) string {
	const most = 80
	s := strings.TrimSpace(string(text[:min(len(text), 4*most)]))
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

// wrap says in which file err happened.
func wrap(file string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("graphio: %s: %w", file, err)
}
