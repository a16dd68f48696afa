// Package dpgs generates attributed graphs from a private graph summary [DPGS]: clusters of nodes
// and noisy edge counts between them; edge level.
//
//	relation  gdp.EdgeLevel: nodes, features and labels are public
//	releases  a graph on the public ids
//	spends    noisy counts of edges between clusters (cells.go); strict: degrees, edges of
//	          kinds of pairs, and triangles (strict.go)
//
// Clusters are found in public features (cluster.go). The summary (summary.go) is those
// clusters and the counts that stand out of their noise; the graph has as many edges between two
// clusters as a binomial law gives (data/graph/gen, Cells). No step needs an array of all pairs
// of nodes.
//
// [DPGS] DPGS: differentially private graph synthesis by graph summarisation. Equations, claims
// with their verdicts, and departures from the paper: docs/papers/dpgs.md.
package dpgs
