// Package nb is the interface for notebook cells: Must and Check for errors, Show for results, Live
// and Progress for transient output, Small for the size of the run.
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
// The notebook's file stores the outputs of Show. Only those of Live and Progress carry the
// metadata {"gdp": "live"}: they are visible while the cell runs, and notebooks/nbgen drops them.
// Times belong in Live; stored output must be the same in every run.
//
// # Size
//
// The environment variable GDP_SIZE, small or full (the default), limits the computations of a
// notebook. Tests and continuous integration run small. The size kept is full without new trials:
// it shows only stored ones.
package nb
