package nbtest

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
	"github.com/graphdp/graphdp/notebooks/internal/ipynb"
	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

// Kept runs cells of the notebook in the test's folder at size kept, and compares their outputs
// with those stored in the .ipynb. Words must be equal. Numbers may differ by 1 % or 0.002, or by a
// point in a drawing, since processors and backends differ in the last digits. It is for fast cells
// that read no optional data set. The flag -update stores the outputs of these cells, and leaves
// those of the others.
func Kept(t *testing.T, cells ...func()) {
	t.Helper()
	t.Setenv("GDP_SIZE", "kept")
	if *update {
		if err := keep(".", cells); err != nil {
			t.Error(err)
		}
		return
	}
	kept := must.Get(keptOutputs("."))(t)
	for _, cell := range cells {
		name := funcName(cell)
		t.Run(name, func(t *testing.T) {
			shown := must.Get(runCell(cell))(t)
			if err := sameOutputs(kept[name], shown); err != nil {
				t.Errorf("%v; run nbgen -outputs after a run of the notebook", err)
			}
		})
	}
}

var update = flag.Bool("update", false, "keep what the cells of nbtest.Kept show")

// document is a notebook's file, the cells of its source, and its path.
type document struct {
	*ipynb.Notebook
	cells []percent.Cell
	path  string
}

func open(dir string) (nb document, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nb, err
	}
	base := filepath.Join(dir, filepath.Base(dir))
	nb.path = base + ".ipynb"
	source, err := os.ReadFile(base + ".go")
	if err != nil {
		return nb, err
	}
	if nb.cells, err = percent.Parse(base+".go", source); err != nil {
		return nb, err
	}
	text, err := os.ReadFile(nb.path)
	if err != nil {
		return nb, err
	}
	if nb.Notebook, err = ipynb.Decode(text); err != nil {
		return nb, err
	}
	if !slices.EqualFunc(nb.Cells, nb.cells, func(a ipynb.Cell, b percent.Cell) bool { return a.ID == b.ID && a.Source == b.Source }) {
		return nb, fmt.Errorf("nbtest: %s is not what its source generates", nb.path)
	}
	return nb, nil
}

// keptOutputs returns the outputs in the notebook's file, by the function of the cell.
func keptOutputs(dir string) (map[string][]Output, error) {
	nb, err := open(dir)
	if err != nil {
		return nil, err
	}
	kept := map[string][]Output{}
	for i, cell := range nb.Cells {
		for _, o := range cell.Outputs {
			forms, _ := o["data"].(map[string]any)
			output := Output{}
			for mime, form := range forms {
				output[mime], _ = form.(string)
			}
			kept[nb.cells[i].Func] = append(kept[nb.cells[i].Func], output)
		}
	}
	return kept, nil
}

// keep replaces the outputs of cells in the notebook's file.
func keep(dir string, cells []func()) error {
	nb, err := open(dir)
	if err != nil {
		return err
	}
	shown := map[string][]Output{}
	for _, cell := range cells {
		if shown[funcName(cell)], err = runCell(cell); err != nil {
			return fmt.Errorf("%s: %w", funcName(cell), err)
		}
	}
	count := 0
	for i := range nb.Cells {
		cell := &nb.Cells[i]
		if cell.Code {
			count++
		}
		outputs, ok := shown[nb.cells[i].Func]
		if !ok {
			continue
		}
		cell.Count, cell.Outputs = count, nil
		for _, o := range outputs {
			forms := map[string]any{}
			for mime, form := range o {
				forms[mime] = form
			}
			cell.Outputs = append(cell.Outputs, ipynb.Output{"output_type": "display_data", "metadata": map[string]any{}, "data": forms})
		}
	}
	nb.OutputsOf = nb.Sum()
	if err := nb.Check(); err != nil {
		return err
	}
	return os.WriteFile(nb.path, nb.Encode(), 0o644)
}

// sameOutputs compares the forms without mark-up, and drawings.
func sameOutputs(kept, shown []Output) error {
	if len(kept) != len(shown) {
		return fmt.Errorf("nbtest: %d outputs are kept, %d shown", len(kept), len(shown))
	}
	for i := range kept {
		for form, point := range map[string]float64{capture.Text: 0.002, capture.Markdown: 0.002, capture.SVG: 1} {
			if err := near(kept[i][form], shown[i][form], point); err != nil {
				return fmt.Errorf("nbtest: output %d, %s: %w", i+1, form, err)
			}
		}
	}
	return nil
}

var number = regexp.MustCompile(`[-+]?\d+(\.\d+)?([eE][-+]?\d+)?`)

// near compares two texts: they must be equal except for numbers, which may differ by 1 % or the
// given amount.
func near(kept, shown string, by float64) error {
	words, wordsShown := number.Split(kept, -1), number.Split(shown, -1)
	numbers, numbersShown := number.FindAllString(kept, -1), number.FindAllString(shown, -1)
	for i := range max(len(words), len(wordsShown)) {
		if i >= len(words) || i >= len(wordsShown) || words[i] != wordsShown[i] {
			return fmt.Errorf("kept is %s, shown %s", around(words, i), around(wordsShown, i))
		}
	}
	for i := range numbers {
		x, _ := strconv.ParseFloat(numbers[i], 64)
		y, _ := strconv.ParseFloat(numbersShown[i], 64)
		if d := math.Abs(x - y); numbers[i] != numbersShown[i] && !(d <= by || d <= 0.01*math.Abs(x)) {
			return fmt.Errorf("kept is %s, shown %s, after %q", numbers[i], numbersShown[i], words[i])
		}
	}
	return nil
}

// around quotes the words of a text where two texts differ.
func around(words []string, i int) string {
	if i >= len(words) {
		return "shorter"
	}
	return strconv.Quote(words[i][:min(len(words[i]), 60)])
}
