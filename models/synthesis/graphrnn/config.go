package graphrnn

// Unprotected holds the settings.
type Unprotected struct {
	Layers        int     `range:"[1,16]"`   // of each of the two networks
	Hidden        int     `range:"[1,4096]"` // width of the states of the network that reads rows
	Embedding     int     `range:"[1,4096]"` // width of what it reads a row as
	EdgeHidden    int     `range:"[1,4096]"` // width of the states of the network that writes bits
	EdgeEmbedding int     `range:"[1,4096]"` // width of what it reads a bit as
	Batch         int     `range:"[1,4096]"` // orders of nodes in a step
	Steps         int     `range:"[1,2^24]"` // of a training
	Rate          float64 `range:"(0,1]"`    // of Adam; it is multiplied by 0.3 after 2/15 and after 1/3 of the steps
	Together      bool    // one network for all graphs of a collection, and not one for each
}

// rate returns the learning rate of a step. The paper's training has 3,000 epochs, and multiplies
// the rate after 400 and after 1,000.
func (c Unprotected) rate(step int) float64 {
	rate := c.Rate
	for _, epoch := range []int{400, 1000} {
		if 3000*step >= epoch*c.Steps {
			rate *= 0.3
		}
	}
	return rate
}
