#!/bin/sh
# Times graph statistics here and in networkit and igraph, in turn on this
# machine, and prints the table of graphs.md.
#
#	GDP_DATA=… docs/benchmarks/graphs.sh [rounds] [statistics…]
#
# Statistics are those of the table's first column, all unless some are named.
# The peers are installed in a separate virtual environment, .artifacts/peers unless
# PEERS names another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go
graphs edges/pgb-facebook.txt edges/privgraph-enron.txt edges/pgb-ca-hepph.txt
peers "${PEERS:-$here/../../.artifacts/peers}" "igraph, networkit, networkx, numpy, scipy" networkit==11.2.2 igraph==1.0.0 networkx==3.6.1 scipy==1.17.1 numpy==2.4.6
bench=$(mktemp)
trap 'rm -f "$bench"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go test -c -o "$bench" ./data/metric
rounds=${1:-7}
[ $# -eq 0 ] || shift
"$python" "$here/graphs.py" "$bench" "$rounds" "$@"
