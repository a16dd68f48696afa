// Package accounting computes the privacy cost (ε, δ) of a plan of mechanisms under a neighbouring
// relation.
//
// A mechanism is described by an [Event]: which noise, how large beside the
// sensitivity, on which sample. Events compose ([Compose], [SelfCompose]), and
// an [Accountant] turns the whole plan into ε at a given δ or δ at a given ε.
// Each accountant has a folder:
//
//	gauss  Gaussian noise alone; exact closed forms
//	rdp    Rényi divergences; fast, a little loose
//	pld    privacy loss distributions; tight to about one part in 10⁵
//
// Three rules hold for all of them. An answer is an upper bound: every
// rounding, truncation and discretisation goes up. An event that an accountant
// cannot bound is refused with an error that names it. And accountants
// do not remember what was spent: they see the whole plan each time, so a budget
// can neither be bought back nor counted twice.
//
// [CalibrateNoise] goes the other way, from a [Budget] to the noise multiplier
// of a plan, and never passes the budget.
//
// The accountants pld and best also find covers: one Gaussian release, and a
// probability of failure, that dominate a plan at every ε and δ at once.
//
// The package knows no graph, draws no noise and trains nothing. The bounds
// and where they are proved: docs/proofs/accounting.md.
package accounting
