package trial

// Meaning is what a value of a protocol is, for a reader who meets its name in a table.
type Meaning struct {
	About string // what it is
	Range string
	By    string // the function that computes it, with its package
}

// String says it in a line; it is empty of no meaning.
func (m Meaning) String() string {
	if m == (Meaning{}) {
		return ""
	}
	return m.About + "; " + m.Range + "; " + m.By
}

// Meaning returns what a value of the protocol is; of an undeclared value nothing.
func (p Protocol) Meaning(value string) Meaning { return glossary[p.Name][value] }

// Ranges.
const (
	fromZero   = "0 …"
	share      = "0 … 1"
	correlated = "−1 … 1"
)

// off is a relative error of a statistic.
func off(what, by string) Meaning {
	return Meaning{"relative error of " + what, fromZero, by}
}

// glossary are the meanings, by protocol and value.
var glossary = map[string]map[string]Meaning{
	GraphStatistics: {
		KS:       {"Kolmogorov-Smirnov distance between the two degree distributions", share, "metric.KS"},
		TC:       off("the number of triangles", "metric.Triangles"),
		WC:       off("the number of wedges (paths of two edges)", "metric.Wedges"),
		CC:       off("the number of claws (stars with three leaves)", "metric.Claws"),
		REDE:     off("the relative edge distribution entropy", "metric.REDE"),
		CPL:      off("the characteristic path length of the largest component", "metric.Distances"),
		Diameter: off("the diameter of the largest component", "metric.Distances"),
		LCC:      off("the size of the largest connected component", "trial.StatisticsOf"),
	},
	GraphBeside: {
		CommunityNMI:        {"normalised mutual information of the Louvain communities of both graphs", share, "metric.NMI"},
		CommunityAMI:        {"adjusted mutual information of the Louvain communities; 0 for independent ones", "at most 1", "metric.AMI"},
		DegreeKL:            {"Kullback-Leibler divergence between released and original degree distribution, in nats", fromZero, "metric.KL"},
		CentralMAE:          {"mean absolute error of the top 1 % eigenvector centralities, by rank", share, "metric.Compare"},
		CentralMAEByNode:    {"mean absolute error of eigenvector centrality, original top 1 % of nodes", share, "metric.Compare"},
		CentralOverlap:      {"overlap of the top 1 % of nodes by eigenvector centrality", share, "metric.Compare"},
		ErrorOfClustering:   off("the average clustering coefficient", "metric.Compare"),
		ErrorOfModularity:   off("the modularity of the Louvain communities", "metric.Compare"),
		ErrorOfTransitivity: off("the transitivity (3 × triangles / wedges)", "metric.Compare"),
	},
	GraphQueries: {
		QueryNodes:          off("the number of nodes", "trial.Queries"),
		QueryEdges:          off("the number of edges", "trial.Queries"),
		QueryTriangles:      off("the number of triangles", "trial.Queries"),
		QueryMeanDegree:     off("the mean degree", "trial.Queries"),
		QueryDegreeVariance: off("the variance of the degrees", "trial.Queries"),
		QueryDegrees:        {"Kullback-Leibler divergence of the degree distributions, in nats", fromZero, "metric.KL"},
		QueryDiameter:       off("the diameter, the largest over all components", "trial.Queries"),
		QueryMeanDistance:   off("the mean distance over all connected pairs", "trial.Queries"),
		QueryDistances:      {"Kullback-Leibler divergence of the distance distributions, in nats", fromZero, "metric.KL"},
		QueryTransitivity:   off("the transitivity", "trial.Queries"),
		QueryClustering:     off("the average clustering coefficient (ACC)", "trial.Queries"),
		QueryCommunities:    {"normalised mutual information of the Louvain communities of both graphs", share, "metric.NMI"},
		QueryModularity:     off("the modularity of the Louvain communities", "trial.Queries"),
		QueryAssortativity:  off("the degree assortativity", "trial.Queries"),
		QueryCentrality:     {"mean absolute error of the top 1 % eigenvector centralities, by rank", share, "metric.Compare"},
	},
	DrawnNodes: {
		accuracyOfMany: {"test accuracy with 60 % training nodes, features and synthetic edges", share, "trial.accuracyOf"},
		accuracyOfFew:  {"test accuracy with 10 % training nodes, features and synthetic edges", share, "trial.accuracyOf"},
		aloneOfMany:    {"test accuracy with 60 % training nodes, from features alone", share, "trial.accuracyOf"},
		aloneOfFew:     {"test accuracy with 10 % training nodes, from features alone", share, "trial.accuracyOf"},
	},
	DrawnMembership:    attacked,
	TrainingMembership: attacked,
	CollectionStatistics: {
		CPL:      {"mean absolute difference of the characteristic path length over connected pairs", fromZero, "metric.DPGGAN"},
		"GINI":   {"mean absolute difference of the degrees' Gini coefficient, ranks from 0", fromZero, "metric.DPGGAN"},
		TrueGINI: {"mean absolute difference of the degrees' Gini coefficient, ranks from 1", fromZero, "metric.Gini"},
		LCC:      {"mean absolute difference of the largest component's size", fromZero, "metric.DPGGAN"},
		REDE:     {"mean absolute difference of the relative edge distribution entropy", fromZero, "metric.DPGGAN"},
		TC:       {"mean absolute difference of the number of triangles", fromZero, "metric.DPGGAN"},
	},
	GraphClasses: {
		"accuracy":       {"accuracy on original graphs of a classifier trained on released graphs", share, "gin.CrossValidate"},
		"majority":       {"accuracy of the majority class", share, "trial.majority"},
		"standard error": {"standard error of the accuracy over folds", fromZero, "trial.MeanOf"},
	},
	StructuralEquivalence: {
		"StrucEqu":       {"correlation of pairwise distances in the adjacency matrix and the embedding", correlated, "metric.StrucEqu"},
		"standard error": {"standard error of StrucEqu on a sample of the nodes", fromZero, "trial.StructureOf"},
	},
	Communities: {
		CommunityNMI: {"normalised mutual information of embedding clusters and graph communities", share, "metric.NMI"},
		CommunityAMI: {"adjusted mutual information of embedding clusters and graph communities", "at most 1", "metric.AMI"},
	},
	DrawnLinks: {
		"AUC":         {"AUC of link scores from the synthetic graph on held-out edges", share, "metric.AUC"},
		FeaturesAlone: {"AUC of the cosine of features alone on held-out edges", share, "metric.AUC"},
	},
	LinkPrediction: {
		"AUC":        {"AUC of the method's link scores on held-out edges", share, "metric.AUC"},
		BothMatrices: {"AUC of scores from both embedding matrices on held-out edges", share, "metric.AUC"},
	},
	LinkClasses: {
		"AUC":          {"AUC of a classifier on concatenated embedding vectors, held-out edges", share, "metric.AUC"},
		"AUC hadamard": {"AUC of a classifier on element-wise products, held-out edges", share, "metric.AUC"},
		"AUC dot":      {"AUC of the inner product of both embedding vectors, held-out edges", share, "metric.AUC"},
	},
	NodeClasses: {
		"Micro-F1": {"Micro-F1 of a classifier on embedding vectors (accuracy for single labels)", share, "trial.NodeF1"},
	},
	Classification: {
		"accuracy": {"fraction of test nodes classified correctly", share, "trial.Classify"},
		"Macro-F1": {"unweighted mean of the F1 scores of all classes", share, "metric.F1"},
		"majority": {"accuracy of the majority class of the test nodes", share, "trial.Classify"},
	},
	Answers: {
		ErrorOfAnswer:   {"absolute error divided by the true value", fromZero, "trial.errorsOfAnswer"},
		WidthOfInterval: {"interval width divided by the true value", fromZero, "trial.errorsOfAnswer"},
		MissedInterval:  {"fraction of runs whose interval misses the true value", share, "trial.errorsOfAnswer"},
	},
	Auditing: {
		"audited ε": {"lower bound on ε from an attack, at the stated confidence", fromZero, "method.Audit"},
		"most":      {"largest ε that this number of runs can show", fromZero, "method.Audit"},
	},
}

var attacked = map[string]Meaning{
	"attack AUC":   {"AUC of a membership inference attack; 0.5 is chance", share, "trial.MembershipOf"},
	"found at 1 %": {"TPR at 1 % FPR of the membership inference attack", share, "trial.MembershipOf"},
}
