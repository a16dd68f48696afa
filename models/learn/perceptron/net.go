package perceptron

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/models/learn/train"
)

// Net describes the layers. A row is split into channels, each with its own base layers. Their
// outputs are joined, scaled and passed to the head, whose last layer has one output per class. An
// MLP is a head alone.
type Net struct {
	Channels []int `json:"channels"` // widths of the channels of a row
	// Base holds the widths of each channel's layers.
	Base     []int `json:"base,omitempty"`
	BaseEnds bool  `json:"base_ends,omitempty"` // the activation follows the last base layer too
	Unit     bool  `json:"unit,omitempty"`      // the joined output is scaled to norm 1
	Joint    bool  `json:"joint,omitempty"`     // the activation follows the joined output
	Head     []int `json:"head"`                // widths of the layers of the head
	// Activation is "relu", "selu" or "tanh".
	Activation string `json:"activation"`
	// BatchNorm normalises the input of each activation by its mean and variance over all training
	// nodes: for full-batch training without privacy.
	BatchNorm bool `json:"batch_norm,omitempty"`
	NormAfter bool `json:"norm_after,omitempty"` // normalises the activation's output instead
}

// widest is the largest permitted width of a layer; a larger one is likely a typo.
const widest = 1 << 16

// Check returns an error if the layers are invalid.
func (n Net) Check() error {
	if len(n.Head) == 0 || len(n.Channels) == 0 {
		return fmt.Errorf("perceptron: %d channels and %d layers of a head, want at least one of each", len(n.Channels), len(n.Head))
	}
	for _, w := range slices.Concat(n.Channels, n.Base, n.Head) {
		if w < 1 || w > widest {
			return fmt.Errorf("perceptron: a layer of width %d, want 1 … %d", w, widest)
		}
	}
	if activations[n.Activation] == nil {
		return fmt.Errorf("perceptron: no activation %q: want relu, selu or tanh", n.Activation)
	}
	return nil
}

// Classes returns the number of outputs.
func (n Net) Classes() int { return n.Head[len(n.Head)-1] }

// Fit returns a training of the net on the given nodes by Adam; the number of steps is still to be
// set.
func (n Net) Fit(records []int32, rate float64) *Fit {
	return &Fit{Model: n.Model(), Columns: n.columns(), Classes: n.Classes(), Records: records, Optimiser: train.DefaultAdam(rate)}
}

// columns returns the width of a row.
func (n Net) columns() (sum int) {
	for _, w := range n.Channels {
		sum += w
	}
	return sum
}

// builder builds a net: taped for GoMLX, host on the host. walk calls its methods in the same order
// for both.
type builder[T any] interface {
	channel(x T, from, width int) T
	linear(weight int, x T) T // the bias is weight+1
	normal(weight int, x T) T // batch normalisation with scale weight and shift weight+1
	active(x T) T
	join(parts []T) T
	unit(x T) T
}

// walk returns the output of each channel and of the head.
func walk[T any](n Net, b builder[T], x T) (bases []T, out T) {
	weight, from := 0, 0
	active := func(x T) T {
		if !n.BatchNorm {
			return b.active(x)
		}
		at := weight
		weight += 2
		if n.NormAfter {
			return b.normal(at, b.active(x))
		}
		return b.active(b.normal(at, x))
	}
	layers := func(x T, widths []int, ends bool) T {
		for i := range widths {
			x = b.linear(weight, x)
			weight += 2
			if ends || i < len(widths)-1 {
				x = active(x)
			}
		}
		return x
	}
	for _, w := range n.Channels {
		c := x
		if len(n.Channels) > 1 {
			c = b.channel(x, from, w)
		}
		bases = append(bases, layers(c, n.Base, n.BaseEnds))
		from += w
	}
	out = bases[0]
	if len(bases) > 1 {
		out = b.join(bases)
	}
	if n.Unit {
		out = b.unit(out)
	}
	if n.Joint {
		out = active(out)
	}
	return bases, layers(out, n.Head, false)
}

// counter collects the dimensions of the weights; its values are widths.
type counter struct {
	weights [][]int
	widths  []int // of the remaining linear layers
}

func (s *counter) channel(_, _, width int) int { return width }
func (s *counter) linear(_ int, x int) int {
	out := s.widths[0]
	s.widths = s.widths[1:]
	s.weights = append(s.weights, []int{x, out}, []int{out})
	return out
}
func (s *counter) normal(_ int, x int) int {
	s.weights = append(s.weights, []int{x}, []int{x})
	return x
}
func (s *counter) active(x int) int { return x }
func (s *counter) join(parts []int) (sum int) {
	for _, w := range parts {
		sum += w
	}
	return sum
}
func (s *counter) unit(x int) int { return x }

// Weights returns the dimensions of the weights: matrix and bias of each linear layer, scale and
// shift of each batch normalisation.
func (n Net) Weights() [][]int {
	s := &counter{}
	for range n.Channels {
		s.widths = append(s.widths, n.Base...)
	}
	s.widths = append(s.widths, n.Head...)
	_, _ = walk(n, builder[int](s), n.columns())
	return s.weights
}

// First samples the initial weights: matrices and biases uniform on ±1/√in, scales 1, shifts 0.
func (n Net) First(rng *rand.Rand) [][]float32 {
	var weights [][]float32
	dims := n.Weights()
	for i := 0; i < len(dims); i += 2 {
		in, out := 1, dims[i+1][0]
		normal := len(dims[i]) == 1
		if !normal {
			in = dims[i][0]
		}
		bound := 1 / math.Sqrt(float64(in))
		for j, size := range []int{in * out, out} {
			w := make([]float32, size)
			for k := range w {
				switch {
				case !normal:
					w[k] = float32(bound * (2*rng.Float64() - 1))
				case j == 0:
					w[k] = 1
				}
			}
			weights = append(weights, w)
		}
	}
	return weights
}

// Model returns the model to train: the cross-entropy of the classes given the rows.
func (n Net) Model() train.Model {
	return train.Model{Weights: n.Weights(), Chain: n.chain(), Loss: func(t *train.Tape, in []*Node) *Node {
		_, logits := walk(n, builder[*Node](&taped{n, t}), in[0])
		return train.CrossEntropy(logits, in[1])
	}}
}

// chain returns the net as a chain of layers, or nil if it is none.
func (n Net) chain() *train.Chain {
	if len(n.Channels) > 1 || n.Unit || n.BatchNorm || n.Joint && len(n.Base) == 0 {
		return nil
	}
	c := new(train.Chain)
	add := func(widths []int, ends bool) {
		for i := range widths {
			l := train.Layer{Weight: 2 * len(c.Layers), Bias: 2*len(c.Layers) + 1}
			if ends || i < len(widths)-1 {
				l.Active = activations[n.Activation].layer
			}
			c.Layers = append(c.Layers, l)
		}
	}
	if n.BaseEnds && n.Joint {
		return nil // two activations in a row
	}
	add(n.Base, n.BaseEnds || n.Joint)
	add(n.Head, false)
	return c
}

// taped builds a net on a tape.
type taped struct {
	net  Net
	tape *train.Tape
}

func (b *taped) channel(x *Node, from, width int) *Node {
	return Slice(x, AxisRange(), AxisRange(from, from+width))
}
func (b *taped) linear(weight int, x *Node) *Node {
	return b.tape.Bias(weight+1, b.tape.Linear(weight, x))
}
func (b *taped) normal(weight int, x *Node) *Node {
	x = Sub(x, ReduceAndKeep(x, ReduceMean, 0))
	x = Div(x, Sqrt(AddScalar(ReduceAndKeep(Square(x), ReduceMean, 0), normalEpsilon)))
	return b.tape.Bias(weight+1, Mul(x, ExpandAxes(b.tape.Weight(weight), 0)))
}
func (b *taped) active(x *Node) *Node     { return activations[b.net.Activation].node(x) }
func (b *taped) join(parts []*Node) *Node { return Concatenate(parts, -1) }
func (b *taped) unit(x *Node) *Node {
	return Div(x, Sqrt(MaxScalar(ReduceAndKeep(Square(x), ReduceSum, -1), minNorm*minNorm)))
}

const (
	normalEpsilon = 1e-5  // added to variances
	minNorm       = 1e-12 // lower bound on the norm that divides a row
)

// activation is an activation function in a graph, on the host, and in a chain of layers.
type activation struct {
	node  func(x *Node) *Node
	host  func(x float64) float64
	layer *train.Activation
}

// λ and α of Klambauer et al. (2017).
const (
	seluScale = 1.0507009873554805
	seluAlpha = 1.6732632423543772
)

var activations = map[string]*activation{
	"relu": {func(x *Node) *Node { return MaxScalar(x, 0) }, func(x float64) float64 { return max(x, 0) }, train.ReLU},
	"tanh": {Tanh, math.Tanh, byNumber(math.Tanh, func(y float64) float64 { return 1 - y*y })},
	"selu": {
		func(x *Node) *Node {
			low := MulScalar(AddScalar(Exp(MinScalar(x, 0)), -1), seluAlpha)
			return MulScalar(Add(MaxScalar(x, 0), low), seluScale)
		},
		selu,
		byNumber(selu, func(y float64) float64 {
			if y > 0 {
				return seluScale
			}
			return y + seluScale*seluAlpha
		}),
	},
}

func selu(x float64) float64 { return seluScale * (max(x, 0) + seluAlpha*math.Expm1(min(x, 0))) }

// byNumber returns the elementwise activation f for a chain; slope is its derivative as a function
// of y = f(x).
func byNumber(f, slope func(float64) float64) *train.Activation {
	return &train.Activation{
		Apply: func(z []float32) {
			for i, x := range z {
				z[i] = float32(f(float64(x)))
			}
		},
		Slope: func(y, delta []float32) {
			for i, v := range y {
				delta[i] *= float32(slope(float64(v)))
			}
		},
	}
}

// Activation returns the named activation function, in a graph and on the host.
func Activation(name string) (node func(x *Node) *Node, host func(x float64) float64, err error) {
	a := activations[name]
	if a == nil {
		return nil, nil, fmt.Errorf("perceptron: no activation %q: want relu, selu or tanh", name)
	}
	return a.node, a.host, nil
}
