package app

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// A meter shows on a terminal the current work, its progress and the remaining time: one line,
// shown after a second and erased at the end. The zero value shows nothing.
type meter struct {
	w io.Writer // nil: not a terminal

	mu    sync.Mutex
	what  string
	begun time.Time // current work
	first float64   // share done at the start
	share float64   // share done; 0: unknown
	stop  chan struct{}
}

// terminal returns w if it is a terminal, else nil.
func terminal(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return w
	}
	return nil
}

// tell sets the current work and the share that is done, if known.
func (m *meter) tell(what string, share float64) {
	if m.w == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if what != m.what || share < m.share {
		m.what, m.begun, m.first = what, time.Now(), share
	}
	m.share = share
	if m.stop == nil {
		m.stop = make(chan struct{})
		go m.draw(m.stop)
	}
}

// show shows a line at once, until the next call of show, tell or end.
func (m *meter) show(line string) {
	if m.w == nil {
		return
	}
	m.tell(line, 0)
	m.mu.Lock()
	defer m.mu.Unlock()
	fmt.Fprint(m.w, erase+m.cut(line))
}

// steps returns a function to call after each step.
func (m *meter) steps(what string) func(done, steps int) {
	return func(done, steps int) { m.tell(what, float64(done)/float64(steps)) }
}

// draw draws the line every second until stop is closed.
func (m *meter) draw(stop chan struct{}) {
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticks.C:
		}
		m.mu.Lock()
		if m.stop == stop {
			fmt.Fprint(m.w, erase+m.cut(m.line()))
		}
		m.mu.Unlock()
	}
}

// erase returns to the start of the terminal's line and erases it.
const erase = "\r\x1b[K"

// cut shortens a line to the terminal's width, since a wrapped line cannot be erased.
func (m *meter) cut(line string) string {
	if text, n := []rune(line), width(m.w)-1; n > 0 && n < len(text) {
		return string(text[:n-1]) + "…"
	}
	return line
}

func (m *meter) line() string {
	spent := time.Since(m.begun)
	if m.share <= m.first {
		return fmt.Sprintf("%s … %v", m.what, spent.Round(time.Second))
	}
	left := time.Duration(float64(spent) * (1 - m.share) / (m.share - m.first))
	return fmt.Sprintf("%s … %.0f %%, about %v left", m.what, 100*m.share, max(left.Round(time.Second), time.Second))
}

// end erases the line.
func (m *meter) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stop == nil {
		return
	}
	close(m.stop)
	m.stop, m.what, m.share = nil, "", 0
	fmt.Fprint(m.w, erase)
}
