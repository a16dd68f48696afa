// Package nb is what a notebook cell needs and nothing more: Must and Check for
// errors, Show for results, Live and Progress for what passes, Small for the
// size of the run.
//
//	club := nb.Must(data.Load("karate"))
//	nb.Show(nb.Markdown("**The club** before it split:"), figure.Network(club))
//
// A cell can run in three places, and the same call does the right thing in
// each:
//
//   - In a notebook (GoNB runs each cell as a separate program) outputs go to
//     the front end, and a failed Must ends the cell with one line, not a stack.
//   - Under go test package nbtest runs the cells and collects what they show; a
//     failed Must becomes a test error.
//   - In any other program outputs are printed as text on standard output, and a
//     failed Must panics. If the environment variable GDP_FIGURES names a folder,
//     figures are written into it.
//
// # What is kept
//
// The outputs of Show are kept in the notebook's file. Those of Live and
// Progress, and only those, carry the metadata {"gdp": "live"}: they are seen
// while the cell runs, and notebooks/nbgen drops them when it takes the outputs
// of a run into the repository. A figure in seconds belongs in Live; what is
// kept must be the same each time.
//
// # Size
//
// The environment variable GDP_SIZE, small or full (the default), says how much
// a notebook may compute. Tests and continuous integration run small. The size kept is full
// without making trials: only kept ones are shown.
package nb
