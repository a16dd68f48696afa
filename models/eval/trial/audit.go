package trial

import (
	"context"
	"fmt"
	"strconv"

	"github.com/graphdp/graphdp/models/method"
)

// Worlds names the data of audits: the neighbouring graphs of the method's attack.
const Worlds = "worlds"

// withRuns returns the protocol with another number of runs, which is part of its name.
func (p Protocol) withRuns(name, runs string) (Protocol, error) {
	n, err := strconv.Atoi(runs)
	if err != nil || n < method.LeastRuns {
		return p, fmt.Errorf("trial: protocol %q: %q is not a number of runs; want at least %d", name, runs, method.LeastRuns)
	}
	p.Name, p.runs = name, n
	return p, nil
}

// IsAudit reports whether the protocol attacks a method. It then needs no data.
func (p Protocol) IsAudit() bool { return p.Task == TaskAudits }

// audit attacks the mode under the trial's budget. A bound above the claimed or the proved ε is a
// measurement, not an error.
func (t Trial) audit(ctx context.Context, m method.Method, runs int) (Measured, error) {
	mode, config, err := t.mode(m)
	if err != nil {
		return Measured{}, err
	}
	attack, err := m.Attacked(mode)
	if err != nil {
		return Measured{}, err
	}
	found, err := method.Audit{
		Method: t.Method, Mode: mode, Config: config, Attack: attack, Budget: t.budget(), Trials: runs, Workers: 1, Seed: t.Seed,
	}.Run(ctx)
	if err != nil {
		return Measured{}, err
	}
	return Measured{
		Values:  map[string]float64{"audited ε": float64(found.Bound.Epsilon), "most": float64(found.Most)},
		Claimed: float64(found.Guarantee.Claimed), Proved: float64(found.Guarantee.Proved),
		Reason: found.Guarantee.Reason, Audited: found.Guarantee.Audited, Made: Provenance{Config: key(mode, config), Edition: mode.Edition},
	}, nil
}
