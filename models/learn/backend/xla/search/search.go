// Package search stops XLA's library from searching the machine for plugins at start-up, which logs
// to standard error if there is no home folder. Package backend names plugins by their paths. The
// package imports only os, so that it is initialised before that library.
package search

import "os"

func init() {
	const plugins = "PJRT_PLUGIN_LIBRARY_PATH"
	if _, set := os.LookupEnv(plugins); !set {
		os.Setenv(plugins, "")
	}
}
