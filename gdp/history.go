package gdp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp/internal/journal"
)

// record is a line of the journal.
type record struct {
	Within  string  `json:"within,omitempty"` // the part that the record belongs to: [Session.Part], [Division]
	Part    *Entry  `json:"part,omitempty"`   // the payment for that part, written with its first spend
	Spend   *Entry  `json:"spend,omitempty"`
	Reserve []Entry `json:"reserve,omitempty"` // spends reserved together
	Draw    *int    `json:"draw,omitempty"`    // the number of a reserved entry that is drawn
	Mark    *mark   `json:"mark,omitempty"`
	Release *kept   `json:"release,omitempty"`
}

// kept is a stored release with its label and key.
type kept struct {
	Label string          `json:"label"`
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// history is the state that the journal records.
type history struct {
	within   string // the part that it belongs to; records of other parts are skipped
	lines    int
	entries  []Entry
	reserved map[int]bool // entries paid for and not drawn, or trainings not begun
	marks    map[string]mark
	resumed  []mark
	releases []kept
	parts    []Entry            // spends inside parts of the session
	inside   map[string][]Entry // the same, by part
}

func newHistory(within string) history {
	return history{within: within, reserved: map[int]bool{}, marks: map[string]mark{}, inside: map[string][]Entry{}}
}

// read applies the records that history does not have yet.
func (h *history) read(records []json.RawMessage) error {
	for ; h.lines < len(records); h.lines++ {
		var r record
		decoder := json.NewDecoder(bytes.NewReader(records[h.lines]))
		decoder.DisallowUnknownFields() // do not overlook a spend of a later version
		err := decoder.Decode(&r)
		if err == nil {
			err = h.take(r)
		}
		if err != nil {
			return fmt.Errorf("gdp: record %d of the journal: %w", h.lines+1, err)
		}
	}
	return nil
}

func (h *history) take(r record) error {
	if r.Within != h.within {
		if h.within == "" && r.Part != nil {
			h.add(*r.Part)
		}
		if h.within == "" || strings.HasPrefix(r.Within, h.within+" ") {
			spent := r.Reserve
			if r.Spend != nil {
				spent = append(spent, *r.Spend)
			}
			h.parts = append(h.parts, spent...)
			h.inside[r.Within] = append(h.inside[r.Within], spent...)
		}
		return nil
	}
	switch {
	case r.Spend != nil:
		h.add(*r.Spend)
	case r.Reserve != nil:
		block := h.blocks()
		for _, e := range r.Reserve {
			e.Block = block + 1
			h.reserved[len(h.entries)] = true
			h.entries = append(h.entries, e)
		}
	case r.Draw != nil:
		if !h.reserved[*r.Draw] {
			return fmt.Errorf("it draws entry %d, which was not reserved", *r.Draw)
		}
		delete(h.reserved, *r.Draw)
	case r.Mark != nil:
		h.marks[r.Mark.training()] = *r.Mark
		if r.Mark.Resumed {
			h.resumed = append(h.resumed, *r.Mark)
		}
	case r.Release != nil:
		h.releases = append(h.releases, *r.Release)
	default:
		return fmt.Errorf("it is neither a spend nor a release")
	}
	return nil
}

// add appends a spend as a block by itself.
func (h *history) add(e Entry) {
	e.Block = h.blocks() + 1
	h.entries = append(h.entries, e)
}

func (h *history) blocks() int {
	if len(h.entries) == 0 {
		return 0
	}
	return h.entries[len(h.entries)-1].Block
}

// blocksOf returns one event for each block of entries.
func blocksOf(entries []Entry, event func(Entry) accounting.Event) (blocks []accounting.Event) {
	for _, block := range split(entries) {
		all := accounting.Compose(lists.Map(block, event))
		if len(all) == 1 {
			blocks = append(blocks, all[0])
		} else {
			blocks = append(blocks, all)
		}
	}
	return blocks
}

// split cuts entries into blocks.
func split(entries []Entry) (blocks [][]Entry) {
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Block == entries[0].Block {
			n++
		}
		blocks, entries = append(blocks, entries[:n]), entries[n:]
	}
	return blocks
}

// before returns the number of earlier entries with the label of entry i.
func (h *history) before(i int) int {
	return under(h.entries[i].Label, h.entries[:i])
}

// under returns the number of entries with the label.
func under(label string, entries []Entry) (n int) {
	for _, e := range entries {
		if e.Label == label {
			n++
		}
	}
	return n
}

// transact reads new records of other processes and then appends the record that decide returns,
// unless it is nil. It holds the journal's lock throughout.
func (c *core) transact(decide func(h *history) (*record, error)) error {
	err := c.journal.Do(func(records []json.RawMessage) (any, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if err := c.history.read(records); err != nil {
			return nil, err
		}
		r, err := decide(&c.history)
		if r == nil || err != nil {
			return nil, err
		}
		r.Within = c.within
		if c.payment != nil && (r.Spend != nil || r.Reserve != nil) {
			r.Part, err = c.payment.spend(records)
		}
		return r, err
	})
	if err != nil && !strings.HasPrefix(err.Error(), "gdp:") {
		err = fmt.Errorf("gdp: %w", err)
	}
	return err
}

// sync reads new records.
func (c *core) sync() error {
	return c.transact(func(*history) (*record, error) { return nil, nil })
}

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
