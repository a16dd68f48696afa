package models

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
)

const beforeFile = "testdata/releases.json"

var (
	writeBefore = flag.Bool("releases", false, "write what modes release today to "+beforeFile)
	exactBefore = flag.Bool("exact", false, "compare releases to the bit, as one processor makes them")
)

// sums summarise numbers: their count, norm and three random projections.
type sums struct {
	Count int
	Norm  float64
	Along [3]float64
}

var number = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?`)

// sumsOf reads the numbers in a text.
func sumsOf(t *testing.T, text string) (s sums) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	for _, word := range number.FindAllString(text, -1) {
		x := must.Get(strconv.ParseFloat(word, 64))(t)
		s.Count++
		s.Norm = math.Hypot(s.Norm, x)
		for i := range s.Along {
			s.Along[i] += x * random.NormFloat64()
		}
	}
	return s
}

// near reports whether numbers differ by no more than a share of their norm.
func (s sums) near(want sums, share float64) bool {
	apart := math.Abs(s.Norm - want.Norm)
	for i := range s.Along {
		apart = max(apart, math.Abs(s.Along[i]-want.Along[i]))
	}
	return s.Count == want.Count && apart <= share*want.Norm
}

// portable runs the test again as a process without vector instructions, whose last bits are those
// of every processor: where a network is trained without noise Adam's steps are as long as its rate
// however small a gradient is, and a last bit of one becomes a step.
func portable(t *testing.T) (here bool) {
	t.Helper()
	const off = "cpu.all=off"
	if os.Getenv("GODEBUG") == off {
		return true
	}
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.timeout=10m", fmt.Sprintf("-releases=%v", *writeBefore), fmt.Sprintf("-exact=%v", *exactBefore))
	c.Env = append(os.Environ(), "GODEBUG="+off)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// digest is that of a text.
func digest(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16] }

// kept holds the results of one run of a mode.
type kept struct {
	Config string // the key of the mode's configuration, by which trials are kept
	// Edition of the mode, which rises where anything below changes.
	Edition int    `json:",omitempty"`
	Bits    string // the digest of all
	Edges   string // the digest of discrete values: of graphs
	Values  sums   // of what is released beside
	Told    sums   // of the guarantee, and of what else is told of the run
}

// slow lists methods and modes that take several seconds on [communityNetwork] under any settings.
// They run on a graph of 64 nodes.
var slow = []string{"coarsen kron", "dpdk published", "dpggan", "dpppr published", "dpppr published-edge", "dpppr nonprivate", "graphrnn", "netgan"}

// networkFor returns the graph whose releases are compared.
func networkFor(t *testing.T, m method.Method, mode method.Mode) *graph.Network {
	if slices.Contains(slow, m.Name) || slices.Contains(slow, m.Name+" "+mode.Name) {
		return methodtest.Network()
	}
	return communityNetwork(t)
}

// smallRun runs a mode under small settings with a seed.
func smallRun(t *testing.T, m method.Method, mode method.Mode, net *graph.Network, eps gdp.Epsilon) method.Outcome {
	t.Helper()
	texts := must.Get(method.Known(mode.Config(), small[m.Name][""]...))(t)
	config := must.Get(method.Set(mode.Config(), append(texts, small[m.Name][mode.Name]...)...))(t)
	var o method.Outcome
	var err error
	if mode.Plain {
		o, err = mode.RunPlain(t.Context(), net, config, 1, nil)
	} else {
		options := []gdp.Option{gdp.Seed(1)}
		if mode.Relation == gdp.NodeUnbounded {
			options = append(options, gdp.Nodes(net.Graph.N()))
		}
		s := must.Get(method.Protect(net, mode.Relation, gdp.Budget{Epsilon: eps, Delta: 1e-5}, options...))(t)
		o, err = mode.Run(t.Context(), s, config, nil)
	}
	if err != nil {
		t.Fatal(m.Name, mode.Name, err)
	}
	return o
}

// keptOf returns the results of runs of a mode. A private mode runs at three ε, since small and
// large budgets take different branches.
func keptOf(t *testing.T, m method.Method, mode method.Mode) kept {
	t.Helper()
	net, budgets := networkFor(t, m, mode), []gdp.Epsilon{0.1, 1, 8}
	if mode.Plain {
		budgets = budgets[:1]
	}
	var edges, values, told strings.Builder
	for _, eps := range budgets {
		tell(t, smallRun(t, m, mode, net, eps), &edges, &values, &told)
	}
	return kept{
		trial.ConfigKey(m, trial.Trial{Method: m.Name, Mode: mode.Name}), mode.Edition, digest(edges.String() + values.String() + told.String()), digest(edges.String()),
		sumsOf(t, values.String()), sumsOf(t, told.String()),
	}
}

// keepAll runs all modes, as many at a time as there are processors. A mode without a setting for
// the backend runs on kernels.
func keepAll(t *testing.T, today map[string]kept) {
	t.Helper()
	var lock sync.Mutex
	for _, backend := range []string{"kernels", "go"} {
		must.Do(t, os.Setenv("GOMLX_BACKEND", backend)) // of this process alone: see portable
		t.Run(backend, func(t *testing.T) {
			for _, m := range Methods() {
				for _, mode := range m.Modes {
					known := must.Get(method.Known(mode.Config(), "Backend=go"))(t)
					if (len(known) > 0) != (backend == "go") {
						continue
					}
					name := m.Name + " " + mode.Name
					t.Run(name, func(t *testing.T) {
						t.Parallel()
						got := keptOf(t, m, mode)
						lock.Lock()
						defer lock.Unlock()
						today[name] = got
					})
				}
			}
		})
	}
}

// tell records an outcome: discrete values, other values, and the metadata of the run.
func tell(t *testing.T, o method.Outcome, edges, values, told *strings.Builder) {
	t.Helper()
	graphs := func(list ...*graph.Network) {
		for _, net := range list {
			offsets, targets := net.Graph.CSR()
			fmt.Fprintln(edges, offsets, targets, net.Labels)
			if net.Attrs != nil {
				offsets, columns, x := net.Attrs.CSR()
				fmt.Fprintln(edges, offsets, columns)
				fmt.Fprintln(values, x)
			}
		}
	}
	for _, r := range append([]release.Release{o.Release}, o.Also...) {
		switch x := r.(type) {
		case release.Graph:
			graphs(x.Network)
		case release.Graphs:
			graphs(x.Graphs...)
		case release.Classifier: // its scores follow from the model
			must.Do(t, json.NewEncoder(values).Encode(x.Model))
		default:
			must.Do(t, r.Write(values, "release"+r.Kind().Extension()))
		}
	}
	if o.Guarantee != nil {
		o.Guarantee.InTheClear = "" // words of predictions, which release nothing
	}
	fmt.Fprintln(told, o.Guarantee)
	details := map[string]any{}
	text := must.Get(json.Marshal(o.Details))(t)
	if o.Details != nil {
		must.Do(t, json.Unmarshal(text, &details))
	}
	for _, name := range slices.Sorted(maps.Keys(details)) { // a zero says no more than an absent number
		if value := reflect.ValueOf(details[name]); !value.IsZero() {
			fmt.Fprintln(told, name, value)
		}
	}
}

// With the same seed, modes have the same releases as in earlier versions, and the configurations
// of stored trials. Graphs are compared exactly. Other numbers are compared by their count, norm
// and three random projections, to 10⁻⁴ of the norm, on [portable] code. With -exact all bits are
// compared. A mode that releases something else needs a higher edition, or -releases does not write
// it.
func TestReleasesAreAsBefore(t *testing.T) {
	if !portable(t) {
		return
	}
	before, today := map[string]kept{}, map[string]kept{}
	text, err := os.ReadFile(beforeFile)
	if err == nil {
		err = json.Unmarshal(text, &before)
	}
	if err != nil && !*writeBefore {
		t.Fatal(err)
	}
	keepAll(t, today)
	for _, m := range Methods() {
		for _, mode := range m.Modes {
			name := m.Name + " " + mode.Name
			got, want := today[name], before[name]
			const share = 1e-4
			same := got.Edges == want.Edges && got.Values.near(want.Values, share) && got.Told.near(want.Told, share)
			switch {
			case want == kept{}:
				if !*writeBefore {
					t.Errorf("%s is not in %s", name, beforeFile)
				}
			case *writeBefore && same: // the same on another processor
				today[name] = kept{got.Config, got.Edition, want.Bits, want.Edges, want.Values, want.Told}
			case !same && got.Edition <= want.Edition:
				t.Errorf("%s releases %v, before it was %v: raise its edition, so that results that were kept are known to be old", name, got, want)
			case *writeBefore:
			case got.Edition != want.Edition:
				t.Errorf("%s is in edition %d, and in %s in edition %d: write it with -releases", name, got.Edition, beforeFile, want.Edition)
			case got.Config != want.Config:
				t.Errorf("%s: the key of its configuration is %s, trials are kept under %s", name, got.Config, want.Config)
			case *exactBefore && got.Bits != want.Bits:
				t.Errorf("%s releases other bits: %v, before it was %v", name, got, want)
			}
		}
	}
	if *writeBefore && !t.Failed() {
		var lines []string // one a mode, so that changes are seen
		for _, name := range slices.Sorted(maps.Keys(today)) {
			line := must.Get(json.Marshal(today[name]))(t)
			lines = append(lines, fmt.Sprintf("%q: %s", name, line))
		}
		must.Do(t, os.WriteFile(beforeFile, []byte("{\n"+strings.Join(lines, ",\n")+"\n}\n"), 0o600))
	}
}
