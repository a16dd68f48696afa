// Package notebooks holds the notebooks and the packages that generate them.
//
// A notebook is a folder NN_name. Its source is NN_name.go, an ordinary Go file
// that gofmt, go vet and go test read as they read any other, in which comments
// "// %%" begin the cells:
//
//	// Package tour is the notebook 00_tour.
//	package tour
//
//	// %% [markdown]
//	// # A tour
//	//
//	// Text in Markdown, with $x^2$.
//
//	// %%
//	import "github.com/graphdp/graphdp/notebooks/nb"
//
//	// %%
//	func theAnswer() {
//		nb.Show(42)
//	}
//
// A cell that is one function without parameters and results is run: the notebook shows its body.
// Other cells are declarations for the cells below. Every run of a cell is a new process, so that a
// cell cannot use the variables of another; it can call functions of declaring cells (cells.md).
//
// The file NN_name.ipynb beside it is generated, and opens in JupyterLab as
// "gdp lab" starts it. To write a notebook, or to change one:
//
//	go run ./notebooks/nbgen NN_name         # the .ipynb from the source
//	go test ./notebooks/NN_name              # every cell, on small data
//	go run ./gdp/cmd/lab --execute NN_name --size full --out DIR
//	go run ./notebooks/nbgen -outputs DIR NN_name   # keep what the run showed
//
// Notebooks 50 to 57 are a course. Package exercise checks the answers, and package solutions has
// the right ones, with the verdicts on common wrong ones.
//
// The test of this package fails when one of these steps was forgotten.
package notebooks

//go:generate go run ./nbgen
