// Package capture records what a notebook cell shows, so that go test can run and check the cells.
// Package nb writes to it, package nbtest reads from it.
package capture

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// An Output is one thing shown: the same content in one or more forms, each
// under its MIME type, as in a notebook file. A front end takes the richest
// form that it can draw; text/plain is always there.
type Output map[string]string

// String returns the text form.
func (o Output) String() string { return o[Text] }

// The MIME types of an Output.
const (
	Text     = "text/plain"
	HTML     = "text/html"
	Markdown = "text/markdown"
	SVG      = "image/svg+xml"
)

// A Failure is the value with which nb.Must and nb.Check panic outside a
// notebook.
type Failure struct {
	Err   error
	Where string // the file and line of the call of Must or Check
}

// Error returns the location and the error of the cell.
func (f *Failure) Error() string { return f.Where + ": " + f.Err.Error() }

// Unwrap returns the argument of Must or Check.
func (f *Failure) Unwrap() error { return f.Err }

var (
	running sync.Mutex // held while a cell runs: its outputs are its own

	mu        sync.Mutex // guards the two below
	recording bool
	outputs   []Output
)

// Run runs one cell and returns its outputs. A failed Must or Check is returned as a *Failure, any
// other panic as an error with its stack.
func Run(cell func()) (shown []Output, err error) {
	running.Lock()
	defer running.Unlock()
	start()
	defer func() {
		shown = stop()
		switch p := recover().(type) {
		case nil:
		case *Failure:
			err = p
		default:
			err = fmt.Errorf("capture: the cell panicked: %v\n%s", p, debug.Stack())
		}
	}()
	cell()
	return nil, nil
}

// Recording reports whether Run is running a cell.
func Recording() bool {
	mu.Lock()
	defer mu.Unlock()
	return recording
}

// Add records an output of the cell that is being run.
func Add(o Output) {
	mu.Lock()
	defer mu.Unlock()
	if recording {
		outputs = append(outputs, o)
	}
}

func start() {
	mu.Lock()
	defer mu.Unlock()
	recording = true
}

func stop() []Output {
	mu.Lock()
	defer mu.Unlock()
	shown := outputs
	recording, outputs = false, nil
	return shown
}
