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

// Input is the input of a run: a session, or a network in the clear.
type Input struct {
	session *gdp.Session
	net     *graph.Network // in the clear; nil on a session
	split   split.Nodes    // of the data requested
	clear   string         // what predictions read without protection
}

// Data holds the data that a run may read before it pays.
type Data struct {
	Nodes   int
	Columns int // number of features
	Classes int
	Split   split.Nodes
	// Network holds the features and labels if they are public, else it is nil. It holds edges only
	// in the clear, never on a session.
	*graph.Network
	Known []int32 // training nodes with a valid label
}

// maxClasses is the largest number of classes; a larger one is likely a mistake.
const maxClasses = 1 << 16

// Public returns data with public features and labels: at edge level, or in the clear. classes is
// the number of classes; 0 takes it from the network's class names.
func (in *Input) Public(classes int, c split.Config) (*Data, error) {
	d, err := in.Labelled(classes, c)
	if err != nil {
		return nil, err
	}
	return d, d.Featured()
}

// Labelled is like [Input.Public], for methods that do not need features.
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
		return nil, fmt.Errorf("no training node has a label")
	}
	return d, nil
}

// HoldOut moves a random share of the known nodes to a validation set.
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

// Whole is like [Input.Labelled], for methods that split the nodes by the edges and set the
// result's split themselves.
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
	if net.Classes == nil { // numeric labels, public here
		d.Classes = int(slices.Max(append([]int32{-1}, d.Labels...))) + 1
	}
	return d, d.count(classes)
}

// Private returns data with private features and labels.
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

// Undivided is like [Input.Private], for methods that do not need features, or that split the nodes
// during the run and set the result's split themselves.
func (in *Input) Undivided(classes int) (*Data, error) {
	p := in.session.Public()
	d := &Data{Nodes: p.Nodes, Columns: p.Columns, Classes: len(p.Classes)}
	if !p.Labelled {
		return nil, method.Lacking(p.Columns != 0, false)
	}
	return d, d.count(classes)
}

// count sets the number of classes.
func (d *Data) count(classes int) error {
	if classes != 0 {
		d.Classes = classes
	}
	if d.Classes < 2 || d.Classes > maxClasses {
		return fmt.Errorf("%d classes, want 2 … %d: declare their names (--classes), or set Classes", d.Classes, maxClasses)
	}
	return nil
}

// divide splits the nodes.
func (in *Input) divide(d *Data, c split.Config) (err error) {
	d.Split, err = c.Of(d.Nodes)
	in.split = d.Split
	return err
}

// Featured returns an error if nodes have no features.
func (d *Data) Featured() error {
	if d.Columns == 0 {
		return method.Lacking(false, true)
	}
	return nil
}

// InTheClear records in the guarantee the data that predictions read without noise.
func (in *Input) InTheClear(text string) { in.clear = text }

// Session returns the session that pays for the run, or nil in the clear.
func (in *Input) Session() *gdp.Session { return in.session }

// network returns the public part of the data: the whole network in the clear; on a session at edge
// level, everything except the edges.
func (in *Input) network() (*graph.Network, error) {
	if in.net != nil {
		return in.net, nil
	}
	if r := in.session.Relation(); r != gdp.EdgeLevel {
		return nil, fmt.Errorf("labels and features are private under %v: use %v, or another mode", r, gdp.EdgeLevel)
	}
	return in.session.Public().Network()
}

// Gaussian returns the session's budget, with an error unless δ > 0, as Gaussian noise needs.
func (in *Input) Gaussian() (gdp.Budget, error) {
	b := in.session.Budget()
	if b.Delta == 0 {
		return b, fmt.Errorf("the budget %v: %w", b, gdp.ErrDelta)
	}
	return b, nil
}
