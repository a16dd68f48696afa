#!/bin/sh
# Takes R-MAT graphs through drawing, files, statistics and methods, one step after the other, and
# prints the tables of scale.md: seconds, most memory, and how both grow.
#
#	docs/benchmarks/scale.sh FOLDER LIMIT SIZE…
#
# A size such as 20:10000000 is 2²⁰ nodes and ten million draws of an edge; LIMIT is the number of seconds
# after which a step is stopped. The files of the graphs stay in FOLDER: 0.9 GB for 10⁸ edges.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go python3
: "${3:?FOLDER LIMIT SIZE…}"
folder=$1
limit=$2
shift 2
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir -p "$folder"
cd "$here/../.."
GOEXPERIMENT=simd go build -o "$build/gdp" ./gdp/cmd/gdp
GOEXPERIMENT=simd go test -c -o "$build/files" ./data/graph/graphio
python3 "$here/scale.py" "$build" "$folder" "$limit" "$@"
