// Package smallworld finds the exact sensitivity of a query on all graphs of a few nodes, over all
// neighbouring pairs. What it finds is how far the query moves, with the pair that moves it so, to
// be set beside the bound that the query states.
//
//	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(q.Eval)
//	if worst.L1.Change != float64(q.Bound()) { t.Error(worst.L1) }
//
// A bound that is exceeded here is wrong; one that is attained is as small as it
// can be. One that is neither may still be right: larger graphs decide.
package smallworld
