package dpar

import "github.com/graphdp/graphdp/models/method"

// quoted are the accuracies of [DPAR24] Table 1, means of ten runs. Numbers without privacy
// have ε = 0. Its data set CS is the graph of MS Academic again; Table 1 has other numbers
// for it, which are here as the data set "coauthor-cs (CS)".
func quoted() (all []method.Quoted) {
	private := []string{"GAP", "SAGE", "Features", "DPAR-EM0", "DPAR-EM1", "DPAR-GM"}
	variants := map[string]string{"DPAR-EM1": "Rows=EM1", "DPAR-GM": "Rows=GM"}
	for _, set := range []struct {
		data     string
		one, all [6]float64 // at ε = 1 and 8
		free     [3]float64 // DPAR, GAP, Features
	}{
		{"cora-ml", [6]float64{.34, .152, .5733, .3421, .2895, .3333}, [6]float64{.5733, .368, .6107, .5965, .6199, .4854}, [3]float64{.7076, .8883, .7733}},
		{"coauthor-cs", [6]float64{.6563, .013, .83, .8306, .8569, .8225}, [6]float64{.8581, .063, .8723, .9054, .9135, .9165}, [3]float64{.955, .9571, .8382}},
		{"coauthor-cs (CS)", [6]float64{.66, .0917, .8344, .8898, .8921, .8927}, [6]float64{.8537, .7366, .895, .9017, .8994, .9063}, [3]float64{.9707, .9571, .9307}},
		{"reddit", [6]float64{.7047, .086, .7436, .9167, .9286, .934}, [6]float64{.9161, .82, .777, .9375, .9399, .931}, [3]float64{.9698, .9949, .8337}},
		{"coauthor-phy", [6]float64{.8192, .1263, .8412, .8887, .8927, .8948}, [6]float64{.9088, .8919, .9017, .9023, .902, .9101}, [3]float64{.9548, .9597, .9504}},
	} {
		add := func(name, variant string, epsilon, mean float64) {
			all = append(all, method.Quoted{
				Table: "Table 1", Protocol: "classification", Method: name, Data: set.data, Value: "accuracy",
				Epsilon: epsilon, Variant: variant, Mean: mean,
			})
		}
		for i, name := range private {
			add(name, variants[name], 1, set.one[i])
			add(name, variants[name], 8, set.all[i])
		}
		for i, name := range []string{"DPAR", "GAP", "Features"} {
			add(name, "", 0, set.free[i])
		}
	}
	return all
}
