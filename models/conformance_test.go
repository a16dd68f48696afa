package models

import (
	"testing"

	"github.com/graphdp/graphdp/models/method/methodtest"
)

// small are settings under which each mode of a method runs in a moment.
var small = map[string]map[string][]string{
	"coarsen":    {"": {"Size=0.2"}},
	"dpar":       {"": {"Epochs=2", "Batch=64", "Hidden=4"}},
	"features":   {"": {"Backend=go", "Epochs=2", "Batch=64", "Hidden=4"}},
	"gap":        {"": {"Backend=go", "EncoderEpochs=3", "Epochs=4", "Batch=64", "Hidden=4"}},
	"mlp":        {"": {"Backend=go", "Epochs=3", "Batch=64", "Hidden=4"}},
	"dpgcn":      {"": {"Epochs=2", "Hidden=4"}},
	"dpggan":     {"": {"Steps=3", "Hidden=4", "Latent=2", "Inner=2", "Width=4", "Columns=3", "Pairs=64"}, "graph-level": {"Graphs=3", "MostNodes=64"}, "null-graph-level": {"Graphs=3"}},
	"dpne":       {"": {"Dim=2", "Rounds=3"}},
	"dpppr":      {"": {"Dim=4", "Rounds=3"}},
	"dpgnn":      {"": {"Steps=3", "Batch=32", "Latent=4"}},
	"dpgs":       {"": {"Clusters=4", "Dim=8", "Width=4", "Steps=6"}},
	"eclipse":    {"": {"Epochs=2", "Hidden=4", "Rank=4"}},
	"gcn":        {"": {"Epochs=2", "Hidden=4"}},
	"graphrnn":   {"": {"Steps=3", "Layers=1", "Hidden=4", "Embedding=4", "EdgeHidden=4", "EdgeEmbedding=2", "Batch=1"}},
	"lpgnet":     {"": {"Epochs=2", "Hidden=4"}},
	"netgan":     {"": {"Steps=3", "Length=4", "Noise=2", "Hidden=4", "Judge=4", "Down=4", "Batch=2", "Critics=1", "Walks=64"}},
	"privdpr":    {"": {"Epochs=1", "Batch=16", "Dim=4", "Hidden=4"}},
	"privhrg":    {"": {"Least=1", "Most=3"}},
	"progap":     {"": {"Backend=go", "Epochs=3", "Batch=64", "Hidden=4"}},
	"sage":       {"": {"Backend=go", "Epochs=2", "Batch=64", "Hidden=4", "MaxDegree=3"}},
	"vote":       {"": {"Folds=2"}},
	"walks":      {"": {"Dim=4", "Walks=1", "Length=8", "Window=3", "Negatives=2"}},
	"seprivgemb": {"": {"Dim=4", "Steps=6", "Batch=8", "SampleRate=0.1"}},
}

// shorter are settings of methods that train for long under their defaults.
var shorter = map[string][]string{"graphrnn": {"Steps=10"}, "netgan": {"Steps=10"}}

// Every mode of every method keeps to the contract.
func TestConformance(t *testing.T) {
	for _, m := range Methods() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			methodtest.Run(t, m, methodtest.Options{Small: small[m.Name], Shorter: shorter[m.Name], Without: []string{"answers", "resume"}})
		})
	}
}

// An interrupted or killed run resumes to the same release, without further payment.
func TestInterruptedRunsGoOn(t *testing.T) {
	for _, m := range Methods() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			methodtest.Run(t, m, methodtest.Options{Small: small[m.Name], Only: []string{"resume"}})
		})
	}
}

// The release of a mode with a proof is a function of its noisy answers and public data. One change
// affects the contribution of one record to a step, and the paid contributions of others.
func TestReleasesAreOfAnswers(t *testing.T) {
	for _, m := range Methods() {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			methodtest.Run(t, m, methodtest.Options{Small: small[m.Name], Only: []string{"answers"}})
		})
	}
}
