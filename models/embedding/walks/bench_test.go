package walks

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data"
)

func TestSpeed(t *testing.T) {
	d, err := data.Load(os.Getenv("G"))
	if err != nil {
		t.Skip(err)
	}
	g := d.Graph.Undirected()
	c := DeepWalk()
	c.Walks = 1
	t0 := time.Now()
	n2 := Node2Vec()
	n2.P, n2.Q = .25, .25
	n2.walk(g, n2.biased(g), rand.New(rand.NewPCG(1, 2)))
	t.Log("node2vec walks", time.Since(t0))
	t0 = time.Now()
	walks := c.walk(g, uniform(g), rand.New(rand.NewPCG(1, 2)))
	t.Log("walks", time.Since(t0), len(walks))
	tr := c.newTrainer(g.N(), walks, rand.New(rand.NewPCG(1, 2)))
	t0 = time.Now()
	pairs := 0
	for i := range tr.steps() {
		tr.step(i)
	}
	el := time.Since(t0)
	pairs = 8626712
	t.Logf("size %d, %d pairs in %v: %.2f M/s", tr.size, pairs, el, float64(pairs)/el.Seconds()/1e6)
}
