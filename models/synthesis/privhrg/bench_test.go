package privhrg

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data"
)

func TestSpeed(t *testing.T) {
	for _, name := range []string{"pgb-road-minnesota", "pgb-facebook", "pgb-wiki-vote"} {
		d, err := data.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		g := d.Network.Graph
		for _, sharp := range []float64{0.5 / 2 / sensitivity(g.N()), 1} {
			r := rand.New(rand.NewPCG(1, 1))
			d := newDendrogram(random(g.N(), r), &counted{g: g})
			start, before := time.Now(), d.total
			taken, steps := 0, 100*g.N()
			for range steps {
				if d.step(sharp, r) {
					taken++
				}
			}
			t.Log(name, g.N(), sharp, before, d.total, float64(taken)/float64(steps), time.Since(start)/time.Duration(steps))
		}
	}
}

func TestSettle(t *testing.T) {
	d, err := data.Load("pgb-facebook")
	if err != nil {
		t.Fatal(err)
	}
	g := d.Network.Graph
	for _, eps := range []float64{0.5, 5} {
		r := rand.New(rand.NewPCG(1, 1))
		sharp := eps / 2 / sensitivity(g.N())
		d := newDendrogram(random(g.N(), r), &counted{g: g})
		start := time.Now()
		steps := d.settle(sharp, 1000, 3000, r)
		t.Log(eps, steps, steps/g.N(), d.total, time.Since(start))
	}
}
