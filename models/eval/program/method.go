package program

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Config are the settings of a program: a digest of its files, so that results of another version
// are not taken for its own, and which nodes it does not learn from.
type Config struct {
	Digest string
	Split  split.Config
}

// Undivided are the settings of a program that does not classify.
type Undivided struct{ Digest string }

// mode names the mode of a program.
const mode = "program"

const why = "an outside program: nothing is proved of it"

// Method returns the program as a method with one mode.
func (p *Program) Method() method.Method { return p.method(false) }

// method returns the method; for audits one whose failed runs are outcomes too.
func (p *Program) method(failures bool) method.Method {
	m := method.Mode{
		Role: method.Published, Name: mode, About: or(p.About, "an outside program, digest "+p.digest), Relation: p.relation, From: "the program " + p.digest, Unproved: why,
		Caution: "the noise is the program's own, from a seed of 31 bits: for measurements, not for publication",
	}
	x := method.Method{Name: p.Name, About: or(p.About, "an outside program"), Releases: p.kind, Attack: &method.Attack{}}
	if p.kind == release.KindClassifier {
		c := Config{Digest: p.digest, Split: split.Config{Share: 0.8}}
		x.Modes = []method.Mode{method.NewPrivate(p.Name, m, c, func(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*result, error) {
			nodes, err := c.Split.Of(s.Public().Nodes)
			if err != nil {
				return nil, err
			}
			return p.release(ctx, s, c, nodes, failures, w)
		}).Mode}
	} else {
		x.Modes = []method.Mode{method.NewPrivate(p.Name, m, Undivided{p.digest}, func(ctx context.Context, s *gdp.Session, c Undivided, w *method.Watch) (*result, error) {
			return p.release(ctx, s, c, split.Nodes{}, failures, w)
		}).Mode}
	}
	star, u, v := battery(p.relation)[0], int32(0), int32(1)
	if p.relation == gdp.NodeUnbounded {
		u = starNodes - 1
	}
	*x.Attack = method.Attack{Worlds: star.name, Looks: "counts of the release, and what it says of the node or the edge that differs", Make: p.worlds(star.make), Look: p.look(u, v)}
	return x
}

// result is the release of a run.
type result struct {
	kept
	of        release.Release
	nodes     split.Nodes
	Guarantee *gdp.Guarantee
}

// kept is the file that a run wrote, or why there is none.
type kept struct {
	Out    []byte
	Failed string `json:",omitempty"`
	said   string
}

// Outcome implements [method.Result].
func (r *result) Outcome() method.Outcome {
	return method.Outcome{Release: r.of, Guarantee: r.Guarantee}
}

// release pays the whole budget, on the word of the program, and runs it.
func (p *Program) release(ctx context.Context, s *gdp.Session, config any, nodes split.Nodes, failures bool, w *method.Watch) (*result, error) {
	r, err := checkpoint.Once(ctx, s, p.Name, config, w, func(run *checkpoint.Run) (r *result, err error) {
		s := run.Session()
		claimed := s.Budget()
		if p.Claims == "epsilon" {
			claimed.Delta = 0
		}
		training, err := run.Train(gdp.Plan{
			Label: mode, Steps: 1, Sampling: gdp.FullBatch{}, Sensitivity: 1, Multiplier: 1, Claimed: claimed,
			Basis: gdp.Claim{Source: p.Name, Statement: "the program hides the difference of neighbouring graphs", Why: why},
		})
		if err != nil {
			return nil, err
		}
		draws, err := training.OnClaim()
		if err == nil {
			_, err = draws.Sample(1) // from here on it is spent
		}
		if err == nil {
			err = draws.Noise(make([]float32, 1)) // which nobody reads: the program adds its own
		}
		if err != nil {
			return nil, err
		}
		seed := run.Stream("seed").Uint64() & (1<<31 - 1)
		if !s.Seeded() {
			var b [4]byte
			_, _ = rand.Read(b[:]) // which never fails
			seed = uint64(binary.LittleEndian.Uint32(b[:]) >> 1)
		}
		guarantee, err := s.Guarantee()
		if err != nil {
			return nil, err
		}
		r = &result{Guarantee: &guarantee}
		r.kept, err = p.run(ctx, training.Data(), nodes, claimed, seed)
		return r, err
	})
	if err == nil {
		r.nodes = nodes
		if r.Failed == "" {
			r.of, err = p.read(r.Out, s.Public().Nodes)
		}
		if err != nil {
			err = Failure{Why: err.Error()}
		}
		switch x := r.of.(type) {
		case release.Classifier:
			x.Split = nodes
			r.of = x
		case release.Graph:
			if failures { // an attack reads the file
				r.of = written{x, r.Out}
			}
		}
	}
	var failed Failure
	switch {
	case err == nil:
		return r, nil
	case !errors.As(err, &failed):
		return nil, err
	case failures:
		p.idle.Lock()
		p.idle.said = failed.Error()
		p.idle.Unlock()
		if r == nil {
			r = &result{Guarantee: &gdp.Guarantee{Relation: s.Relation(), Delta: s.Budget().Delta, Claimed: s.Budget().Epsilon}}
		}
		r.of = failure{failed.Why}
		return r, nil
	case s.Seeded(): // no private release
		return nil, fmt.Errorf("%s: the program failed: %w", p.Name, failed)
	}
	return nil, fmt.Errorf("%s: the program failed; why may depend on the graph, and is not shown: try it on public graphs by gdp trial", p.Name)
}

// run runs the program in a new folder, on the data that it may see, and returns its output.
func (p *Program) run(ctx context.Context, d *gdp.Data, nodes split.Nodes, b gdp.Budget, seed uint64) (k kept, err error) {
	w, err := p.take()
	if err != nil {
		return k, err
	}
	defer p.give(w)
	dir, err := os.MkdirTemp(w.dir, "")
	if err != nil {
		return k, err
	}
	defer os.RemoveAll(dir)
	r := request{filepath.Join(dir, "graph"), filepath.Join(dir, "out"+p.Out), float64(b.Epsilon), float64(b.Delta), seed}
	if d.Collection != nil && d.Network == nil {
		err = graphio.WriteCollection(r.Graph, d.Collection)
	} else {
		r.Graph += p.Graph
		var net *graph.Network
		if net, err = seen(d, nodes); err == nil {
			format, _ := graphio.FormatOf(r.Graph)
			net, _ = graphio.Fit(format, net)
			var text bytes.Buffer
			if err = graphio.WriteAs(&text, r.Graph, net); err == nil {
				err = os.WriteFile(r.Graph, text.Bytes(), 0o600)
			}
		}
	}
	if err != nil {
		return k, err
	}
	if k.said, err = p.start(ctx, w, r); err != nil {
		return k, err
	}
	if k.Out, err = file.Read(r.Out); err != nil {
		return k, Failure{"it wrote no file {out}", k.said}
	}
	return k, nil
}

// seen is the network as the program sees it: nodes are 0, 1, …, absent nodes are left out, and
// nodes to test on have no labels.
func seen(d *gdp.Data, nodes split.Nodes) (*graph.Network, error) {
	net := *d.Network
	if d.Present != nil {
		var there []int32
		for u, present := range d.Present {
			if present {
				there = append(there, int32(u))
			}
		}
		cut, err := net.Induced(there)
		if err != nil {
			return nil, err
		}
		net = *cut
	}
	net.IDs, net.Seen, net.ReadOff = nil, nil, graph.ReadOff{}
	if net.Labels != nil && len(nodes.Test) > 0 {
		net.Labels = append([]int32(nil), net.Labels...)
		for _, u := range nodes.Test {
			if int(u) < len(net.Labels) {
				net.Labels[u] = graph.Unlabeled
			}
		}
	}
	return &net, nil
}
