package trial

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method/release"
)

// Rows that point where their community does find it, whatever their lengths; rows that are about
// lengths alone, or random, do not.
func TestCommunities(t *testing.T) {
	const n, k = 240, 4
	labels, degrees, rates := make([]int32, n), make([]float64, n), make([][]float64, k)
	for u := range labels {
		labels[u], degrees[u] = int32(u%k), 1
	}
	for i := range rates {
		rates[i] = []float64{.005, .005, .005, .005}
		rates[i][i] = .4
	}
	made := must.Get(gen.DegreeCorrectedSBM(labels, degrees, rates, random(3)))(t)
	r := random(4)
	rows := func(own float64) [][]float32 {
		all := make([][]float32, n)
		for u := range all {
			length := math.Exp(2 * r.NormFloat64())
			for i := range 8 {
				x := 0.3 * r.NormFloat64()
				if i == u%k {
					x += own
				}
				all[u] = append(all[u], float32(length*x))
			}
		}
		return all
	}
	for _, c := range []struct{ own, least, most float64 }{{3, .99, 1}, {0, 0, .12}} {
		_, measure := must.Two(beginCommunities(t.Context(), &graph.Network{Graph: made.Graph}, random(5)))(t)
		got := must.Get(measure(release.Embedding{Matrix: matrix(t, rows(c.own))}))(t)
		if got[CommunityNMI] < c.least || got[CommunityNMI] > c.most || math.Abs(got[CommunityAMI]-got[CommunityNMI]) > .12 {
			t.Errorf("rows with %v of their own: %v, want NMI %v … %v", c.own, got, c.least, c.most)
		}
		if _, err := measure(release.Embedding{Matrix: matrix(t, [][]float32{{1}})}); err == nil {
			t.Error("rows of another graph are accepted")
		}
	}
}

// On few rows the clusters of least squared distances are found; equal rows are one cluster's.
func TestClusters(t *testing.T) {
	r := random(6)
	for range 20 {
		rows := make([][]float32, 7)
		for u := range rows {
			angle := 2.5*float64(r.IntN(2)) + 1.5*r.Float64()
			rows[u] = []float32{float32(math.Cos(angle)), float32(math.Sin(angle))}
		}
		cost := func(of []int32) (sum float64) {
			for c := range int32(2) {
				mean, count := [2]float64{}, 0.0
				for u, x := range rows {
					if of[u] == c {
						mean[0], mean[1], count = mean[0]+float64(x[0]), mean[1]+float64(x[1]), count+1
					}
				}
				for u, x := range rows {
					if of[u] == c {
						sum += math.Pow(float64(x[0])-mean[0]/count, 2) + math.Pow(float64(x[1])-mean[1]/count, 2)
					}
				}
			}
			return sum
		}
		least := math.Inf(1)
		for code := range 1 << 7 {
			of := make([]int32, 7)
			for u := range of {
				of[u] = int32(code >> u & 1)
			}
			least = min(least, cost(of))
		}
		found := must.Get(matrix(t, rows).Clusters(2, random(7)))(t)
		if got := cost(found); got > 1.001*least {
			t.Errorf("%v: squared distances %v, least %v", rows, got, least)
		}
	}
	same := must.Get(matrix(t, slices.Repeat([][]float32{{1, 2}}, 9)).Clusters(3, random(8)))(t)
	if got, err := metric.NMI(same, make([]int32, 9)); err != nil || slices.Max(same) != slices.Min(same) {
		t.Errorf("equal rows are in clusters %v, %v, %v", same, got, err)
	}
}
