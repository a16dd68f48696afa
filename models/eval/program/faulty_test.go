package program

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/metric"
)

// asProgram is the variable that makes this test program the program that its first argument names.
const asProgram = "GDP_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		if os.Args[1] == "dial" {
			if _, err := net.Dial("tcp", os.Args[2]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
		serve(os.Args[1])
	}
	os.Setenv(asProgram, "1")
	os.Exit(m.Run())
}

// input is the input of a small program.
type input struct {
	*graph.Network
	n          int
	eps, delta float64
	seed       uint64
	*rand.Rand
}

// serve answers runs, as a worker does, by one of the small programs.
func serve(name string) {
	i := slices.IndexFunc(small, func(s sample) bool { return s.name == name })
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		net, _, err := graphio.Read(r.Graph, graphio.Options{})
		if graphio.IsCollection(r.Graph) {
			var c *graph.Collection
			if c, _, err = graphio.ReadCollection(r.Graph, graphio.Options{Occurring: true}); err == nil {
				net = &graph.Network{Graph: new(graph.Graph)}
				if len(c.Graphs) > 0 {
					net = c.Graphs[0]
				}
			}
		}
		if err != nil {
			panic(err)
		}
		text, err := small[i].run(input{net, net.Graph.N(), r.Epsilon, r.Delta, r.Seed, rand.New(rand.NewPCG(r.Seed, 1))})
		if err == nil {
			err = os.WriteFile(r.Out, []byte(text), 0o666)
		}
		answer := map[string]string{}
		if err != nil {
			answer["error"] = err.Error()
		}
		line, _ := json.Marshal(answer)
		fmt.Println(string(line))
	}
	os.Exit(0)
}

func (in input) laplace(scale float64) float64 {
	return scale * (in.ExpFloat64() - in.ExpFloat64())
}

func (in input) edges() float64 { return float64(in.Graph.M()) }

func (in input) triangles() float64 { t, _ := metric.Triangles(in.Graph); return float64(t) }

// histogram is how many nodes have each degree below 50, with noise.
func (in input) histogram(scale float64) []float64 {
	list := make([]float64, 50)
	for _, d := range in.Graph.Degrees() {
		list[min(d, 49)]++
	}
	for i := range list {
		list[i] += in.laplace(scale)
	}
	return list
}

// common is the largest number of common neighbours of two nodes, or of the ends of edges.
func (in input) common(edges bool) float64 {
	most := 0
	for u := range int32(in.n) {
		for v := range u {
			k := 0
			for _, w := range in.Graph.Neighbors(u) {
				if in.Graph.HasEdge(w, v) {
					k++
				}
			}
			if !edges || in.Graph.HasEdge(u, v) {
				most = max(most, k)
			}
		}
	}
	return float64(max(most, 1))
}

// drawn returns a graph: each pair is an edge with the probability that of returns.
func (in input) drawn(n int, of func(u, v int32) float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# nodes %d\n", n)
	for u := range int32(n) {
		for v := range u {
			if in.Float64() < of(u, v) {
				fmt.Fprintln(&b, v, u)
			}
		}
	}
	return b.String()
}

// response keeps or flips each pair with a log-odds of eps.
func (in input) response(eps float64) string {
	keep := 1 / (1 + math.Exp(-eps))
	return in.drawn(in.n, func(u, v int32) float64 {
		if in.Graph.HasEdge(u, v) {
			return keep
		}
		return 1 - keep
	})
}

func rows(n int, of func(u int) []float64) string {
	var b strings.Builder
	for u := range n {
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(of(u)), "[]"))
	}
	return b.String()
}

func numbers(list ...float64) (string, error) {
	text, err := json.Marshal(list)
	return string(text), err
}

// sample is a small program.
type sample struct {
	name, releases, relation string
	delta                    float64
	faulty                   bool
	runs                     int // of the audit that finds it
	run                      func(in input) (string, error)
}

var small = []sample{
	{"honest-count", "numbers", "edge", 0, false, 300, func(in input) (string, error) { return numbers(in.edges() + in.laplace(1/in.eps)) }},
	{"honest-split", "numbers", "edge", 0, false, 300, func(in input) (string, error) {
		return numbers(in.edges()+in.laplace(2/in.eps), in.edges()+in.laplace(2/in.eps))
	}},
	{"honest-histogram", "numbers", "edge", 0, false, 300, func(in input) (string, error) { return numbers(in.histogram(4 / in.eps)...) }},
	{"honest-gaussian", "numbers", "edge", 1e-3, false, 300, func(in input) (string, error) {
		return numbers(in.edges() + in.NormFloat64()*math.Sqrt(2*math.Log(1.25/in.delta))/in.eps)
	}},
	{"honest-response", "graph", "edge", 0, false, 300, func(in input) (string, error) { return in.response(in.eps), nil }},
	{"honest-degrees", "graph", "edge", 0, false, 300, func(in input) (string, error) {
		d, sum := make([]float64, in.n), 0.
		for u := range d {
			d[u] = max(float64(in.Graph.Degree(int32(u)))+in.laplace(2/in.eps), 0)
			sum += d[u]
		}
		return in.drawn(in.n, func(u, v int32) float64 { return d[u] * d[v] / max(sum, 1) }), nil
	}},
	{"honest-own-noise", "numbers", "edge", 0, false, 300, func(in input) (string, error) {
		in.Rand = rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), in.seed))
		return numbers(in.edges() + in.laplace(1/in.eps))
	}},
	{"honest-rows", "embedding", "edge", 0, false, 300, func(in input) (string, error) {
		return rows(in.n, func(int) []float64 { return []float64{in.NormFloat64(), in.NormFloat64()} }), nil
	}},
	{"honest-features", "class scores", "edge", 0, false, 300, func(in input) (string, error) {
		return rows(in.n, func(u int) []float64 {
			_, x := in.Attrs.Row(int32(u))
			return []float64{float64(x[0]), in.NormFloat64()}
		}), nil
	}},
	{"honest-node", "numbers", "node", 0, false, 300, func(in input) (string, error) { return numbers(in.edges() + in.laplace(float64(in.n)/in.eps)) }},
	{"honest-presence", "numbers", "node-unbounded", 0, false, 300, func(in input) (string, error) { return numbers(in.edges() + in.laplace(64/in.eps)) }},

	{"half-the-sensitivity", "numbers", "edge", 0, true, 1200, func(in input) (string, error) { return numbers(in.edges() + in.laplace(0.5/in.eps)) }},
	{"no-noise", "numbers", "edge", 0, true, 200, func(in input) (string, error) { return numbers(in.edges()) }},
	{"noise-seeded-by-data", "numbers", "edge", 0, true, 200, func(in input) (string, error) {
		h := fnv.New64a()
		for u, v := range in.Graph.Edges() {
			fmt.Fprint(h, u, v)
		}
		in.Rand = rand.New(rand.NewPCG(h.Sum64(), 0))
		return numbers(in.edges() + in.laplace(1/in.eps))
	}},
	{"histogram-as-a-count", "numbers", "edge", 0, true, 1200, func(in input) (string, error) { return numbers(in.histogram(1 / in.eps)...) }},
	{"triangles-as-a-count", "numbers", "edge", 0, true, 200, func(in input) (string, error) { return numbers(in.triangles() + in.laplace(1/in.eps)) }},
	{"local-sensitivity", "numbers", "edge", 0, true, 400, func(in input) (string, error) {
		return numbers(in.triangles() + in.laplace(in.common(true)/in.eps))
	}},
	{"delta-ignored", "numbers", "edge", 0, true, 3000, func(in input) (string, error) { return numbers(in.edges() + in.NormFloat64()/in.eps) }},
	{"budget-spent-twice", "numbers", "edge", 0, true, 4000, func(in input) (string, error) {
		return numbers(in.edges()+in.laplace(1/in.eps), in.edges()+in.laplace(1/in.eps))
	}},
	{"noise-cut-off", "numbers", "edge", 0, true, 400, func(in input) (string, error) {
		return numbers(in.edges() + min(max(in.laplace(1/in.eps), -1), 1))
	}},
	{"noise-never-negative", "numbers", "edge", 0, true, 400, func(in input) (string, error) { return numbers(in.edges() + math.Abs(in.laplace(1/in.eps))) }},
	{"noise-of-few-values", "numbers", "edge", 0, true, 800, func(in input) (string, error) {
		u := (float64(in.IntN(32))+0.5)/32 - 0.5
		return numbers(in.edges() - math.Copysign(1, u)*math.Log(1-2*math.Abs(u))/in.eps)
	}},
	{"sometimes-exact", "numbers", "edge", 0, true, 1200, func(in input) (string, error) { // a δ that it does not claim
		if in.Float64() < 0.2 {
			return numbers(in.edges())
		}
		return numbers(in.edges() + in.laplace(1/in.eps))
	}},
	{"true-edges-first", "graph", "edge", 0, true, 800, func(in input) (string, error) {
		var first, last strings.Builder
		for line := range strings.Lines(in.response(in.eps)) {
			var u, v int32
			if n, _ := fmt.Sscan(line, &u, &v); n < 2 || in.Graph.HasEdge(u, v) {
				first.WriteString(line)
			} else {
				last.WriteString(line)
			}
		}
		return first.String() + last.String(), nil
	}},
	{"early-stopping", "numbers", "edge", 0, true, 200, func(in input) (string, error) {
		var list []float64
		for range 2 + int(in.edges())%7 { // the number of rounds depends on the data
			list = append(list, in.laplace(1/in.eps))
		}
		return numbers(list...)
	}},
	{"infinite-where-empty", "numbers", "edge", 0, true, 400, func(in input) (string, error) {
		if in.Graph.Degree(0) == 0 {
			return "[NaN]", nil
		}
		return numbers(in.laplace(1 / in.eps))
	}},
	{"response-at-twice", "graph", "edge", 0, true, 1200, func(in input) (string, error) { return in.response(2 * in.eps), nil }},
	{"edges-only-removed", "graph", "edge", 0, true, 400, func(in input) (string, error) {
		return in.drawn(in.n, func(u, v int32) float64 {
			if in.Graph.HasEdge(u, v) {
				return 0.6
			}
			return 0
		}), nil
	}},
	{"node-set-leaked", "graph", "edge", 0, true, 200, func(in input) (string, error) {
		n := in.n
		for _, d := range in.Graph.Degrees() {
			if d == 0 {
				n--
			}
		}
		return in.drawn(n, func(u, v int32) float64 { return 0.1 }), nil
	}},
	{"exact-edge-count", "graph", "edge", 0, true, 200, func(in input) (string, error) {
		left, pairs := in.edges(), float64(in.n*(in.n-1)/2)
		return in.drawn(in.n, func(u, v int32) float64 {
			p := left / pairs
			pairs--
			if in.Float64() < p {
				left--
				return 1
			}
			return 0
		}), nil
	}},
	{"copies-the-graph", "graph", "edge", 0, true, 200, func(in input) (string, error) {
		return in.drawn(in.n, func(u, v int32) float64 {
			if in.Graph.HasEdge(u, v) {
				return 1
			}
			return 0
		}), nil
	}},
	{"fails-on-isolated-nodes", "embedding", "edge", 0, true, 400, func(in input) (string, error) {
		if slices.Contains(in.Graph.Degrees(), 0) {
			return "", errors.New("division by zero")
		}
		return rows(in.n, func(int) []float64 { return []float64{in.NormFloat64()} }), nil
	}},
	{"a-column-without-noise", "embedding", "edge", 0, true, 200, func(in input) (string, error) {
		return rows(in.n, func(u int) []float64 { return []float64{in.NormFloat64(), float64(in.Graph.Degree(int32(u))) / 50} }), nil
	}},
	{"neighbours-in-the-clear", "class scores", "edge", 0, true, 400, func(in input) (string, error) {
		return rows(in.n, func(u int) []float64 {
			sum := 0.
			for _, v := range in.Graph.Neighbors(int32(u)) {
				sum += float64(in.Labels[v])
			}
			return []float64{sum + float64(in.Graph.Degree(int32(u))) + in.laplace(0.2/in.eps), 0}
		}), nil
	}},
	{"shows-labels", "class scores", "node", 0, true, 200, func(in input) (string, error) {
		return rows(in.n, func(u int) []float64 { return []float64{float64(in.Labels[u]), float64(in.Labels[u])} }), nil
	}},
	{"edge-noise-for-nodes", "numbers", "node", 0, true, 200, func(in input) (string, error) { return numbers(in.edges() + in.laplace(1/in.eps)) }},
	{"graphs-counted", "numbers", "graph-unbounded", 0, true, 200, func(in input) (string, error) { return numbers(float64(in.n) + in.laplace(1)) }},
	{"nodes-counted", "numbers", "node-unbounded", 0, true, 200, func(in input) (string, error) {
		return numbers(float64(in.n), in.edges()+in.laplace(64/in.eps))
	}},
}
