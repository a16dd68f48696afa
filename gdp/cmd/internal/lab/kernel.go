package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
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
	dollars := strings.NewReplacer("$", "$$") // Jupyter expands variables in the values
	return kernelSpec{
		Argv:          []string{e.venv("bin", "gonb"), "--kernel", "{connection_file}", "-go_work=" + e.Root},
		DisplayName:   "Go (graphdp)",
		Language:      "go",
		InterruptMode: "message",
		Env: map[string]string{
			"GOEXPERIMENT":             "simd",
			"GOFLAGS":                  dollars.Replace(strings.TrimSpace(os.Getenv("GOFLAGS") + " -ldflags=-s")), // cells link in half the time
			"GOMLX_NO_AUTO_INSTALL":    "1",
			"PJRT_PLUGIN_LIBRARY_PATH": dollars.Replace(strings.Join(append(folders, plugins), ":")),
			"PATH":                     dollars.Replace(e.venv("bin")) + ":${PATH}",
		},
	}
}

// labSettings keep JupyterLab quiet: no news, no look for updates.
var labSettings = map[string]any{
	"@jupyterlab/apputils-extension:notification": map[string]any{
		"fetchNews":       "false",
		"checkForUpdates": false,
	},
}

// kernel writes the kernel's description and JupyterLab's settings, when they
// are not there as they should be.
func (s *setup) kernel(context.Context, *line) (string, error) {
	for path, content := range map[string]any{
		s.venv("share", "jupyter", "kernels", kernelName, "kernel.json"): s.kernelSpec(),
		s.venv("share", "jupyter", "lab", "settings", "overrides.json"):  labSettings,
	} {
		text, err := json.MarshalIndent(content, "", "  ")
		if err != nil {
			return "", err
		}
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := writeFile(path, text); err != nil {
			return "", err
		}
	}
	return "ready", nil
}
