package ipynb

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/notebooks/internal/percent"
)

// A Notebook is the part of a notebook file that this project writes.
type Notebook struct {
	Cells []Cell
	// OutputsOf is the Sum of the notebook that the outputs were taken from,
	// empty if there are none.
	OutputsOf string
	// Python reports that the cells are Python code, run in the Python kernel.
	Python bool
}

// A Cell is a Markdown or a code cell.
type Cell struct {
	ID     string
	Code   bool
	Source string
	// Count is the position of the cell in the run that its outputs come from,
	// counted in code cells from 1; 0 if it was not run.
	Count   int
	Outputs []Output
	// Slide is the part of the cell in a slide show, "" outside lessons.
	Slide string
}

// An Output is an output of a code cell as it stands in the file; where Jupyter
// writes text as a list of lines, it is one string.
type Output map[string]any

// New makes a notebook without outputs.
func New(cells []percent.Cell) *Notebook {
	nb := &Notebook{Cells: make([]Cell, len(cells))}
	lesson := slices.ContainsFunc(cells, isExercise)
	for i, c := range cells {
		nb.Cells[i] = Cell{ID: c.ID, Code: c.Kind != percent.Markdown, Source: c.Source}
		if lesson {
			nb.Cells[i].Slide = slide(c)
		}
	}
	return nb
}

// isExercise reports whether a cell checks a student's answer.
func isExercise(c percent.Cell) bool { return exerciseFunc.MatchString(c.Func) }

var exerciseFunc = regexp.MustCompile(`^exercise\d+$`)

// slide returns a cell's part in a slide show: a heading begins a slide; other text and outputs are
// below it; declarations and unanswered exercises are left out.
func slide(c percent.Cell) string {
	switch {
	case c.Kind == percent.Markdown && strings.HasPrefix(c.Source, "#"):
		return "slide"
	case c.Kind == percent.Markdown, c.Kind == percent.Run && !isExercise(c):
		return "subslide"
	}
	return "skip"
}

// pythonKernel is the kernel that comes with JupyterLab.
const pythonKernel = "python3"

// Sum returns the SHA-256 of the code cells' sources, in order.
func (nb *Notebook) Sum() string {
	h := sha256.New()
	for _, c := range nb.Cells {
		if c.Code { // the length keeps the sources of two cells apart
			fmt.Fprintf(h, "%d\n%s", len(c.Source), c.Source)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// runs reports whether GoNB runs the cell when it executes it, rather than only
// declaring what is in it.
func (c *Cell) runs() bool { return c.Code && strings.Contains("\n"+c.Source, "\n%%\n") }

// file is the JSON of a notebook file, as far as it is read.
type file struct {
	Cells []struct {
		ID       string   `json:"id"`
		CellType string   `json:"cell_type"`
		Source   lines    `json:"source"`
		Count    int      `json:"execution_count"`
		Outputs  []Output `json:"outputs"`
	} `json:"cells"`
	Metadata struct {
		GDP struct {
			OutputsOf string `json:"outputs_of"`
		} `json:"gdp"`
		Kernel struct {
			Name string `json:"name"`
		} `json:"kernelspec"`
	} `json:"metadata"`
	Format int `json:"nbformat"`
}

// lines is text that the file holds as a string or as a list of lines.
type lines string

func (l *lines) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err == nil {
		*l = lines(strings.Join(list, ""))
		return nil
	}
	return json.Unmarshal(data, (*string)(l))
}

// Decode parses a notebook file, of any origin.
func Decode(data []byte) (*Notebook, error) {
	var f file
	if err := unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("ipynb: %w", err)
	}
	if f.Format != 4 {
		return nil, fmt.Errorf("ipynb: notebook format %d, want 4", f.Format)
	}
	nb := &Notebook{OutputsOf: f.Metadata.GDP.OutputsOf, Python: f.Metadata.Kernel.Name == pythonKernel}
	for i, c := range f.Cells {
		cell := Cell{ID: c.ID, Source: string(c.Source), Count: c.Count, Outputs: c.Outputs}
		switch c.CellType {
		case "markdown":
		case "code":
			cell.Code = true
		default:
			return nil, fmt.Errorf("ipynb: cell %d is of type %q, want markdown or code", i+1, c.CellType)
		}
		for _, o := range cell.Outputs {
			if err := o.join(); err != nil {
				return nil, fmt.Errorf("ipynb: cell %q: %w", c.ID, err)
			}
		}
		nb.Cells = append(nb.Cells, cell)
	}
	return nb, nil
}

// Encode writes a notebook file.
func (nb *Notebook) Encode() []byte {
	cells := make([]any, len(nb.Cells))
	for i, c := range nb.Cells {
		cell := map[string]any{
			"cell_type": "markdown",
			"id":        c.ID,
			"metadata":  map[string]any{},
			"source":    splitLines(c.Source),
		}
		if c.Slide != "" {
			cell["metadata"] = map[string]any{"slideshow": map[string]any{"slide_type": c.Slide}}
		}
		if c.Code {
			count := any(nil)
			if c.Count > 0 {
				count = c.Count
			}
			outputs := make([]any, len(c.Outputs))
			for j, o := range c.Outputs {
				outputs[j] = o.split(count)
			}
			cell["cell_type"], cell["execution_count"], cell["outputs"] = "code", count, outputs
		}
		cells[i] = cell
	}
	metadata := map[string]any{
		"kernelspec": map[string]any{"display_name": "Go (graphdp)", "language": "go", "name": "gonb"},
		"language_info": map[string]any{
			"codemirror_mode":    "",
			"file_extension":     ".go",
			"mimetype":           "text/x-go",
			"name":               "go",
			"nbconvert_exporter": "",
			"pygments_lexer":     "go",
		},
	}
	if nb.Python {
		metadata["kernelspec"] = map[string]any{"display_name": "Python 3 (ipykernel)", "language": "python", "name": pythonKernel}
		metadata["language_info"] = map[string]any{"file_extension": ".py", "mimetype": "text/x-python", "name": "python", "pygments_lexer": "ipython3"}
	}
	if nb.OutputsOf != "" {
		metadata["gdp"] = map[string]any{"outputs_of": nb.OutputsOf}
	}
	return append(appendJSON(nil, map[string]any{
		"cells":          cells,
		"metadata":       metadata,
		"nbformat":       4,
		"nbformat_minor": 5,
	}, 0), '\n')
}
