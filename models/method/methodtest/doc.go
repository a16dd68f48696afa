// Package methodtest checks that modes keep the contract of package method: cost, guarantee,
// repeatability, interruption and refusals.
//
//	func TestConformance(t *testing.T) {
//		small := map[string][]string{"": {"Epochs=1"}}
//		methodtest.Run(t, Method, methodtest.Options{Small: small})
//	}
//
// The checks of each mode are:
//
//	declaration  the method is declared as [method.Method.Check] wants, and an attack on it is
//	             known
//	defaults     the mode runs under its defaults, or names the settings that it needs, and
//	             releases the kind that the method declares
//	ledger       the guarantee is that of all that was spent; what was reserved is drawn;
//	             neighbours are charged alike
//	proved       what is proved is at most the budget; nothing is asserted; a mode that proves
//	             nothing says +∞, and why
//	settings     a run with another value of any setting is not given the kept release, nor the
//	             checkpoint of a plain run on another network or for another seed
//	seed         runs of one seed release the same bits; runs without a seed do not
//	resume       a run that is interrupted or killed, after a step or between two records of its
//	             journal, ends with the same bits, for what it had paid
//	answers      given the answers and the noisy sums of a neighbour, or samples without what
//	             differs, it releases the same bits; one change turns one contribution to a step
//	refused      nothing is spent where the context has ended
//	hostile      graphs without nodes, edges, labels or attributes, and the like, give an error
//	             that names the method, or finite numbers, never a panic; what is refused for
//	             public facts costs nothing
//	tiny         at ε = 0.01, or the least of its doubles under which the mode runs, the method's
//	             attack finds no larger ε
//	control      a control releases the same on neighbouring graphs, but for what it pays for
//	written      all that is released is written in every format of its kind
//
// The checks find faults; that they find none proves no ε. The check "tiny" fails for a
// correct mode with a probability of at most 10⁻⁷. The others fail for no correct mode, with
// two exceptions by coincidence: 41 private runs may release the same, and spends that depend
// on noisy answers may be the same for three seeds on each of two graphs, and differ
// between these.
package methodtest
