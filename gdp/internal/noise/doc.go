// Package noise samples the noise of all mechanisms from a cryptographic or seeded generator.
//
// A [Key] is the secret of a session. A [Stream] is derived from a key, a kind and a label: private
// streams draw noise and samples, public ones draw initial weights and partitions. Different
// streams are computationally independent. This package uses no other randomness.
//
// # Releases: exact samplers
//
// Adding floating-point noise to a floating-point number reveals the number through the low bits of
// the sum [Mir12]. The samplers here use integers, and real numbers whose binary digits are
// generated one word at a time, when a comparison needs them [Kar16]. They use no rounding, no
// logarithm and no table. So given random words, the output has exactly the distribution that the
// proof assumes:
//
//	Gaussian, Laplace                  on a lattice of 2⁻⁴⁰ of the scale, see Granularity
//	DiscreteLaplace, Geometric, Ladder on the integers
//	Choose                             the exponential mechanism, one index or the top k
//	ChooseSparse                       the same, where most scores are 0
//	TopGaussian, TopLaplace            the largest of noisy values, where most are 0
//	Flips                              independent bits with a common probability
//
// Google's differential-privacy library has such samplers in Go. It is not used here because it
// cannot be seeded, and its Gaussian is a binomial, close but not equal to the distribution that is
// accounted for.
//
// # Training: fast samplers
//
// [Stream.Add] samples Gaussians in float32 by a ziggurat on words of AES in counter mode, more
// than 100 million a second per core. [Lazy] stores the noise of a large table of which most rows
// are not read. Both have the right distribution up to floating-point rounding;
// docs/proofs/noise.md states what that leaves open, with the proofs.
package noise
