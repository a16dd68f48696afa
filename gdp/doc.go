// Package gdp is the trusted base: sessions, mechanisms and the ledger; every number computed from
// a private graph passes through it, is paid for before the graph is read, and is recorded.
//
//	s, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5})
//	noisy, err := gdp.Laplace(s, "edges", query.EdgeCount[gdp.L1](gdp.NodeLevel, n, 20), 0.5)
//	fmt.Println(s.Ledger())    // every draw of noise, and what it cost
//	fmt.Println(s.Guarantee()) // claimed, proved, audited
//
// A [Session] holds the graph, a [Relation] that says which graphs count as
// neighbours, and a [Budget]. A [Bounded] query carries how far one neighbouring
// change can move it and a [Basis]: a [Proof], or a [Claim] of a paper. A
// mechanism, such as [Laplace] or [Gaussian], or a whole [Training], asks the
// session to spend first. The spend recomputes the cost of everything so far
// with package accounting and is refused if it would pass the budget; nothing
// is ever subtracted.
//
// What rests on a claim is counted as its paper counts it. Its [Entry] holds
// beside that what can be proved of the same draw; [Guarantee] shows both.
//
// A label names one release. Asking again for the same release returns the
// kept one at no cost; with [Journal] that holds across processes, so that a
// notebook's cell can be run again. A changed query under the same label is a
// new release with a new cost.
//
// What is trusted: this package, accounting, the proofs that queries name, and
// the code of a method between [Session.Train] and what it releases. What is
// not covered stands in docs/known-limits.md.
package gdp
