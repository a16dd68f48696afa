package trial

import (
	"slices"

	"github.com/graphdp/graphdp/models/method/release"
)

// Ranges of values.
const (
	fromZero   = "0 …"
	share      = "0 … 1"
	correlated = "−1 … 1"
)

// off describes the relative error of a statistic.
func off(name, what, by string) Value {
	return Value{name, "relative error", Smaller, false, "relative error of " + what, fromZero, by}
}

// attacked are the values of attacks.
var attacked = []Value{
	{"attack AUC", "", Smaller, false, "AUC of a membership inference attack; 0.5 is chance", share, "trial.MembershipOf"},
	{"found at 1 %", "share", Smaller, false, "TPR at 1 % FPR of the membership inference attack", share, "trial.MembershipOf"},
}

// Protocols lists all protocols.
func Protocols() []Protocol { return slices.Concat(drawings(), uses(), others()) }

// drawings are protocols that compare a graph with the original.
func drawings() []Protocol {
	return []Protocol{
		{
			Name: GraphStatistics, About: "relative errors of seven graph statistics, and KS of the degrees", Task: TaskSynthesis, Of: release.KindGraph, begin: one(beginStatistics),
			Values: []Value{
				{KS, "", Smaller, false, "Kolmogorov-Smirnov distance between the two degree distributions", share, "metric.KS"},
				off(CC, "the number of claws (stars with three leaves)", "metric.Claws"),
				off(CPL, "the characteristic path length of the largest component", "metric.Distances"),
				off(Diameter, "the diameter of the largest component", "metric.Distances"),
				off(LCC, "the size of the largest connected component", "trial.StatisticsOf"),
				off(REDE, "the relative edge distribution entropy", "metric.REDE"),
				off(TC, "the number of triangles", "metric.Triangles"),
				off(WC, "the number of wedges (paths of two edges)", "metric.Wedges"),
			},
		},
		{
			Name: GraphBeside, About: "communities, clustering, centrality and degrees compared with the original graph", Task: TaskSynthesis, Of: release.KindGraph, begin: one(beginBeside),
			Values: []Value{
				{CommunityNMI, "", Larger, false, "normalised mutual information of the Louvain communities of both graphs", share, "metric.NMI"},
				{CommunityAMI, "", Larger, false, "adjusted mutual information of the Louvain communities; 0 for independent ones", "at most 1", "metric.AMI"},
				{DegreeKL, "", Smaller, true, "Kullback-Leibler divergence between released and original degree distribution, in nats", fromZero, "metric.KL"},
				{CentralMAEByNode, "", Smaller, true, "mean absolute error of eigenvector centrality, original top 1 % of nodes", share, "metric.Compare"},
				{CentralMAE, "", Smaller, true, "mean absolute error of the top 1 % eigenvector centralities, by rank", share, "metric.Compare"},
				off(ErrorOfClustering, "the average clustering coefficient", "metric.Compare"),
				off(ErrorOfModularity, "the modularity of the Louvain communities", "metric.Compare"),
				off(ErrorOfTransitivity, "the transitivity (3 × triangles / wedges)", "metric.Compare"),
				{CentralOverlap, "share", Larger, false, "overlap of the top 1 % of nodes by eigenvector centrality", share, "metric.Compare"},
			},
		},
		{
			Name: GraphQueries, About: "the fifteen queries of the PGB benchmark", Task: TaskSynthesis, Of: release.KindGraph, begin: one(beginQueries),
			Values: []Value{
				off(QueryNodes, "the number of nodes", "trial.Queries"),
				off(QueryEdges, "the number of edges", "trial.Queries"),
				off(QueryTriangles, "the number of triangles", "trial.Queries"),
				off(QueryMeanDegree, "the mean degree", "trial.Queries"),
				off(QueryDegreeVariance, "the variance of the degrees", "trial.Queries"),
				off(QueryDiameter, "the diameter, the largest over all components", "trial.Queries"),
				off(QueryMeanDistance, "the mean distance over all connected pairs", "trial.Queries"),
				off(QueryTransitivity, "the transitivity", "trial.Queries"),
				off(QueryClustering, "the average clustering coefficient (ACC)", "trial.Queries"),
				off(QueryModularity, "the modularity of the Louvain communities", "trial.Queries"),
				off(QueryAssortativity, "the degree assortativity", "trial.Queries"),
				{QueryDegrees, "", Smaller, true, "Kullback-Leibler divergence of the degree distributions, in nats", fromZero, "metric.KL"},
				{QueryDistances, "", Smaller, true, "Kullback-Leibler divergence of the distance distributions, in nats", fromZero, "metric.KL"},
				{QueryCentrality, "", Smaller, true, "mean absolute error of the top 1 % eigenvector centralities, by rank", share, "metric.Compare"},
				{QueryCommunities, "", Larger, false, "normalised mutual information of the Louvain communities of both graphs", share, "metric.NMI"},
			},
		},
	}
}

// uses are protocols that measure the utility of a graph, a collection or an embedding in a task.
func uses() []Protocol {
	return []Protocol{
		{
			Name: DrawnNodes, About: "node classification accuracy when a classifier uses the synthetic graph", Task: TaskSynthesis, Of: release.KindGraph, needs: featuresOfNodes, begin: one(beginDrawnNodes),
			Values: []Value{
				{accuracyOfMany, "share", Larger, false, "test accuracy with 60 % training nodes, features and synthetic edges", share, "trial.accuracyOf"},
				{accuracyOfFew, "share", Larger, false, "test accuracy with 10 % training nodes, features and synthetic edges", share, "trial.accuracyOf"},
				{aloneOfMany, "share", Neither, false, "test accuracy with 60 % training nodes, from features alone", share, "trial.accuracyOf"},
				{aloneOfFew, "share", Neither, false, "test accuracy with 10 % training nodes, from features alone", share, "trial.accuracyOf"},
			},
		},
		{
			Name: DrawnMembership, About: "membership inference against a network trained on the synthetic graph", Task: TaskSynthesis, Of: release.KindGraph, needs: featuresOfNodes, begin: one(beginDrawnMembership), Values: attacked,
		},
		{
			Name: CollectionStatistics, About: "differences in five statistics, averaged over the graphs of a collection", Task: TaskSynthesis, Of: release.KindGraphs, collections: true, begin: beginCollection,
			Values: []Value{
				{CPL, "hops", Smaller, true, "mean absolute difference of the characteristic path length over connected pairs", fromZero, "metric.DPGGAN"},
				{"GINI", "", Smaller, true, "mean absolute difference of the degrees' Gini coefficient, ranks from 0", fromZero, "metric.DPGGAN"},
				{LCC, "nodes", Smaller, true, "mean absolute difference of the largest component's size", fromZero, "metric.DPGGAN"},
				{REDE, "", Smaller, true, "mean absolute difference of the relative edge distribution entropy", fromZero, "metric.DPGGAN"},
				{TC, "triangles", Smaller, true, "mean absolute difference of the number of triangles", fromZero, "metric.DPGGAN"},
				{TrueGINI, "", Smaller, true, "mean absolute difference of the degrees' Gini coefficient, ranks from 1", fromZero, "metric.Gini"},
			},
		},
		{
			Name: GraphClasses, About: "graph classification: training on released graphs, testing on original graphs", Task: TaskSynthesis, Of: release.KindGraphs, needs: classesOfGraphs, collections: true, begin: beginGraphClasses,
			Values: []Value{
				{"accuracy", "share", Larger, false, "accuracy on original graphs of a classifier trained on released graphs", share, "gin.CrossValidate"},
				{"majority", "share", Neither, false, "accuracy of the majority class", share, "trial.majority"},
				{"standard error", "share", Neither, false, "standard error of the accuracy over folds", fromZero, "trial.MeanOf"},
			},
		},
		{
			Name: StructuralEquivalence, About: "structural equivalence: correlation of embedding distances with adjacency distances", Task: TaskEmbedding, Of: release.KindEmbedding, graphs: true, begin: one(beginStrucEqu),
			Values: []Value{
				{"StrucEqu", "", Larger, false, "correlation of pairwise distances in the adjacency matrix and the embedding", correlated, "metric.StrucEqu"},
				{"standard error", "", Neither, false, "standard error of StrucEqu on a sample of the nodes", fromZero, "trial.StructureOf"},
			},
		},
		{
			Name: Communities, About: "agreement of embedding clusters with the communities of the graph", Task: TaskEmbedding, Of: release.KindEmbedding, begin: one(beginCommunities),
			Values: []Value{
				{CommunityNMI, "", Larger, false, "normalised mutual information of embedding clusters and graph communities", share, "metric.NMI"},
				{CommunityAMI, "", Larger, false, "adjusted mutual information of embedding clusters and graph communities", "at most 1", "metric.AMI"},
			},
		},
		{
			Name: DrawnLinks, About: "link prediction from the synthetic graph, 10 % held-out edges", Task: TaskLinks, Of: release.KindGraph, begin: one(beginDrawnLinks),
			Values: []Value{
				{"AUC", "", Larger, false, "AUC of link scores from the synthetic graph on held-out edges", share, "metric.AUC"},
				{FeaturesAlone, "", Neither, false, "AUC of the cosine of features alone on held-out edges", share, "metric.AUC"},
			},
		},
		{
			Name: LinkPrediction, About: "link prediction by the method's own scores, 10 % held-out edges", Task: TaskLinks, Of: release.KindEmbedding, begin: one(beginLinkPrediction),
			Values: []Value{
				{"AUC", "", Larger, false, "AUC of the method's link scores on held-out edges", share, "metric.AUC"},
				{BothMatrices, "", Larger, false, "AUC of scores from both embedding matrices on held-out edges", share, "metric.AUC"},
			},
		},
		{
			Name: LinkClasses, About: "link prediction by a trained pair classifier, 20 % held-out edges", Task: TaskLinks, Of: release.KindEmbedding, begin: one(beginLinkClasses),
			Values: []Value{
				{"AUC", "", Larger, false, "AUC of a classifier on concatenated embedding vectors, held-out edges", share, "metric.AUC"},
				{"AUC dot", "", Larger, false, "AUC of the inner product of both embedding vectors, held-out edges", share, "metric.AUC"},
				{"AUC hadamard", "", Larger, false, "AUC of a classifier on element-wise products, held-out edges", share, "metric.AUC"},
			},
		},
		{
			Name: NodeClasses, About: "node classification from embedding vectors, 10 % test nodes", Task: TaskEmbedding, Of: release.KindEmbedding, graphs: true, needs: classesOfNodes, begin: one(beginNodeClasses),
			Values: []Value{
				{"Micro-F1", "", Larger, false, "Micro-F1 of a classifier on embedding vectors (accuracy for single labels)", share, "trial.NodeF1"},
			},
		},
	}
}

// others are protocols for classifiers, answers and audits.
func others() []Protocol {
	return []Protocol{
		{
			Name: Classification, About: "accuracy and Macro-F1 of the released classifier on test nodes", Task: TaskClassification, Of: release.KindClassifier, needs: featuresOfNodes, begin: one(beginClassification),
			Values: []Value{
				{"accuracy", "share", Larger, false, "fraction of test nodes classified correctly", share, "trial.Classify"},
				{"Macro-F1", "", Larger, false, "unweighted mean of the F1 scores of all classes", share, "metric.F1"},
				{"majority", "share", Neither, false, "accuracy of the majority class of the test nodes", share, "trial.Classify"},
			},
		},
		{
			Name: TrainingMembership, About: "membership inference from the classifier's probability of the true class", Task: TaskClassification, Of: release.KindClassifier, needs: featuresOfNodes, begin: one(beginMembership), Values: attacked,
		},
		{
			Name: Answers, About: "relative error and relative interval width of an answer", Task: TaskStatistics, Of: release.KindStatistics, begin: one(beginAnswers),
			Values: []Value{
				{ErrorOfAnswer, "relative error", Smaller, true, "absolute error divided by the true value", fromZero, "trial.errorsOfAnswer"},
				{WidthOfInterval, "relative", Smaller, true, "interval width divided by the true value", fromZero, "trial.errorsOfAnswer"},
				{MissedInterval, "share", Neither, false, "fraction of runs whose interval misses the true value", share, "trial.errorsOfAnswer"},
			},
		},
		{
			Name: Auditing, About: "lower bound on ε from an attack on that many runs", Task: TaskAudits,
			Values: []Value{
				{"audited ε", "ε", Neither, false, "lower bound on ε from an attack, at the stated confidence", fromZero, "method.Audit"},
				{"most", "ε", Neither, false, "largest ε that this number of runs can show", fromZero, "method.Audit"},
			},
		},
	}
}
