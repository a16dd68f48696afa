// Package filter accounts for adaptive composition: mechanisms that are chosen one after another,
// in view of earlier outputs.
//
// An accountant composes the exact privacy loss of a plan that was fixed before
// its first draw. Spends of a session are not fixed: a researcher looks at a
// count and then decides how to train. Composing the losses of whatever was
// chosen is not a bound then, because the choice can be made where it hurts most.
// A filter bounds every strategy of choosing, as long as the cost of each spend
// that it accepts stays within the budget.
//
//	block 1     exact: nothing was released before it was chosen
//	later ones  each is covered by a Gaussian release of mean μᵢ that fails, and
//	            reveals everything, with probability dᵢ; Gaussian releases add up
//	            by Σμᵢ² in any order and however they are chosen
//
// so the whole session is dominated by block 1, one Gaussian release of mean
// √Σμᵢ² and a failure of probability D ≥ Σdᵢ, and these three have an exact
// curve. A block is one spend, or several that were declared together.
//
// Sessions of Gaussian releases alone lose nothing by this, and neither do
// sessions of pure mechanisms, whose ε add up under any strategy. The theorem and
// its conditions: docs/proofs/filter.md.
package filter
