// Package nbtest runs the cells of a notebook under go test.
//
// A notebook's test names its cells in their order:
//
//	func TestTour(t *testing.T) {
//		nbtest.Run(t, drawTheClub, trainBoth)
//	}
//
// Every cell is a subtest, at size small (see package nb). A subtest fails on a failed nb.Must or
// nb.Check, and if the cell shows nothing that the notebook would store. The whole test fails if
// the functions are not exactly the cells that the notebook's source runs. Run returns the outputs
// of the cells for further tests.
package nbtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/internal/capture"
	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

// An Output is one output of a cell: its forms by MIME type. String returns the text form.
type Output = capture.Output

// Run runs the cells of the notebook in the folder of the test. It returns the outputs of each
// cell, by the function's name.
func Run(t *testing.T, cells ...func()) map[string][]Output {
	t.Helper()
	t.Setenv("GDP_SIZE", "small")
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = funcName(cell)
	}
	dir, err := os.Getwd() // go test runs a test in the folder of its package
	if err == nil {
		err = checkNames(dir, names)
	}
	if err != nil {
		t.Error(err)
	}
	shown := make(map[string][]Output, len(cells))
	for i, cell := range cells {
		t.Run(names[i], func(t *testing.T) {
			outputs, err := runCell(cell)
			if err != nil {
				t.Error(err)
			}
			shown[names[i]] = outputs
		})
	}
	return shown
}

// runCell runs one cell, which must show something.
func runCell(cell func()) ([]Output, error) {
	outputs, err := capture.Run(cell)
	if err == nil && len(outputs) == 0 {
		err = errors.New("nbtest: the cell shows nothing that the notebook would keep")
	}
	return outputs, err
}

// checkNames compares names with the cells that the notebook in dir runs.
func checkNames(dir string, names []string) error {
	source := filepath.Join(dir, filepath.Base(dir)+".go")
	text, err := os.ReadFile(source)
	if err != nil {
		return fmt.Errorf("nbtest: the notebook's source: %w", err)
	}
	cells, err := percent.Parse(source, text)
	if err != nil {
		return fmt.Errorf("nbtest: %w", err)
	}
	var want []string
	for _, c := range cells {
		if c.Kind == percent.Run {
			want = append(want, c.Func)
		}
	}
	if !slices.Equal(names, want) {
		return fmt.Errorf("nbtest: the test runs %s; %s has the cells %s",
			strings.Join(names, ", "), filepath.Base(source), strings.Join(want, ", "))
	}
	return nil
}

// funcName returns the name of a function without its package.
func funcName(f func()) string {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return name[strings.LastIndex(name, ".")+1:]
}
