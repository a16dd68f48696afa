// Package synthesis is the frame of methods that draw a graph from what is answered at edge level.
//
// A method has a type of configuration for each mode, whose method draws the graph: it asks the
// session of the run, and draws by the run's streams. The functions of the method's package hand
// both over:
//
//	func Run(
//		ctx context.Context, s *gdp.Session, c Config, w *method.Watch,
//	) (*Result, error) {
//		return drawn.Run(ctx, s, "yours", c, w, Config.draw)
//	}
//
// [Run] checks what is public before anything is paid for, keeps the run, and says what protects
// the graph; [RunPlain] does the same for a mode that reads the graph in the clear. [EdgeCount] is
// the question that most methods begin with, and [Uniform] the graph of a control that asks nothing
// else.
package synthesis
