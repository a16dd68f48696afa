package nb

import (
	"fmt"
	"html"
	"io"
	"os"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// redraw is the least time between two drawings of a bar.
const redraw = 100 * time.Millisecond

// A Bar shows how far a long step has come. Its methods may be called from many
// goroutines at once.
type Bar struct {
	draw  func(b *Bar) // draws the state below; nil where nothing is drawn
	label string
	total int
	start time.Time

	mu       sync.Mutex
	done     int
	finished bool
	drawn    time.Time
}

// Progress begins a bar of total steps; where the number of steps is not known,
// a total of 0 shows the count alone. In a notebook the bar is a live output,
// outside it is drawn on standard error if that is a terminal, and in a test or
// a pipe it is silent.
//
//	bar := nb.Progress("training", epochs)
//	defer bar.Done()
func Progress(label string, total int) *Bar {
	b := &Bar{label: label, total: max(total, 0), start: time.Now()}
	switch {
	case capture.Recording():
	case gonbui.IsNotebook:
		b.draw = notebookBar(gonbui.UniqueId())
	case isTerminal(os.Stderr):
		b.draw = terminalBar(os.Stderr)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.update()
	return b
}

// Step adds n finished steps.
func (b *Bar) Step(n int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.finished {
		return
	}
	b.done = max(b.done+n, 0)
	if b.total > 0 {
		b.done = min(b.done, b.total)
	}
	if time.Since(b.drawn) >= redraw {
		b.update()
	}
}

// Done ends the bar. The bar keeps its position: one that ends early, by convergence or an error,
// does not become full.
func (b *Bar) Done() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.finished {
		return
	}
	b.finished = true
	b.update()
}

// update draws the bar; the caller holds b.mu.
func (b *Bar) update() {
	b.drawn = time.Now()
	if b.draw != nil {
		b.draw(b)
	}
}

// count returns the text of the bar: "12/100", or "12" if the total is unknown.
func (b *Bar) count() string {
	if b.total == 0 {
		return fmt.Sprint(b.done)
	}
	return fmt.Sprintf("%d/%d", b.done, b.total)
}

// status returns the count and, until the bar ends, the time. The final bar stays in the notebook,
// and the time of a private run depends on private data.
func (b *Bar) status() string {
	if b.finished {
		return b.count()
	}
	return fmt.Sprintf("%s, %.1f s", b.count(), time.Since(b.start).Seconds())
}

// text returns the bar as a line.
func (b *Bar) text() string { return b.label + " " + b.status() }

// notebookBar draws a bar in the notebook, as one live output that changes.
func notebookBar(id string) func(*Bar) {
	return func(b *Bar) {
		value := "" // without a value the element moves to and fro
		if b.total > 0 || b.finished {
			value = fmt.Sprintf(` value="%d" max="%d"`, b.done, max(b.total, b.done, 1))
		}
		// A bar that cannot be drawn does not stop the computation:
		// the next Show reports that the kernel is gone.
		send(capture.Output{
			capture.Text: b.text(),
			capture.HTML: fmt.Sprintf(`<div style="color: gray">%s <progress%s></progress> %s</div>`,
				html.EscapeString(b.label), value, b.status()),
		}, id, true)
		if b.finished {
			_ = flush()
		}
	}
}

// terminalBar draws a line on the terminal w, over the one before.
func terminalBar(w io.Writer) func(*Bar) {
	return func(b *Bar) {
		fmt.Fprintf(w, "\r%s\x1b[K", b.text()) // as above: a bar does not stop the computation
		if b.finished {
			fmt.Fprintln(w)
		}
	}
}

// isTerminal reports whether f is a character device: a terminal, not a pipe or
// a file.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
