package percent

import (
	"fmt"
	"strings"
)

// ParsePython reads the source of a notebook in Python, whose markers are "# %%" and
// "# %% [markdown]". What precedes the first one is not in the notebook. All code cells are of the
// kind Run; one is called after the comment that it begins with. Errors name the file and the line.
func ParsePython(filename string, source []byte) ([]Cell, error) {
	const marker = "# %%"
	var cells []Cell
	var names []string
	lines := strings.Split(strings.ReplaceAll(string(source), "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		kind, begins := strings.CutPrefix(lines[i], marker)
		if !begins {
			continue
		}
		c := Cell{Kind: Run, Line: i + 1}
		switch kind {
		case "":
		case " [markdown]":
			c.Kind = Markdown
		default:
			return nil, fmt.Errorf("percent: %s:%d: unknown cell type %q, want %q or %q", filename, c.Line, lines[i], marker, marker+" [markdown]")
		}
		var text []string
		for ; i+1 < len(lines) && !strings.HasPrefix(lines[i+1], marker); i++ {
			line := strings.TrimRight(lines[i+1], " \t")
			if c.Kind == Markdown {
				comment, ok := strings.CutPrefix(line, "#")
				if !ok && line != "" {
					return nil, fmt.Errorf("percent: %s:%d: code in a Markdown cell: begin a code cell with %s", filename, i+2, marker)
				}
				line = strings.TrimPrefix(comment, " ")
			}
			text = append(text, line)
		}
		if c.Source = strings.Trim(strings.Join(text, "\n"), "\n"); c.Source == "" {
			return nil, fmt.Errorf("percent: %s:%d: empty cell", filename, c.Line)
		}
		name := ""
		if c.Kind == Run {
			first, _, _ := strings.Cut(c.Source, "\n")
			comment, ok := strings.CutPrefix(first, "# ")
			if !ok {
				return nil, fmt.Errorf("percent: %s:%d: a code cell begins with a comment that says what it shows", filename, c.Line)
			}
			name = comment
		}
		cells, names = append(cells, c), append(names, name)
	}
	if len(cells) == 0 {
		return nil, fmt.Errorf("percent: %s: no cells: no line begins with %s", filename, marker)
	}
	assignIDs(cells, names)
	return cells, nil
}
