package exhibit

import ("testing";"fmt";"os";"path/filepath"; "time"
"github.com/graphdp/graphdp/models/all"
"github.com/graphdp/graphdp/models/trial"
)

func TestTry(t *testing.T) {
	var results []trial.Result
	folders, _ := filepath.Glob("../../notebooks/*/results")
	for _, f := range folders { r, err := trial.ReadAll(f); if err != nil { t.Fatal(err) }; results = append(results, r...) }
	for _, m := range all.Methods() {
		for _, e := range m.Exhibits {
			at := time.Now()
			p, err := Plan(all.Methods(), m, e)
			if err != nil { t.Error(err); continue }
			d := p.Draw(results, nil)
			fmt.Println(m.Name, e.Name, len(p.Trials), "trials,", len(p.Missing(results)), "missing", time.Since(at))
			os.WriteFile("/tmp/exh/try/"+m.Name+" "+e.Name+".txt", []byte(d.String()), 0o644)
			os.WriteFile("/tmp/exh/try/"+m.Name+" "+e.Name+".md", []byte(d.Markdown()), 0o644)
			f, err := d.Figure()
			if err != nil { t.Log(m.Name, e.Name, err); continue }
			svg, err := f.SVG()
			if err != nil { t.Error(m.Name, e.Name, err); continue }
			os.WriteFile("/tmp/exh/try/"+m.Name+" "+e.Name+".svg", svg, 0o644)
			pdf, err := f.PDF()
			if err != nil { t.Error(m.Name, e.Name, err); continue }
			os.WriteFile("/tmp/exh/try/"+m.Name+" "+e.Name+".pdf", pdf, 0o644)
			png, err := f.PNG(60)
			if err != nil { t.Error(m.Name, e.Name, err); continue }
			os.WriteFile("/tmp/exh/try/"+m.Name+" "+e.Name+".png", png, 0o644)
		}
	}
}
