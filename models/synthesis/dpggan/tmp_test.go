package dpggan
import ("testing";"time";"os";"strconv";"github.com/graphdp/graphdp/gdp/graph")
func TestTmp(t *testing.T) {
	name := os.Getenv("DS"); if name=="" {name="dpggan-dblp"}
	c := collection(t, name)
	if name=="imdb-multi" { c = &graph.Collection{Graphs:c.Graphs[:200]} }
	if name=="dpggan-dblp" { c = &graph.Collection{Graphs:c.Graphs[:20]} }
	a := GVAE()
	if s:=os.Getenv("STEPS"); s!="" {a.Steps,_=strconv.Atoi(s)}
	if s:=os.Getenv("RATE"); s!="" {a.Rate,_=strconv.ParseFloat(s,64)}
	if s:=os.Getenv("DIV"); s!="" {a.Divergence,_=strconv.ParseFloat(s,64)}
	for _, post := range []bool{false,true} {
	a.Posterior=post
	start:=time.Now()
	r, err := Train(t.Context(), c, a, 1, nil)
	if err!=nil {t.Fatal(err)}
	m:=0; mo:=0
	for i,g:=range r.Graphs{m+=g.M(); mo+=c.Graphs[i].Graph.M()}
	t.Log(name, post, errorsOf(t, r.Graphs, c), m, mo, time.Since(start))
	}
}
