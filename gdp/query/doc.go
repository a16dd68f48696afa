// Package query provides graph statistics with proved sensitivity. Each function returns a
// [gdp.Bounded] query for a relation, in the norm that the mechanism needs.
//
//	q := query.EdgeCount[gdp.L1](gdp.NodeLevel, n, 20) // cap: 20 edges a node
//	m, err := gdp.Laplace(s, "edges", q, 0.5)
//
// n is the public number of nodes, or of ids of the universe. Directions are ignored: an arc more
// or less changes at most one edge. A cap bounds degrees, and so the effect of one record; n-1
// means no cap. A query without a bound under the relation, or with a cap below 1, is refused when
// it is used.
//
// The proofs are in docs/proofs/queries.md. Each names a test that tries all graphs with a few
// nodes: no bound is exceeded there, and each is attained unless the proof says otherwise.
//
// Functions such as [Isotonic] and [DegreesFromCumulative] denoise answers. They are
// post-processing: they read nothing private and cost nothing.
package query
