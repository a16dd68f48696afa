package gdptest

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/internal/probe"
)

// Hook is what a test observes of the releases and the training of a session, and what it puts in
// place of samples, sums and answers.
type Hook = probe.Hook

// Paid is what a training has paid for.
type Paid = probe.Paid

// Attach makes a session call the hook. It has to be a seeded one, of which nothing counts as
// private.
func Attach(s *gdp.Session, h *Hook) error { return probe.Attach(s, h) }
