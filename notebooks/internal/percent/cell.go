package percent

import "strings"

// Kind is the kind of a cell: see the package comment.
type Kind int

// The kinds of cells.
const (
	Markdown Kind = iota
	Imports
	Declarations
	Run
)

// A Cell is one cell of the notebook.
type Cell struct {
	Kind Kind
	// ID names the cell in the notebook's file. It does not change when the cell
	// moves or another one is edited.
	ID string
	// Func is the function's name, for a Run cell.
	Func string
	// Source is the cell's text in the notebook, without a final newline.
	Source string
	// Line is where the cell's marker stands in the source.
	Line int
}

// name returns the cell's ID before it is made unique: the slug of a Markdown
// cell's heading, the name of what code declares. It is empty for a Markdown
// cell without heading. declared is the first name that the cell declares.
func (c *Cell) name(declared string) string {
	switch c.Kind {
	case Markdown:
		for line := range strings.Lines(c.Source) {
			if title := strings.TrimLeft(line, "#"); title != line && strings.HasPrefix(title, " ") {
				return slug(title)
			}
		}
		return ""
	default:
		return slug(kebab(declared))
	}
}
