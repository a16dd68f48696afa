// Package noise samples the noise of all mechanisms from a cryptographic or seeded generator.
//
// A [Key] is the secret of a session. A [Stream] comes from a key, a kind and a
// label: private streams draw noise and samples, public ones draw initial
// weights and partitions, and no two of them share a bit that a computer could
// find. Nothing in this package draws from anywhere else.
//
// # What is released: exact
//
// A double that is noised by adding a double betrays its low bits [Mir12]. The
// samplers here work with integers and with real numbers whose binary digits
// are made one word at a time, when a comparison asks for them [Kar16]. No
// rounding, no logarithm, no table takes part, so their output has exactly the
// law that the proof speaks of, given random words:
//
//	Gaussian, Laplace                  on a lattice of 2⁻⁴⁰ of the scale, see Granularity
//	DiscreteLaplace                    on the integers
//	Choose                             the exponential mechanism, one index or the top k
//	ChooseSparse                       the same, where most scores are 0
//	TopGaussian, TopLaplace            the largest of noisy values, where most are 0
//	Bernoulli, Flips                   a bit, the flipped ones of many bits
//
// The Google library for differential privacy has such samplers for Go; it is
// not used here because it cannot be seeded and its Gaussian is a binomial, near
// but not equal to the law that is accounted for.
//
// # What training uses: fast
//
// [Stream.Add] draws Gaussians in float32 by a ziggurat from words of AES in
// counter mode, at more than 100 million a second and core. [Lazy] keeps the noise of a large table
// that mostly goes unread. Both have the right law up to the rounding of floats; what that leaves
// open is said in docs/proofs/noise.md, with the proofs.
package noise
