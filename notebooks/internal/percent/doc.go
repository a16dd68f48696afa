// Package percent reads the source of a notebook: an ordinary Go file whose
// comments "// %%" divide it into cells.
//
//	// Package tour is the notebook 00_tour.
//	package tour
//
//	// %% [markdown]
//	// # A tour
//	//
//	// Text with $x^2$.
//
//	// %%
//	import "github.com/graphdp/graphdp/notebooks/nb"
//
//	// %%
//	// What comes out is a figure.
//	func drawTheClub() {
//		nb.Show(figure.Network(data.Karate()))
//	}
//
// What precedes the first cell, the package clause and its comment, is not in
// the notebook. After it a cell is one of four kinds:
//
//   - Markdown: a run of line comments. A cell of this kind may stand before the
//     imports, since comments may, so that a notebook opens with its title.
//   - Imports: import declarations and nothing else. The first code cell must
//     be one. It is not in the notebook: each cell there imports the packages
//     that it is the first to use. GoNB keeps them for the cells that follow.
//   - Run: a single function without parameters, results and receiver. The
//     notebook shows its body, unindented, below "%%", which is how GoNB spells
//     func main; the doc comment comes before the body. No other code can call
//     the function: the notebook does not have it.
//   - Declarations: any other Go, taken over as it stands.
//
// A marker begins a new comment, after an empty line. Otherwise gofmt
// would take the Markdown above it for the doc comment of the code below and
// reformat its lists and tables.
package percent
