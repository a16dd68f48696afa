package nb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"github.com/graphdp/graphdp/data"
)

// Load returns the named data sets that this machine has. A live line names the missing ones and
// the command that downloads them, once per notebook. Any other error ends the cell as Check does.
func Load(names ...string) []*data.Dataset {
	var found []*data.Dataset
	var missing []string
	for _, name := range names {
		d, err := data.Load(name)
		switch {
		case errors.Is(err, data.ErrNotFound):
			missing = append(missing, name)
		case err != nil:
			fail(err, 1)
		default:
			found = append(found, d)
		}
	}
	if told := untold(missing); len(told) > 0 {
		Live("%s", howToGet(told))
	}
	return found
}

// howToGet returns the line about missing data sets, with the command that downloads them.
func howToGet(missing []string) string {
	var get, other []string
	for _, name := range missing {
		e, err := data.Lookup(name)
		if err != nil {
			fail(err, 2)
		}
		if slices.ContainsFunc(e.Files, func(f data.File) bool { return f.Source.URL == "" }) {
			other = append(other, name)
		} else {
			get = append(get, name)
		}
	}
	var parts []string
	if len(get) > 0 {
		parts = append(parts, "gdp data get "+strings.Join(get, " "))
	}
	if len(other) > 0 {
		parts = append(parts, fmt.Sprintf("gdp data info says where %s may be found", strings.Join(other, ", ")))
	}
	return fmt.Sprintf("Not on this machine, and left out: %s. To have them: %s.", strings.Join(missing, ", "), strings.Join(parts, "; "))
}

// untold returns the names that no cell of this notebook has reported yet. The kernel's folder for
// temporary files, if there is a kernel, stores them.
func untold(names []string) []string {
	folder := os.Getenv(protocol.GONB_TMP_DIR_ENV)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		if folder == "" {
			return false
		}
		f, err := os.OpenFile(filepath.Join(folder, "not-here-"+name), os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			f.Close()
		}
		return errors.Is(err, os.ErrExist)
	})
}
