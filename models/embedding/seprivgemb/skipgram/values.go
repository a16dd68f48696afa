package skipgram

// Values returns the entries of both tables.
func (t *Tables) Values() []float32 { return t.rows.Data }

// Values returns all that the steps to come depend on, beside the noise: what a
// checkpoint holds. When a row was last settled is not of it, since a row that has
// nothing to wait for may be settled again.
func (t *Trainer) Values() []any { return []any{t.tables.Values(), t.sums.Data} }
