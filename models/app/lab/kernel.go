package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/file"
)

// kernelName is the kernel that the notebooks name.
const kernelName = "gonb"

// kernelSpec is Jupyter's kernel.json.
type kernelSpec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
}

// kernelSpec describes GoNB as it runs in this checkout. Each notebook starts
// with our module in its go.work, so that our packages import as they stand.
// Folders with XLA plugins that the user set come before ours.
func (e *Env) kernelSpec() kernelSpec {
	plugins := e.venv("lib", "pjrt")
	folders := slices.DeleteFunc(strings.Split(os.Getenv("PJRT_PLUGIN_LIBRARY_PATH"), ":"), func(dir string) bool {
		return dir == "" || dir == plugins
	})
	link := "-ldflags=-s" // cells link in half the time
	if e.ownLinker {
		link = "'-ldflags=-s -linkmode=internal'"
	}
	dollars := strings.NewReplacer("$", "$$") // Jupyter expands variables in the values
	return kernelSpec{
		Argv:          []string{e.venv("bin", "gonb"), "--kernel", "{connection_file}", "-go_work=" + e.Root},
		DisplayName:   "Go (graphdp)",
		Language:      "go",
		InterruptMode: "message",
		Env: map[string]string{
			"GOEXPERIMENT":             "simd",
			"GOFLAGS":                  dollars.Replace(strings.TrimSpace(os.Getenv("GOFLAGS") + " " + link)),
			"GOMLX_NO_AUTO_INSTALL":    "1",
			"PJRT_PLUGIN_LIBRARY_PATH": dollars.Replace(strings.Join(append(folders, plugins), ":")),
			"PATH":                     dollars.Replace(e.venv("bin")) + ":${PATH}",
		},
	}
}

// labSettings keep JupyterLab quiet, without news and a look for updates, and let links
// to documents open them as pages.
var labSettings = map[string]any{
	"@jupyterlab/docmanager-extension:plugin": map[string]any{
		"defaultViewers": map[string]any{"markdown": "Markdown Preview"},
	},
	"@jupyterlab/apputils-extension:notification": map[string]any{
		"fetchNews":       "false",
		"checkForUpdates": false,
	},
}

// cellHint adds a link to the rules of cells below compiler errors. "expected declaration, found
// fmt" does not tell a newcomer that %% is missing.
const cellHint = `.jp-RenderedHTMLCommon:has(.gonb-err-location)::after {
  content: "In a notebook: statements stand below a line %%, and a cell does not see the values of other cells. The rules are in notebooks/cells.md.";
  color: var(--jp-ui-font-color2);
}
`

// kernel writes the kernel's description and JupyterLab's settings, when they
// are not there as they should be.
func (s *setup) kernel(ctx context.Context, l *line) (string, error) {
	if err := s.findLinker(ctx, l); err != nil {
		return "", err
	}
	spec, err := json.MarshalIndent(s.kernelSpec(), "", "  ")
	if err != nil {
		return "", err
	}
	settings, err := json.MarshalIndent(labSettings, "", "  ")
	if err != nil {
		return "", err
	}
	for path, text := range map[string][]byte{
		s.venv("share", "jupyter", "kernels", kernelName, "kernel.json"): spec,
		s.venv("share", "jupyter", "lab", "settings", "overrides.json"):  settings,
		filepath.Join(s.jupyter, "config", "custom", "custom.css"):       []byte(cellHint),
	} {
		if old, err := file.Read(path); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := writeFile(path, text); err != nil {
			return "", err
		}
	}
	return "ready", nil
}
