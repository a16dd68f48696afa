// Package models lists all methods. A new one is a line here.
package models

import (
	"github.com/graphdp/graphdp/models/classification/dpar"
	"github.com/graphdp/graphdp/models/classification/dpgcn"
	"github.com/graphdp/graphdp/models/classification/dpgnn"
	"github.com/graphdp/graphdp/models/classification/eclipse"
	"github.com/graphdp/graphdp/models/classification/features"
	"github.com/graphdp/graphdp/models/classification/gap"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/classification/lpgnet"
	"github.com/graphdp/graphdp/models/classification/mlp"
	"github.com/graphdp/graphdp/models/classification/progap"
	"github.com/graphdp/graphdp/models/classification/sage"
	"github.com/graphdp/graphdp/models/classification/vote"
	"github.com/graphdp/graphdp/models/embedding/dpne"
	"github.com/graphdp/graphdp/models/embedding/dpppr"
	"github.com/graphdp/graphdp/models/embedding/gapemb"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb"
	"github.com/graphdp/graphdp/models/embedding/walks"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/statistics/question"
	"github.com/graphdp/graphdp/models/synthesis/coarsen"
	"github.com/graphdp/graphdp/models/synthesis/dcsbm"
	"github.com/graphdp/graphdp/models/synthesis/der"
	"github.com/graphdp/graphdp/models/synthesis/dgg"
	"github.com/graphdp/graphdp/models/synthesis/dpdk"
	"github.com/graphdp/graphdp/models/synthesis/dpggan"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
	"github.com/graphdp/graphdp/models/synthesis/graphrnn"
	"github.com/graphdp/graphdp/models/synthesis/ldpgen"
	"github.com/graphdp/graphdp/models/synthesis/netgan"
	"github.com/graphdp/graphdp/models/synthesis/pairs"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/models/synthesis/privgraph"
	"github.com/graphdp/graphdp/models/synthesis/privhrg"
	"github.com/graphdp/graphdp/models/synthesis/privskg"
	"github.com/graphdp/graphdp/models/synthesis/tmf"
)

// Methods lists the methods.
func Methods() []method.Method {
	return []method.Method{
		coarsen.Method,
		dcsbm.Method,
		der.Method,
		dgg.Method,
		dpar.Method,
		dpdk.Method,
		dpgcn.Method,
		dpggan.Method,
		dpgnn.Method,
		dpgs.Method,
		dpne.Method,
		dpppr.Method,
		eclipse.Method,
		features.Method,
		gap.Method,
		gapemb.Method,
		gcn.Method,
		graphrnn.Method,
		ldpgen.Method,
		lpgnet.Method,
		mlp.Method,
		netgan.Method,
		pairs.Method,
		privdpr.Method,
		privgraph.Method,
		privhrg.Method,
		privskg.Method,
		progap.Method,
		question.Method,
		sage.Method,
		seprivgemb.Method,
		tmf.Method,
		vote.Method,
		walks.Method,
	}
}
