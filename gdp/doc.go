// Package gdp runs queries and trainings on private graphs under differential privacy. It is the
// trusted base: a number computed from a private graph passes through it, is paid for before the
// graph is read, and is recorded.
//
//	s, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5})
//	noisy, err := gdp.Laplace(s, "edges", query.EdgeCount[gdp.L1](gdp.NodeLevel, n, 20), 0.5)
//	fmt.Println(s.Ledger())    // every release and its cost
//	fmt.Println(s.Guarantee()) // claimed, proved, audited
//
// A [Session] holds the graph, the [Relation] that defines neighbouring graphs, and a [Budget]. A
// [Bounded] query states its sensitivity and a [Basis] for it: a [Proof], or a paper's [Claim]. A
// mechanism such as [Laplace] or [Gaussian], or a whole [Training], spends from the session first.
// Each spend recomputes the total cost with package accounting and is refused if the total exceeds
// the budget; costs are never subtracted from a remainder.
//
// A release that rests on a claim is charged as its paper says. Its [Entry] also holds what is
// proved of the same release; [Guarantee] shows both.
//
// A label names one release. The same release under the same label is returned from memory at no
// cost. With a [Journal] this holds across processes, so a notebook cell can run again. A changed
// query under the same label is a new release and costs again.
//
// The trusted code is this package, package accounting, the proofs that queries name, and a
// method's code between [Session.Train] and its release. See docs/known-limits.md for what is not
// covered.
package gdp
