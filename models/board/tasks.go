package board

import (
	"slices"

	"github.com/graphdp/graphdp/models/trial"
)

// taskOf is what a protocol is a measure of. A protocol that it does not know is a task of its
// own name.
var taskOf = map[string]string{
	trial.GraphStatistics: synthesis, trial.GraphBeside: synthesis, trial.CollectionStatistics: synthesis, trial.GraphClasses: synthesis,
	trial.Classification: classification, trial.TrainingMembership: classification,
	trial.StructuralEquivalence: embedding, trial.NodeClasses: embedding, trial.Communities: embedding,
	trial.LinkPrediction: links, trial.LinkClasses: links,
}

const (
	synthesis      = "Synthesis"
	classification = "Classification"
	embedding      = "Embedding"
	links          = "Link prediction"
	audits         = "Audits"
)

// tasks are in the order of the page.
var tasks = []string{synthesis, classification, embedding, links, audits}

// direction says which values are better.
type direction int

const (
	unknown direction = 0
	larger  direction = 1
	smaller direction = -1
)

// better is the direction of a protocol's value. What is no measure of use, such as the share of
// the largest class, has none.
func better(protocol, value string) direction {
	switch protocol {
	case trial.GraphStatistics, trial.CollectionStatistics: // errors, and distances
		return smaller
	case trial.GraphBeside:
		if trial.LargerIsBetter(value) {
			return larger
		}
		return smaller
	case trial.TrainingMembership: // what an attacker gains
		return smaller
	case trial.Classification, trial.GraphClasses, trial.StructuralEquivalence:
		if value == "majority" || value == "standard error" {
			return unknown
		}
		return larger
	case trial.NodeClasses, trial.Communities, trial.LinkPrediction, trial.LinkClasses:
		return larger
	}
	return unknown
}

// first are the values that papers' tables begin with; the others follow by name.
var first = []string{"accuracy", "AUC", "StrucEqu", "Micro-F1", trial.CommunityNMI, trial.KS, "attack AUC"}

// orderValues sorts the names of a protocol's values: those that papers begin with, then those with a
// direction, then the rest.
func orderValues(protocol string, names []string) {
	rank := func(name string) int {
		switch i := slices.Index(first, name); {
		case i >= 0:
			return i
		case better(protocol, name) != unknown:
			return len(first)
		}
		return len(first) + 1
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		if a < b {
			return -1
		}
		return 1
	})
}
