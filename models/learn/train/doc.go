// Package train is the private training engine: stochastic gradient descent with per-example
// gradients clipped to C and noise from the trusted base.
//
//	model     a list of weights and a function that builds the loss of each example
//	          from layers of a [Tape]
//	clip      ‖g_i‖ from the layers' inputs and output gradients alone; the sum
//	          Σ c_i g_i as one product with rescaled rows (clip.go)
//	noise     an input, drawn on the host while the device computes (drawer.go); a
//	          trainer only accepts a [Source] of samples and noise paid for with its
//	          clip, steps and divisor
//	dropout   public masks, a hash of example, step and layer (dropout.go)
//	kernels   a [Chain] of layers trained without a device, also from sparse rows (host.go)
//	trainer   one compiled step: weights, optimiser state, batch, noise →
//	          weights, state (trainer.go)
//
// A [Trainer] without a clip trains the same model without privacy.
//
// The float32 sum of a step changes by at most C (docs/proofs/training.md): examples are clipped to
// slightly less than C, the bound that the noise is scaled to.
//
// The caller must ensure that the place of an example depends only on public ids and private coins,
// never on which other examples are present:
//
//   - Records are ids of a public universe, from which the sample is drawn. The k-th sampled id
//     takes place k. An absent one leaves a hole ([Batch].Present), and the others keep their
//     places. Pieces of a batch are cut by sampled ids, not by present ones.
//   - A private list of records, such as the edges of a graph, does not work: one more record
//     shifts the places of all that follow. Key such records by a public universe of possible
//     records, such as the node pairs; a sampled pair that is no edge leaves a hole.
//   - The record of a dropout mask is a public id too ([Batch].Records).
//
// Then neighbouring data, with the same coins, give batches that differ in the content of one
// place. The bound holds whichever kernels a processor uses, provided that the numbers computed for
// a place depend only on that place.
//
// There is no early stopping: a stop that depends on private losses would be an additional release.
//
// Functions that build GoMLX graphs are pure: everything else they need, such as noise, is an
// input. No GoMLX type leaves the packages under models.
package train
