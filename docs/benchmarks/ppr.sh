#!/bin/sh
# Times personalised PageRank here and in numba, in turn on one core and on all
# cores of this machine, and prints the table of ppr.md.
#
#	GDP_DATA=… docs/benchmarks/ppr.sh [rounds]
#
# The peer goes into a virtual environment of its own, .artifacts/numba unless PEERS names
# another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go
graphs attributed/coauthor-phy.npz
peers "${PEERS:-$here/../../.artifacts/numba}" "numba, numpy, scipy" numba==0.68.1 numpy==2.4.6 scipy==1.17.1
bench=$(mktemp)
trap 'rm -f "$bench"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go test -c -o "$bench" ./data/metric/ppr
"$python" "$here/ppr.py" "$bench" "${1:-7}"
