// Package dpdk generates a graph from noisy degree counts (1K-series) or joint degree counts
// (2K-series) [DPDK13]; edge level.
//
//	relation  gdp.EdgeLevel: one edge is there or not
//	public    how many nodes there are
//	releases  a graph
//
//	[Strict]      the cumulative series, which one edge moves half as far; proved
//	[Strict2k]    the 2K-series, edges by the degrees of their ends, in classes of noisy
//	              degrees, so that an edge moves one number; proved
//	[Published]   the series with Laplace noise, what is negative set to 0; proved
//	[Published2k] the 2K-series up to the largest degree, with Laplace noise by its smooth
//	              sensitivity; nothing is proved
//	[Pgb]         the 1K-series up to the largest degree, as the code of a public benchmark does
//	              it; nothing is proved
//	[NonPrivate]  the series without noise
//	[Null]        the control: a uniform graph with a noisy number of edges
//
// Which node has which degree is no part of the series: degrees go to nodes at random.
//
// [DPDK13] Y. Wang, X. Wu, Preserving differential privacy in degree-correlation based graph
// generation, TDP 6, 2013. [SZWZZ11] A. Sala, X. Zhao, C. Wilson, H. Zheng, B. Zhao, Sharing graphs
// using differentially private graph models, IMC 2011.
package dpdk
