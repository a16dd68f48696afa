// Package smallworld finds the worst case of a query by trying everything: all
// labelled graphs of a few nodes, or all short lists of them, and every pair that
// is neighbouring under a relation. What it finds is how far the query moves, with
// the pair that moves it so, to be set beside the bound that the query states.
//
//	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(q.Eval)
//	if worst.L1.Change != float64(q.Bound()) { t.Error(worst.L1) }
//
// A bound that is exceeded here is wrong; one that is attained is as small as it
// can be. One that is neither may still be right: larger graphs decide.
package smallworld
