package nb

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/graphdp/graphdp/gdp"
)

// Journal stores a session's spends and releases in the file .gdp/NAME.journal beside the notebook,
// so that a cell that runs again returns the stored release at no cost. The file is as private as
// the data.
//
//	s := nb.Must(gdp.Protect(net, gdp.NodeLevel, budget, nb.Journal("cora")))
func Journal(name string) gdp.Option {
	const folder = ".gdp"
	if name == "" || strings.ContainsAny(name, `/\`) {
		return gdp.Journal("")
	}
	// A folder that cannot be made shows when the journal is opened.
	_ = os.MkdirAll(folder, 0o700)
	return gdp.Journal(filepath.Join(folder, name+".journal"))
}
