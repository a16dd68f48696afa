package data

// attributed are the graphs with node attributes and labels.
var attributed = []Entry{
	{
		Name:  "cora",
		Title: "scientific papers, citations, words and topics",
		Files: oneFile("attributed/cora.npz", "2836bf23b0e38593af9c0251d5cf4b6e61e4aa51e92562517bd1af8fd81eacea", Source{
			URL:    "https://raw.githubusercontent.com/shchur/gnn-benchmark/1e72912a0810cdf27ae54fd589a3b43358a2b161/data/npz/cora.npz",
			SHA256: "068e22d90c3849b4057dfb05851741428992af058efcd4e7ebb4186f3d581de2",
			Note:   "the same arrays before their columns were sorted, with the names of nodes and classes",
		}),
		Nodes: 2708, Edges: 5278, Directed: true, Attributes: 1433, Classes: 7,
		Home:     "https://github.com/shchur/gnn-benchmark",
		Licence:  "MIT (licence of the repository)",
		Citation: "P. Sen, G. Namata, M. Bilgic, L. Getoor, B. Gallagher, T. Eliassi-Rad, Collective classification in network data, AI Magazine 29(3), 2008; O. Shchur, M. Mumme, A. Bojchevski, S. Günnemann, Pitfalls of graph neural network evaluation, R2L at NeurIPS 2018",
		Notes:    "5,429 citations, of which 151 are mutual.",
		Uses: []Use{
			{Paper: "DPGS", Where: "Tables 1 to 4, figures"},
		},
	},
	{
		Name:  "citeseer",
		Title: "scientific papers, citations, words and topics",
		Files: oneFile("attributed/citeseer.npz", "79cf45e78462f23cc4eb7e5aee4a5fa9367fb8e05c92a7a83baf5f791bafe9a3", Source{
			URL:    "https://raw.githubusercontent.com/shchur/gnn-benchmark/1e72912a0810cdf27ae54fd589a3b43358a2b161/data/npz/citeseer.npz",
			SHA256: "280278b21b434c047922e8389518861416fb3ad39389c27865ff0e6bbb0aaab7",
			Note:   "the same arrays before their columns were sorted, with the names of nodes and classes",
		}),
		Nodes: 3312, Edges: 4536, Loops: 124, Directed: true, Attributes: 3703, Classes: 6,
		Home:     "https://github.com/shchur/gnn-benchmark",
		Licence:  "MIT (licence of the repository)",
		Citation: "P. Sen, G. Namata, M. Bilgic, L. Getoor, B. Gallagher, T. Eliassi-Rad, Collective classification in network data, AI Magazine 29(3), 2008; O. Shchur, M. Mumme, A. Bojchevski, S. Günnemann, Pitfalls of graph neural network evaluation, R2L at NeurIPS 2018",
		Uses: []Use{
			{Paper: "DPGS", Where: "Tables 1 to 4, figures", Counts: "3,327 nodes and 9,104 edges, which is twice the 4,552 of privdpr-citeseer"},
		},
	},
	{
		Name:  "pubmed",
		Title: "papers on diabetes, citations, words and topics",
		Files: oneFile("attributed/pubmed.npz", "", Source{URL: "https://raw.githubusercontent.com/shchur/gnn-benchmark/1e72912a0810cdf27ae54fd589a3b43358a2b161/data/npz/pubmed.npz"}),
		Nodes: 19717, Edges: -1, Directed: true, Attributes: 500, Classes: 3,
		Home:     "https://github.com/shchur/gnn-benchmark",
		Licence:  "MIT (licence of the repository)",
		Citation: "G. Namata, B. London, L. Getoor, B. Huang, Query-driven active surveying for collective classification, MLG 2012; O. Shchur, M. Mumme, A. Bojchevski, S. Günnemann, Pitfalls of graph neural network evaluation, R2L at NeurIPS 2018",
		Notes:    "Not in the project's data folder, and its check sum is not known: a download is checked by its counts only.",
		Uses: []Use{
			{Paper: "DPGS", Where: "Tables 1 to 4, figures", Counts: "44,324 edges"},
		},
	},
	{
		Name:  "cora-ml",
		Title: "papers on machine learning, citations, words and topics",
		Files: oneFile("attributed/cora-ml.npz", "e89181a4ec16510418f694c4afce114de3a86b6adbf3ce1ec446518efa19676d", Source{
			URL:    "https://raw.githubusercontent.com/Emory-AIMS/DPAR/b31f371522af8a5142f4c6b34f712cff30623b31/data/cora_ml.npz",
			SHA256: "e3439bfd32c4a962d5c56a4f313793baee39181c208c90a3915b61183d3e1cda",
			Note:   "the same arrays before their columns were sorted, with the names of nodes and classes, all under other names",
		}),
		Nodes: 2995, Edges: 8158, Directed: true, Attributes: 2879, Classes: 7,
		Home:     "https://github.com/Emory-AIMS/DPAR",
		Licence:  notStated,
		Citation: "A. Bojchevski, S. Günnemann, Deep Gaussian embedding of graphs: unsupervised inductive learning via ranking, ICLR 2018",
		Uses: []Use{
			{Paper: "DPAR", Where: "Tables 1 and 2, figures", Counts: "8,416 edges: directed ones"},
		},
	},
	{
		Name:    "coauthor-cs",
		Aliases: []string{"ms-academic"},
		Title:   "authors in computer science, joint papers, keywords and fields",
		Files:   oneFile("attributed/coauthor-cs.npz", "ca5cf5dea6a76932ebcda0665ee103c0a764bfdffc393c6b5322714356eb094e", Source{}),
		Nodes:   18333, Edges: 81894, Attributes: 6805, Classes: 15,
		Home:     "https://github.com/shchur/gnn-benchmark",
		Licence:  "MIT (licence of the repository)",
		Citation: "O. Shchur, M. Mumme, A. Bojchevski, S. Günnemann, Pitfalls of graph neural network evaluation, R2L at NeurIPS 2018",
		Notes:    "Published as ms_academic_cs.npz; the check sum of the original is not known here.",
		Uses: []Use{
			{Paper: "DPAR", Where: "Tables 1 and 2, figures; as MS Academic and again as CS", Counts: "327,576 edges for CS, which is four times 81,894"},
			{Paper: "DPGS", Where: "Tables 1 and 2, figures", Counts: "163,788 edges, which is twice 81,894"},
		},
	},
	{
		Name:    "coauthor-phy",
		Aliases: []string{"physics"},
		Title:   "authors in physics, joint papers, keywords and fields",
		Files:   oneFile("attributed/coauthor-phy.npz", "d5fb7bea1ecd77b60df34b3b2b8ad6b200ec904f11e6b1e2b8b80bdf3edbb855", Source{}),
		Nodes:   34493, Edges: 247962, Attributes: 8415, Classes: 5,
		Home:     "https://github.com/shchur/gnn-benchmark",
		Licence:  "MIT (licence of the repository)",
		Citation: "O. Shchur, M. Mumme, A. Bojchevski, S. Günnemann, Pitfalls of graph neural network evaluation, R2L at NeurIPS 2018",
		Notes:    "Published as ms_academic_phy.npz; the check sum of the original is not known here.",
		Uses: []Use{
			{Paper: "DPAR", Where: "Tables 1 and 2, figures", Counts: "495,924 edges, which is twice 247,962, and 8 classes"},
		},
	},
	{
		Name:  "dblp",
		Title: "papers of DBLP, citations, words and fields",
		Files: oneFile("attributed/dblp.npz", "41d00af190caaf2608731e6ff0d1e1a20075c1d9d6d8bcb3800e3178a97abbfc", Source{}),
		Nodes: 17716, Edges: 52867, Attributes: 1639, Classes: 4,
		Home:     noAddress,
		Licence:  notStated,
		Citation: "A. Bojchevski, S. Günnemann, Deep Gaussian embedding of graphs: unsupervised inductive learning via ranking, ICLR 2018",
		Notes:    "No public address known for this file.",
		Uses: []Use{
			{Paper: "DPGS", Where: "Table 1", Counts: "105,734 edges, which is twice 52,867; the graph is in no result"},
		},
	},
	{
		Name:  "reddit",
		Title: "Reddit posts, joined when a user commented on both",
		Files: oneFile("attributed/reddit.npz", "", Source{Note: "no file of this graph is published in a format that is read here"}),
		Nodes: 116713, Edges: -1, Attributes: 602, Classes: 8,
		Home:     "http://snap.stanford.edu/graphsage/",
		Licence:  notStated,
		Citation: "W. L. Hamilton, R. Ying, J. Leskovec, Inductive representation learning on large graphs, NIPS 2017",
		Notes:    "The part of the graph at the source that the authors of DPAR used; the counts are the paper's.",
		Uses: []Use{
			{Paper: "DPAR", Where: "Tables 1 and 2, figures", Counts: "46,233,380 edges"},
		},
	},
}
