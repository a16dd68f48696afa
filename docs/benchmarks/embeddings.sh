#!/bin/sh
# Embeds graphs here and by gensim, PyTorch Geometric, SciPy and NumPy, in turn on this machine, and
# prints the tables of embeddings.md.
#
#	GDP_DATA=… docs/benchmarks/embeddings.sh [seeds] [modes] [graphs…]
#
# The peers are installed in a separate virtual environment, .artifacts/peers-embeddings unless PEERS
# names another folder. Without PyTorch Geometric, which is compiled in part, the others are compared.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go
graphs
seeds=${1:-2}
modes=${2:-deepwalk,node2vec,netmf,spectral}
[ $# -lt 2 ] || shift
[ $# -eq 0 ] || shift
[ $# -ne 0 ] || set -- chameleon
peers "${PEERS:-$here/../../.artifacts/peers-embeddings}" "gensim, igraph, numpy, scipy, sklearn" gensim==4.4.0 numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 igraph==1.0.0
# For walks PyTorch Geometric 2.8 wants pyg-lib, which PyPI does not have; 2.7 takes torch-cluster too.
said=$({ "$python" -c "import torch_cluster, torch_geometric" || {
	"$python" -m pip install --quiet setuptools torch==2.15.0 torch_geometric==2.7.0 &&
		FORCE_ONLY_CPU=1 "$python" -m pip install --quiet --no-build-isolation torch-cluster==1.6.3
}; } 2>&1) || echo "${0##*/}: without PyTorch Geometric: ${said##*
}" >&2
gdp=$(mktemp)
trap 'rm -f "$gdp"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go build -o "$gdp" ./gdp/cmd/gdp
"$python" "$here/embeddings.py" "$gdp" "$seeds" "$modes" "$@"
