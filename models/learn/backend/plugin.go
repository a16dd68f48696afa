package backend

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	// EnvBackend is the variable that names the backend, as for any GoMLX program: "go", "xla:cpu",
	// "xla:cuda".
	EnvBackend = "GOMLX_BACKEND"
	// EnvPlugins is the variable that lists the folders of XLA plugins, separated by colons.
	EnvPlugins = "PJRT_PLUGIN_LIBRARY_PATH"
	// VenvPlugins is the folder of a checkout in which `gdp lab` installs XLA's CPU plugin.
	VenvPlugins = ".venv/lib/pjrt"
)

// Plugin is an XLA plugin found on this machine.
type Plugin struct {
	Name string `json:"name"` // "cpu", "cuda"
	Path string `json:"path"`
}

var pluginFile = regexp.MustCompile(`^pjrt_c_api_(cuda|cpu)_plugin\.(so|dylib)$`)

// Plugins lists the plugins found, fastest kind first, one of each kind: that of the first folder
// of [PluginFolders] that has one.
func Plugins() []Plugin {
	found := map[string]string{}
	for _, dir := range PluginFolders() {
		files, err := os.ReadDir(dir)
		if err != nil {
			continue // a missing folder holds no plugins
		}
		for _, f := range files {
			m := pluginFile.FindStringSubmatch(f.Name())
			if m == nil || found[m[1]] != "" {
				continue
			}
			if path, err := filepath.Abs(filepath.Join(dir, f.Name())); err == nil && isFile(path) {
				found[m[1]] = path
			}
		}
	}
	var plugins []Plugin
	for _, name := range []string{"cuda", "cpu"} {
		if path := found[name]; path != "" {
			plugins = append(plugins, Plugin{name, path})
		}
	}
	return plugins
}

// PluginFolders lists the folders that are searched for plugins, in order.
func PluginFolders() []string {
	var dirs []string
	for _, dir := range strings.Split(os.Getenv(EnvPlugins), ":") {
		if dir != "" {
			dirs = append(dirs, dir)
		}
	}
	if root := checkout(); root != "" {
		dirs = append(dirs, filepath.Join(root, filepath.FromSlash(VenvPlugins)))
	}
	if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, filepath.Join(home, ".local", "lib", "go-xla"))
	}
	return append(dirs, "/usr/local/lib/go-xla")
}

// checkout returns the nearest folder above the working directory that has a go.mod and a plugin
// folder, or "".
func checkout() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if isFile(filepath.Join(dir, "go.mod")) {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(VenvPlugins))); err == nil {
				return dir
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// isFile reports whether path is a file. It follows links: a dangling link is no plugin.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
