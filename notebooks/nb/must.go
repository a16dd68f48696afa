package nb

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"

	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// Must returns v, or ends the cell if err is not nil: see Check.
func Must[T any](v T, err error) T {
	if err != nil {
		fail(err, 1)
	}
	return v
}

// Check ends the cell if err is not nil. In a notebook the cell is marked as
// failed below one line, "error: " and the error's text; elsewhere Check panics,
// which package nbtest turns into a test error.
func Check(err error) {
	if err != nil {
		fail(err, 1)
	}
}

// fail ends the cell. skip counts the functions of this package between fail and the failing line
// of the cell.
func fail(err error, skip int) {
	if gonbui.IsNotebook && !capture.Recording() {
		// What was shown before must not be lost; err is the error to report,
		// whether or not that succeeds.
		_ = flush()
		fmt.Fprintln(os.Stderr, "error:", oneLine(err))
		os.Exit(1)
	}
	where := "unknown place"
	if _, file, line, ok := runtime.Caller(skip + 1); ok {
		where = fmt.Sprintf("%s:%d", filepath.Base(file), line)
	}
	panic(&capture.Failure{Err: err, Where: where})
}

// oneLine joins the lines of an error's text, such as those of errors.Join.
func oneLine(err error) string {
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "; ")
}
