package walks

// SkipGram holds the settings of walks and of the skip-gram that learns from them.
type SkipGram struct {
	Dim       int     `range:"[1,65536]"` // of a row
	Walks     int     `range:"[1,4096]"`  // from each node
	Length    int     `range:"[2,65536]"` // of a walk, in nodes
	Window    int     `range:"[1,1024]"`  // the largest; a centre draws its own, 1 … Window
	Negatives int     `range:"[1,1024]"`  // k, of a centre, for all contexts in its window
	Rate      float64 `range:"(0,10]"`    // of the first step; it falls to 0 with the walks
}

// Uniform are the settings of DeepWalk.
type Uniform struct{ SkipGram }

// SecondOrder are the settings of node2vec.
type SecondOrder struct {
	SkipGram
	P float64 `range:"[1e-6,1e6]"` // of a walk that goes back
	Q float64 `range:"[1e-6,1e6]"` // of one that goes to where the last node has no edge
}

// Factorised are the settings of NetMF.
type Factorised struct {
	Dim       int     `range:"[1,65536]"`
	Window    int     `range:"[1,1024]"` // T
	Negatives float64 `range:"(0,1024]"` // b
}

// Eigenvectors are the settings of plain eigenvectors.
type Eigenvectors struct {
	Dim int `range:"[1,65536]"`
}
