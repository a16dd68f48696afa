// Package query provides graph statistics with proved sensitivity: each is a function that returns
// a [gdp.Bounded] under a relation, in the norm that the mechanism needs.
//
//	q := query.EdgeCount[gdp.L1](gdp.NodeLevel, n, 20) // cap: 20 edges a node
//	m, err := gdp.Laplace(s, "edges", q, 0.5)
//
// n is the public number of nodes, or of ids of the universe. Directions are
// forgotten: an arc more or less changes at most one edge. A cap bounds degrees,
// and with them what one record can change; n-1 caps nothing. A relation under
// which a query has no bound, or a cap below 1, is refused when it is used.
//
// The proofs are in docs/proofs/queries.md. The test that each names tries every
// graph of a few nodes: no bound is exceeded there, and unless the proof says
// otherwise it is attained.
//
// What turns noisy answers into better ones ([Isotonic], [DegreesFromCumulative])
// reads nothing private and costs nothing.
package query
