package gdp

import (
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
)

// ErrClasses says that nothing declares which classes nodes can have. Names of classes are public.
// Where labels are private, names that were read off the labels tell which of them occur.
var ErrClasses = errors.New("classes that were read off private labels")

// declaredClasses refuses a network whose classes are not declared, where labels are private.
func declaredClasses(net *graph.Network, rel Relation) error {
	if rel != EdgeLevel && net.ReadOff.Classes {
		return fmt.Errorf("gdp: %w: under the relation %v a label that no other node has would be given away by its class. Declare the classes: graph.Network.WithClasses, or --classes on the command line", ErrClasses, rel)
	}
	return nil
}
