package lpgnet

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the stack of perceptrons.
var Method = method.Method{
	Name: "lpgnet", About: "node classification by stacked MLPs with noisy neighbour counts per class", Paper: "LPGNET22",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: []string{"LPGNet-2"},
	Modes: []method.Mode{
		method.PrivateOld(method.Published, "published", "LPGNet-2: noisy cluster degree vectors for two stacked MLPs, ε/2 each", gdp.EdgeLevel, Config(Published()), Run).InEdition(1),
		method.PrivateOld(method.Null, "null", "first MLP alone; knows features and labels, public at edge level", gdp.EdgeLevel, Config(Null()), Run).InEdition(1),
		classification.PlainOld(method.NonPrivate, "nonprivate", "LPGNet-2 with exact cluster degree vectors", NonPrivate(), "lpgnet", Exact.beginPlain).InEdition(1),
	},
	Attack: method.OnEdge().With(2000, "Stacks=1", "Epochs=30", "Hidden=8", "Dropout=0"),
}
