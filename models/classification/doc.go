// Package classification is the frame of a classifier of nodes.
//
//	input   what a run may look at before anything is paid for: features, labels, classes, the
//	        division of the nodes, checked once for all methods (input.go)
//	run     a run of a configuration on a session, or on a network that may be looked at (run.go)
//	result  what a run gives: the model, and what is said of it (result.go)
//
// A method has a type of configuration for each mode, whose method begins a run: it asks the
// [Input] for what it needs, checks what is its own, and returns a [Fit], which pays and trains.
// The function Run of the method's package hands both to [Run]:
//
//	func Run(
//		ctx context.Context, s *gdp.Session, c Config, w *checkpoint.Watch,
//	) (*Result, error) {
//		return node.Run(ctx, s, "yours", c, w, Config.begin)
//	}
package classification
