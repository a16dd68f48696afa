#!/bin/sh
# Runs models/classification/dpar on the attributed data sets and prints the tables of
# docs/papers/dpar.md. GDP_DATA names the folder of the data.
#
#	docs/benchmarks/dpar.sh [seeds] [data sets…]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go python3
seeds=${1:-3}
[ $# -eq 0 ] || shift
[ $# -ne 0 ] || set -- cora-ml citeseer coauthor-cs
cd "$here/../.."
gdp=$(mktemp)
trap 'rm -f "$gdp"' EXIT
GOEXPERIMENT=simd go build -o "$gdp" ./gdp/cmd/gdp
python3 "$here/dpar.py" "$gdp" "$seeds" "$@"
