package gdp

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
)

// ErrClasses means that the classes of nodes were not declared. The names of classes are public. If
// labels are private, a list of classes that was read off the labels reveals which of them occur.
var ErrClasses = errors.New("classes that were read off private labels")

// declaredClasses refuses a network with private labels and undeclared classes.
func declaredClasses(net *graph.Network, rel Relation) error {
	if rel != EdgeLevel && net.ReadOff.Classes {
		return fmt.Errorf("gdp: %w: under the relation %v the list of classes would reveal a label that no other node has. Declare the classes: graph.Network.WithClasses, or --classes on the command line", ErrClasses, rel)
	}
	return nil
}
