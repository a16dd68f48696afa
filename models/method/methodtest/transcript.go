package methodtest

import (
	"fmt"
	"slices"
	"sync"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
)

// The releases of a mode must be a function of noisy answers and public data. So the mode runs on
// two neighbouring graphs with the same public coins, and the second run gets the answers of the
// first. These are the answers of mechanisms and the noisy sums of steps. If a device computes the
// sums, or a table gets its noise late, the second run gets samples without the differing record.
// Then both runs must release the same bits. Any other difference is an unpaid read of private
// data.

// transcript records the inputs of a run.
type transcript struct {
	answers map[string][]string    // by label, in the order in which they were asked for
	noisy   map[string][][]float64 // of steps, by label
	records map[string][]int       // of steps, by label
	terms   map[string][]terms     // of steps, by label
	named   map[string][][]int32   // of steps, by label: the records, where they have names
	plans   map[string]gdptest.Paid
	faults  []string
}

// terms maps each place of a step to the digests of the parts of its contribution.
type terms map[int32]digests

type digests []uint64

func newTranscript() *transcript {
	return &transcript{
		answers: map[string][]string{}, noisy: map[string][][]float64{}, records: map[string][]int{},
		terms: map[string][]terms{}, named: map[string][][]int32{}, plans: map[string]gdptest.Paid{},
	}
}

// recorder is a hook that records a transcript. If there is one of the neighbouring graph, it
// returns the answers recorded there.
type recorder struct {
	*transcript
	other   *transcript // the run whose answers are returned; nil for the first run
	counts  *transcript // of the neighbouring graph, to leave out records that it lacks; nil to leave out none
	changed int32       // the node that differs, where records are nodes
	first   bool        // the first record differs, else the last
	half    bool        // every second record is left out, where sums are given
	lock    sync.Mutex
}

func (r *recorder) hook() *gdptest.Hook {
	return &gdptest.Hook{
		Plan:   func(label string, p gdptest.Paid) { r.plans[label] = p },
		Sample: r.sample, Records: r.names, Term: r.term, Noisy: r.sum, Answer: r.answer,
	}
}

// sample returns the records that both graphs have: it removes the differing record from the larger
// graph. If sums are given, all records take part and the differing one comes first, so that later
// records would see any state that it left.
func (r *recorder) sample(label string, step, records int, drawn []int32) []int32 {
	r.transcript.records[label] = append(r.transcript.records[label], records)
	if r.counts == nil || r.named[label] != nil || r.counts.named[label] != nil {
		return drawn
	}
	list := graph.Nodes(records)
	if len(r.counts.noisy[label]) > 0 {
		if !r.first {
			slices.Reverse(list)
		}
		if r.half {
			list = slices.DeleteFunc(list, func(i int32) bool { return i%2 == 1 })
		}
		return list
	}
	n := records
	if other := r.counts.records[label]; step < len(other) {
		n = min(n, other[step])
	}
	if r.first {
		return list[records-n:]
	}
	return list[:n]
}

// names removes the node that differs.
func (r *recorder) names(label string, _ int, records, drawn []int32) []int32 {
	r.named[label] = append(r.named[label], slices.Clone(records))
	if r.counts == nil {
		return drawn
	}
	return slices.DeleteFunc(slices.Clone(records), func(u int32) bool { return u == r.changed })
}

func (r *recorder) term(label string, step int, place int32, digest uint64) {
	r.lock.Lock()
	defer r.lock.Unlock()
	for len(r.terms[label]) <= step {
		r.terms[label] = append(r.terms[label], terms{})
	}
	r.terms[label][step][place] = append(r.terms[label][step][place], digest)
}

func (r *recorder) sum(label string, step int, noisy []float64) {
	r.noisy[label] = append(r.noisy[label], slices.Clone(noisy))
	if r.other == nil {
		return
	}
	given := r.other.noisy[label]
	if step >= len(given) || len(given[step]) != len(noisy) {
		r.faults = append(r.faults, fmt.Sprintf("%s: step %d has a sum of %d coordinates in one world alone", label, step, len(noisy)))
		return
	}
	copy(noisy, given[step])
}

func (r *recorder) answer(label string, value []byte) []byte {
	at := len(r.answers[label])
	r.answers[label] = append(r.answers[label], string(value))
	if r.other == nil {
		return nil
	}
	if at >= len(r.other.answers[label]) {
		r.faults = append(r.faults, fmt.Sprintf("%q is asked in one world alone", label))
		return nil
	}
	return []byte(r.other.answers[label][at])
}

// worldsApart returns neighbouring networks that differ in the first or last edge, in the last
// node, or as graphs. In one of them the last node has an edge to the node before it. In the other
// it is absent, or isolated with other attributes and another label.
func worldsApart(net *graph.Network, rel gdp.Relation, first bool) (worlds [2]*graph.Network, err error) {
	g := net.Graph.Undirected()
	n := g.N()
	last := int32(n - 1)
	var edges []graph.Edge
	for u, v := range g.Edges() {
		if rel == gdp.EdgeLevel || v != last {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	worlds[0], worlds[1] = new(graph.Network), new(graph.Network)
	*worlds[0], *worlds[1] = *net, *net
	switch rel {
	case gdp.EdgeLevel:
		rest := edges[:len(edges)-1]
		if first {
			rest = edges[1:]
		}
		worlds[1].Graph = graphOf(n, rest, graph.Options{})
	case gdp.NodeLevel, gdp.NodeUnbounded:
		worlds[0].Graph = graphOf(n, append(slices.Clone(edges), graph.Edge{U: last - 1, V: last}), graph.Options{})
		worlds[1].Graph = graphOf(n, edges, graph.Options{})
		if rel == gdp.NodeUnbounded {
			all := graph.Nodes(int(last))
			if worlds[1], err = worlds[1].Induced(all); err == nil {
				worlds[1].IDs = nil // equal to the node numbers
			}
			return worlds, err
		}
		if net.Labels != nil {
			labels := slices.Clone(net.Labels)
			labels[last] = (labels[last] + 1) % int32(len(net.Classes))
			worlds[1].Labels = labels
		}
		if net.Attrs != nil {
			rows := graph.Nodes(n)
			rows[last] = unlike(net.Attrs, last)
			worlds[1].Attrs, err = net.Attrs.Select(rows)
		}
	default: // of graphs
		worlds[1] = nil
		if rel == gdp.GraphLevel {
			worlds[1] = blocks(n/2, 5)
		}
	}
	return worlds, err
}

// unlike returns a node with other attributes.
func unlike(x *graph.Attributes, u int32) int32 {
	columns, _ := x.Row(u)
	for v := range int32(x.Rows()) {
		if c, _ := x.Row(v); !slices.Equal(c, columns) {
			return v
		}
	}
	return u
}

// pair compares the runs of a mode on two neighbouring graphs.
func (s *subject) pair(rel gdp.Relation, first bool) error {
	worlds, err := worldsApart(s.Network, rel, first)
	if err != nil {
		return err
	}
	do := func(world int, r *recorder) (method.Outcome, error) {
		run := s.usual().under(rel).of(worlds[world])
		run.universe = s.Network.Graph.N()
		session, err := s.session(run)
		if err != nil {
			return method.Outcome{}, err
		}
		r.changed, r.first = int32(s.Network.Graph.N()-1), first
		if err := gdptest.Attach(session, r.hook()); err != nil {
			return method.Outcome{}, err
		}
		o, _, err := s.runOn(s.ctx, session, run)
		if err != nil {
			err = fmt.Errorf("world %d: %w", world, err)
		}
		return o, err
	}
	counts := &recorder{transcript: newTranscript()}
	if _, err := do(1, counts); err != nil {
		return err
	}
	given := &recorder{transcript: newTranscript(), counts: counts.transcript}
	one, err := do(0, given)
	if err != nil {
		return err
	}
	second := &recorder{transcript: newTranscript(), other: given.transcript, counts: given.transcript}
	two, err := do(1, second)
	if err != nil {
		return err
	}
	if len(second.faults) > 0 {
		return fmt.Errorf("relation %v: %s", rel, second.faults[0])
	}
	if err := same(one, two, fmt.Sprintf("relation %v: a neighbour that is given the same answers", rel)); err != nil {
		return err
	}
	if err := given.neighbours(second.transcript); err != nil || len(given.noisy) == 0 {
		return err
	}
	// The sample is as private as the data.
	other := &recorder{transcript: newTranscript(), other: given.transcript, counts: given.transcript, half: true}
	three, err := do(0, other)
	if err != nil {
		return err
	}
	return same(one, three, fmt.Sprintf("relation %v: the same answers on another sample", rel))
}

// neighbours compares the contributions to the steps on two graphs. It returns an error if more of
// them differ than the plan pays for. Records with names must be equal.
func (t *transcript) neighbours(other *transcript) error {
	for label, steps := range t.named {
		if !slices.EqualFunc(steps, other.named[label], slices.Equal[[]int32]) {
			return fmt.Errorf("%s: the records that a step samples from differ", label)
		}
	}
	for label, steps := range t.terms {
		p := t.plans[label]
		most, least := p.Own+p.Others, p.Others
		if p.Exchange {
			least = most
		}
		for i := range steps {
			var theirs terms
			if i < len(other.terms[label]) {
				theirs = other.terms[label][i]
			}
			gone, come := steps[i].beyond(theirs), theirs.beyond(steps[i])
			if max(gone, come) > most || min(gone, come) > least {
				return fmt.Errorf("%s: in step %d one change takes %d contributions away and brings %d, paid for are %d of one and %d of the other", label, i, gone, come, most, least)
			}
			if n := steps[i].turned(theirs); p.Parts && n > p.Own {
				return fmt.Errorf("%s: in step %d one change turns several parts of %d contributions, want at most %d", label, i, n, p.Own)
			}
		}
	}
	return nil
}

// beyond returns the number of contributions that others lack.
func (t terms) beyond(others terms) (n int) {
	var mine, theirs digests
	for _, parts := range t {
		mine = append(mine, parts.all())
	}
	for _, parts := range others {
		theirs = append(theirs, parts.all())
	}
	return mine.beyond(theirs)
}

// turned returns the number of places with more than one changed part.
func (t terms) turned(others terms) (n int) {
	for place, parts := range t {
		if max(parts.beyond(others[place]), others[place].beyond(parts)) > 1 {
			n++
		}
	}
	return n
}

// all returns a digest of all parts.
func (d digests) all() (all uint64) {
	for _, part := range d {
		all = all*0x9e3779b97f4a7c15 + part
	}
	return all
}

// beyond returns the number of digests that others lack.
func (d digests) beyond(others digests) (n int) {
	counts := map[uint64]int{}
	for _, digest := range others {
		counts[digest]++
	}
	for _, digest := range d {
		if counts[digest]--; counts[digest] < 0 {
			n++
		}
	}
	return n
}

// interference compares runs on neighbouring graphs, under all relations of a mode with a proof.
func interference(s *subject) error {
	if s.mode.Plain || s.mode.Unproved != "" {
		return nil
	}
	for _, rel := range s.mode.Relations() {
		if err := s.pair(rel, false); err != nil {
			return err
		}
		if rel != gdp.EdgeLevel {
			continue
		}
		if err := s.pair(rel, true); err != nil {
			return fmt.Errorf("the first edge: %w", err)
		}
	}
	return nil
}
