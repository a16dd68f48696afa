// Package train is the private training engine that methods share: stochastic
// gradient descent in which no example moves a step's sum by more than the
// clipping bound C, however wild its gradient.
//
//	model     a list of weights and a function that builds one loss an example
//	          out of layers of a [Tape]
//	clip      ‖g_i‖ from the layers' inputs and output gradients alone; the sum
//	          Σ c_i g_i as one product with rescaled rows (clip.go)
//	noise     an input, drawn on the host while the device works (drawer.go); a
//	          trainer takes only noise that was paid for its clip and its steps
//	dropout   public masks, a hash of example, step and layer (dropout.go)
//	trainer   one compiled step: weights, optimiser's state, batch, noise →
//	          weights, state (trainer.go)
//
// A [Trainer] without a [Clipping] is the plain, non-private trainer of the same
// model.
//
// Why a step's sum, as a machine computes it in float32, really moves by at most
// C is in docs/proofs/training.md: the bound that examples are clipped to is a
// little smaller, by [Clipping], than the C that the noise is scaled to.
//
// Nothing ends a training early: a stop that depends on private losses would be a
// release of its own.
//
// Functions that build GoMLX graphs are pure: what they need beside their inputs,
// such as noise, comes in as an input. No GoMLX type leaves the packages under
// models.
package train
