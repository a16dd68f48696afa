// Package search keeps XLA's library from searching the machine for plugins as a program starts,
// which logs to standard error where there is no home folder. Package backend names plugins by
// their paths. It imports package os alone, so that it is initialised before that library.
package search

import "os"

func init() {
	const plugins = "PJRT_PLUGIN_LIBRARY_PATH"
	if _, set := os.LookupEnv(plugins); !set {
		os.Setenv(plugins, "")
	}
}
