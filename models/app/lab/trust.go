package lab

import (
	"context"
	"os/exec"
	"path/filepath"

	"github.com/graphdp/graphdp/data/file"
)

// trust signs the notebooks of the checkout where they changed since the last
// time, so that JupyterLab shows the figures kept in them: what comes from a
// notebook that it does not know it would leave out until the cell is run. They
// come with the checkout, whose code runs here anyway.
func (e *Env) trust(ctx context.Context) error {
	files, err := filepath.Glob(filepath.Join(e.Notebooks, "*", "*.ipynb"))
	if err != nil || len(files) == 0 {
		return err
	}
	parts := []string{e.jupyter} // signatures are kept there
	for _, name := range files {
		text, err := file.Read(name)
		if err != nil {
			return err
		}
		parts = append(parts, name, string(text))
	}
	stamp, key := e.stamp("trust"), keyOf(parts...)
	if stamp.holds(key) {
		return nil
	}
	cmd := exec.CommandContext(ctx, e.venv("bin", "jupyter-trust"), files...)
	cmd.Dir, cmd.Env = e.Root, e.environ()
	if err := cmd.Run(); err != nil {
		return err
	}
	return stamp.set(key)
}
