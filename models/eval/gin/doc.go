// Package gin classifies graphs by a graph isomorphism network [GIN19], without privacy. It
// evaluates released collections of graphs: [CrossValidate] trains on released graphs and tests on
// the originals.
//
// The network is the paper's with ε = 0: five layers that sum over neighbours, multilayer
// MLPs of two layers with batch normalisation, sum pooling after every layer, and one-hot
// degrees as node features. A degree above the largest one of the graphs to learn from counts as
// that one. There is no dropout. [Default] trains for 20 epochs of the whole training set, not 350.
// Accuracies are those after the last epoch. Tests normalise by the mean moments of all batches.
//
// [GIN19] K. Xu, W. Hu, J. Leskovec and S. Jegelka, How powerful are graph neural networks?, ICLR
// 2019.
package gin
