package gdp

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
)

// Names of classes are public. Where labels are private, names that were read off the labels tell
// which of them occur, and so have to be declared.

// ErrClasses says that nothing declares which classes nodes can have.
var ErrClasses = errors.New("classes that were read off private labels")

// Classes returns the option that declares the classes of nodes, by name and in order:
// [graph.Network.WithClasses].
func Classes(names ...string) Option {
	return func(o *options) error {
		if o.classes != nil {
			return errors.New("gdp: the classes are declared twice")
		}
		o.classes = append([]string{}, names...)
		return nil
	}
}

// declareClasses returns the network with the classes that are declared, and refuses one whose
// classes are not, where labels are private.
func (o *options) declareClasses(net *graph.Network, rel Relation) (*graph.Network, error) {
	if o.classes != nil {
		named, err := net.WithClasses(o.classes...)
		if err != nil {
			err = fmt.Errorf("gdp: %w", err)
		}
		return named, err
	}
	if rel != EdgeLevel && net.ReadOff.Classes {
		return nil, fmt.Errorf("gdp: %w: under the relation %v a label that no other node has would be given away by its class. Declare the classes: Classes, or --classes on the command line", ErrClasses, rel)
	}
	return net, nil
}
