package program

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Audit is an audit of a program. A pilot runs it on all pairs of a battery of neighbouring
// graphs, and chooses a pair and an attack; fresh runs on that pair give the bound.
type Audit struct {
	method.Audit // Method, Mode, Config, Attack and By are filled in
	Program      *Program
	// Own are pairs of the user, by name, in addition to the battery.
	Own map[string][2]*graph.Network
	// Minutes sets the number of trials from the measured time of a run; 0 does not.
	Minutes float64
	// Tell, unless nil, receives messages about the progress.
	Tell func(stage string)
}

// Found is the result of an audit of a program.
type Found struct {
	*method.Audited
	Worlds string // the pair, in words
	Pair   [2]*graph.Network
	Looks  string   // what the attack looks at
	Failed [2]int   // runs of each world, of those that the bound rests on
	Said   string   // by a run that failed
	Tried  []Tried  // pairs, the best first
	Checks []string // results of a few runs with equal seeds
}

// Tried is the pilot's estimate for a pair. It is not a bound.
type Tried struct {
	Worlds   string  `json:"worlds"`
	Estimate float64 `json:"estimate"`
}

// candidate is a pair in the pilot.
type candidate struct {
	pair
	worlds   [2]*graph.Network
	u, v     int32
	index    int
	runs     audit.Runs
	best     audit.Distinguisher
	looks    string
	estimate float64
}

// Run runs the audit.
func (a Audit) Run(ctx context.Context) (*Found, error) {
	m := a.Program.method(true)
	a.Method, a.Mode, a.Config = m.Name, m.Modes[0], m.Modes[0].Config()
	a.Attack = *m.Attack
	if a.Relation == 0 {
		a.Relation = a.Program.relation
	}
	checked, err := a.Audit.Check()
	if err != nil {
		return nil, err
	}
	if a.Audit = checked; a.Tell == nil {
		a.Tell = func(string) {}
	}
	all, err := a.pairs()
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	if err := a.works(ctx, all[0]); err != nil {
		return nil, err
	}
	a.budget(time.Since(begun), 1)
	if all, err = a.pilot(ctx, all); err != nil {
		return nil, err
	}
	x := all[0]
	a.Tell("confirming")
	b := a.on(x, a.Trials, 0)
	b.By, b.Progress = &x.best, a.Progress
	f := &Found{Worlds: x.name, Pair: x.worlds, Looks: x.looks}
	if f.Audited, err = b.Run(ctx); err != nil {
		return nil, err
	}
	for w, runs := range f.Runs {
		for _, output := range runs {
			f.Failed[w] += int(output[0])
		}
	}
	for _, y := range all {
		f.Tried = append(f.Tried, Tried{y.name, y.estimate})
	}
	if f.Checks, err = a.checks(ctx, x); err != nil {
		return nil, err
	}
	if f.Failed != [2]int{} {
		f.Said = a.Program.idle.said
	}
	return f, nil
}

// pairs returns the pairs of the battery and of the user.
func (a Audit) pairs() (all []*candidate, err error) {
	list := battery(a.Relation)
	for name, worlds := range a.Own {
		list = append(list, pair{name, func(gdp.Relation) ([2]*graph.Network, error) { return worlds, nil }})
	}
	slices.SortStableFunc(list[len(battery(a.Relation)):], func(x, y pair) int { return cmp.Compare(x.name, y.name) })
	for i, x := range list {
		c := &candidate{pair: x, index: i}
		if c.worlds, err = a.Program.worlds(x.make)(a.Relation); err != nil {
			return nil, fmt.Errorf("program: %s: %w", x.name, err)
		}
		c.u, c.v = differ(c.worlds)
		all = append(all, c)
	}
	return all, nil
}

// on returns the audit of a pair, with its own seeds and the given number of runs.
func (a Audit) on(x *candidate, trials int, stage uint64) method.Audit {
	b := a.Audit
	b.Trials, b.Progress, b.Seed = trials, nil, (a.Seed*64+uint64(x.index))*4+stage+1
	b.Attack.Look, b.Attack.Make = a.Program.look(x.u, x.v), func(gdp.Relation) ([2]*graph.Network, error) { return x.worlds, nil }
	if b.File != "" {
		b.File = fmt.Sprintf("%s.%d.%d", a.File, stage, x.index)
	}
	return b
}

// works returns an error if the program fails on the first pair with every seed.
func (a Audit) works(ctx context.Context, x *candidate) (err error) {
	const tries = 4
	for seed := range uint64(tries) {
		if _, err = a.Program.try(ctx, x.worlds[1-seed%2], a.Relation, a.Budget, seed+1); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return fmt.Errorf("program: %s failed in each of its first %d runs: %w", a.Program.Name, tries, err)
}

// stages are the stages of the pilot. Each runs the given number of best pairs, with 1/share of the
// trials per pair, until the fraction late of the time.
var stages = []struct {
	share, pairs int
	late         float64
}{{20, 100, 0.15}, {8, 4, 0.3}, {4, 2, 0.45}}

// pilot runs the program on all pairs, and again on the best ones. It returns the pairs, the best
// first, each with the attack that distinguished its graphs best on held-out runs.
func (a *Audit) pilot(ctx context.Context, all []*candidate) ([]*candidate, error) {
	begun, done := time.Now(), 0
	for stage, of := range stages {
		if stage > 0 {
			a.budget(time.Since(begun), done)
		}
		trials := max(a.Trials/of.share/2*2, method.LeastRuns)
		for i, x := range all {
			late := a.Minutes > 0 && time.Since(begun).Minutes() > a.Minutes*of.late
			if i >= of.pairs || late && stage+i > 0 {
				break
			}
			a.Tell(fmt.Sprintf("searching for an attack: pair %d of %d", i+1, len(all)))
			found, err := a.on(x, trials, uint64(stage+1)).Run(ctx)
			if err != nil {
				return nil, err
			}
			done += trials + 1
			for w := range x.runs {
				x.runs[w] = append(x.runs[w], found.Runs[w]...)
			}
			if err := x.choose(a.Program.kind, a.Budget.Delta); err != nil {
				return nil, err
			}
		}
		slices.SortStableFunc(all, func(x, y *candidate) int {
			if len(x.runs[0]) != len(y.runs[0]) {
				return len(y.runs[0]) - len(x.runs[0])
			}
			return cmp.Compare(y.estimate, x.estimate)
		})
		all = slices.DeleteFunc(all, func(x *candidate) bool { return x.runs[0] == nil })
	}
	return all, nil
}

// budget sets the number of trials from the time of the runs so far. The trials get half of the
// time.
func (a *Audit) budget(took time.Duration, runs int) {
	if a.Minutes > 0 {
		a.Trials = int(min(max(0.5*a.Minutes*60*float64(runs)/took.Seconds(), method.LeastRuns), 200000)) / 2 * 2
	}
}

// choose selects the attack that distinguishes the two graphs best: a feature, its distance from
// the median, or a score. A score is learned from all features in half of the runs.
func (x *candidate) choose(kind release.Kind, delta gdp.Delta) error {
	var train, test audit.Runs
	for w, runs := range x.runs {
		train[w], test[w] = runs[:len(runs)/2], runs[len(runs)/2:]
	}
	x.estimate = -1
	try := func(d audit.Distinguisher, looks string) error {
		learned, err := d.Learned(train)
		if err != nil {
			return err
		}
		b, err := audit.Attack{Distinguisher: learned, Level: audit.Level{Delta: delta, Confidence: 0.5}}.Bound(test)
		if err != nil {
			return err
		}
		if float64(b.Epsilon) > x.estimate {
			x.estimate, x.looks = float64(b.Epsilon), looks
			x.best, err = d.Learned(x.runs)
		}
		return err
	}
	names := of(failure{"none"}, kind, x.u, x.v).names
	for i, name := range names {
		all := lists.Map(slices.Concat(x.runs[0], x.runs[1]), func(output []float64) float64 { return output[i] })
		slices.Sort(all)
		if all[0] == all[len(all)-1] {
			continue
		}
		median := all[len(all)/2]
		away := audit.Score("one feature", func(output []float64) float64 { return max(output[i]-median, median-output[i]) })
		if err := try(audit.Score("one feature", func(output []float64) float64 { return output[i] }), name); err != nil {
			return err
		}
		if err := try(away, "how far from its median is "+name); err != nil {
			return err
		}
	}
	if err := try(audit.Linear(), "all features of the release"); err != nil {
		return err
	}
	if err := try(audit.LikelihoodRatio(), "all features of the release"); err != nil {
		return err
	}
	return try(audit.Values(), "the values of all features of the release")
}

// The graph of an audit by one run: a random graph, and canaries, pairs that a coin makes edges.
const (
	oneRunNodes, oneRunEdges = 400, 800
	canaries                 = 1000
)

// OneRun audits a slow program by a single run at edge level: it guesses from the release which of
// many canaries are edges.
func (a Audit) OneRun(ctx context.Context) (*Found, error) {
	p := a.Program
	if a.Relation == 0 {
		a.Relation = p.relation
	}
	if a.Relation != gdp.EdgeLevel || p.kind != release.KindGraph && p.kind != release.KindEmbedding {
		return nil, fmt.Errorf("program: an audit by one run is for graphs and embeddings under the relation edge, not for %s under %v", p.Releases, a.Relation)
	}
	r := rand.New(rand.NewPCG(a.Seed, 23))
	public, err := audit.Edges(oneRunNodes, oneRunEdges+canaries, nil, r)
	if err != nil {
		return nil, err
	}
	coins, err := audit.Coins(canaries, r)
	if err != nil {
		return nil, err
	}
	var edges []graph.Edge
	for i, pair := range public {
		if i >= canaries || coins[i] {
			edges = append(edges, graph.Edge{U: pair[0], V: pair[1]})
		}
	}
	g, _, err := graph.FromEdges(oneRunNodes, edges, graph.Options{})
	if err != nil {
		return nil, err
	}
	t, err := p.try(ctx, &graph.Network{Graph: g}, a.Relation, a.Budget, r.Uint64()&(1<<31-1))
	if err != nil {
		return nil, err
	}
	score := func(u, v int32) float64 { return math.Inf(-1) }
	switch x := t.of.(type) {
	case release.Embedding:
		score = x.Dot
	case release.Graph:
		if x.Graph.N() == oneRunNodes {
			if score, err = x.Scores(); err != nil {
				return nil, err
			}
		}
	}
	scores := lists.Map(public[:canaries], func(pair audit.NodePair) float64 { return score(pair[0], pair[1]) })
	median := slices.Sorted(slices.Values(scores))[canaries/2]
	guesses := make([]bool, canaries)
	for i, s := range scores {
		guesses[i] = s >= median
	}
	l := audit.Level{Delta: a.Budget.Delta, Confidence: a.Confidence}
	f := &Found{
		Audited: &method.Audited{Guarantee: gdp.Guarantee{Relation: a.Relation, Delta: a.Budget.Delta, Claimed: a.Budget.Epsilon, Proved: gdp.Epsilon(math.Inf(1)), Reason: why}},
		Worlds:  fmt.Sprintf("a random graph of %d nodes; a coin decides whether each of %d pairs is an edge", oneRunNodes, canaries), Looks: "the scores of these pairs in the release",
	}
	if f.Bound, err = audit.Guessed(l, coins, guesses); err != nil {
		return nil, err
	}
	all, err := audit.Guessed(l, coins, coins)
	f.Most = all.Epsilon
	return f, err
}
