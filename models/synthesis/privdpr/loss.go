package privdpr

// edgeLoss is ℓ(i, j) of Eq. 5 as a function of the network's outputs at i and at j. It depends on
// the out-degree of i and the in-degree of j.
type edgeLoss struct {
	gamma, n        float64
	outDegI, inDegJ float64
}

// residual returns the error of PageRank's recursion at j, as if every predecessor of j were like
// i: γ d_in f_i/d_out + (1-γ)/N - f_j.
func (l edgeLoss) residual(fi, fj float64) float64 {
	return l.gamma*l.inDegJ*fi/l.outDegI + (1-l.gamma)/l.n - fj
}

// value returns ℓ(i, j). The paper writes it as
//
//	d_in γ² x² + 2γ(1-γ)/N x + (1-γ)²/(d_in N²),  x = f_i/d_out - f_j/(d_in γ)
//
// which equals the square below, but can be negative in floating point.
func (l edgeLoss) value(fi, fj float64) float64 {
	r := l.residual(fi, fj)
	return r * r / l.inDegJ // [PRIVDPR25] Eq. 5
}

// gradient returns (∂ℓ/∂f_i, ∂ℓ/∂f_j).
func (l edgeLoss) gradient(fi, fj float64) (di, dj float64) {
	front := 2 * l.gamma * l.residual(fi, fj)
	return front / l.outDegI, -front / (l.gamma * l.inDegJ)
}
