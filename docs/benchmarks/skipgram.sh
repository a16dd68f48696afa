#!/bin/sh
# Embeds a graph by private skip-grams here and by gensim's plain one, in turn on this machine, and
# prints the table of skipgram.md.
#
#	GDP_DATA=… docs/benchmarks/skipgram.sh [rounds] [rounds of what is slow] [graph]
#
# The peer is installed in a separate virtual environment, .artifacts/peers-embeddings unless PEERS
# names another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go
graphs
peers "${PEERS:-$here/../../.artifacts/peers-embeddings}" "gensim, igraph, numpy, scipy, sklearn" gensim==4.4.0 numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 igraph==1.0.0
gdp=$(mktemp)
trap 'rm -f "$gdp"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go build -o "$gdp" ./gdp/cmd/gdp
PYTHONDONTWRITEBYTECODE=1 "$python" "$here/skipgram.py" "$gdp" "${1:-7}" "${2:-3}" "${3:-blogcatalog}"
