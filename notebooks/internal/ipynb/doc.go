// Package ipynb reads and writes notebook files, byte for byte as Jupyter does:
// JSON of the notebook format 4.5, an indent of one, keys sorted, text as a list
// of its lines.
//
// A Notebook made by New has sources only. Outputs come into it in two ways. Keep takes those of an
// older version of the same notebook, cell by cell as far as the sources are the same. Take takes
// all those of a run, and refuses a run that failed, that printed to standard error, or that ran
// other sources. Both drop output that differs between runs or is useless to a reader: live outputs
// of package nb and the times of cells.
//
// The notebook's metadata say which sources the outputs belong to:
//
//	"gdp": {"outputs_of": "<SHA-256 of the code cells>"}
//
// Check compares that sum with the sources that are there. Editing code makes
// outputs stale; editing text does not.
package ipynb
