#!/bin/sh
# Times graph statistics here and in networkit and igraph, in turn on this
# machine, and prints the table of graphs.md.
#
#	GDP_DATA=… docs/benchmarks/graphs.sh [rounds]
#
# The peers are installed in a separate virtual environment, .artifacts/peers unless
# PEERS names another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${GDP_DATA:?names the folder with the real graphs}"
venv=${PEERS:-$here/../../.artifacts/peers}
if [ ! -x "$venv/bin/python" ]; then
	python3 -m venv "$venv"
	"$venv/bin/pip" install --quiet networkit==11.2.2 igraph==1.0.0 networkx==3.6.1 scipy==1.17.1 numpy==2.4.6
fi
bench=$(mktemp)
trap 'rm -f "$bench"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go test -c -o "$bench" ./data/metric
"$venv/bin/python" "$here/graphs.py" "$bench" "${1:-7}"
