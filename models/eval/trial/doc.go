// Package trial measures releases by the protocols of papers, and runs the trials of studies.
//
// A [Protocol] measures releases of one kind; [Protocols] lists them:
//
//	[StatisticsOf], [StatisticErrors]  seven counts of a graph and KS of its degrees,
//	                                   relative to the original
//	[Beside]                           communities, clustering, central nodes and degrees
//	                                   of two graphs
//	[DrawnLinks]                       link prediction by a graph drawn from 90 % of the
//	                                   edges
//	[DrawnNodes]                       node classification by features and those of drawn
//	                                   neighbours
//	[DrawnMembership]                  membership inference against a network trained on a
//	                                   drawn graph
//	[CollectionErrors]                 five statistics of each graph of a collection,
//	                                   beside the original's
//	[GraphClasses]                     graph classification: GIN learns from released
//	                                   graphs, and is tested on originals
//	[SplitLinks], [Links.AUC]          link prediction: 80 % of the edges, and as many
//	                                   pairs without an edge
//	[NodeF1]                           node classification: 90 % of the nodes, Micro-F1
//	[StructureOf]                      structural equivalence: rows against neighbourhoods
//	                                   (rows of a released graph: its adjacency matrix to
//	                                   rank 128, as for NodeF1)
//	[Classify]                         what a classifier says of the test nodes
//	[MembershipOf]                     how well a classifier tells which nodes it learned from
//	[Auditing]                         a lower bound on ε, from an attack on many runs
//
// The papers' scores of links and nodes are those of classifiers that see true edges and labels,
// which are private. Such a score is not the output of a private mechanism: it measures how much a
// release helps a reader with that data.
//
// [Bench.Plan] checks studies and lists their trials; [Evaluate] makes one. A [Grid] makes many
// into a folder of results, from any number of processes; [Means] are those over seeds, and
// [Palette.Frontier] draws them.
package trial
