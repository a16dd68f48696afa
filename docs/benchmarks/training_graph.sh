#!/bin/sh
# Times skip-gram here and in gensim, in turn on this machine, and prints the table of
# training_graph.md.
#
#	GDP_DATA=… docs/benchmarks/training_graph.sh [rounds]
#
# The peers are installed in a separate virtual environment, .artifacts/peers-training
# unless PEERS names another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go
graphs edges/seprivgemb-blogcatalog.txt
peers "${PEERS:-$here/../../.artifacts/peers-training}" "gensim, numpy, scipy" gensim==4.4.0 scipy==1.17.1 numpy==2.4.6
bench=$(mktemp -d)
trap 'rm -r "$bench"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go test -c -o "$bench/skipgram" ./models/embedding/seprivgemb/skipgram
"$python" "$here/training_graph.py" "$bench" "${1:-3}"
