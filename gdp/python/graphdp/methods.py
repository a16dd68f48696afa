"""The methods, as gdp methods --json lists them. Written by

    go test ./gdp/python -run TestMethodsAreUpToDate -update
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    from .release import Result

Method = Literal["coarsen", "dcsbm", "der", "dgg", "dpar", "dpdk", "dpgcn", "dpggan", "dpgnn", "dpgs", "dpne", "dpppr", "eclipse", "features", "gap", "gapemb", "gcn", "graphrnn", "ldpgen", "lpgnet", "mlp", "netgan", "pairs", "privdpr", "privgraph", "privhrg", "privskg", "progap", "question", "sage", "seprivgemb", "tmf", "vote", "walks"]
Statistic = Literal["nodes", "edges", "mean-degree", "histogram", "ccdf", "sequence", "largest-degree", "wedges", "3-stars", "triangles", "4-cycles", "transitivity", "average-clustering", "components", "forest", "degeneracy", "core-numbers", "core-sizes", "core-quantiles", "density", "densest-part", "assortativity", "joint-degrees", "mixing", "cut", "modularity", "attribute-sum:0:0:1", "attribute-mean:0:0:1", "attribute-sum-by-degree:0:0:1", "attribute-mean-by-degree:0:0:1"]
STATISTICS = get_args(Statistic)

# Of each method: what it releases, and a checksum of its modes and settings.
METHODS = {
    "coarsen": ("graph", "fac61a6a"),
    "dcsbm": ("graph", "eedd70ac"),
    "der": ("graph", "5053a8a8"),
    "dgg": ("graph", "eae23097"),
    "dpar": ("classifier", "669585a1"),
    "dpdk": ("graph", "c94074b8"),
    "dpgcn": ("classifier", "c4a99004"),
    "dpggan": ("graphs", "44f5d908"),
    "dpgnn": ("classifier", "24325d13"),
    "dpgs": ("graph", "742b5426"),
    "dpne": ("embedding", "3db6e184"),
    "dpppr": ("embedding", "df780344"),
    "eclipse": ("classifier", "cc040a79"),
    "features": ("classifier", "f500b4c1"),
    "gap": ("classifier", "7ac50c35"),
    "gapemb": ("embedding", "6827dbe3"),
    "gcn": ("classifier", "0b5fd273"),
    "graphrnn": ("graphs", "f14a31b5"),
    "ldpgen": ("graph", "a113ed7b"),
    "lpgnet": ("classifier", "307ee374"),
    "mlp": ("classifier", "da32ca13"),
    "netgan": ("graphs", "757432ae"),
    "pairs": ("graphs", "f18111cb"),
    "privdpr": ("graph", "28a426b8"),
    "privgraph": ("graph", "06719a19"),
    "privhrg": ("graph", "a057c851"),
    "privskg": ("graph", "10caf5e8"),
    "progap": ("classifier", "3d9324b0"),
    "question": ("statistics", "0048ac5b"),
    "sage": ("classifier", "0f20556b"),
    "seprivgemb": ("embedding", "5eebe877"),
    "tmf": ("graph", "b2c9d156"),
    "vote": ("classifier", "f0094585"),
    "walks": ("embedding", "ab5f1f93"),
}


class Methods:
    """A method of Python for each method, with its modes and settings."""

    run: Any  # of Session

    def coarsen(
        self, mode: Literal["ssumm", "lvn", "kron", "ad", "chance"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Size: float | None = None, Features: bool | None = None,
    ) -> Result:
        """Graphs sampled from a coarsened graph (non-private baselines).

        Releases: graph

        Modes, the strict one by default:
            ssumm: SSumM: merges nodes and drops superedges by minimum description length (no privacy)
            lvn: LVN: contracts neighbourhoods of least local variation (no privacy)
            kron: Kron: Kron reduction to a subset of the nodes (no privacy)
            ad: AD: contracts edges of smallest algebraic distance (no privacy)
            chance: control for the coarsening: random supernodes, exact edge counts between them (no privacy)

        Settings, with valid values:
            Size: (0, 1], default 0.1
            Features: true or false, default false"""
        return self.run("coarsen", mode, epsilon=epsilon, delta=delta, draw=draw, Size=Size, Features=Features)

    def dcsbm(
        self, mode: Literal["strict", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Vectors: int | None = None, Groups: int | None = None, Edges: float | None = None, Degrees: float | None = None, Mean: float | None = None, Density: float | None = None, ListShare: float | None = None, CountShare: float | None = None, TriangleShare: float | None = None, ClusteringShare: float | None = None,
    ) -> Result:
        """Synthetic graphs by a degree-corrected block model: noisy degrees, communities and triangles.

        Releases: graph

        Modes, the strict one by default:
            strict: randomised response among hubs, a degree list, block counts, triangles and clustering (proved under edge)
            nonprivate: strict without noise, from the whole adjacency matrix (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            Vectors: [0, 512], default 48
            Groups: [1, 512], default 8
            Edges: 0 or [2^-20, 0.25], default 0
            Degrees: 0 or [2^-20, 0.5], default 0.2
            Mean: [0, 1e15], default 0
            Density: [0, 1e15], default 1.5
            ListShare: (0, 0.3], default 0.1
            CountShare: (0, 0.3], default 0.1
            TriangleShare: (0, 0.2], default 0.05
            ClusteringShare: (0, 0.2], default 0.05"""
        return self.run("dcsbm", mode, epsilon=epsilon, delta=delta, draw=draw, Vectors=Vectors, Groups=Groups, Edges=Edges, Degrees=Degrees, Mean=Mean, Density=Density, ListShare=ListShare, CountShare=CountShare, TriangleShare=TriangleShare, ClusteringShare=ClusteringShare)

    def der(
        self, mode: Literal["strict", "published", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Vectors: int | None = None, Groups: int | None = None, Edges: float | None = None, Degrees: float | None = None, Mean: float | None = None, Density: float | None = None, OrderShare: float | None = None, LabelShare: float | None = None, CutShare: float | None = None, ArrangeShare: float | None = None, Rounds: int | None = None, Sets: int | None = None, Lines: int | None = None,
    ) -> Result:
        """Synthetic graphs by a noisy quadtree over dense regions of the adjacency matrix.

        Releases: graph; paper: docs/papers/DER14.md

        Modes, the strict one by default:
            strict: nodes ordered by noisy communities; noisy quadtree counts fitted by least squares (proved under edge)
            published: relabelling, quadtree cuts, region counts and edge arrangement, ε/4 for each (made from the abstract and public code of a third party; proved under edge)
            nonprivate: strict without noise: exact communities, degrees and region counts (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            Vectors: [0, 512], default 48
            Groups: [1, 512], default 8
            Edges: 0 or [2^-20, 0.25], default 0
            Degrees: 0 or [2^-20, 0.5], default 0.2
            Mean: [0, 1e15], default 0
            Density: [0, 1e15], default 1.5
            OrderShare: (0, 1), default 0.8
            LabelShare: (0, 1), default 0.25
            CutShare: (0, 1), default 0.25
            ArrangeShare: (0, 1), default 0.25
            Rounds: [1, 1000], default 20
            Sets: [2, 1000], default 16
            Lines: [1, 64], default 16"""
        return self.run("der", mode, epsilon=epsilon, delta=delta, draw=draw, Vectors=Vectors, Groups=Groups, Edges=Edges, Degrees=Degrees, Mean=Mean, Density=Density, OrderShare=OrderShare, LabelShare=LabelShare, CutShare=CutShare, ArrangeShare=ArrangeShare, Rounds=Rounds, Sets=Sets, Lines=Lines)

    def dgg(
        self, mode: Literal["strict", "published", "pgb", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, OrderShare: float | None = None, TriangleShare: float | None = None, ClusteringShare: float | None = None, Rho: float | None = None, Eta: float | None = None,
    ) -> Result:
        """Synthetic graphs from noisy degrees by BTER (blocks of similar degree).

        Releases: graph; paper: docs/papers/SKP12.md

        Modes, the strict one by default:
            strict: BTER from a noisy degree list, with noisy triangles and clustering (proved under edge)
            published: BTER from degrees with noise of scale 1/ε; proved cost 2ε (made from public code and later papers' summaries; proved under edge)
            pgb: PGB's code of DGG: noisy degrees reach the wrong nodes (proved under edge)
            nonprivate: strict without noise: exact degrees, triangles and clustering (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            OrderShare: (0, 0.3], default 0.2
            TriangleShare: (0, 0.3], default 0.1
            ClusteringShare: (0, 0.3], default 0.1
            Rho: [0, 1], default 0.95
            Eta: [0, 1], default 0.05"""
        return self.run("dgg", mode, epsilon=epsilon, delta=delta, draw=draw, OrderShare=OrderShare, TriangleShare=TriangleShare, ClusteringShare=ClusteringShare, Rho=Rho, Eta=Eta)

    def dpar(
        self, mode: Literal["published", "author", "random-rows", "strict", "strict-rows", "strict-by-root", "nonprivate", "nonprivate-tuned", "own-row", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Classes: int | None = None, Hidden: int | None = None, Unit: bool | None = None, Rate: float | None = None, Batch: int | None = None, Epochs: int | None = None, Alpha: float | None = None, Rho: float | None = None, Gamma: float | None = None, Teleport: float | None = None, Hops: int | None = None, Rows: Literal["EM0", "EM1", "GM", "Uniform"] | None = None, Roots: int | None = None, Keep: int | None = None, EntryClip: float | None = None, RowClip: float | None = None, ColumnBound: float | None = None, Clip: float | None = None, RowShare: float | None = None, Subsample: float | None = None, Author: bool | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, Signed: bool | None = None, Budget_Epsilon: float | None = None, Budget_Delta: float | None = None, Others: int | None = None, ByRoot: bool | None = None, Decay: float | None = None,
    ) -> Result:
        """Node classification by an MLP on features, with outputs mixed by personalised PageRank.

        Releases: classifier; paper: docs/papers/DPAR24.md

        Modes, the strict one by default:
            published: Algorithms 1 and 2: noisy PageRank rows of 70 roots, per-root clipping (not proved: one node changes the clipped gradient of every row that contains it (G3 to G5); subsampling at rate q' does not divide ε by 1/q' (G1))
            author: authors' code: identity rows for all but the roots, fixed batches (not proved: one node changes the clipped gradient of every row that contains it (G3 to G5); subsampling at rate q' does not divide ε by 1/q' (G1))
            random-rows: control for the PageRank rows: author with random rows (not proved: one node changes the clipped gradient of every row that contains it (G3 to G5); subsampling at rate q' does not divide ε by 1/q' (G1))
            strict: noisy feature sums per class; test predictions mixed by exact PageRank (proved under node, node-unbounded; caution: its gain over own-row comes from test edges and test features, which no ε covers)
            strict-rows: noisy PageRank rows of 70 roots; gradients clipped per root-node pair (proved under node-unbounded; caution: predictions read test edges and test features, which no ε covers)
            strict-by-root: strict-rows with gradients clipped per root, as in the paper (proved under node-unbounded; caution: predictions read test edges and test features, which no ε covers)
            nonprivate: the paper's training without noise, on exact PageRank rows (no privacy)
            nonprivate-tuned: nonprivate with more PageRank entries, unit-norm features and larger batches (no privacy)
            own-row: control for the edges: strict from features and labels alone (proved under node, node-unbounded)
            null: predicts the majority class; knows only noisy label counts (proved under node, node-unbounded)

        Settings, with valid values:
            Classes: [0, 16384], default 0
            Hidden: [1, 16384], default 32
            Unit: true or false, default false in published, author, random-rows, nonprivate; true in strict-rows, strict-by-root, nonprivate-tuned
            Rate: (0, ∞), default 0.005 in published, author, random-rows, nonprivate; 0.02 in strict-rows, strict-by-root; 0.01 in nonprivate-tuned
            Batch: [1, ∞), default 60 in published, author, random-rows, nonprivate; 256 in strict-rows, strict-by-root; 1024 in nonprivate-tuned
            Epochs: [1, 1000000], default 200 in published, author, random-rows, nonprivate; 30 in strict-rows, strict-by-root; 100 in nonprivate-tuned
            Alpha: (0, 1), default 0.25
            Rho: [1e-9, 1], default 0.0001
            Gamma: [1e-12, 1], default 0.0001
            Teleport: [0, 1], default 0.25
            Hops: [0, 100], default 2 in published, author, random-rows, strict, strict-rows, strict-by-root, nonprivate, nonprivate-tuned; 0 in own-row
            Rows: EM0, EM1, GM or Uniform, default EM0 in published, author; Uniform in random-rows
            Roots: [1, ∞), default 70
            Keep: [1, ∞), default 2 in published, author, random-rows, strict-rows, strict-by-root, nonprivate; 32 in nonprivate-tuned
            EntryClip: (0, ∞), default 0.001
            RowClip: (0, ∞), default 0.01
            ColumnBound: (0, ∞) in published, author, random-rows; [0, ∞) in nonprivate, nonprivate-tuned, default 1 in published, author, random-rows, nonprivate; 0 in nonprivate-tuned
            Clip: (0, ∞), default 1
            RowShare: [0, 1) in published, author, random-rows; (0, 1) in strict-rows, strict-by-root, default 0.5 in published, author; 0 in random-rows; 0.1 in strict-rows, strict-by-root
            Subsample: (0, 1], default 0.09
            Author: true or false, default false in published; true in author, random-rows
            Split_Kind: Random, METIS or 0, default Random in published, strict, strict-rows, strict-by-root, nonprivate, nonprivate-tuned, own-row, null; METIS in author, random-rows
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            Signed: true or false, default false
            Budget_Epsilon: a number, default 0
            Budget_Delta: a number, default 0
            Others: [0, 4096], default 2
            ByRoot: true or false, default false in strict-rows; true in strict-by-root
            Decay: [0, 1e6], default 0.0001 in nonprivate; 0.001 in nonprivate-tuned"""
        return self.run("dpar", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Classes=Classes, Hidden=Hidden, Unit=Unit, Rate=Rate, Batch=Batch, Epochs=Epochs, Alpha=Alpha, Rho=Rho, Gamma=Gamma, Teleport=Teleport, Hops=Hops, Rows=Rows, Roots=Roots, Keep=Keep, EntryClip=EntryClip, RowClip=RowClip, ColumnBound=ColumnBound, Clip=Clip, RowShare=RowShare, Subsample=Subsample, Author=Author, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, Signed=Signed, Budget_Epsilon=Budget_Epsilon, Budget_Delta=Budget_Delta, Others=Others, ByRoot=ByRoot, Decay=Decay)

    def dpdk(
        self, mode: Literal["strict", "strict-2k", "published", "published-2k", "pgb", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Ratio: float | None = None, CountShare: float | None = None, TriangleShare: float | None = None, Cap: int | Literal["All"] | None = None,
    ) -> Result:
        """Synthetic graphs from a noisy degree distribution (1K) or joint degree distribution (2K).

        Releases: graph; paper: docs/papers/DPDK13.md

        Modes, the strict one by default:
            strict: random graph from a noisy cumulative degree histogram after isotonic regression (proved under edge)
            strict-2k: noisy degrees, then noisy edge counts between classes of similar degree (proved under edge)
            published: noisy degree histogram, with negative counts set to 0 (made from the abstract and PGB's code; proved under edge; caution: noise at empty degrees adds many times the graph's edges at small ε)
            published-2k: joint degree distribution with noise scaled to its smooth sensitivity (made from the abstract and a bound of Sala et al.; not proved: the smoothness β is that of one number, while every pair of degrees has its own; the pairs end at the maximum degree, which is read without noise)
            pgb: PGB's code of 1K: histogram cut at the exact maximum degree (not proved: the maximum degree is read without noise and bounds all released degrees)
            nonprivate: random graph with the exact degree sequence (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            Ratio: [1.1, 64], default 1.5
            CountShare: (0, 0.5), default 0.1
            TriangleShare: [0, 0.5), default 0
            Cap: All (0) or [1, ∞), default 0"""
        return self.run("dpdk", mode, epsilon=epsilon, delta=delta, draw=draw, Ratio=Ratio, CountShare=CountShare, TriangleShare=TriangleShare, Cap=Cap)

    def dpgcn(
        self, mode: Literal["published", "edge-rand", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Hidden: int | None = None, Dropout: float | None = None, Decay: float | None = None, Rate: float | None = None, Epochs: int | None = None, Classes: int | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, CountShare: float | None = None,
    ) -> Result:
        """Node classification by a graph convolutional network on a noisy adjacency matrix.

        Releases: classifier; paper: docs/papers/LINKTELLER22.md

        Modes, the strict one by default:
            published: LapGraph: Laplace noise on adjacency cells, thresholded to a noisy edge count (proved under edge)
            edge-rand: EdgeRand: randomised response on all node pairs (proved under edge)
            null: GCN without edges; knows features and labels, public at edge level (proved under edge)
            nonprivate: the paper's GCN on the exact graph (no privacy)

        Settings, with valid values:
            Hidden: [1, 16384], default 16
            Dropout: [0, 1), default 0.5
            Decay: [0, 1e6], default 0.0005 in published, edge-rand, nonprivate; 5e-05 in null
            Rate: (0, ∞), default 0.01
            Epochs: [1, ∞), default 200 in published, edge-rand, nonprivate; 400 in null
            Classes: [0, 16384], default 0
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            CountShare: (0, 1), default 0.01"""
        return self.run("dpgcn", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Hidden=Hidden, Dropout=Dropout, Decay=Decay, Rate=Rate, Epochs=Epochs, Classes=Classes, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, CountShare=CountShare)

    def dpggan(
        self, mode: Literal["published", "published-vae", "author", "author-vae", "strict", "graph-level", "nonprivate", "nonprivate-tuned", "nonprivate-gan", "strict-nonprivate", "null", "null-graph-level", "null-matched"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Hidden: int | None = None, Latent: int | None = None, Inner: int | None = None, Width: int | None = None, Rate: float | None = None, Divergence: float | None = None, Bias: bool | None = None, Diagonal: bool | None = None, Sigma: float | None = None, SampleRate: float | None = None, Clip: float | None = None, Decay: float | None = None, Steps: int | None = None, Adversary: float | None = None, EdgeRule: Literal["SampledEdges", "TrueEdges"] | None = None, Features: int | None = None, Neighbours: int | None = None, Deviation: float | None = None, Edges: float | None = None, Degrees: float | None = None, Gaps: float | None = None, Components: float | None = None, Hubs: float | None = None, Triangles: float | None = None, Turned: float | None = None, Graphs: int | None = None, MostNodes: int | None = None, ShapeShare: float | None = None, Posterior: bool | None = None,
    ) -> Result:
        """Synthetic graphs by variational graph autoencoders, for one graph or a collection.

        Releases: graphs; paper: docs/papers/DPGGAN21.md

        Modes, the strict one by default:
            published: DPGGAN as printed: noisy clipped gradients train the discriminator (not proved: an edge changes the latent codes of all nodes around it, and the sum of their clipped gradients by far more than C (G1); the encoder trains on the edges without noise (G2); a sample of nodes is not a sample of edges (G4))
            published-vae: DPGVAE as printed: noisy clipped gradients train the decoder (not proved: an edge changes the latent codes of all nodes around it, and the sum of their clipped gradients by far more than C (G1); the encoder trains on the edges without noise (G2); a sample of nodes is not a sample of edges (G4))
            author: authors' DPGGAN code: decodes the graph's own latent codes, exact edge count (not proved: the graph's own latent codes, computed from its eigenvectors, and its edge count are released (G8); seven matrices are clipped separately per node, while an edge changes the gradients of many nodes; the discriminator trains without clipping or noise (G7))
            author-vae: authors' DPGVAE code: author without the discriminator (not proved: the graph's own latent codes, computed from its eigenvectors, and its edge count are released (G8); seven matrices are clipped separately per node, while an edge changes the gradients of many nodes; the discriminator trains without clipping or noise (G7))
            strict: noisy graph statistics, or for large ε randomised response; no neural network (proved under edge)
            graph-level: one decoder for all graphs, by DP-SGD over graphs; noisy sizes (proved under graph-unbounded, graph)
            nonprivate: the paper's GVAE: one autoencoder per graph; no upper bound (no privacy)
            nonprivate-tuned: GVAE with ten times the learning rate and twice the steps (no privacy)
            nonprivate-gan: the paper's GGAN: GVAE with a graph discriminator; no upper bound (no privacy)
            strict-nonprivate: strict's statistics without noise; at large ε strict can be better (no privacy)
            null: uniform random graphs; knows node counts and noisy edge counts (proved under edge)
            null-graph-level: uniform random graphs; knows noisy histograms of sizes and mean degrees (proved under graph-unbounded, graph)
            null-matched: uniform random graphs; knows the exact node and edge counts (no privacy)

        Settings, with valid values:
            Hidden: [1, 4096], default 32 in published, published-vae, graph-level, nonprivate, nonprivate-tuned, nonprivate-gan; 64 in author, author-vae
            Latent: [1, 4096], default 16 in published, published-vae, graph-level, nonprivate, nonprivate-tuned, nonprivate-gan; 64 in author; 32 in author-vae
            Inner: [1, 4096], default 16 in published, published-vae, graph-level, nonprivate, nonprivate-tuned, nonprivate-gan; 64 in author; 32 in author-vae
            Width: [1, 4096], default 32
            Rate: (0, 1000], default 0.001 in published, published-vae, nonprivate, nonprivate-gan; 0.005 in author, author-vae; 0.003 in graph-level; 0.01 in nonprivate-tuned
            Divergence: [0, 1e6], default 0.1 in published, published-vae, graph-level, nonprivate, nonprivate-tuned, nonprivate-gan; 1 in author, author-vae
            Bias: true or false, default false in published, published-vae; true in graph-level, nonprivate, nonprivate-tuned, nonprivate-gan
            Diagonal: true or false, default false in published, graph-level, nonprivate, nonprivate-tuned, nonprivate-gan; true in published-vae
            Sigma: (0, 1e9], default 5 in published, published-vae; 2 in author, author-vae
            SampleRate: (0, 1] in published, published-vae; (1e-9, 1] in graph-level, default 0.01 in published, published-vae; 0.1 in graph-level
            Clip: (0, 1e9] in published, published-vae, author, author-vae; (1e-9, 1e6] in graph-level, default 5 in published, published-vae, author, author-vae; 1 in graph-level
            Decay: (0, 1], default 0.99
            Steps: [1, 2^24], default 300 in published, nonprivate-gan; 1000 in published-vae, nonprivate; 100 in author, author-vae; 200 in graph-level; 2000 in nonprivate-tuned
            Adversary: [0, 1e6], default 0.1 in published, author, nonprivate-gan; 0 in author-vae
            EdgeRule: SampledEdges or TrueEdges, default SampledEdges
            Features: [1, 4096], default 128
            Neighbours: [1, 4096], default 10
            Deviation: [0, 1e6], default 0.75
            Edges: (0, 1), default 0.3
            Degrees: (0, 1), default 0.1
            Gaps: (0, 1), default 0.25
            Components: (0, 1), default 0.25
            Hubs: (0, 1), default 0.05
            Triangles: (0, 1), default 0.05
            Turned: [0, ∞), default 0.75
            Graphs: [1, 2^24], default 0
            MostNodes: [2, 2^20], default 1024
            ShapeShare: (0, 1), default 0.5
            Posterior: true or false, default false"""
        return self.run("dpggan", mode, epsilon=epsilon, delta=delta, draw=draw, Hidden=Hidden, Latent=Latent, Inner=Inner, Width=Width, Rate=Rate, Divergence=Divergence, Bias=Bias, Diagonal=Diagonal, Sigma=Sigma, SampleRate=SampleRate, Clip=Clip, Decay=Decay, Steps=Steps, Adversary=Adversary, EdgeRule=EdgeRule, Features=Features, Neighbours=Neighbours, Deviation=Deviation, Edges=Edges, Degrees=Degrees, Gaps=Gaps, Components=Components, Hubs=Hubs, Triangles=Triangles, Turned=Turned, Graphs=Graphs, MostNodes=MostNodes, ShapeShare=ShapeShare, Posterior=Posterior)

    def dpgnn(
        self, mode: Literal["published", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Classes: int | None = None, Latent: int | None = None, MaxDegree: int | None = None, Batch: int | None = None, Steps: int | None = None, Percentile: float | None = None, Rate: float | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None,
    ) -> Result:
        """Node classification by a one-hop GNN with noisy gradients of sampled subgraphs.

        Releases: classifier; paper: docs/papers/DPGNN21.md

        Modes, the strict one by default:
            published: edges sampled to a maximum degree; noisy gradients clipped per subgraph (made from the authors' code; not proved: removing a node changes how its neighbours' edges are sampled, and so more than K + 1 subgraphs; clipping norms are percentiles of private gradients; caution: predictions read test edges and neighbours' features, which no ε covers)
            nonprivate: published without clipping and noise (no privacy)
            null: initial weights, untrained; knows no training data (proved under node)

        Settings, with valid values:
            Classes: [0, 16384], default 0
            Latent: [1, 4096], default 100
            MaxDegree: [1, 100], default 5
            Batch: [1, ∞), default 256
            Steps: [1, 1000000], default 200
            Percentile: (0, 100], default 75
            Rate: (0, ∞), default 0.003
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0"""
        return self.run("dpgnn", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Classes=Classes, Latent=Latent, MaxDegree=MaxDegree, Batch=Batch, Steps=Steps, Percentile=Percentile, Rate=Rate, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part)

    def dpgs(
        self, mode: Literal["published", "summary", "strict", "random-clusters", "nonprivate-published", "strict-nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Clusters: int | None = None, Start: int | None = None, Dim: int | None = None, Hops: int | None = None, Width: int | None = None, Steps: int | None = None, Rate: float | None = None, Clip: float | None = None, Refined: float | None = None, Candidates: int | None = None, Alpha: float | None = None, Beta: float | None = None, Tau: float | None = None, Rounds: int | None = None, HopShare: float | None = None, Refinements: int | None = None, RefineShare: float | None = None, CountShare: float | None = None, EdgeShare: float | None = None, Near: int | None = None, Common: int | None = None, Labels: bool | None = None, Low: int | None = None, DegreeShare: float | None = None, LowShare: float | None = None, KindShare: float | None = None, TriangleShare: float | None = None, Counts: float | None = None, Least: float | None = None, Turned: float | None = None, Shape: Literal["Uniform", "NoneIsolated"] | None = None, Theta: int | None = None, Edges: int | Literal["TrueEdges"] | None = None,
    ) -> Result:
        """Synthetic graphs by graph summarisation: node clusters and noisy edge counts between them.

        Releases: graph; paper: docs/papers/DPGS.md

        Modes, the strict one by default:
            published: Algorithms 1 to 4: clusters trained on cuts, noisy weights and features (not proved: one edge changes the sums over two-step walks, without a useful bound (G3))
            summary: k-means on public features, then noisy edge counts between clusters (proved under edge)
            strict: noisy degrees, edges by feature similarity, triangles; for large ε randomised response (proved under edge)
            random-clusters: control for the clustering: summary with random clusters (proved under edge)
            nonprivate-published: published without noise; no upper bound (no privacy)
            strict-nonprivate: strict's statistics without noise; at large ε strict can be better (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            Clusters: [2, 5000], default 7 in published, nonprivate-published; 30 in summary, random-clusters
            Start: a whole number, default 0
            Dim: [1, 4096] in published, summary, nonprivate-published; [0, 65536] in null, default 64 in published, summary, nonprivate-published; 0 in null
            Hops: [0, 16] in published, nonprivate-published; [0, 64] in summary, default 2 in published, nonprivate-published; 0 in summary
            Width: [1, 4096], default 64
            Steps: [1, 2^20], default 100
            Rate: [1e-9, 1e3], default 0.01
            Clip: [1e-9, 1e9], default 1
            Refined: [0, 1], default 0.05
            Candidates: [2, 60000], default 3
            Alpha: [1e-9, 1e9], default 1
            Beta: [0, 1], default 0.5
            Tau: [-2, 1e12], default -1
            Rounds: [1, 2^20], default 20
            HopShare: [0, 1], default 0
            Refinements: [0, 1024], default 0
            RefineShare: [0, 1], default 0
            CountShare: (0, 1], default 1
            EdgeShare: [0, 1] in summary; [0, 0.999] in random-clusters, default 0
            Near: [1, 4096], default 64
            Common: [2, ∞), default 1000
            Labels: true or false, default true
            Low: [1, 65536], default 32
            DegreeShare: (0, 1], default 0.7
            LowShare: (0, 1], default 0.05
            KindShare: (0, 1], default 0.05
            TriangleShare: (0, 1], default 0.2
            Counts: (0, 1e3], default 0.8
            Least: (0, 1e3], default 2.6
            Turned: [0, 1e9], default 256
            Shape: Uniform or NoneIsolated, default Uniform
            Theta: [0, ∞), default 1073741824
            Edges: TrueEdges (-1) or [0, ∞), default 0"""
        return self.run("dpgs", mode, epsilon=epsilon, delta=delta, draw=draw, Clusters=Clusters, Start=Start, Dim=Dim, Hops=Hops, Width=Width, Steps=Steps, Rate=Rate, Clip=Clip, Refined=Refined, Candidates=Candidates, Alpha=Alpha, Beta=Beta, Tau=Tau, Rounds=Rounds, HopShare=HopShare, Refinements=Refinements, RefineShare=RefineShare, CountShare=CountShare, EdgeShare=EdgeShare, Near=Near, Common=Common, Labels=Labels, Low=Low, DegreeShare=DegreeShare, LowShare=LowShare, KindShare=KindShare, TriangleShare=TriangleShare, Counts=Counts, Least=Least, Turned=Turned, Shape=Shape, Theta=Theta, Edges=Edges)

    def dpne(
        self, mode: Literal["published", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Dim: int | None = None, Ridge: float | None = None, Rounds: int | None = None,
    ) -> Result:
        """Node embeddings by matrix factorisation with objective perturbation.

        Releases: embedding; paper: docs/papers/DPNE18.md

        Modes, the strict one by default:
            published: alternating least squares with Laplace noise on the released factor's objective (made from the abstract alone; not proved: an edge changes the gradients of both its ends; the second factor is fitted without noise, and the objective is not convex in both factors)
            nonprivate: matrix factorisation without noise, in 64 dimensions (no privacy)
            null: random embeddings, independent of the graph; knows only the node set (proved under edge)

        Settings, with valid values:
            Dim: [1, 4096] in published, nonprivate; [1, 65536] in null, default 4 in published, null; 64 in nonprivate
            Ridge: [1e-6, 1e6], default 10
            Rounds: [1, 1000], default 10"""
        return self.run("dpne", mode, epsilon=epsilon, delta=delta, draw=draw, Dim=Dim, Ridge=Ridge, Rounds=Rounds)

    def dpppr(
        self, mode: Literal["published", "published-edge", "strict", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Dim: int | None = None, Alpha: float | None = None, Rounds: int | None = None, Sigma: float | None = None, Joint: bool | None = None, Epsilon: float | None = None,
    ) -> Result:
        """Node embeddings by sensitivity-bounded personalised PageRank.

        Releases: embedding; paper: docs/papers/DPPPR22.md

        Modes, the strict one by default:
            published: joint DP: noisy hashed PageRank rows, budget accounted for one row (made from the abstract and the authors' code; not proved: a node's row reveals its own edges; joint DP allows that towards the node itself, but all rows are released here)
            published-edge: noisy hashed PageRank rows, all roots capped, budget accounted for one row (made from the abstract and the authors' code; proved under edge)
            strict: degree-scaled PageRank of random vectors; Gaussian noise for all rows at once (proved under edge)
            nonprivate: InstantEmbedding: exact personalised PageRank rows, hashed (no privacy)
            null: random embeddings, independent of the graph; knows only the node set (proved under edge)

        Settings, with valid values:
            Dim: [1, 65536], default 128 in published, published-edge, nonprivate, null; 16 in strict
            Alpha: (0, 1), default 0.15 in published, published-edge, nonprivate; 0.8 in strict
            Rounds: [1, 10000] in published, published-edge; [1, 1000] in strict, default 10
            Sigma: [1e-9, 1], default 0.001
            Joint: true or false, default true in published; false in published-edge
            Epsilon: [1e-9, 1], default 1e-05"""
        return self.run("dpppr", mode, epsilon=epsilon, delta=delta, draw=draw, Dim=Dim, Alpha=Alpha, Rounds=Rounds, Sigma=Sigma, Joint=Joint, Epsilon=Epsilon)

    def eclipse(
        self, mode: Literal["published", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Hidden: int | None = None, Dropout: float | None = None, Decay: float | None = None, Rate: float | None = None, Epochs: int | None = None, Classes: int | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, Rank: int | None = None, CountShare: float | None = None,
    ) -> Result:
        """Node classification by a graph convolutional network on a graph of noisy singular values.

        Releases: classifier; paper: docs/papers/ECLIPSE24.md

        Modes, the strict one by default:
            published: Gaussian noise on 20 singular values; singular vectors without noise (made from the authors' code; not proved: singular vectors are used without noise and reveal which nodes have edges)
            null: GCN without edges; knows features and labels, public at edge level (proved under edge)
            nonprivate: GCN on the rank-20 graph without noise (no privacy)

        Settings, with valid values:
            Hidden: [1, 16384], default 16
            Dropout: [0, 1), default 0.5
            Decay: [0, 1e6], default 0.0005 in published, nonprivate; 5e-05 in null
            Rate: (0, ∞), default 0.01
            Epochs: [1, ∞), default 200 in published, nonprivate; 400 in null
            Classes: [0, 16384], default 0
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            Rank: [1, 1024], default 20
            CountShare: (0, 1), default 0.01"""
        return self.run("eclipse", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Hidden=Hidden, Dropout=Dropout, Decay=Decay, Rate=Rate, Epochs=Epochs, Classes=Classes, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, Rank=Rank, CountShare=CountShare)

    def features(
        self, mode: Literal["published", "strict", "dp-sgd", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Classes: int | None = None, Hidden: int | None = None, Dropout: float | None = None, Rate: float | None = None, Batch: int | None = None, Epochs: int | None = None, Clip: float | None = None, Subsample: float | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, Budget_Epsilon: float | None = None, Budget_Delta: float | None = None, Backend: str | None = None, Signed: bool | None = None, Decay: float | None = None, Unit: bool | None = None,
    ) -> Result:
        """Node classification from features alone, without edges (a baseline of DPAR).

        Releases: classifier; paper: docs/papers/DPAR24.md

        Modes, the strict one by default:
            published: DP-SGD on a public subsample, counted as privacy amplification (proved under node, node-unbounded)
            strict: noisy feature sums per class, then a likelihood classifier (proved under node, node-unbounded)
            dp-sgd: DP-SGD with Poisson sampling (proved under node, node-unbounded)
            null: initial weights, untrained; knows no training data (proved under node, node-unbounded)
            nonprivate: the paper's training without clipping and noise (no privacy)

        Settings, with valid values:
            Classes: [0, 16384], default 0
            Hidden: [1, 16384], default 32
            Dropout: [0, 1), default 0.1 in published, nonprivate; 0 in dp-sgd
            Rate: (0, ∞), default 0.005 in published, nonprivate; 0.02 in dp-sgd
            Batch: [1, ∞), default 60 in published, nonprivate; 256 in dp-sgd
            Epochs: [0, 1000000], default 200 in published, nonprivate; 30 in dp-sgd
            Clip: (0, ∞), default 1
            Subsample: (0, 1], default 0.09
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            Budget_Epsilon: a number, default 0
            Budget_Delta: a number, default 0
            Backend: a string, default 
            Signed: true or false, default false
            Decay: [0, ∞), default 0 in dp-sgd; 0.0001 in nonprivate
            Unit: true or false, default true in dp-sgd; false in nonprivate"""
        return self.run("features", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Classes=Classes, Hidden=Hidden, Dropout=Dropout, Rate=Rate, Batch=Batch, Epochs=Epochs, Clip=Clip, Subsample=Subsample, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, Budget_Epsilon=Budget_Epsilon, Budget_Delta=Budget_Delta, Backend=Backend, Signed=Signed, Decay=Decay, Unit=Unit)

    def gap(
        self, mode: Literal["published", "published-ndp", "strict", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Classes: int | None = None, Hidden: int | None = None, EncoderLayers: int | None = None, BaseLayers: int | None = None, HeadLayers: int | None = None, Activation: Literal["selu", "relu", "tanh"] | None = None, BatchNorm: bool | None = None, Rate: float | None = None, Decay: float | None = None, EncoderEpochs: int | None = None, Epochs: int | None = None, Unit: bool | None = None, Validation: float | None = None, Start: int | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, Backend: str | None = None, Hops: int | None = None, MaxDegree: int | None = None, Batch: int | None = None, Clip: float | None = None,
    ) -> Result:
        """Node classification by MLPs on noisy neighbourhood aggregations.

        Releases: classifier; paper: docs/papers/GAP23.md

        Modes, the strict one by default:
            published: GAP-EDP: encoder, noisy hop aggregations, classifier; one edge counted as one arc (made from the abstract and the authors' code; proved under edge)
            published-ndp: GAP-NDP: neighbour sampling, noisy aggregations, DP-SGD for both MLPs (made from the abstract and the authors' code; not proved: a node's own sum has one row per neighbour, and a node that another one samples displaces a third node)
            strict: one noisy aggregation at sensitivity √2, with retuned MLPs (proved under edge)
            null: MLP without aggregation; knows features and labels, public at edge level (proved under edge)
            nonprivate: GAP-∞: exact aggregations (no privacy)

        Settings, with valid values:
            Classes: 0 or [2, 65536], default 0
            Hidden: [1, 65536], default 16
            EncoderLayers: [1, 64], default 2
            BaseLayers: [1, 64], default 1
            HeadLayers: [1, 64], default 1
            Activation: "selu", "relu" or "tanh", default selu
            BatchNorm: true or false, default true in published, nonprivate; false in strict, null
            Rate: (0, ∞), default 0.01
            Decay: [0, 1e6], default 0 in published, nonprivate; 0.002 in strict, null
            EncoderEpochs: [1, 1000000], default 100 in published, strict, null, nonprivate; 10 in published-ndp
            Epochs: [1, 1000000], default 100 in published, strict, null, nonprivate; 10 in published-ndp
            Unit: true or false, default false in published, nonprivate; true in strict, null
            Validation: [0, 1), default 0.125 in published, nonprivate; 0 in strict, null
            Start: a whole number, default 0
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            Backend: a string, default 
            Hops: [1, 64], default 2 in published, published-ndp, nonprivate; 1 in strict
            MaxDegree: [1, ∞), default 100
            Batch: [1, ∞), default 256
            Clip: (1e-9, 1e9), default 1"""
        return self.run("gap", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Classes=Classes, Hidden=Hidden, EncoderLayers=EncoderLayers, BaseLayers=BaseLayers, HeadLayers=HeadLayers, Activation=Activation, BatchNorm=BatchNorm, Rate=Rate, Decay=Decay, EncoderEpochs=EncoderEpochs, Epochs=Epochs, Unit=Unit, Validation=Validation, Start=Start, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, Backend=Backend, Hops=Hops, MaxDegree=MaxDegree, Batch=Batch, Clip=Clip)

    def gapemb(
        self, mode: Literal["published", "strict", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Dim: int | None = None, Hops: int | None = None,
    ) -> Result:
        """Node embeddings by noisy neighbourhood aggregations of random vectors.

        Releases: embedding; paper: docs/papers/GAP23.md

        Modes, the strict one by default:
            published: two hops normalised to unit norm; one edge counted as one arc (made from the abstract and the authors' code; proved under edge)
            strict: five low-dimensional hops at sensitivity √2, without normalisation (proved under edge)
            nonprivate: exact aggregations (no privacy)
            null: random embeddings, independent of the graph; knows only the node set (proved under edge)

        Settings, with valid values:
            Dim: [1, 65536], default 16 in published; 4 in strict, nonprivate; 20 in null
            Hops: [1, 64], default 2 in published; 5 in strict, nonprivate"""
        return self.run("gapemb", mode, epsilon=epsilon, delta=delta, draw=draw, Dim=Dim, Hops=Hops)

    def gcn(
        self, mode: Literal["nonprivate", "nonprivate-tuned", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Hidden: int | None = None, Dropout: float | None = None, Decay: float | None = None, Rate: float | None = None, Epochs: int | None = None, Classes: int | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None,
    ) -> Result:
        """Node classification by a graph convolutional network, without privacy.

        Releases: classifier; paper: docs/papers/KW17.md

        Modes, the strict one by default:
            nonprivate: the paper's GCN on the exact graph (no privacy)
            nonprivate-tuned: GCN with hyper-parameters tuned for many training labels (no privacy)
            null: GCN without edges; knows features and labels, public at edge level (proved under edge)

        Settings, with valid values:
            Hidden: [1, 16384], default 16
            Dropout: [0, 1), default 0.5
            Decay: [0, 1e6], default 0.0005 in nonprivate; 5e-05 in nonprivate-tuned, null
            Rate: (0, ∞), default 0.01
            Epochs: [1, ∞), default 200 in nonprivate; 400 in nonprivate-tuned, null
            Classes: [0, 16384], default 0
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0"""
        return self.run("gcn", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Hidden=Hidden, Dropout=Dropout, Decay=Decay, Rate=Rate, Epochs=Epochs, Classes=Classes, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part)

    def graphrnn(
        self, mode: Literal["nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Layers: int | None = None, Hidden: int | None = None, Embedding: int | None = None, EdgeHidden: int | None = None, EdgeEmbedding: int | None = None, Batch: int | None = None, Steps: int | None = None, Rate: float | None = None, Together: bool | None = None,
    ) -> Result:
        """Synthetic graphs by an autoregressive recurrent network (non-private baseline).

        Releases: graphs; paper: docs/papers/GRAPHRNN18.md

        Modes, the strict one by default:
            nonprivate: GraphRNN, one network per graph (no privacy)

        Settings, with valid values:
            Layers: [1, 16], default 2
            Hidden: [1, 4096], default 64
            Embedding: [1, 4096], default 32
            EdgeHidden: [1, 4096], default 16
            EdgeEmbedding: [1, 4096], default 8
            Batch: [1, 4096], default 4
            Steps: [1, 2^24], default 300
            Rate: (0, 1], default 0.003
            Together: true or false, default false"""
        return self.run("graphrnn", mode, epsilon=epsilon, delta=delta, draw=draw, Layers=Layers, Hidden=Hidden, Embedding=Embedding, EdgeHidden=EdgeHidden, EdgeEmbedding=EdgeEmbedding, Batch=Batch, Steps=Steps, Rate=Rate, Together=Together)

    def ldpgen(
        self, mode: Literal["strict", "published", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Random: int | None = None, Most: int | None = None, DegreeShare: float | None = None, FirstShare: float | None = None, CountShare: float | None = None, TriangleShare: float | None = None, Rounds: int | None = None,
    ) -> Result:
        """Synthetic graphs from noisy neighbour counts per node group, in two phases.

        Releases: graph; paper: docs/papers/LDPGEN17.md

        Modes, the strict one by default:
            strict: noisy degrees; hubs, then all nodes, clustered by noisy neighbour counts (proved under edge; caution: at ε = 1 it finds at most two groups; it keeps degrees and triangles)
            published: two phases of noisy neighbour counts; each edge counted in one list (made from two public implementations; proved under edge)
            nonprivate: strict with exact degrees, groups, edges between groups and triangles (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            Random: [1, 1024], default 64 in strict, nonprivate; 2 in published
            Most: [1, 1024], default 32 in strict, nonprivate; 50 in published
            DegreeShare: (0, 0.5), default 0.2
            FirstShare: (0, 0.5) in strict; (0, 1) in published, default 0.3 in strict; 0.5 in published
            CountShare: (0, 0.5), default 0.1
            TriangleShare: (0, 0.5), default 0.05
            Rounds: [1, 1000], default 20"""
        return self.run("ldpgen", mode, epsilon=epsilon, delta=delta, draw=draw, Random=Random, Most=Most, DegreeShare=DegreeShare, FirstShare=FirstShare, CountShare=CountShare, TriangleShare=TriangleShare, Rounds=Rounds)

    def lpgnet(
        self, mode: Literal["published", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Hidden: int | None = None, Dropout: float | None = None, Decay: float | None = None, Rate: float | None = None, Epochs: int | None = None, Classes: int | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, Validation: float | None = None, Stacks: int | None = None,
    ) -> Result:
        """Node classification by stacked MLPs with noisy neighbour counts per class.

        Releases: classifier; paper: docs/papers/LPGNET22.md

        Modes, the strict one by default:
            published: LPGNet-2: noisy cluster degree vectors for two stacked MLPs, ε/2 each (proved under edge)
            null: first MLP alone; knows features and labels, public at edge level (proved under edge)
            nonprivate: LPGNet-2 with exact cluster degree vectors (no privacy)

        Settings, with valid values:
            Hidden: [1, 16384], default 16
            Dropout: [0, 1), default 0.5
            Decay: [0, 1e6], default 0.0005
            Rate: (0, ∞), default 0.01
            Epochs: [1, ∞), default 500
            Classes: [0, 16384], default 0
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            Validation: [0, 1), default 0.2
            Stacks: [1, 16], default 2"""
        return self.run("lpgnet", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Hidden=Hidden, Dropout=Dropout, Decay=Decay, Rate=Rate, Epochs=Epochs, Classes=Classes, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, Validation=Validation, Stacks=Stacks)

    def mlp(
        self, mode: Literal["published", "published-ndp", "strict", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Classes: int | None = None, Layers: int | None = None, Hidden: int | None = None, Activation: Literal["selu", "relu", "tanh"] | None = None, BatchNorm: bool | None = None, Rate: float | None = None, Decay: float | None = None, Epochs: int | None = None, Unit: bool | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, Backend: str | None = None, Batch: int | None = None, Clip: float | None = None,
    ) -> Result:
        """Node classification by an MLP on features, without edges (a baseline of GAP).

        Releases: classifier; paper: docs/papers/GAP23.md

        Modes, the strict one by default:
            published: MLP without noise: features and labels are public at edge level (made from the abstract and the authors' code; proved under edge)
            published-ndp: DP-SGD with Poisson sampling (made from the abstract and the authors' code; proved under node, node-unbounded)
            strict: DP-SGD with unit-norm features, two layers and larger batches (proved under node, node-unbounded)
            null: initial weights, untrained; knows no training data (proved under node, node-unbounded, edge)
            nonprivate: MLP without noise (no privacy)

        Settings, with valid values:
            Classes: 0 or [2, 65536], default 0
            Layers: [1, 64], default 3 in published, published-ndp, null, nonprivate; 2 in strict
            Hidden: [1, 65536], default 16
            Activation: "selu", "relu" or "tanh", default selu
            BatchNorm: true or false, default true
            Rate: (0, ∞), default 0.01 in published, published-ndp, nonprivate; 0.02 in strict
            Decay: [0, 1e6], default 0
            Epochs: [1, 1000000], default 100 in published, nonprivate; 10 in published-ndp; 30 in strict
            Unit: true or false, default false in published, published-ndp, nonprivate; true in strict
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            Backend: a string, default 
            Batch: [1, ∞), default 256 in published-ndp; 512 in strict
            Clip: (1e-9, 1e9), default 1"""
        return self.run("mlp", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Classes=Classes, Layers=Layers, Hidden=Hidden, Activation=Activation, BatchNorm=BatchNorm, Rate=Rate, Decay=Decay, Epochs=Epochs, Unit=Unit, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, Backend=Backend, Batch=Batch, Clip=Clip)

    def netgan(
        self, mode: Literal["nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Length: int | None = None, Noise: int | None = None, Hidden: int | None = None, Judge: int | None = None, Down: int | None = None, Batch: int | None = None, Steps: int | None = None, Critics: int | None = None, Rate: float | None = None, Penalty: float | None = None, Walks: int | None = None,
    ) -> Result:
        """Synthetic graphs by a GAN over random walks (non-private baseline).

        Releases: graphs; paper: docs/papers/NETGAN18.md

        Modes, the strict one by default:
            nonprivate: NetGAN, one generator and one critic per graph (no privacy)

        Settings, with valid values:
            Length: [2, 1024], default 16
            Noise: [1, 4096], default 16
            Hidden: [1, 4096], default 40
            Judge: [1, 4096], default 30
            Down: [1, 4096], default 32
            Batch: [1, 4096], default 32
            Steps: [1, 2^24], default 300
            Critics: [1, 1024], default 3
            Rate: (0, 1], default 0.002
            Penalty: [0, 1e6], default 10
            Walks: [1, 2^24], default 2048"""
        return self.run("netgan", mode, epsilon=epsilon, delta=delta, draw=draw, Length=Length, Noise=Noise, Hidden=Hidden, Judge=Judge, Down=Down, Batch=Batch, Steps=Steps, Critics=Critics, Rate=Rate, Penalty=Penalty, Walks=Walks)

    def pairs(
        self, mode: Literal["strict", "plain", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, CountShare: float | None = None,
    ) -> Result:
        """Synthetic graphs by randomised response on all node pairs.

        Releases: graphs

        Modes, the strict one by default:
            strict: randomised response; noisy edges kept up to a noisy edge count (proved under edge)
            plain: randomised response; all noisy edges kept (proved under edge)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            CountShare: (0, 1), default 0.02"""
        return self.run("pairs", mode, epsilon=epsilon, delta=delta, draw=draw, CountShare=CountShare)

    def privdpr(
        self, mode: Literal["published", "author", "strict", "clipped-sum", "nonprivate", "strict-nonprivate", "null", "null-matched"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Epochs: int | None = None, Batch: int | None = None, Walks: int | None = None, WalkLength: int | None = None, Dim: int | None = None, Hidden: int | None = None, Layers: int | Literal["ByTheorem"] | None = None, Scale: float | None = None, Gamma: float | None = None, Rate: float | None = None, EdgeRule: Literal["SigmoidEdges", "AuthorEdges", "PublicEdges", "TrueEdges"] | None = None, Edges: int | None = None, Preset: float | None = None, Author_Frozen: bool | None = None, Author_SumCounts: bool | None = None, Author_MeanGradient: bool | None = None, Author_SkipEmpty: bool | None = None, Author_OneStepNorm: bool | None = None, Author_OneMatrixFewer: bool | None = None, Theta: int | Literal["ByBudget"] | None = None, TriangleShare: float | None = None, TriangleCap: int | Literal["ByBudget"] | None = None, Clip: float | None = None, EdgeShare: float | None = None, Shape: Literal["Uniform", "NoneIsolated"] | None = None,
    ) -> Result:
        """Synthetic graphs by deep PageRank with noisy gradients.

        Releases: graph; paper: docs/papers/PRIVDPR25.md

        Modes, the strict one by default:
            published: Gaussian noise on the gradient of V; network depth by Eq. 13 (proved under node, edge, node-unbounded; caution: at the paper's settings the graph hardly depends on the edges)
            author: authors' script: the embedding stays at its random initialisation (proved under node, edge, node-unbounded; caution: the graph says nothing about the edges)
            strict: random graph from a noisy degree distribution and a noisy triangle count (proved under node, edge, node-unbounded)
            clipped-sum: deep PageRank with the summed gradient clipped; exact accounting (proved under node, edge, node-unbounded)
            nonprivate: the paper's DPR (No DP), one hidden layer; no upper bound (no privacy)
            strict-nonprivate: strict with exact degrees and the exact triangle count (no privacy)
            null: random graph without isolated nodes; knows only a noisy edge count (proved under node, edge, node-unbounded)
            null-matched: random graph without isolated nodes; knows the exact edge count (not proved: the exact number of edges is used without noise)

        Settings, with valid values:
            Epochs: [1, 2^20], default 5 in published, clipped-sum, nonprivate; 1 in author
            Batch: [1, 2^30], default 16
            Walks: [1, 2^20], default 2
            WalkLength: [1, 2^20], default 16
            Dim: [1, 65536] in published, author, clipped-sum, nonprivate; [0, 65536] in null, null-matched, default 128 in published, author, nonprivate, null, null-matched; 16 in clipped-sum
            Hidden: [1, 4096], default 64
            Layers: ByTheorem (-1) or [0, 1024], default -1 in published, author; 1 in clipped-sum, nonprivate
            Scale: [1e-15, 1e15], default 8 in published, author; 1 in clipped-sum, nonprivate
            Gamma: [1e-15, 1), default 0.85
            Rate: [1e-15, 1e15], default 0.001
            EdgeRule: SigmoidEdges, AuthorEdges, PublicEdges or TrueEdges, default SigmoidEdges in published, nonprivate; AuthorEdges in author
            Edges: [0, ∞) in published, author, nonprivate; TrueEdges (-1) or [0, ∞) in null, null-matched, default 0 in published, author, nonprivate, null; -1 in null-matched
            Preset: [1e-15, 1e15], default 5
            Author_Frozen: true or false, default false in published; true in author
            Author_SumCounts: true or false, default false in published; true in author
            Author_MeanGradient: true or false, default false in published; true in author
            Author_SkipEmpty: true or false, default false in published; true in author
            Author_OneStepNorm: true or false, default false in published; true in author
            Author_OneMatrixFewer: true or false, default false in published; true in author
            Theta: ByBudget (-1) or [1, ∞) in strict, clipped-sum; [0, ∞) in null, null-matched, default -1 in strict, clipped-sum; 20 in null; 0 in null-matched
            TriangleShare: [0, 1), default 0.2
            TriangleCap: ByBudget (-1) or [1, 2^20], default -1
            Clip: [1e-15, 1e15], default 1
            EdgeShare: (0, 1), default 0.1
            Shape: Uniform or NoneIsolated, default NoneIsolated"""
        return self.run("privdpr", mode, epsilon=epsilon, delta=delta, draw=draw, Epochs=Epochs, Batch=Batch, Walks=Walks, WalkLength=WalkLength, Dim=Dim, Hidden=Hidden, Layers=Layers, Scale=Scale, Gamma=Gamma, Rate=Rate, EdgeRule=EdgeRule, Edges=Edges, Preset=Preset, Author_Frozen=Author_Frozen, Author_SumCounts=Author_SumCounts, Author_MeanGradient=Author_MeanGradient, Author_SkipEmpty=Author_SkipEmpty, Author_OneStepNorm=Author_OneStepNorm, Author_OneMatrixFewer=Author_OneMatrixFewer, Theta=Theta, TriangleShare=TriangleShare, TriangleCap=TriangleCap, Clip=Clip, EdgeShare=EdgeShare, Shape=Shape)

    def privgraph(
        self, mode: Literal["strict", "published", "author", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Group: int | None = None, GroupShare: float | None = None, ChangeShare: float | None = None,
    ) -> Result:
        """Synthetic graphs from noisy communities, degrees within them and edge counts between.

        Releases: graph; paper: docs/papers/PRIVGRAPH23.md

        Modes, the strict one by default:
            strict: published with tight sensitivity of community moves, and denoised degrees (proved under edge)
            published: random groups, Louvain, exponential-mechanism moves, noisy degrees and counts; ε/3 each (made from the authors' code; proved under edge)
            author: authors' code: published with all inter-community edges at the last community (proved under edge)
            nonprivate: Louvain communities, exact degrees and edge counts (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            Group: [1, ∞), default 20
            GroupShare: (0, 1), default 0.3333333333333333
            ChangeShare: (0, 1), default 0.3333333333333333"""
        return self.run("privgraph", mode, epsilon=epsilon, delta=delta, draw=draw, Group=Group, GroupShare=GroupShare, ChangeShare=ChangeShare)

    def privhrg(
        self, mode: Literal["strict", "published", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Vectors: int | None = None, Groups: int | None = None, Edges: float | None = None, Degrees: float | None = None, Mean: float | None = None, Density: float | None = None, CountShare: float | None = None, Steps: int | None = None, Sharp: float | None = None, Clear: float | None = None, Least: int | None = None, Most: int | None = None, TreeShare: float | None = None, PairNoise: float | None = None, BlockNoise: float | None = None,
    ) -> Result:
        """Synthetic graphs by a hierarchical random graph: a dendrogram and noisy edge counts.

        Releases: graph; paper: docs/papers/PRIVHRG14.md

        Modes, the strict one by default:
            strict: dendrogram fitted to noisy answers by MCMC, then noisy edge counts (proved under edge)
            published: dendrogram by MCMC on the private graph, then noisy edge counts (made from the authors' code and later papers' summaries; not proved: the dendrogram comes from a Markov chain with a data-dependent stopping rule; its distance from the stationary distribution is unknown)
            nonprivate: dendrogram by MCMC on the exact graph, and exact edge counts (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            Vectors: [0, 512], default 48
            Groups: [1, 512], default 8
            Edges: 0 or [2^-20, 0.25], default 0
            Degrees: 0 or [2^-20, 0.5], default 0.2
            Mean: [0, 1e15], default 0
            Density: [0, 1e15], default 1.5
            CountShare: (0, 1), default 0.1
            Steps: [0, 10000], default 300
            Sharp: (0, 1e6], default 3
            Clear: [0, 1e6], default 2
            Least: [1, 100000], default 1000
            Most: [1, 100000], default 3000
            TreeShare: (0, 1), default 0.5
            PairNoise: [0, 1e6], default 0.05
            BlockNoise: [0, 1e6], default 0.01"""
        return self.run("privhrg", mode, epsilon=epsilon, delta=delta, draw=draw, Vectors=Vectors, Groups=Groups, Edges=Edges, Degrees=Degrees, Mean=Mean, Density=Density, CountShare=CountShare, Steps=Steps, Sharp=Sharp, Clear=Clear, Least=Least, Most=Most, TreeShare=TreeShare, PairNoise=PairNoise, BlockNoise=BlockNoise)

    def privskg(
        self, mode: Literal["strict", "published", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, TriangleShare: float | None = None,
    ) -> Result:
        """Synthetic graphs by a stochastic Kronecker model fitted to noisy subgraph counts.

        Releases: graph; paper: docs/papers/MW12.md

        Modes, the strict one by default:
            strict: noisy degree sequence, and a noisy triangle count (proved under edge)
            published: noisy degree sequence, and triangles with smooth-sensitivity noise (made from the abstract and the smooth-sensitivity theorem; not proved: the theorem assumes real numbers; floating-point noise of a private scale reveals that scale in its low-order bits)
            nonprivate: Kronecker model fitted to the exact counts (no privacy)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            TriangleShare: (0, 1), default 0.5"""
        return self.run("privskg", mode, epsilon=epsilon, delta=delta, draw=draw, TriangleShare=TriangleShare)

    def progap(
        self, mode: Literal["published", "published-ndp", "strict", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Classes: int | None = None, Hidden: int | None = None, BaseLayers: int | None = None, HeadLayers: int | None = None, Activation: Literal["selu", "relu", "tanh"] | None = None, BatchNorm: bool | None = None, Rate: float | None = None, Decay: float | None = None, Epochs: int | None = None, Unit: bool | None = None, Validation: float | None = None, Scaled: bool | None = None, Start: int | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, Backend: str | None = None, Depth: int | None = None, MaxDegree: int | None = None, Batch: int | None = None, Clip: float | None = None,
    ) -> Result:
        """Node classification by progressively trained layers over noisy neighbourhood aggregations.

        Releases: classifier; paper: docs/papers/PROGAP24.md

        Modes, the strict one by default:
            published: one noisy aggregation per stage; one edge counted as one arc (made from the abstract and the authors' code; proved under edge)
            published-ndp: node level: neighbour sampling, noisy aggregations, DP-SGD in every stage (made from the abstract and the authors' code; not proved: a node's own sum has one row per neighbour, and a node that another one samples displaces a third node)
            strict: one noisy aggregation at sensitivity √2, with retuned hyper-parameters (proved under edge)
            null: first stage alone; knows features and labels, public at edge level (proved under edge)
            nonprivate: exact aggregations (no privacy)

        Settings, with valid values:
            Classes: 0 or [2, 65536], default 0
            Hidden: [1, 65536], default 16
            BaseLayers: [1, 64], default 1
            HeadLayers: [1, 64], default 1
            Activation: "selu", "relu" or "tanh", default selu
            BatchNorm: true or false, default true in published, nonprivate; false in strict, null
            Rate: (0, ∞), default 0.01
            Decay: [0, 1e6], default 0 in published, nonprivate; 0.002 in strict, null
            Epochs: [1, 1000000], default 100 in published, strict, null, nonprivate; 10 in published-ndp
            Unit: true or false, default false in published, nonprivate; true in strict, null
            Validation: [0, 1), default 0.125 in published, nonprivate; 0 in strict, null
            Scaled: true or false, default false in published, nonprivate; true in strict, null
            Start: a whole number, default 0
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            Backend: a string, default 
            Depth: [1, 64], default 2 in published, published-ndp, nonprivate; 1 in strict
            MaxDegree: [1, ∞), default 100
            Batch: [1, ∞), default 256
            Clip: (1e-9, 1e9), default 1"""
        return self.run("progap", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Classes=Classes, Hidden=Hidden, BaseLayers=BaseLayers, HeadLayers=HeadLayers, Activation=Activation, BatchNorm=BatchNorm, Rate=Rate, Decay=Decay, Epochs=Epochs, Unit=Unit, Validation=Validation, Scaled=Scaled, Start=Start, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, Backend=Backend, Depth=Depth, MaxDegree=MaxDegree, Batch=Batch, Clip=Clip)

    def question(
        self, mode: Literal["strict", "strict-node", "nonprivate", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Statistic: str | None = None, Level: float | None = None, MeanDegree: float | None = None,
    ) -> Result:
        """One statistic of a private graph, such as the number of triangles.

        Releases: statistics

        Modes, the strict one by default:
            strict: noisy value at edge level; a public rule selects the mechanism (proved under edge)
            strict-node: noisy value at node level; a public rule selects the mechanism (proved under node, node-unbounded)
            nonprivate: the exact value (no privacy)
            null: surrogate graph's statistic; knows the node count and an assumed mean degree (proved under edge, node, node-unbounded)

        Settings, with valid values:
            Statistic: a string, default edges
            Level: (0, 1), default 0.95
            MeanDegree: (0, 1000000], default 20"""
        return self.run("question", mode, epsilon=epsilon, delta=delta, draw=draw, Statistic=Statistic, Level=Level, MeanDegree=MeanDegree)

    def sage(
        self, mode: Literal["published-ndp", "strict", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Classes: int | None = None, MaxDegree: int | None = None, Hidden: int | None = None, BaseLayers: int | None = None, HeadLayers: int | None = None, Activation: Literal["selu", "relu", "tanh"] | None = None, Rate: float | None = None, Batch: int | None = None, Epochs: int | None = None, Clip: float | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None, Backend: str | None = None, Decay: float | None = None, Unit: bool | None = None, CountShare: float | None = None,
    ) -> Result:
        """Node classification by one GraphSAGE layer on sampled neighbourhoods (a baseline of GAP).

        Releases: classifier; paper: docs/papers/GAP23.md

        Modes, the strict one by default:
            published-ndp: SAGE-NDP: DP-SGD on bounded neighbourhoods, noisy aggregation for prediction (made from the abstract and the authors' code; not proved: a node's edges decide which edges other nodes keep, and its own sum has one row per neighbour)
            strict: SAGE-EDP with randomised response on node pairs instead of arcs (proved under edge)
            null: SAGE without neighbours; knows features and labels, public at edge level (proved under edge)
            nonprivate: SAGE on the exact graph (no privacy)

        Settings, with valid values:
            Classes: 0 or [2, 65536], default 0
            MaxDegree: [1, 4096], default 10
            Hidden: [1, 65536], default 16
            BaseLayers: [1, 64], default 2
            HeadLayers: [1, 64], default 1
            Activation: "selu", "relu" or "tanh", default selu
            Rate: (0, ∞), default 0.01
            Batch: [1, ∞), default 128 in published-ndp; 256 in strict, null, nonprivate
            Epochs: [1, 1000000], default 10 in published-ndp; 20 in strict, null, nonprivate
            Clip: (1e-9, 1e9), default 1
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0
            Backend: a string, default 
            Decay: [0, 1e6], default 0.002
            Unit: true or false, default true
            CountShare: (0, 1), default 0.1"""
        return self.run("sage", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Classes=Classes, MaxDegree=MaxDegree, Hidden=Hidden, BaseLayers=BaseLayers, HeadLayers=HeadLayers, Activation=Activation, Rate=Rate, Batch=Batch, Epochs=Epochs, Clip=Clip, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part, Backend=Backend, Decay=Decay, Unit=Unit, CountShare=CountShare)

    def seprivgemb(
        self, mode: Literal["published", "zero-gradient", "author", "strict", "projection", "poisson-skip-gram", "biased-skip-gram", "control", "nonprivate", "nonprivate-tuned", "strict-nonprivate", "spectrum", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Dim: int | None = None, Steps: int | None = None, Negatives: int | None = None, Rate: float | None = None, Batch: int | None = None, Clip: float | None = None, Init: float | None = None, Proximity: Literal["uniform", "DeepWalk", "degree"] | None = None, Centres: Literal["FirstID", "RandomEnd", "FirstSeen"] | None = None, Noise: Literal["NonZero", "All"] | None = None, Sigma: float | None = None, Sensitivity: Literal["BatchClip", "OneClip"] | None = None, Accountant: Literal["Theorem4", "PoissonCode"] | None = None, EarlyStop: bool | None = None, Author: bool | None = None, ZeroGradient: bool | None = None, Structure: float | None = None, Vectors: int | None = None, Groups: int | None = None, Edges: float | None = None, Degrees: float | None = None, Mean: float | None = None, Density: float | None = None, Sums_Mean: float | None = None, Sums_Wide: float | None = None, Sums_Rounds: int | None = None, Sums_Dim: int | None = None, Sums_Degrees: float | None = None, Sums_Memory: float | None = None, Sums_Structure: float | None = None, SampleRate: float | None = None, Push: float | None = None, Spread: float | None = None,
    ) -> Result:
        """Node embeddings by skip-gram with structure preference.

        Releases: embedding; paper: docs/papers/SE-PrivGEmb.md

        Modes, the strict one by default:
            published: Algorithm 2 as printed: noise only on rows touched by the batch (not proved: noise is added only to touched rows, so outputs on neighbouring graphs are mutually singular (G2); proximities, negative samples and |E| are used without noise (G8 to G10); caution: its StrucEqu score comes from the noise: without gradients it is higher)
            zero-gradient: control for the noise: published with its gradient set to zero (not proved: noise is added only to touched rows, so outputs on neighbouring graphs are mutually singular (G2); proximities, negative samples and |E| are used without noise (G8 to G10))
            author: authors' code: Adam, per-matrix clipping, Poisson accounting (not proved: noise is added only to touched rows, so outputs on neighbouring graphs are mutually singular (G2); proximities, negative samples and |E| are used without noise (G8 to G10))
            strict: noisy degrees; communities by randomised response (dense) or noisy power iteration (sparse) (proved under edge)
            projection: noisy random projection of the adjacency matrix (proved under edge)
            poisson-skip-gram: skip-gram on Poisson samples of edges, noise on every row (proved under edge)
            biased-skip-gram: full-batch skip-gram with one matrix and biases, noise on every row (proved under edge)
            control: noisy degrees with random directions; knows no community (proved under edge)
            nonprivate: Algorithm 2 without noise (no privacy)
            nonprivate-tuned: nonprivate tuned on Chameleon: 10,000 steps, larger rate, uniform edge weights (no privacy)
            strict-nonprivate: strict with exact answers for all node pairs (no privacy)
            spectrum: truncated eigendecomposition of the adjacency matrix; inner products count common neighbours (no privacy)
            null: random embeddings, independent of the graph; knows only the node set (proved under edge, node, node-unbounded)

        Settings, with valid values:
            Dim: [1, 65536] in published, zero-gradient, author, projection, poisson-skip-gram, biased-skip-gram, control, nonprivate, nonprivate-tuned, null; [2, 65536] in strict, strict-nonprivate; [1, 512] in spectrum, default 128 in published, zero-gradient, author, strict, control, nonprivate, nonprivate-tuned, strict-nonprivate, spectrum, null; 16 in projection; 4 in poisson-skip-gram, biased-skip-gram
            Steps: [1, 2^30], default 200 in published, zero-gradient, author, nonprivate; 100 in poisson-skip-gram; 30 in biased-skip-gram; 10000 in nonprivate-tuned
            Negatives: [0, 1024] in published, zero-gradient, author, poisson-skip-gram, nonprivate, nonprivate-tuned; [1, 1024] in biased-skip-gram, default 5 in published, zero-gradient, author, nonprivate, nonprivate-tuned; 2 in poisson-skip-gram; 16 in biased-skip-gram
            Rate: [1e-15, 1e15], default 0.1 in published, zero-gradient, author, poisson-skip-gram, biased-skip-gram, nonprivate; 6.4 in nonprivate-tuned
            Batch: [1, 2^30], default 128 in published, zero-gradient, author, nonprivate, nonprivate-tuned; 1 in poisson-skip-gram
            Clip: [1e-15, 1e15], default 2 in published, zero-gradient, author, nonprivate, nonprivate-tuned; 0.1 in poisson-skip-gram; 0.2 in biased-skip-gram
            Init: [1e-15, 1e6] in published, zero-gradient, author, poisson-skip-gram, nonprivate, nonprivate-tuned; [0, 1e6] in biased-skip-gram, default 1 in published, zero-gradient, author, nonprivate; 0.1 in poisson-skip-gram, nonprivate-tuned; 0.3 in biased-skip-gram
            Proximity: uniform, DeepWalk or degree, default DeepWalk in published, zero-gradient, author, nonprivate; uniform in nonprivate-tuned
            Centres: FirstID, RandomEnd or FirstSeen, default FirstID in published, zero-gradient, author, nonprivate; RandomEnd in nonprivate-tuned
            Noise: NonZero or All, default NonZero
            Sigma: [2^-20, 2^40], default 5
            Sensitivity: BatchClip or OneClip, default BatchClip in published, zero-gradient; OneClip in author
            Accountant: Theorem4 or PoissonCode, default Theorem4 in published, zero-gradient; PoissonCode in author
            EarlyStop: true or false, default false
            Author: true or false, default false in published, zero-gradient; true in author
            ZeroGradient: true or false, default false in published, author; true in zero-gradient
            Structure: [0, 1], default 0.6
            Vectors: [0, 512], default 48
            Groups: [1, 512], default 8
            Edges: 0 or [2^-20, 0.25], default 0.04 in strict; 0.01 in strict-nonprivate
            Degrees: 0 or [2^-20, 0.5], default 0.17 in strict; 0.2 in strict-nonprivate
            Mean: [0, 1e15], default 2 in strict; 40 in strict-nonprivate
            Density: [0, 1e15], default 1.5
            Sums_Mean: [0, 1e15], default 4.6
            Sums_Wide: [0, 1e15], default 5.5
            Sums_Rounds: [1, 1024], default 32
            Sums_Dim: [1, 512], default 2
            Sums_Degrees: [2^-20, 0.99], default 0.3
            Sums_Memory: [0, 1], default 0.9
            Sums_Structure: [0, 1], default 0.4
            SampleRate: (0, 1], default 1
            Push: [0, 1e6], default 20
            Spread: [1e-15, 1e15], default 1"""
        return self.run("seprivgemb", mode, epsilon=epsilon, delta=delta, draw=draw, Dim=Dim, Steps=Steps, Negatives=Negatives, Rate=Rate, Batch=Batch, Clip=Clip, Init=Init, Proximity=Proximity, Centres=Centres, Noise=Noise, Sigma=Sigma, Sensitivity=Sensitivity, Accountant=Accountant, EarlyStop=EarlyStop, Author=Author, ZeroGradient=ZeroGradient, Structure=Structure, Vectors=Vectors, Groups=Groups, Edges=Edges, Degrees=Degrees, Mean=Mean, Density=Density, Sums_Mean=Sums_Mean, Sums_Wide=Sums_Wide, Sums_Rounds=Sums_Rounds, Sums_Dim=Sums_Dim, Sums_Degrees=Sums_Degrees, Sums_Memory=Sums_Memory, Sums_Structure=Sums_Structure, SampleRate=SampleRate, Push=Push, Spread=Spread)

    def tmf(
        self, mode: Literal["strict", "published", "pgb", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, CountShare: float | None = None,
    ) -> Result:
        """Synthetic graphs by the Top-m-Filter: the largest noisy cells of the adjacency matrix.

        Releases: graph; paper: docs/papers/TMF15.md

        Modes, the strict one by default:
            strict: randomised response, thinned uniformly to a noisy edge count (proved under edge)
            published: noisy edges above a threshold, then uniform pairs to a noisy count (made from four public implementations; not proved: the number of added pairs is exact: it reveals how many edges passed the threshold)
            pgb: PGB's code of the filter, with the threshold's two cases swapped (not proved: the number of added pairs is exact: it reveals how many edges passed the threshold; the threshold passes far more edges than the stated ε allows)
            null: uniform random graph; knows the node set and a noisy edge count (proved under edge)

        Settings, with valid values:
            CountShare: (0, 1), default 0.02 in strict; 0.1 in published"""
        return self.run("tmf", mode, epsilon=epsilon, delta=delta, draw=draw, CountShare=CountShare)

    def vote(
        self, mode: Literal["strict", "null", "nonprivate"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, evaluate: bool | None = None, Classes: int | None = None, Penalty: float | None = None, Similar: int | None = None, Folds: int | None = None, Split_Kind: int | Literal["Random", "METIS"] | None = None, Split_Share: float | None = None, Split_Seed: int | None = None, Split_Part: int | None = None,
    ) -> Result:
        """Node classification from features and noisy neighbour votes.

        Releases: classifier

        Modes, the strict one by default:
            strict: feature classifier, then one noisy count of neighbours' class votes (proved under edge)
            null: feature classifier alone; knows features and labels, public at edge level (proved under edge)
            nonprivate: strict with exact vote counts (no privacy)

        Settings, with valid values:
            Classes: [0, 512], default 0
            Penalty: [0, ∞), default 0
            Similar: [0, 1000], default 15
            Folds: [2, 100], default 5
            Split_Kind: Random, METIS or 0, default Random
            Split_Share: (0, 1], default 0.8
            Split_Seed: a whole number, default 0
            Split_Part: [0, 9], default 0"""
        return self.run("vote", mode, epsilon=epsilon, delta=delta, draw=draw, evaluate=evaluate, Classes=Classes, Penalty=Penalty, Similar=Similar, Folds=Folds, Split_Kind=Split_Kind, Split_Share=Split_Share, Split_Seed=Split_Seed, Split_Part=Split_Part)

    def walks(
        self, mode: Literal["deepwalk", "node2vec", "netmf", "spectral", "null"] | None = None, *, epsilon: float | None = None, delta: float | None = None,
        draw: int = 1, Dim: int | None = None, Walks: int | None = None, Length: int | None = None, Window: int | None = None, Negatives: int | None = None, Rate: float | None = None, P: float | None = None, Q: float | None = None,
    ) -> Result:
        """Node embeddings by random walks (non-private baselines).

        Releases: embedding

        Modes, the strict one by default:
            deepwalk: DeepWalk: skip-gram on uniform random walks (no privacy)
            node2vec: node2vec: skip-gram on biased second-order random walks (no privacy)
            netmf: NetMF: truncated SVD of the matrix that DeepWalk factorises (no privacy)
            spectral: leading eigenvectors of the normalised adjacency matrix (no privacy)
            null: random embeddings, independent of the graph; knows only the node set (proved under edge, node, node-unbounded)

        Settings, with valid values:
            Dim: [1, 65536], default 128
            Walks: [1, 4096], default 10
            Length: [2, 65536], default 80
            Window: [1, 1024], default 10
            Negatives: [1, 1024] in deepwalk, node2vec; (0, 1024] in netmf, default 5 in deepwalk, node2vec; 1 in netmf
            Rate: (0, 10], default 0.025
            P: [1e-6, 1e6], default 1
            Q: [1e-6, 1e6], default 0.5"""
        return self.run("walks", mode, epsilon=epsilon, delta=delta, draw=draw, Dim=Dim, Walks=Walks, Length=Length, Window=Window, Negatives=Negatives, Rate=Rate, P=P, Q=Q)
