package seprivgemb

import (
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

// The published method as it runs. Node 0 is the centre of its only edge, or isolated. The attacker
// only sees its row: initial rows are secret, but within ±1.
func TestAuditOfThePublishedMethod(t *testing.T) {
	t.Parallel()
	claim.Fails(t, "seprivgemb", "The published method keeps the ε that it claims, and so does the authors' code: an audit of the code as it runs finds a multiple of it in 120 runs of each of two worlds, in 40 of the code's")
	for name, runs := range map[string]int{"published": 240, "author": 80} {
		if found := methodtest.Attacked(t, Method, name, 1, runs); found.Bound.Epsilon < 2*found.Guarantee.Claimed {
			t.Errorf("%s: audited %v, claimed %v", name, found.Bound.Epsilon, found.Guarantee.Claimed)
		}
	}
}

// The one-shot releases as they run: degrees, or dot products of noisy rows with rows of R. The
// audit finds some ε, at most the proved one; in a session with four times the ε it finds more.
func TestAuditOfTheOneShotReleases(t *testing.T) {
	t.Parallel()
	claim.Holds(t, "seprivgemb", "Strict one-shot releases: an audit of the code as it runs stays below the proved ε, and notices noise four times too small")
	for name, eps := range map[string]gdp.Epsilon{"control": 1, "strict": 1, "projection": 2} {
		if found := methodtest.Attacked(t, Method, name, eps, 4000); found.Broken() != nil || found.Bound.Epsilon == 0 {
			t.Errorf("%s: audited %v, proved %v", name, found.Bound.Epsilon, found.Guarantee.Proved)
		}
		if found := methodtest.Attacked(t, Method, name, 4*eps, 1200); max(found.Bound.Epsilon, found.Bound.IfGaussian) <= eps {
			t.Errorf("%s: four times the ε: audited %v", name, found.Bound)
		}
	}
}

// Skip-gram with noise on every row, on two nodes with and without their edge: the
// score of the pair.
func TestAuditOfStrictSkipGram(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict skip-gram at edge level: an audit of the code as it runs stays below the proved ε, and notices far too little noise")
	for _, name := range []string{"poisson-skip-gram", "biased-skip-gram"} {
		if found := methodtest.Attacked(t, Method, name, 1, 800); found.Broken() != nil {
			t.Errorf("%s: audited %v, claimed %v", name, found.Bound.Epsilon, found.Guarantee.Claimed)
		}
		if found := methodtest.Attacked(t, Method, name, 100, 300); !found.Bound.Violates(1) {
			t.Errorf("%s, far too little noise: audited %v", name, found.Bound.Epsilon)
		}
	}
}
