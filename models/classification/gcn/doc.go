// Package gcn is the graph convolutional network of Kipf and Welling [KW17]: the non-private
// reference of private node classifiers.
//
//	relation  none: the model is trained on the raw graph and protects nothing
//	computes  softmax(Â ReLU(Â X W⁰) W¹), Â = D^(-1/2) (A + I) D^(-1/2)
//
// With one labelled member on each side it splits Zachary's karate club:
//
//	club := data.Karate()
//	task := gcn.Task{Graph: club.Graph, Labels: club.Labels, Classes: 2, Known: []int32{0, 33}}
//	model, err := gcn.Train(ctx, task, gcn.Paper(), 1, nil)
//
// [Fit] is the same as the steps of a run: the modes of [Method] and methods that train on a noisy
// graph use it.
//
// [KW17] T. N. Kipf and M. Welling, Semi-supervised classification with graph
// convolutional networks, ICLR 2017.
package gcn
