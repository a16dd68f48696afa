package app

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// shows are command lines that succeed, with their output. Words in braces are files: see
// [TestShows].
var shows = map[string][]string{
	"account --sigma 1 --delta 0 --json":                                                 {`"epsilon": "inf"`},
	"account --sigma 1 --delta 0":                                                        {"none is finite"},
	"account --mechanism discrete-gaussian --sensitivity 3 --epsilon 1 --delta 1e-6":     {"asked for 1", "sensitivity 3", "pld"},
	"advise --task embedding --epsilon 0.01":                                             {"No recommendation: no stored run for Embedding under relation edge at ε up to 0.01; the smallest stored ε is"},
	"advise --task synthesis --epsilon 1 --relation graph":                               {"no stored run for Synthesis under relation graph; stored runs exist under edge"},
	"advise --task classification --epsilon 1 --graph karate":                            {`"classification" needs node features, which the graph lacks`},
	"advise --task classification --epsilon 4 --relation node":                           {"\n  run: gdp run dpar --mode strict --graph FILE --relation node --epsilon 4 --delta 1e-05\nCaution: its gain over own-row comes from test edges"},
	"advise --task classification --epsilon 4 --relation node --graph cora-ml":           {"Use dpar strict, relation node: best in ", "\n  run: gdp run dpar --mode strict --graph cora-ml ", "\nCaution: its gain over own-row"},
	"advise --task classification --epsilon 4 --relation node-unbounded --graph cora-ml": {" --graph cora-ml --nodes 2995 --relation node-unbounded "},
	"advise --task classification --epsilon 4 --relation node --json":                    {`"verdict": {`, `"mode": "strict"`, `"caution":`},
	"advise --task link-prediction --epsilon 2 --claimed":                                {"\nlink prediction: "},
	"advise --task statistics --epsilon 1":                                               {"run: gdp ask triangles --graph FILE --relation edge --epsilon 1\n"},
	"advise --task synthesis --epsilon 1 --graph {many}":                                 {"Graph: a collection, no features"},
	"advise --task synthesis --epsilon 1 --nodes 3000 --has features,labels":             {"Graph: 3000 nodes, features, labels"},
	"advise --task synthesis --epsilon 1 --nodes 3000 --mean-degree 12.5":                {"Graph: 3000 nodes, mean degree 12.5, no features"},
	"advise --task embedding --relation node --epsilon 1 --graph karate":                 {"Use privdpr null, relation node: no private mode beats its control; privdpr clipped-sum is better than it in "},
	"ask edges,ccdf --graph karate --epsilon 2 --seed 1":                                 {"edges: ", "at level 0.95", "why ", "relation  ", "proved ε", "repeatable", "ccdf: 34 values"},
	"ask edges --graph karate --epsilon 0.0001":                                          {"warning: edges: at ε = 0.0001 and mean degree 5 the interval would hold nearly all that is possible, such as 0 to 561", "relation   edge\nanswer "},
	"ask edges --graph karate --epsilon 1 --relation node":                               {"race to the top", "caps", "every run spends again"},
	"ask triangles,largest-degree --graph karate --epsilon 1 --relation node --plan":     {"nothing was spent", "at mean degree 20", "refused", "one node alone"},
	"ask mixing,modularity --graph karate --epsilon 2":                                   {"within Mr. Hi", "modularity"},
	"ask attribute-mean:9:0:1 --graph us-states --epsilon 2 --relation node":             {"attribute-mean:9:0:1, Northeast: ", "values are clipped to [0, 1]", "proved: proofs/queries.md#attribute-sums"},
	"ask attribute-sum:9:0:1 --graph us-states --epsilon 2":                              {"attribute-sum:9:0:1, Northeast: 8\n", "by no noise, for ε = 0", "attributes and classes are public"},
	"ask attribute-mean-by-degree:9:-1:1 --graph us-states --epsilon 2":                  {"attribute-mean-by-degree:9:-1:1, 4 – 7: "},
	"ask attribute-mean:3:0:2 --graph us-states --epsilon 2 --relation node --plan":      {"Laplace noise", "at mean degree 20"},
	"ask edges --graph {undeclared} --nodes occurring --epsilon 1 --json":                {`"answers"`, `"proved": "inf"`, `"proved_reason"`}, // what was paid for
	"audit seprivgemb --mode control --epsilon 4 --delta 1e-3 --trials 64 --set Dim=8":   {"proved ε", "audited ε"},
	"audit privdpr --epsilon 1 --delta 0.5 --trials 32":                                  {"is not below 1/64"}, // a δ of one half hides little
	"data get karate":                {"nothing to download"},
	"data info {graphml}":            {"attributes dropped  1"},
	"help stats":                     {"Examples:"},
	"methods privdpr":                {"Theta=-1           ByBudget (-1) or [1, ∞)\n", "[1e-15, 1)"},
	"methods":                        {"needs --set Graphs="},
	"reproduce seprivgemb --table 2": {"Table II of"},
	"run privdpr --graph karate --epsilon 1 --json":                                                                               {`"mode": "strict"`, `"proved": 1,`},
	"run privdpr --graph karate --epsilon 1 --delta 0.04":                                                                         {"is not below 1/34"}, // which allows to publish somebody's row
	"run privdpr --graph karate --epsilon 1 --delta 0.04 --json":                                                                  {"is not below 1/34"},
	"run privdpr --graph karate --epsilon 1 --set Theta=byBudget --json":                                                          {`"Theta": -1,`},
	"run seprivgemb --graph karate --mode published --json --epsilon 1 --delta 1e-5 --set Batch=16 --set Steps=3 --set noise=all": {`"Noise": 2,`},
	"run seprivgemb --graph karate --epsilon 8 --delta 1e-5 --set Mean=0 --set Density=0":                                         {"sub-spend"}, // beside the division that paid for it
	"run seprivgemb --graph karate --epsilon 8 --delta 1e-5 --set Mean=0 --set Density=0 --json":                                  {`"parts": [`},
	"run seprivgemb --graph {undeclared} --mode null --epsilon 1 --nodes occurring":                                               {"proved ε    +Inf", "node set", "those that occur"},
	"run seprivgemb --graph {undeclared} --mode null --epsilon 1 --nodes occurring --relation node-unbounded":                     {"proved ε    +Inf", "node set", "those that occur"},
	"run seprivgemb --graph {declared} --mode null --epsilon 1 --nodes occurring":                                                 {"proved ε    +Inf", "node set", "those that occur"}, // the program that wrote it had read them off
	"run features --graph us-states --epsilon 1 --delta 1e-5":                                                                     {"method     features, strict, on us-states, relation node\n", "trained on 39 nodes", "accuracy "},
	"run features --graph us-states --epsilon 1 --delta 1e-5 --evaluate=false":                                                    {"trained on 49 nodes"},
	"run features --graph {states} --epsilon 1 --delta 1e-5":                                                                      {"trained on 49 nodes"}, // a file is not evaluated
	"run features --graph {states} --epsilon 1 --delta 1e-5 --evaluate":                                                           {"trained on 39 nodes", "accuracy "},
	"run features --graph {states} --epsilon 1 --delta 1e-5 --set split.share=0.5":                                                {"trained on 25 nodes"},
	"run privdpr --graph karate --epsilon 1":                                                                                      {"method     privdpr, strict, on karate, relation edge\n"},
	"stats karate":                                                                                                                {"triangles", "effective_diameter_90", "pagerank, highest", "node 33"},
	"compare karate karate":                                                                                                       {"spectral_distance"},
	"stats {graphml} --nodes {list} --only nodes":                                                                                 {"nodes  3"},
	"stats {graphml} --nodes occurring --only nodes":                                                                              {"nodes  2"},
	"trial dpgs --mode null --protocol statistics --epsilon 1 --nodes occurring --json --graph {undeclared}":                      {`"nodes": "occurring"`, "node set"},
	"trial dpgs --mode null --protocol statistics --epsilon 1 --nodes occurring --json --graph {declared}":                        {`"nodes": "occurring"`, "node set"},
	"trial privdpr --mode null --protocol statistics --graph karate --json":                                                       {`"sd": null`},
	"trial privdpr --protocol audit --epsilon 1":                                                                                  {"audited ε"},
	"version": {"github.com/graphdp/graphdp "},
}

// Successful commands have status 0 and the expected output.
func TestShows(t *testing.T) {
	t.Parallel()
	in := written(t, map[string]string{
		"undeclared.txt": "0 1\n1 2\n2 3\n", "declared.txt": "# nodes 4\n0 1\n1 2\n2 3\n", "many/a.txt": "# nodes 2\n0 1\n", "list": "a\nb\nc\n",
		"g.graphml": `<graphml><key id="x" for="node" attr.name="x"/><graph><node id="a"><data key="x">3</data></node><node id="b"/><edge source="a" target="b"/></graph></graphml>`,
	})
	at := func(name string) string { return filepath.Join(in, name) }
	calls(t, "convert us-states", at("states.npz"))
	files := strings.NewReplacer("{states}", at("states.npz"), "{undeclared}", at("undeclared.txt"), "{declared}", at("declared.txt"), "{many}", at("many"), "{graphml}", at("g.graphml"), "{list}", at("list"), "{pipe}", at("pipe"))
	must.Do(t, syscall.Mkfifo(at("pipe"), 0o600)) // nobody writes to it
	for words, all := range shows {
		words = files.Replace(words)
		status, stdout, stderr := call(t, strings.Fields(words)...)
		if status != 0 {
			t.Errorf("gdp %s: status %d, %s", words, status, stderr)
		}
		for _, want := range all {
			if !strings.Contains(stdout+stderr, want) {
				t.Errorf("gdp %s: no %q in\n%s%s", words, want, stdout, stderr)
			}
		}
	}
	for _, words := range []string{"stats karate --only|triangles, nodes", "run privdpr --graph karate --epsilon 1 --set|Theta = 3"} { // with blanks
		line, last, _ := strings.Cut(words, "|")
		calls(t, line, last)
	}
}
