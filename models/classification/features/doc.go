// Package features classifies nodes by a network on their features alone: the baseline "Features"
// of [DPAR24] Table 1; node level. Reading no edges is what makes it private for whole nodes: a
// node is one record, and training with clipped gradients and noise protects records.
//
//	relation  gdp.NodeLevel or gdp.NodeUnbounded; only the trained model leaves
//	          the session. The lists of nodes of a split are public: ids of the
//	          universe. One that is absent, or has no label of a known class, leaves
//	          a hole in a batch of package perceptron
//	spends    the whole budget on one release, the sums of the features of each class
//	          (sums.go), or on one training, on Poisson samples of the training nodes
//	          (run.go)
//
// [Published] takes the settings and the arithmetic of the paper. [Strict] releases noisy sums and
// classifies by what they say under the known law of the noise (evidence.go); [DPSGD] trains the
// paper's network with our accountant's noise and without a subsample. [NonPrivate] and [Null] are
// the ends of the scale. A trained model predicts from the features of any node: whoever applies it
// to a node of their own reads that node in the clear.
//
// Equations and departures from the paper are said where they stand in the code.
package features
