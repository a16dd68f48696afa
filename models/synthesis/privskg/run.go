package privskg

import (
	"errors"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Packed releases triangles by a packing.
type Packed struct {
	TriangleShare float64 `range:"(0,1)"` // share of ε for the triangle count
}

// Smooth releases triangles with noise of their smooth sensitivity.
type Smooth struct {
	TriangleShare float64 `range:"(0,1)"` // share of ε for the triangle count
}

// Exact is the configuration of [NonPrivate], which has no settings.
type Exact struct{}

// countsOf returns the exact counts.
func countsOf(g *graph.Graph) counts {
	c := ofDegrees(lists.Convert[float64](g.Degrees()))
	triangles, _ := metric.Triangles(g)
	c.triangles = float64(triangles)
	return c
}

// sorted releases the sorted degrees after isotonic regression, [MW12] Degrees.
func sorted(s *gdp.Session, eps gdp.Epsilon) ([]float64, error) {
	n := s.Public().Nodes
	noisy, err := gdp.Laplace(s, "sorted degrees", query.DegreeSequence[gdp.L1](s.Relation(), n), eps) // [MW12] Degrees
	if err != nil {
		return nil, err
	}
	list := query.Isotonic(noisy)
	for u, d := range list {
		list[u] = min(max(d, 0), float64(n-1))
	}
	return list, nil
}

func (c Packed) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	counting := s.Budget().Epsilon * gdp.Epsilon(c.TriangleShare)
	list, err := sorted(s, s.Budget().Epsilon-counting)
	if err != nil {
		return nil, err
	}
	found := ofDegrees(list)
	triangles, err := synthesis.Triangles(s, list, counting)
	if err != nil {
		return nil, err
	}
	found.triangles = triangles.Value
	return found.draw(s.Public().Nodes, run.Drawing(), run.Stream("graph"))
}

// bySmooth is the paper's claim on triangles.
var bySmooth = gdp.Claim{
	Source:    "[MW12] Triangles",
	Statement: "the number of triangles with Laplace noise of 2/ε times its smooth sensitivity is (ε, δ)-private",
	Why:       "the theorem assumes real numbers; floating-point noise of a private scale reveals that scale in its low-order bits",
}

func (c Smooth) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	b := s.Budget()
	if b.Delta == 0 {
		return nil, errors.New("smooth sensitivity needs δ above 0")
	}
	counting := b.Epsilon * gdp.Epsilon(c.TriangleShare)
	list, err := sorted(s, b.Epsilon-counting)
	if err != nil {
		return nil, err
	}
	data, err := s.ReadOnClaim("smooth sensitivity", bySmooth)
	if err != nil {
		return nil, err
	}
	scale := 2 * smooth(data.Network.Graph.Undirected(), synthesis.Beta(counting, b.Delta)) // [MW12] Triangles
	triangles := gdp.Query("triangles", s.Relation(), gdp.L1(max(scale, 1)), bySmooth, func(d *gdp.Data) ([]float64, error) {
		count, _ := metric.Triangles(d.Network.Graph.Undirected())
		return []float64{float64(count)}, nil
	})
	noisy, err := gdp.NewLaplace("triangles", triangles, counting).Claiming(gdp.Budget{Epsilon: counting, Delta: b.Delta}).Draw(s)
	if err != nil {
		return nil, err
	}
	found := ofDegrees(list)
	found.triangles = max(noisy[0], 0)
	return found.draw(s.Public().Nodes, run.Drawing(), run.Stream("graph"))
}
