package classification

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/split"
)

// Input is what a run is on: a session, or a network that may be looked at.
type Input struct {
	session *gdp.Session
	net     *graph.Network // that may be looked at; nil on a session
	split   split.Nodes    // of the data that were asked for
	clear   string         // what the guarantee says of predictions
}

// Data are what may be looked at before anything is paid for.
type Data struct {
	Nodes   int
	Columns int // features of a node
	Classes int
	Split   split.Nodes
	// Network has the features and the labels, and the edges where these may be looked at, too: on
	// a session it has none. It is nil where features and labels are private.
	*graph.Network
	Known []int32 // the nodes to learn from that have a label of one of the classes
}

// mostClasses is the largest number of classes; beyond it names are likely something else.
const mostClasses = 1 << 16

// Public returns data whose features and labels are public: those of edge level, or of a network
// that may be looked at. Classes is how many there are, 0 for as many as the network has names for.
func (in *Input) Public(classes int, c split.Config) (*Data, error) {
	d, err := in.Labelled(classes, c)
	if err != nil {
		return nil, err
	}
	return d, d.Featured()
}

// Labelled is like [Input.Public] for methods that do without features.
func (in *Input) Labelled(classes int, c split.Config) (*Data, error) {
	d, err := in.Whole(classes)
	if err != nil {
		return nil, err
	}
	if err := in.divide(d, c); err != nil {
		return nil, err
	}
	for _, u := range d.Split.Train {
		if k := d.Labels[u]; k >= 0 && int(k) < d.Classes {
			d.Known = append(d.Known, u)
		}
	}
	if len(d.Known) == 0 {
		return nil, fmt.Errorf("no node to learn from has a label")
	}
	return d, nil
}

// HoldOut takes a share of the known nodes away, drawn at random: what tells their classes best is
// chosen. None where the share is 0.
func (d *Data) HoldOut(share float64, seed uint64) (held []int32, err error) {
	if share == 0 {
		return nil, nil
	}
	places, err := split.AtRandom(len(d.Known), share, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		return nil, err
	}
	var kept []int32
	for _, at := range places.Test {
		kept = append(kept, d.Known[at])
	}
	for _, at := range places.Train {
		held = append(held, d.Known[at])
	}
	d.Known = kept
	return held, nil
}

// Whole is like [Input.Labelled] for methods that divide the nodes by the edges, and say so in
// their results.
func (in *Input) Whole(classes int) (*Data, error) {
	net, err := in.network()
	if err != nil {
		return nil, err
	}
	d := &Data{Nodes: net.Graph.N(), Classes: len(net.Classes), Network: net}
	if d.Attrs != nil {
		d.Columns = d.Attrs.Cols()
	}
	if d.Labels == nil {
		return nil, method.Lacking(d.Attrs != nil, false)
	}
	if net.Classes == nil { // labels are numbers, and public here
		d.Classes = int(slices.Max(append([]int32{-1}, d.Labels...))) + 1
	}
	return d, d.count(classes)
}

// Private returns data whose features and labels are private.
func (in *Input) Private(classes int, c split.Config) (*Data, error) {
	d, err := in.Undivided(classes)
	if err != nil {
		return nil, err
	}
	if err := in.divide(d, c); err != nil {
		return nil, err
	}
	return d, d.Featured()
}

// Undivided is like [Input.Private] for methods that do without features, or whose run divides the
// nodes and says so in its result.
func (in *Input) Undivided(classes int) (*Data, error) {
	p := in.session.Public()
	d := &Data{Nodes: p.Nodes, Columns: p.Columns, Classes: len(p.Classes)}
	if !p.Labelled {
		return nil, method.Lacking(p.Columns != 0, false)
	}
	return d, d.count(classes)
}

// count settles how many classes there are.
func (d *Data) count(classes int) error {
	if classes != 0 {
		d.Classes = classes
	}
	if d.Classes < 2 || d.Classes > mostClasses {
		return fmt.Errorf("nodes of %d classes, want 2 … %d; declare their names, as --classes of the command line does, or set Classes", d.Classes, mostClasses)
	}
	return nil
}

// divide divides the nodes.
func (in *Input) divide(d *Data, c split.Config) (err error) {
	d.Split, err = c.Of(d.Nodes)
	in.split = d.Split
	return err
}

// Featured refuses nodes without features.
func (d *Data) Featured() error {
	if d.Columns == 0 {
		return method.Lacking(false, true)
	}
	return nil
}

// InTheClear has the guarantee say what whoever classifies nodes reads without noise.
func (in *Input) InTheClear(text string) { in.clear = text }

// Session is what the run pays with; nil where it does not pay.
func (in *Input) Session() *gdp.Session { return in.session }

// network is what may be looked at: on a session at edge level all that is public, without edges.
func (in *Input) network() (*graph.Network, error) {
	if in.net != nil {
		return in.net, nil
	}
	if r := in.session.Relation(); r != gdp.EdgeLevel {
		return nil, fmt.Errorf("under the relation %v labels and features are private; take %v, or another mode", r, gdp.EdgeLevel)
	}
	return in.session.Public().Network()
}

// Gaussian returns the session's budget, which Gaussian noise can keep: its δ is above 0.
func (in *Input) Gaussian() (gdp.Budget, error) {
	b := in.session.Budget()
	if b.Delta == 0 {
		return b, fmt.Errorf("the budget %v: %w", b, gdp.ErrDelta)
	}
	return b, nil
}
