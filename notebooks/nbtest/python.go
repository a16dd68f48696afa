package nbtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/notebooks/internal/ipynb"
)

// Python returns the code cells of the Python notebook in the test's folder, and the stored printed
// output of each.
func Python(t *testing.T) (code, printed []string) {
	t.Helper()
	dir := must.Get(os.Getwd())(t)
	text := must.Get(os.ReadFile(filepath.Base(dir) + ".ipynb"))(t)
	nb := must.Get(ipynb.Decode(text))(t)
	for _, c := range nb.Cells {
		if !c.Code {
			continue
		}
		all := ""
		for _, o := range c.Outputs {
			text, _ := o["text"].(string)
			all += text
		}
		code, printed = append(code, c.Source), append(printed, all)
	}
	return code, printed
}
