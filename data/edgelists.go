package data

import "github.com/graphdp/graphdp/data/graph/graphio"

// edgeLists are graphs without attributes.
var edgeLists = []Entry{
	{
		Name:   "privdpr-cora",
		Title:  "scientific papers and citations, as processed by the authors of PrivDPR",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/privdpr-cora.txt",
				SHA256: "e285cac7126a8f535098c278ba497e5e21dcb4938976b979bc3b695ceacf7010",
				Source: Source{URL: "https://raw.githubusercontent.com/sunnerzs/PrivDPR/8699a6d6dd5a4612e763efd15e64550d0454c9b5/ProcessedData/Processed_cora.txt"},
			},
		},
		Nodes: 2708, Edges: 5278, Directed: true,
		Home:     "https://linqs.org/datasets/",
		Licence:  notStated,
		Citation: "P. Sen, G. Namata, M. Bilgic, L. Getoor, B. Gallagher, T. Eliassi-Rad, Collective classification in network data, AI Magazine 29(3), 2008",
		Notes:    "As many nodes and edges and the same degrees as cora, under other ids and without attributes. Every arc goes from the smaller id to the larger, so that directions say nothing.",
		Uses: []Use{
			{Paper: "PrivDPR", Where: "Tables 2 to 6, figures", Counts: "5,429 edges"},
		},
	},
	{
		Name:   "privdpr-citeseer",
		Title:  "scientific papers and citations, as processed by the authors of PrivDPR",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/privdpr-citeseer.txt",
				SHA256: "020a11c489c87e11d12b9c2b0a548cc13610a3b039e630b74d4e644c35cbdb42",
				Source: Source{URL: "https://raw.githubusercontent.com/sunnerzs/PrivDPR/8699a6d6dd5a4612e763efd15e64550d0454c9b5/ProcessedData/Processed_citeseer.txt"},
			},
		},
		Nodes: 3327, Edges: 4552, Loops: 124, Directed: true,
		Home:     "https://linqs.org/datasets/",
		Licence:  notStated,
		Citation: "P. Sen, G. Namata, M. Bilgic, L. Getoor, B. Gallagher, T. Eliassi-Rad, Collective classification in network data, AI Magazine 29(3), 2008",
		Notes:    "48 nodes are in loops only and so have no edge. Not the graph of citeseer, which has 3,312 nodes and 4,536 edges. Every arc goes from the smaller id to the larger, so that directions say nothing.",
		Uses: []Use{
			{Paper: "PrivDPR", Where: "Tables 2 to 6, figures", Counts: "4,732 edges"},
			{Paper: "DPGS", Where: "Table 1, Table 2, figures", Counts: "9,104 edges, which is twice 4,552"},
		},
	},
	{
		Name:   "privdpr-p2p",
		Title:  "hosts of the Gnutella network on 8 August 2002 and their connections",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/privdpr-p2p.txt",
				SHA256: "196141ade9bee884b2507f943a491260e1b3e6dfdc0e853e8707e8ad2f8372e1",
				Source: Source{URL: "https://raw.githubusercontent.com/sunnerzs/PrivDPR/8699a6d6dd5a4612e763efd15e64550d0454c9b5/ProcessedData/Processed_p2p.txt"},
			},
		},
		Nodes: 6301, Edges: 20777, Directed: true,
		Home:     "https://snap.stanford.edu/data/p2p-Gnutella08.html",
		Licence:  notStated,
		Citation: "M. Ripeanu, I. Foster, A. Iamnitchi, Mapping the Gnutella network, IEEE Internet Computing 6(1), 2002; J. Leskovec, A. Krevl, SNAP Datasets: Stanford Large Network Dataset Collection, 2014",
		Notes:    "As processed by the authors: the degrees are those of snap-p2p-gnutella08 without directions, but the arcs go other ways than at the source.",
		Uses: []Use{
			{Paper: "PrivDPR", Where: "Tables 2 to 5, figures"},
		},
	},
	{
		Name:   "privdpr-chicago",
		Title:  "road transport network of the Chicago region",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/privdpr-chicago.txt",
				SHA256: "9d3b694ed0f1953ba8bb23bad7d42448ad4355ea05bfb1c1dbe724ee580a1bb4",
				Source: Source{URL: "https://raw.githubusercontent.com/sunnerzs/PrivDPR/8699a6d6dd5a4612e763efd15e64550d0454c9b5/ProcessedData/Processed_chicago.txt"},
			},
		},
		Nodes: 12979, Edges: 20627, Directed: true,
		Home:     "http://konect.cc/networks/tntp-ChicagoRegional/",
		Licence:  notStated,
		Citation: "J. Kunegis, KONECT: the Koblenz network collection, WWW Companion 2013",
		Notes:    "Every arc goes from the smaller id to the larger, so that directions say nothing.",
		Uses: []Use{
			{Paper: "PrivDPR", Where: "Tables 2 to 5, figures", Counts: "12,982 nodes and 39,018 edges"},
		},
	},
	{
		Name:   "amazon0505",
		Title:  "Amazon products often bought together, 5 May 2003",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/amazon0505.txt.gz",
				Source: Source{URL: "https://snap.stanford.edu/data/amazon0505.txt.gz"},
			},
		},
		Nodes: 410236, Edges: -1, Directed: true,
		Home:     "https://snap.stanford.edu/data/amazon0505.html",
		Licence:  notStated,
		Citation: "J. Leskovec, L. Adamic, B. Huberman, The dynamics of viral marketing, ACM Transactions on the Web 1(1), 2007",
		Notes:    "Not in the project's data folder, and its check sum is not known: a download is checked by the number of nodes only. 3,356,824 arcs by the source.",
		Uses: []Use{
			{Paper: "PrivDPR", Where: "Tables 4 and 5"},
		},
	},
	{
		Name:    "musae-chameleon",
		Aliases: []string{"chameleon"},
		Title:   "English Wikipedia articles about chameleons and links between them",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/musae-chameleon.csv",
				SHA256: "b90d671846530ea7c0f6f6d0e3be98eb512ecd8e9741811940fe4029d991b266",
				Source: Source{URL: "https://raw.githubusercontent.com/benedekrozemberczki/MUSAE/5f901232957b6c9985d750aac48cda39a4b24285/input/edges/chameleon_edges.csv"},
			},
		},
		Nodes: 2277, Edges: 31371, Loops: 50, Duplicates: 4680,
		Home:     "https://snap.stanford.edu/data/wikipedia-article-networks.html",
		Licence:  "GPL-3.0 (licence of the repository)",
		Citation: "B. Rozemberczki, C. Allen, R. Sarkar, Multi-scale attributed node embedding, Journal of Complex Networks 9(2), 2021",
		Notes:    "4,680 links are listed in both directions.",
		Uses: []Use{
			{Paper: "SE-PrivGEmb", Where: "Tables II to VI, figures", Counts: "31,421 edges: loops are counted"},
			{Paper: "PrivGraph", Where: "figures"},
		},
	},
	{
		Name:    "seprivgemb-ppi",
		Aliases: []string{"ppi"},
		Title:   "human proteins and their interactions",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/seprivgemb-ppi.txt",
				SHA256: "fb2e2d664c518588368e033a5d1aa8f5ef9be4eac097a8c29731355625bba888",
				Source: Source{URL: "https://raw.githubusercontent.com/sunnerzs/SEPrivGEmb/c60e412250ffe695b6bc714d05b56fcbc6c27d6b/data/PPI/train_1"},
			},
		},
		Nodes: 3860, Edges: 37845,
		Home:     "https://github.com/sunnerzs/SEPrivGEmb",
		Licence:  notStated,
		Citation: "C. Stark, B.-J. Breitkreutz, T. Reguly, L. Boucher, A. Breitkreutz, M. Tyers, BioGRID: a general repository for interaction datasets, Nucleic Acids Research 34, 2006",
		Notes:    "The processed file of the authors of SE-PrivGEmb; nodes without a link are not in it.",
		Uses: []Use{
			{Paper: "SE-PrivGEmb", Where: "figures", Counts: "3,890 nodes and 76,584 edges: each edge twice"},
		},
	},
	{
		Name:    "seprivgemb-power",
		Aliases: []string{"power"},
		Title:   "buses and lines of the power grid of the western United States",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/seprivgemb-power.txt",
				SHA256: "826e27a68f45ac076592abf9b1290e8310d7e6d2091a3d7d78d9a0e5a740bd16",
				Source: Source{URL: "https://raw.githubusercontent.com/sunnerzs/SEPrivGEmb/c60e412250ffe695b6bc714d05b56fcbc6c27d6b/data/Power/train_1"},
			},
		},
		Nodes: 4941, Edges: 6594,
		Home:     "http://konect.cc/networks/opsahl-powergrid/",
		Licence:  notStated,
		Citation: "D. J. Watts, S. H. Strogatz, Collective dynamics of small-world networks, Nature 393, 1998",
		Uses: []Use{
			{Paper: "SE-PrivGEmb", Where: "Tables II to VI, figures"},
		},
	},
	{
		Name:    "seprivgemb-arxiv",
		Aliases: []string{"arxiv", "ca-grqc"},
		Title:   "authors of arXiv papers on general relativity and joint papers",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/seprivgemb-arxiv.txt",
				SHA256: "9023e44c1339b6136576d6fc66daba1504b85c5a5bf4553ee433d82bd7300f41",
				Source: Source{URL: "https://raw.githubusercontent.com/sunnerzs/SEPrivGEmb/c60e412250ffe695b6bc714d05b56fcbc6c27d6b/data/Arxiv/train_1"},
			},
		},
		Nodes: 5241, Edges: 14484,
		Home:     "https://snap.stanford.edu/data/ca-GrQc.html",
		Licence:  notStated,
		Citation: "J. Leskovec, J. Kleinberg, C. Faloutsos, Graph evolution: densification and shrinking diameters, ACM TKDD 1(1), 2007",
		Notes:    "The paper speaks of astrophysics, but its address and its counts are those of general relativity (ca-GrQc).",
		Uses: []Use{
			{Paper: "SE-PrivGEmb", Where: "Tables II to VI, figures", Counts: "5,242 nodes and 14,496 edges: 12 loops are counted"},
		},
	},
	{
		Name:    "seprivgemb-blogcatalog",
		Aliases: []string{"blogcatalog"},
		Title:   "bloggers of BlogCatalog and their friendships",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/seprivgemb-blogcatalog.txt",
				SHA256: "4f7a209895b335703d5215ddcc1cb59133fe663da56405845175ffe72c78c555",
				Source: Source{URL: "https://raw.githubusercontent.com/sunnerzs/SEPrivGEmb/c60e412250ffe695b6bc714d05b56fcbc6c27d6b/data/Blogcatalog/train_1"},
			},
		},
		Nodes: 10312, Edges: 333983,
		Home:     "http://datasets.syr.edu/datasets/BlogCatalog3.html",
		Licence:  notStated,
		Citation: "L. Tang, H. Liu, Relational learning via latent social dimensions, KDD 2009",
		Uses: []Use{
			{Paper: "SE-PrivGEmb", Where: "figures"},
		},
	},
	{
		Name:   "aminer-dblp",
		Title:  "papers, authors and venues of DBLP, joined by authorship and publication",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/aminer-dblp.txt",
				Source: Source{Note: "no file of this graph is published; it has to be made of the citation data at the source"},
			},
		},
		Nodes: 2244021, Edges: 4354534,
		Home:     "https://www.aminer.cn/citation",
		Licence:  notStated,
		Citation: "J. Tang, J. Zhang, L. Yao, J. Li, L. Zhang, Z. Su, ArnetMiner: extraction and mining of academic social networks, KDD 2008",
		Notes:    "Counts are those that SE-PrivGEmb prints; the graph itself is not published.",
		Uses: []Use{
			{Paper: "SE-PrivGEmb", Where: "figures"},
		},
	},
	{
		Name:    "pgb-road-minnesota",
		Aliases: []string{"minnesota"},
		Title:   "roads of Minnesota",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/pgb-road-minnesota.txt",
				SHA256: "40060bedd3c6d99078f7121ed8f12cf38f3a83fd9b281454fe3ef8d8ed9e9e56",
				Source: Source{URL: "https://raw.githubusercontent.com/dooohow/PGB/076a910606856d69142aa93b2691da6795029887/data/road-minnesota.txt"},
			},
		},
		Nodes: 2642, Edges: 3303,
		Home:     "https://networkrepository.com/road-minnesota.php",
		Licence:  notStated,
		Citation: "R. A. Rossi, N. K. Ahmed, The network data repository with interactive graph analytics and visualization, AAAI 2015",
		Uses: []Use{
			{Paper: "PGB", Where: "all queries"},
		},
	},
	{
		Name:    "pgb-facebook",
		Aliases: []string{"facebook"},
		Title:   "Facebook users of ten ego networks and friendships",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/pgb-facebook.txt",
				SHA256: "959f39040b5fc7f3054acb905aef1d974d49168e971b5ee4c4891eb187198673",
				Source: Source{URL: "https://raw.githubusercontent.com/dooohow/PGB/076a910606856d69142aa93b2691da6795029887/data/Facebook.txt"},
			},
		},
		Nodes: 4039, Edges: 88234,
		Home:     "https://snap.stanford.edu/data/ego-Facebook.html",
		Licence:  notStated,
		Citation: "J. McAuley, J. Leskovec, Learning to discover social circles in ego networks, NIPS 2012",
		Uses: []Use{
			{Paper: "PGB", Where: "all queries"},
			{Paper: "PrivGraph", Where: "figures"},
		},
	},
	{
		Name:    "pgb-wiki-vote",
		Aliases: []string{"wiki-vote"},
		Title:   "Wikipedia users and votes on adminship",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/pgb-wiki-vote.txt",
				SHA256: "a8587badc446472cb9f809c08807be9a2d1a871ee05b2daf5f044048c7e92bda",
				Source: Source{URL: "https://raw.githubusercontent.com/dooohow/PGB/076a910606856d69142aa93b2691da6795029887/data/Wiki-Vote.txt"},
			},
		},
		Nodes: 7115, Edges: 100762, Duplicates: 2927, Directed: true,
		Home:     "https://snap.stanford.edu/data/wiki-Vote.html",
		Licence:  notStated,
		Citation: "J. Leskovec, D. Huttenlocher, J. Kleinberg, Signed networks in social media, CHI 2010",
		Notes:    "2,927 pairs voted on each other.",
		Uses: []Use{
			{Paper: "PGB", Where: "all queries"},
		},
	},
	{
		Name:    "pgb-ca-hepph",
		Aliases: []string{"ca-hepph"},
		Title:   "authors of arXiv papers on high-energy physics (phenomenology) and joint papers",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/pgb-ca-hepph.txt",
				SHA256: "3b6c970505094479bf23eb0714e5b25ef01854d502d62bbece18f67a65bca2e5",
				Source: Source{URL: "https://raw.githubusercontent.com/dooohow/PGB/076a910606856d69142aa93b2691da6795029887/data/CA-HepPh.txt"},
			},
		},
		Nodes: 12008, Edges: 118489, Loops: 32, Duplicates: 118489,
		Home:     "https://snap.stanford.edu/data/ca-HepPh.html",
		Licence:  notStated,
		Citation: "J. Leskovec, J. Kleinberg, C. Faloutsos, Graph evolution: densification and shrinking diameters, ACM TKDD 1(1), 2007",
		Notes:    "The file lists each edge in both directions; two nodes are in loops only.",
		Uses: []Use{
			{Paper: "PGB", Where: "all queries"},
			{Paper: "PrivGraph", Where: "figures"},
		},
	},
	{
		Name:    "pgb-econ-poli-large",
		Aliases: []string{"econ-poli-large"},
		Title:   "economic network poli_large",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/pgb-econ-poli-large.txt",
				SHA256: "e0371a5c0ac4c1c47973040604378598823a708d6ed559594dce0e9f59b2c5da",
				Source: Source{URL: "https://raw.githubusercontent.com/dooohow/PGB/076a910606856d69142aa93b2691da6795029887/data/econ-poli-large-no-weights.txt"},
			},
		},
		Nodes: 15575, Edges: 17468, Loops: 15575, Duplicates: 31, Directed: true,
		Home:     "https://networkrepository.com/econ-poli-large.php",
		Licence:  notStated,
		Citation: "R. A. Rossi, N. K. Ahmed, The network data repository with interactive graph analytics and visualization, AAAI 2015",
		Notes:    "A matrix whose diagonal is full: every node has a loop.",
		Uses: []Use{
			{Paper: "PGB", Where: "all queries"},
		},
	},
	{
		Name:    "pgb-p2p-gnutella25",
		Aliases: []string{"p2p-gnutella25"},
		Title:   "hosts of the Gnutella network on 25 August 2002 and their connections",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/pgb-p2p-gnutella25.txt",
				SHA256: "e6487698352406d994db3346a87ca7571ac6a65ed3db9b49bfa7f54e1079daa7",
				Source: Source{URL: "https://raw.githubusercontent.com/dooohow/PGB/076a910606856d69142aa93b2691da6795029887/data/p2p-Gnutella25.txt"},
			},
		},
		Nodes: 22687, Edges: 54705, Directed: true,
		Home:     "https://snap.stanford.edu/data/p2p-Gnutella25.html",
		Licence:  notStated,
		Citation: "M. Ripeanu, I. Foster, A. Iamnitchi, Mapping the Gnutella network, IEEE Internet Computing 6(1), 2002; J. Leskovec, A. Krevl, SNAP Datasets: Stanford Large Network Dataset Collection, 2014",
		Uses: []Use{
			{Paper: "PGB", Where: "all queries"},
		},
	},
	{
		Name:   "pgb-er",
		Title:  "a random graph of PGB: G(n,m)-like, mean degree 50",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path: "edges/pgb-er.txt",
				Source: Source{
					URL:    "https://raw.githubusercontent.com/dooohow/PGB/076a910606856d69142aa93b2691da6795029887/data/er_graph.txt",
					SHA256: "dc2f3a2e575fffc25ee62496eb355b339ac3d6479e65690bf61aeb5bdc2c827e",
				},
			},
		},
		Nodes: 10000, Edges: 250278,
		Home:     "https://github.com/dooohow/PGB",
		Licence:  notStated,
		Citation: "S. Liu, H. Du, Y. Cao, B. Yan, J. Liu, M. Yoshikawa, PGB: benchmarking differentially private synthetic graph generation algorithms, arXiv 2408.02928",
		Notes:    "Not in the project's data folder; gen.GNP makes graphs of this kind.",
		Uses: []Use{
			{Paper: "PGB", Where: "all queries"},
		},
	},
	{
		Name:   "pgb-ba",
		Title:  "a random graph of PGB: preferential attachment, five edges a node",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path: "edges/pgb-ba.txt",
				Source: Source{
					URL:    "https://raw.githubusercontent.com/dooohow/PGB/076a910606856d69142aa93b2691da6795029887/data/ba_graph.txt",
					SHA256: "d3af788a9a03f038c891c35f485cb43ee16ebc89a79733a400ab5c7bac322030",
				},
			},
		},
		Nodes: 10000, Edges: 49975,
		Home:     "https://github.com/dooohow/PGB",
		Licence:  notStated,
		Citation: "S. Liu, H. Du, Y. Cao, B. Yan, J. Liu, M. Yoshikawa, PGB: benchmarking differentially private synthetic graph generation algorithms, arXiv 2408.02928",
		Notes:    "Not in the project's data folder; gen.BarabasiAlbert makes graphs of this kind.",
		Uses: []Use{
			{Paper: "PGB", Where: "all queries"},
		},
	},
	{
		Name:    "privgraph-enron",
		Aliases: []string{"enron"},
		Title:   "e-mail addresses of Enron and messages",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/privgraph-enron.txt",
				SHA256: "ea7deff4c3df5377aa8846503f8b67743a24ba33e8feb2e8b3a2a76fb3e92521",
				Source: Source{URL: "https://raw.githubusercontent.com/Privacy-Graph/PrivGraph/01a9f1164300887c56eb3fd8da66d78c9e894be9/data/Enron.txt"},
			},
		},
		Nodes: 33696, Edges: 180811,
		Home:     "https://snap.stanford.edu/data/email-Enron.html",
		Licence:  notStated,
		Citation: "B. Klimt, Y. Yang, Introducing the Enron corpus, CEAS 2004",
		Notes:    "The largest component of the graph at the source.",
		Uses: []Use{
			{Paper: "PrivGraph", Where: "figures"},
		},
	},
	{
		Name:   "dpgs-pubmed",
		Title:  "papers on diabetes and citations",
		Format: graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/dpgs-pubmed.txt",
				SHA256: "4ebef26c05fbbf3255eea86a990b9478bc5a0fc68bbe06a81b95ab58e61fd5e5",
				Source: Source{Note: "the citations of the archive Pubmed-Diabetes, one line an edge, loops and repetitions removed; the archive also holds the words and the classes, which this file lacks"},
			},
		},
		Nodes: 19717, Edges: 44324,
		Home:     "https://linqs.org/datasets/",
		Licence:  notStated,
		Citation: "G. Namata, B. London, L. Getoor, B. Huang, Query-driven active surveying for collective classification, MLG 2012",
		Notes:    "Edges alone: pubmed has words and classes too.",
		Uses: []Use{
			{Paper: "DPGS", Where: "Figures 4 to 9, Table 3"},
		},
	},
	{
		Name:    "snap-p2p-gnutella08",
		Aliases: []string{"p2p-gnutella08"},
		Title:   "hosts of the Gnutella network on 8 August 2002 and their connections",
		Format:  graphio.EdgeList,
		Files: []File{
			{
				Path:   "edges/snap-p2p-gnutella08.txt",
				SHA256: "4189a66f54b4af8bfe133edb23035593764fd779b2141ebf0a3168297a5cc948",
			},
		},
		Nodes: 6301, Edges: 20777, Directed: true,
		Home:     "https://snap.stanford.edu/data/p2p-Gnutella08.html",
		Licence:  notStated,
		Citation: "M. Ripeanu, I. Foster, A. Iamnitchi, Mapping the Gnutella network, IEEE Internet Computing 6(1), 2002; J. Leskovec, A. Krevl, SNAP Datasets: Stanford Large Network Dataset Collection, 2014",
		Notes:    "The arcs of the source without its comments.",
		Uses: []Use{
			{Paper: "PrivDPR", Where: "Tables 2 to 5, figures"},
		},
	},
}
