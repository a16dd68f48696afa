package seprivgemb

import "fmt"

// String returns the name of the rows that get noise.
func (n Noise) String() string { return named("noise", int(n), "NonZero", "All") }

// String returns the name of the reading of S.
func (s Sensitivity) String() string {
	return named("sensitivity", int(s), "BatchClip", "OneClip")
}

// String returns the name of the choice of centres.
func (c Centres) String() string {
	return named("centres", int(c), "FirstID", "RandomEnd", "FirstSeen")
}

// String returns the accountant's name.
func (a Accountant) String() string {
	return named("accountant", int(a), "Theorem4", "PoissonCode")
}

// named returns the name of a value that counts from 1.
func named(kind string, value int, names ...string) string {
	if value < 1 || value > len(names) {
		return fmt.Sprintf("%s %d", kind, value)
	}
	return names[value-1]
}
