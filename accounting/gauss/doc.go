// Package gauss computes exact privacy costs of Gaussian mechanisms.
//
// Any number of Gaussian releases is worth one with mean μ = √Σ 1/σᵢ², where
// σᵢ is the noise multiplier of release i ("μ-GDP", [DRS22] Cor. 3.3), and one
// release has the curve
//
//	δ(ε) = Φ(μ/2 - ε/μ) - e^ε·Φ(-μ/2 - ε/μ)   [BW18] Thm 8.
//
// The functions evaluate it, invert it in each of its three variables, and
// translate zero-concentrated privacy. [Accountant] serves whole plans.
package gauss
