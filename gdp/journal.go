package gdp

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/gdp/internal/journal"
)

// ReadJournal returns the ledger and the guarantee that a journal records, without the data. It
// spends nothing.
func ReadJournal(path string) (l Ledger, g Guarantee, err error) {
	if _, err := os.Stat(path); err != nil { // [journal.Open] would create it
		return l, g, fmt.Errorf("gdp: %w", err)
	}
	j, err := journal.Open(path, nil)
	if err != nil {
		return l, g, fmt.Errorf("gdp: %w", err)
	}
	var h header
	if err := json.Unmarshal(j.Header(), &h); err != nil {
		return l, g, fmt.Errorf("gdp: %s: %w", path, ErrJournal)
	}
	c := &core{journal: j, seeded: h.Seeded, occurring: h.Nodes != "", records: h.Records, salt: h.Salt, history: newHistory("")}
	eps, badEpsilon := strconv.ParseFloat(h.Epsilon, 64)
	delta, badDelta := strconv.ParseFloat(h.Delta, 64)
	c.budget = Budget{Epsilon: Epsilon(eps), Delta: Delta(delta)}
	if c.relation, err = ParseRelation(h.Relation); err != nil || badEpsilon != nil || badDelta != nil || c.budget.Validate() != nil {
		return l, g, fmt.Errorf("gdp: %s: %w: it names no relation and budget", path, ErrJournal)
	}
	if c.accountant, err = best.New(c.relation.Accounting()); err != nil {
		return l, g, err
	}
	s := &Session{core: c}
	if l, err = s.Ledger(); err != nil {
		return l, g, err
	}
	g, err = s.Guarantee()
	return l, g, err
}
