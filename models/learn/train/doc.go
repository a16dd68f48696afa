// Package train is the private training engine: stochastic gradient descent with per-example
// gradients clipped to C and noise from the trusted base.
//
//	model     a list of weights and a function that builds one loss an example
//	          out of layers of a [Tape]
//	clip      ‖g_i‖ from the layers' inputs and output gradients alone; the sum
//	          Σ c_i g_i as one product with rescaled rows (clip.go)
//	noise     an input, drawn on the host while the device works (drawer.go); a
//	          trainer takes only a [Source] of samples and noise that was paid for its
//	          clip, its steps and its divisor
//	dropout   public masks, a hash of example, step and layer (dropout.go)
//	kernels   a net that is a [Chain] of layers without a device, from sparse rows too (host.go)
//	trainer   one compiled step: weights, optimiser's state, batch, noise →
//	          weights, state (trainer.go)
//
// A [Trainer] without a clip is the plain, non-private trainer of the same
// model.
//
// Why a step's sum, as a machine computes it in float32, really moves by at most
// C is in docs/proofs/training.md: the bound that examples are clipped to is a
// little smaller, by a margin, than the C that the noise is scaled to.
//
// What a caller must see to: which example takes which place depends on public ids and
// private coins alone, never on who else is there.
//
//   - Records are ids of a public universe. The sample is drawn over the universe, the
//     k-th sampled id takes place k, and one that is absent leaves a hole
//     ([Batch].Present): the others keep their places. Pieces of a batch are cut by sampled ids,
//     not by those that are present.
//   - A private list of records, such as the edges of a graph, does not do: one record
//     more shifts the numbers, and with them the places, of all that follow. Its records
//     have to be keyed by a public universe of possible records, such as the pairs of
//     nodes, whose sample leaves a hole for each that is not there.
//   - The record of a dropout mask is a public name too ([Batch].Records).
//
// Then neighbouring data, under the same coins, make batches that differ in the content
// of one place, and the bound holds whichever kernels a processor picks, as long as what
// is computed for a place depends on what is in that place alone.
//
// Nothing ends a training early: a stop that depends on private losses would be a
// release of its own.
//
// Functions that build GoMLX graphs are pure: what they need beside their inputs,
// such as noise, comes in as an input. No GoMLX type leaves the packages under
// models.
package train
