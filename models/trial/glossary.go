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
		KS:       {"Kolmogorov-Smirnov distance of the degree distributions: the largest difference of their cumulative shares", share, "metric.KS"},
		TC:       off("the number of triangles", "metric.Triangles"),
		WC:       off("the number of wedges, paths of two edges", "metric.Wedges"),
		CC:       off("the number of claws, stars with three leaves (other papers write CC for clustering)", "metric.Claws"),
		REDE:     off("the relative edge distribution entropy of the degrees", "metric.REDE"),
		CPL:      off("the characteristic path length: the mean distance in the largest component", "metric.Distances"),
		Diameter: off("the longest distance in the largest component", "metric.Distances"),
		LCC:      off("the number of nodes of the largest connected component", "trial.StatisticsOf"),
	},
	GraphBeside: {
		CommunityNMI:        {"normalised mutual information of the communities of both graphs, found by Louvain's method", share, "metric.NMI"},
		CommunityAMI:        {"the same adjusted for chance: about 0 of communities that have nothing in common", "at most 1", "metric.AMI"},
		DegreeKL:            {"Kullback-Leibler divergence of the released degree distribution from the original, in nats", fromZero, "metric.KL"},
		CentralMAE:          {"mean absolute error of the highest 1 % of eigenvector centralities, compared by their ranks", share, "metric.Compare"},
		CentralMAEByNode:    {"mean absolute error of the eigenvector centrality of the 1 % most central nodes of the original", share, "metric.Compare"},
		CentralOverlap:      {"share of the 1 % most central nodes that both graphs have in common", share, "metric.Compare"},
		ErrorOfClustering:   off("the average clustering coefficient", "metric.Compare"),
		ErrorOfModularity:   off("the modularity of the communities that Louvain's method finds", "metric.Compare"),
		ErrorOfTransitivity: off("the transitivity, three triangles a wedge", "metric.Compare"),
	},
	GraphQueries: {
		QueryNodes:          off("the number of nodes", "trial.Queries"),
		QueryEdges:          off("the number of edges", "trial.Queries"),
		QueryTriangles:      off("the number of triangles", "trial.Queries"),
		QueryMeanDegree:     off("the mean degree", "trial.Queries"),
		QueryDegreeVariance: off("the variance of the degrees", "trial.Queries"),
		QueryDegrees:        {"Kullback-Leibler divergence of the degree distributions, in nats", fromZero, "metric.KL"},
		QueryDiameter:       off("the longest distance of all components", "trial.Queries"),
		QueryMeanDistance:   off("the mean distance of all pairs that a path joins", "trial.Queries"),
		QueryDistances:      {"Kullback-Leibler divergence of the distributions of distances, in nats", fromZero, "metric.KL"},
		QueryTransitivity:   off("the transitivity", "trial.Queries"),
		QueryClustering:     off("the average clustering coefficient (ACC)", "trial.Queries"),
		QueryCommunities:    {"normalised mutual information of the communities of both graphs", share, "metric.NMI"},
		QueryModularity:     off("the modularity (Mod) of the communities that Louvain's method finds", "trial.Queries"),
		QueryAssortativity:  off("the correlation of the degrees at the ends of edges", "trial.Queries"),
		QueryCentrality:     {"mean absolute error of the highest 1 % of eigenvector centralities, by rank", share, "metric.Compare"},
	},
	DrawnNodes: {
		accuracyOfMany: {"accuracy on 40 % of the nodes, learned from the features of the others and of neighbours in the drawn graph", share, "trial.accuracyOf"},
		accuracyOfFew:  {"accuracy on 90 % of the nodes, learned so from the other 10 %", share, "trial.accuracyOf"},
		aloneOfMany:    {"the first accuracy by features without a graph", share, "trial.accuracyOf"},
		aloneOfFew:     {"the second accuracy by features without a graph", share, "trial.accuracyOf"},
	},
	DrawnMembership:    attacked,
	TrainingMembership: attacked,
	CollectionStatistics: {
		CPL:      {"mean difference of the characteristic path length, over all pairs that a path joins", fromZero, "metric.DPGGAN"},
		"GINI":   {"mean difference of the Gini coefficient of the degrees, with the authors' ranks from 0", fromZero, "metric.DPGGAN"},
		TrueGINI: {"mean difference of the Gini coefficient of the degrees, with ranks from 1", fromZero, "metric.Gini"},
		LCC:      {"mean difference of the number of nodes of the largest connected component", fromZero, "metric.DPGGAN"},
		REDE:     {"mean difference of the relative edge distribution entropy of the degrees", fromZero, "metric.DPGGAN"},
		TC:       {"mean difference of the number of triangles", fromZero, "metric.DPGGAN"},
	},
	GraphClasses: {
		"accuracy":       {"accuracy on original graphs of a classifier that learned from released ones", share, "gin.CrossValidate"},
		"majority":       {"accuracy of always naming the commonest class", share, "trial.majority"},
		"standard error": {"standard error of the accuracy over folds", fromZero, "trial.MeanOf"},
	},
	StructuralEquivalence: {
		"StrucEqu":       {"structural equivalence: correlation of distances of rows of the adjacency matrix with distances of embedding rows", correlated, "metric.StrucEqu"},
		"standard error": {"standard error of StrucEqu where a sample of the nodes was taken", fromZero, "trial.StructureOf"},
	},
	Communities: {
		CommunityNMI: {"normalised mutual information of clusters of rows with communities of the graph", share, "metric.NMI"},
		CommunityAMI: {"the same adjusted for chance", "at most 1", "metric.AMI"},
	},
	DrawnLinks: {
		"AUC":         {"probability that the drawn graph scores a hidden edge above a pair without an edge", share, "metric.AUC"},
		FeaturesAlone: {"the same by the cosine of features, without a graph", share, "metric.AUC"},
	},
	LinkPrediction: {
		"AUC":        {"probability that the method's score of a hidden edge is above that of a pair without an edge", share, "metric.AUC"},
		BothMatrices: {"the same, scored by both embedding matrices", share, "metric.AUC"},
	},
	LinkClasses: {
		"AUC":          {"probability that a classifier of concatenated rows scores a hidden edge above another pair", share, "metric.AUC"},
		"AUC hadamard": {"the same by products of the coordinates of both rows", share, "metric.AUC"},
		"AUC dot":      {"the same by the inner product of both rows, without a classifier", share, "metric.AUC"},
	},
	NodeClasses: {
		"Micro-F1": {"share of the nodes whose class a classifier of rows names: accuracy, where a node has one class", share, "trial.NodeF1"},
	},
	Classification: {
		"accuracy": {"share of the test nodes whose class is named", share, "trial.Classify"},
		"Macro-F1": {"mean over classes of F1, the harmonic mean of precision and recall", share, "metric.F1"},
		"majority": {"accuracy of always naming the commonest class of the test nodes", share, "trial.Classify"},
	},
	Answers: {
		ErrorOfAnswer:   {"distance of the answer from the statistic, in parts of the statistic", fromZero, "trial.errorsOfAnswer"},
		WidthOfInterval: {"width of the answer's interval, in parts of the statistic", fromZero, "trial.errorsOfAnswer"},
		MissedInterval:  {"share of runs in which an interval does not hold", share, "trial.errorsOfAnswer"},
	},
	Auditing: {
		"audited ε": {"lower bound on ε that an attack shows, at the confidence that the audit states", fromZero, "method.Audit"},
		"most":      {"largest audited ε that that many runs can show", fromZero, "method.Audit"},
	},
}

var attacked = map[string]Meaning{
	"attack AUC":   {"probability that a training node seems likelier to be one than a test node; .5 is a guess", share, "trial.MembershipOf"},
	"found at 1 %": {"share of the training nodes that are found where 1 % of the others are taken for such", share, "trial.MembershipOf"},
}
