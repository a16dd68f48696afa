package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
)

// fromFile is a trial whose release was written to a file and read again.
type fromFile struct {
	Method   method.Method
	Mode     method.Mode
	Config   any
	Protocol trial.Protocol
	Epsilon  float64
	Folder   string // of the file
	path     string
	on       *graph.Collection
}

// outcome is the content of a file.
type outcome struct{ release.Release }

func (o outcome) Outcome() method.Outcome { return method.Outcome{Release: o.Release} }

// kind returns what the file holds: a graph if the protocol measures the rows of released graphs.
func (f *fromFile) kind() release.Kind {
	if f.Method.Releases == release.KindGraph && !slices.Contains(f.Method.Also, f.Protocol.Of) {
		return release.KindGraph
	}
	return f.Protocol.Of
}

// settingsOf returns the settings of a trial of the mode with a seed.
func settingsOf(t *testing.T, m method.Method, mode method.Mode, tr trial.Trial) any {
	t.Helper()
	config := mode.Config()
	if m.For != nil {
		config = m.For(tr.Protocol, config)
	}
	config = must.Get(method.SetKnown(config, fmt.Sprintf("Split.Seed=%d", tr.Seed)))(t)
	if tr.Variant != "" {
		config = must.Get(method.Set(config, strings.Split(tr.Variant, ",")...))(t)
	}
	return config
}

// run computes the release of a trial, and returns it as read back from its file.
func (f *fromFile) run(ctx context.Context, on *graph.Collection, _ struct{}, seed uint64, _ *method.Watch) (outcome, error) {
	f.on = on
	o, err := f.released(ctx, on, seed)
	if err != nil {
		return outcome{}, err
	}
	written := o.Written()
	if c, ok := written.(release.Classifier); ok && f.Mode.Relation == gdp.EdgeLevel {
		c.Public = on.Graphs[0]
		written = c
	}
	extension := map[release.Kind]string{release.KindGraph: ".npz", release.KindEmbedding: ".npz"}[f.kind()]
	if extension == "" {
		extension = f.kind().Extension()
	}
	f.path = filepath.Join(f.Folder, "release"+extension)
	out, err := os.Create(f.path)
	if err != nil {
		return outcome{}, err
	}
	if err := errors.Join(written.Write(out, f.path), out.Close()); err != nil {
		return outcome{}, err
	}
	r, err := release.Load(f.kind(), f.path, f.Method.Models...)
	return outcome{r}, err
}

func (f *fromFile) released(ctx context.Context, on *graph.Collection, seed uint64) (method.Outcome, error) {
	if f.Mode.Plain {
		return f.Mode.RunPlainCollection(ctx, on, f.Config, seed, nil)
	}
	b, options := gdp.Budget{Epsilon: gdp.Epsilon(f.Epsilon), Delta: trial.Delta}, []gdp.Option{gdp.Seed(seed)}
	var s *gdp.Session
	var err error
	if f.Protocol.OfCollections() {
		s, err = gdp.ProtectCollection(on, f.Mode.Relation, b, options...)
	} else {
		s, err = gdp.Protect(on.Graphs[0], f.Mode.Relation, b, options...)
	}
	if err != nil {
		return method.Outcome{}, err
	}
	return f.Mode.Run(ctx, s, f.Config, nil)
}

// filesOf lists trials of each kind of release.
func filesOf(t *testing.T) []trial.Trial {
	t.Helper()
	var list []trial.Trial
	add := func(of, mode, variant string, protocols ...string) {
		for _, p := range protocols {
			list = append(list, trial.Trial{Method: of, Mode: mode, Protocol: p, Variant: variant, Epsilon: 8, Seed: 3})
		}
	}
	add("dgg", "strict", "", trial.GraphStatistics, trial.GraphBeside, trial.GraphQueries)
	for _, mode := range []string{"published", "strict", "strict-nonprivate", "null"} {
		add("dpgs", mode, "", trial.DrawnLinks)
	}
	add("dpgs", "strict", "", trial.DrawnNodes, trial.DrawnMembership)
	add("coarsen", "lvn", "", trial.DrawnLinks)
	add("coarsen", "lvn", "Features=true", trial.DrawnLinks)
	add("dgg", "strict", "", trial.StructuralEquivalence)
	add("seprivgemb", "strict", "", trial.StructuralEquivalence, trial.Communities, trial.LinkClasses, trial.NodeClasses)
	for _, m := range Methods() {
		if m.Releases != release.KindEmbedding {
			continue
		}
		for _, mode := range m.Modes {
			few := must.Get(method.Known(mode.Config(), m.Small...))(t)
			add(m.Name, mode.Name, strings.Join(few, ","), trial.LinkPrediction)
		}
	}
	add("privdpr", "published", "Epochs=1", trial.LinkClasses)
	add("seprivgemb", "strict", "Mean=1e9,Sums.Mean=0", trial.LinkPrediction)
	for _, m := range []string{"vote", "features"} {
		add(m, "strict", "", trial.Classification, trial.TrainingMembership)
	}
	add("dpggan", "strict", "", trial.CollectionStatistics, trial.GraphClasses)
	add("question", "strict", "", trial.Answers)
	return list
}

// Every value of a trial equals that computed from the release's file, bit by bit. With GDP_PYTHON,
// networkx, SciPy and scikit-learn compute the same values from the files.
func TestStoredValuesAreOfTheFile(t *testing.T) {
	dir := t.TempDir()
	net, large := methodtest.Network(), communityNetwork(t)
	collection := &graph.Collection{Classes: []string{"1", "2"}}
	for i := range int32(20) {
		g := must.Get(net.Graph.Induced(nodesFrom(2*i, 12)))(t)
		collection.Graphs, collection.Labels = append(collection.Graphs, &graph.Network{Graph: g}), append(collection.Labels, i%2)
	}
	for i, tr := range filesOf(t) {
		m := must.Get(method.Find(Methods(), tr.Method))(t)
		t.Run(fmt.Sprintf("%s %s %s %s", tr.Method, tr.Mode, tr.Variant, tr.Protocol), func(t *testing.T) {
			mode := must.Get(m.Mode(tr.Mode))(t)
			p := must.Get(trial.ProtocolOf(tr.Protocol))(t)
			of := graph.CollectionOf(net)
			switch {
			case p.OfCollections():
				of = collection
			case tr.Method == "seprivgemb" && tr.Mode == "strict" && tr.Protocol == trial.LinkPrediction: // its core takes a large graph
				of = graph.CollectionOf(large)
			}
			want := must.Get(trial.Evaluate(t.Context(), m, tr, of, nil))(t)
			f := &fromFile{Method: m, Mode: mode, Config: settingsOf(t, m, mode, tr), Protocol: p, Epsilon: tr.Epsilon, Folder: filepath.Join(dir, fmt.Sprint(i))}
			must.Do(t, os.Mkdir(f.Folder, 0o777))
			read := method.NewPlainCollection("read", method.Mode{Role: method.NonPrivate, Name: "read", About: "what a file holds"}, struct{}{}, f.run)
			got, err := trial.Evaluate(t.Context(), method.Method{Name: "read", About: "what a file holds", Releases: f.kind(), Modes: []method.Mode{read.Mode}},
				trial.Trial{Method: "read", Mode: "read", Protocol: tr.Protocol, Seed: tr.Seed}, of, nil)
			if err != nil || !maps.Equal(got.Values, want.Values) {
				t.Errorf("the file has %v, %v; stored is %v", got.Values, err, want.Values)
			}
			f.explain(t, tr, of, want.Values)
		})
	}
	python := os.Getenv("GDP_PYTHON")
	if python == "" {
		t.Skip("GDP_PYTHON names no Python with networkx, SciPy and scikit-learn")
	}
	if out, err := exec.Command(python, "-W", "error", "testdata/files.py", dir).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func nodesFrom(first, n int32) (list []int32) {
	for u := first; u < first+n; u++ {
		list = append(list, u)
	}
	return list
}

// explain writes the inputs of the measures beside the file: the original, hidden pairs, and the
// stored values.
func (f *fromFile) explain(t *testing.T, tr trial.Trial, of *graph.Collection, values map[string]float64) {
	t.Helper()
	told := map[string]any{"protocol": tr.Protocol, "file": filepath.Base(f.path), "values": values, "method": tr.Method, "mode": tr.Mode}
	if f.Protocol.OfCollections() {
		must.Do(t, graphio.WriteCollection(filepath.Join(f.Folder, "ORIGINAL"), of))
	} else if err := graphio.Write(filepath.Join(f.Folder, "original.npz"), of.Graphs[0]); err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(tr.Protocol))
	source := rand.New(rand.NewPCG(tr.Seed, h.Sum64()))
	switch tr.Protocol {
	case trial.LinkPrediction, trial.DrawnLinks, trial.LinkClasses:
		share := 0.1
		if tr.Protocol == trial.LinkClasses {
			share = 0.2
		}
		links := must.Get(trial.SplitLinks(of.Graphs[0].Graph, share, source))(t)
		told["edges"], told["none"] = links.Edges, links.None
	case trial.Communities:
		communities, _ := must.Two(metric.Louvain(of.Graphs[0].Graph, source))(t)
		told["communities"] = communities
	}
	text := must.Get(json.Marshal(told))(t)
	must.Do(t, os.WriteFile(filepath.Join(f.Folder, "told.json"), text, 0o666))
}
