// Package gdptest helps to test code that releases private data: see its packages.
//
//	smallworld  the worst case of a query over all small graphs
//	stattest    statistical tests with stated probabilities of a false alarm
//
// [CheckProofs] checks that the proofs a module names are written down and tested.
// [Graph] makes graphs.
package gdptest
