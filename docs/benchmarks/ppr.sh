#!/bin/sh
# Times personalised PageRank here and in numba, in turn on one core of this machine, and
# prints the table of ppr.md.
#
#	GDP_DATA=… docs/benchmarks/ppr.sh [rounds]
#
# The peer goes into a virtual environment of its own, .artifacts/numba unless PEERS names
# another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${GDP_DATA:?names the folder with the real graphs}"
venv=${PEERS:-$here/../../.artifacts/numba}
if [ ! -x "$venv/bin/python" ]; then
	python3 -m venv "$venv"
	"$venv/bin/pip" install --quiet numba==0.68.1 numpy==2.4.6 scipy==1.17.1
fi
bench=$(mktemp)
trap 'rm -f "$bench"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go test -c -o "$bench" ./data/metric/ppr
"$venv/bin/python" "$here/ppr.py" "$bench" "${1:-7}"
