package dpggan

import "github.com/graphdp/graphdp/models/method"

// quoted returns Table 1: of the original graphs the means of five statistics, and of every
// model the means over graphs of absolute differences from them. Data sets have the names
// of package data. The paper prints GINI of IMDB without its minus sign.
func quoted() (all []method.Quoted) {
	values := []string{"LCC", "TC", "CPL", "GINI", "REDE"}
	for _, row := range []struct {
		method  string
		epsilon float64 // 0: not private
		means   [10]float64
	}{
		{"Original", 0, [10]float64{107.5, 59.90, 3.6943, 0.3248, 0.9385, 13.001, 305.9, 1.2275, 0.1222, 0.9894}},
		{"GVAE", 0, [10]float64{7.51, 66.93, 0.1330, 0.0213, 0.0084, 0.0145, 25.83, 0.0121, 0.0030, 0.0016}},
		{"NetGAN", 0, [10]float64{9.66, 39.87, 0.1943, 0.0105, 0.0022, 0.0083, 27.54, 0.0192, 0.0042, 0.0011}},
		{"GraphRNN", 0, [10]float64{10.27, 57.43, 0.2043, 0.0415, 0.0052, 0.0594, 27.26, 0.0214, 0.0155, 0.0094}},
		{"DPGVAE", 10, [10]float64{21.96, 175.29, 0.2471, 0.0339, 0.0153, 0.0147, 43.63, 0.0367, 0.0036, 0.0030}},
		{"DPGVAE", 1, [10]float64{23.80, 187.20, 0.3059, 0.0343, 0.0156, 0.0253, 43.73, 0.0373, 0.0038, 0.0031}},
		{"DPGVAE", 0.1, [10]float64{26.07, 215.13, 0.3342, 0.0344, 0.0158, 0.0320, 44.12, 0.0392, 0.0042, 0.0032}},
		{"DPGGAN", 10, [10]float64{10.61, 64.75, 0.2035, 0.0224, 0.0093, 0.0040, 22.89, 0.0164, 0.0010, 0.0017}},
		{"DPGGAN", 1, [10]float64{12.38, 70.97, 0.2643, 0.0353, 0.0117, 0.0053, 23.81, 0.0168, 0.0029, 0.0023}},
		{"DPGGAN", 0.1, [10]float64{24.62, 77.41, 0.2713, 0.0485, 0.0191, 0.0113, 24.91, 0.0168, 0.0029, 0.0025}},
	} {
		for i, mean := range row.means {
			data := "dpggan-dblp"
			if i >= len(values) {
				data = "imdb-multi"
			}
			all = append(all, method.Quoted{
				Table: "Table 1", Protocol: "collections", Method: row.method, Data: data, Value: values[i%len(values)], Epsilon: row.epsilon, Mean: mean,
			})
		}
	}
	return all
}
