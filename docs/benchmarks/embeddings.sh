#!/bin/sh
# Embeds graphs here and by gensim, SciPy and NumPy, in turn on this machine, and prints the tables of
# embeddings.md.
#
#	GDP_DATA=… docs/benchmarks/embeddings.sh [seeds] [modes] [graphs…]
#
# The peers are installed in a separate virtual environment, .artifacts/peers-embeddings unless PEERS
# names another folder.
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
gdp=$(mktemp)
trap 'rm -f "$gdp"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go build -o "$gdp" ./gdp/cmd/gdp
"$python" "$here/embeddings.py" "$gdp" "$seeds" "$modes" "$@"
