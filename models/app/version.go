package app

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/spf13/cobra"
)

// versionInfo is what `gdp version --json` prints.
type versionInfo struct {
	Module   string `json:"module"`
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	SIMD     bool   `json:"simd"`
}

func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of this build",
		Example: "  gdp version\n  gdp version --json",
		Args:    arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			v := buildVersion()
			return a.print(v, func(r rows) { fmt.Fprintln(r, v) })
		},
	}
}

func (v versionInfo) String() string {
	return fmt.Sprintf("%s %s (%s, %s)", v.Module, v.Version, v.Go, v.Platform)
}

// buildVersion returns the version that the Go tool wrote into the binary.
func buildVersion() versionInfo {
	v := versionInfo{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, SIMD: backend.SIMD}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Module, v.Version = info.Main.Path, info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
