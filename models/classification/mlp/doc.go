// Package mlp classifies nodes by an MLP on their own features: the baseline of [GAP23] and
// [PROGAP24].
//
//	relation  gdp.EdgeLevel for [Published], which is free there: features and labels are
//	          public, and no edge is read. gdp.NodeLevel or gdp.NodeUnbounded for [PublishedNDP]
//	          and [Strict]: a node is one record
//	spends    nothing, or the whole budget on one training with noisy gradients
//
// A trained model predicts from the features of any node: whoever applies it to a node
// of their own reads that node in the clear.
//
// Settings and departures from the papers: docs/papers/gap.md.
package mlp
