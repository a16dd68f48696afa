package data

// collections are the collections of graphs.
var collections = []Entry{
	{
		Name:  "dpggan-dblp",
		Title: "research communities of DBLP: authors and joint papers",
		Files: []File{
			{Path: "collections/dpggan-dblp/DPGGAN-DBLP_A.txt", SHA256: "294188345bd7087abf1603bb35b612d003f2387b675c9b3e86e6a473975b30d1"},
			{Path: "collections/dpggan-dblp/DPGGAN-DBLP_graph_indicator.txt", SHA256: "dbfa863a9c4723ab51ba07720409c7e0f320f417252c21ff16f883325939408c"},
		},
		Nodes: 12227, Edges: 15378, Graphs: 69,
		Licence:  notStated,
		Citation: "C. Yang, H. Wang, K. Zhang, L. Chen, L. Sun, Secure deep graph generation with link differential privacy, IJCAI 2021",
		Notes:    "The Original row of the paper's Table 1 comes out of these 69 graphs on every printed digit.",
		Uses:     []Use{{Paper: "DPGGAN", Where: "Table 1, figures", Counts: "72 graphs with 258 links on average: 69, and 35.13 loops a graph are counted as links"}},
	},
	{
		Name:  "dpggan-dblp-eval",
		Title: "research communities of DBLP, a second set",
		Files: []File{
			{Path: "collections/dpggan-dblp-eval/DPGGAN-DBLP-EVAL_A.txt", SHA256: "ab773d6d6dc377ea705937f54d27fc5f9fc406d4df20fec124903bb557d8c2b4"},
			{Path: "collections/dpggan-dblp-eval/DPGGAN-DBLP-EVAL_graph_indicator.txt", SHA256: "4cef98b8cbac875ddd85bcc95003cfc618c2bf5f4e5da8799c5026f1589eae66"},
		},
		Nodes: 7743, Edges: 11051, Graphs: 23,
		Licence:  notStated,
		Citation: "C. Yang, H. Wang, K. Zhang, L. Chen, L. Sun, Secure deep graph generation with link differential privacy, IJCAI 2021",
		Notes:    "From the authors' code; not a subset of dpggan-dblp.",
		Uses:     []Use{{Paper: "DPGGAN", Where: "code only"}},
	},
	{
		Name:  "dpggan-imdb-multi",
		Title: "actors of films and joint films, 100 graphs",
		Files: []File{
			{Path: "collections/dpggan-imdb-multi/DPGGAN-IMDB-MULTI_A.txt", SHA256: "85ba718acb24dcba82668ec88c573da3b3e679df5d89e6fae870fd42e1cc0c34"},
			{Path: "collections/dpggan-imdb-multi/DPGGAN-IMDB-MULTI_graph_indicator.txt", SHA256: "dc1ed97b9a95c93f6a381c25893ca4bad3dd28267ec47a47dae42b6a64c9a028"},
		},
		Nodes: 3626, Edges: 25061, Graphs: 100,
		Licence:  notStated,
		Citation: "C. Yang, H. Wang, K. Zhang, L. Chen, L. Sun, Secure deep graph generation with link differential privacy, IJCAI 2021",
		Notes:    "From the authors' code; not a subset of imdb-multi, and not what Table 1 was made of.",
		Uses:     []Use{{Paper: "DPGGAN", Where: "code only"}},
	},
	{
		Name:  "imdb-multi",
		Title: "actors of films of three genres and joint films",
		Files: []File{
			{Path: "collections/imdb-multi/IMDB-MULTI_A.txt", SHA256: "76a4791784472286e295fbc788d96157782ffeb00f3c1da58cea8b06cb3e0071"},
			{Path: "collections/imdb-multi/IMDB-MULTI_graph_indicator.txt", SHA256: "0274532a0e47dad9cdd21c08995c2265e43040a2c2a3b36c62fdb790994571d3"},
			{Path: "collections/imdb-multi/IMDB-MULTI_graph_labels.txt", SHA256: "b3fa7d81363be5c7901ff0638d6843c60046634cc77bc116f6ddd3c33efcb976"},
		},
		Nodes: 19502, Edges: 98903, Graphs: 1500, Classes: 3,
		Home: "https://github.com/muhanzhang/pytorch_DGCNN", Licence: "MIT (licence of the repository)",
		Citation: "P. Yanardag, S. V. N. Vishwanathan, Deep graph kernels, KDD 2015",
		Notes:    "At the source in another format (data/IMDBMULTI/IMDBMULTI.txt, SHA-256 f4cc1b32112303bf1b16a8351df8b8073978fdead823775fbe79e60cf94e7009). A copy of 321 graphs without repetitions also circulates; it is not this data set.",
		Uses:     []Use{{Paper: "DPGGAN", Where: "Table 1, figures"}},
	},
}
