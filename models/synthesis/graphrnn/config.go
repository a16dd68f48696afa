package graphrnn

import "fmt"

// Config holds the settings.
type Config struct {
	Layers        int     // of each of the two networks
	Hidden        int     // width of the states of the network that reads rows
	Embedding     int     // width of what it reads a row as
	EdgeHidden    int     // width of the states of the network that writes bits
	EdgeEmbedding int     // width of what it reads a bit as
	Batch         int     // orders of nodes in a step
	Steps         int     // of a training
	Rate          float64 // of Adam; it is multiplied by 0.3 after 2/15 and after 1/3 of the steps
	Together      bool    // one network for all graphs of a collection, and not one for each
}

// NonPrivate returns the paper's networks at half the width and half the depth, as its authors take the width for small
// graphs, trained for less long: see docs/papers/graphrnn.md.
func NonPrivate() Config {
	return Config{Layers: 2, Hidden: 64, Embedding: 32, EdgeHidden: 16, EdgeEmbedding: 8, Batch: 4, Steps: 300, Rate: 0.003}
}

// Check reports a setting that no run can have.
func (c Config) Check() error {
	for _, x := range []struct {
		name        string
		value, most int
	}{
		{"Layers", c.Layers, 16}, {"Hidden", c.Hidden, 1 << 12}, {"Embedding", c.Embedding, 1 << 12}, {"EdgeHidden", c.EdgeHidden, 1 << 12},
		{"EdgeEmbedding", c.EdgeEmbedding, 1 << 12}, {"Batch", c.Batch, 1 << 12}, {"Steps", c.Steps, 1 << 24},
	} {
		if x.value < 1 || x.value > x.most {
			return fmt.Errorf("graphrnn: %s is %d, want 1 … %d", x.name, x.value, x.most)
		}
	}
	if !(c.Rate > 0 && c.Rate <= 1) {
		return fmt.Errorf("graphrnn: Rate is %v, want more than 0 and at most 1", c.Rate)
	}
	return nil
}

// rate returns the learning rate of a step. The paper's training has 3,000 epochs, and multiplies the rate after 400
// and after 1,000.
func (c Config) rate(step int) float64 {
	rate := c.Rate
	for _, epoch := range []int{400, 1000} {
		if 3000*step >= epoch*c.Steps {
			rate *= 0.3
		}
	}
	return rate
}
