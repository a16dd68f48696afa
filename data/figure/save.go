package figure

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/graphdp/graphdp/data/file"
)

// ErrFormat marks a file whose name says of no format that a figure is written in.
var ErrFormat = errors.New("want a name that ends in .svg, .pdf or .png")

// Save writes the figure to a file, in the format that the end of its name says: .svg, .pdf, or
// .png of 150 dots per inch.
func (f *Figure) Save(path string) error {
	var draw func() ([]byte, error)
	switch filepath.Ext(path) {
	case ".svg":
		draw = f.SVG
	case ".pdf":
		draw = f.PDF
	case ".png":
		draw = func() ([]byte, error) { return f.PNG(150) }
	default:
		return fmt.Errorf("figure: %q: %w", path, ErrFormat)
	}
	drawing, err := draw()
	if err != nil {
		return err
	}
	if err := file.Write(path, 0o666, func(w io.Writer) error { _, err := w.Write(drawing); return err }); err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	return nil
}
