// Package perceptron trains MLPs that classify nodes by rows of numbers: features or aggregates.
//
//	rows      what a node is known by, sparse or dense (rows.go)
//	batches   a node takes a place, or leaves a hole in it (batch.go)
//	fit       one training, plain or with the noise of a [gdp.Training] (fit.go)
//	stages    several trainings of one run, each on what the ones before it gave (stage.go)
//	net       the layers of an MLP: what is trained, and what it predicts (net.go, model.go)
//
// A private training adds up clipped gradients of nodes. Why a sum moves by no more than the
// clip where one node changes or is absent: docs/proofs/training.md#places.
package perceptron
