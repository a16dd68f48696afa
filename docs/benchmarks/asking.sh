#!/bin/sh
# Times questions to one graph and prints, for each, seconds, processor seconds and the most memory: the
# tables of asking.md. Reading the graph, which is that of the question about nodes, is in each.
#
#	docs/benchmarks/asking.sh FILE
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go /usr/bin/time
[ -r "${1:-}" ] || missing "the file of a graph${1:+: $1}"
graph=$(cd "$(dirname "$1")" && pwd)/${1##*/}
cd "$here/../.."
gdp=$(mktemp)
trap 'rm -f "$gdp"' EXIT
GOEXPERIMENT=simd go build -o "$gdp" ./gdp/cmd/gdp
ask() {
	/usr/bin/time -f "$1, $2: %e s, %U s of processors, %M kB" "$gdp" ask "$1" --relation "$2" --graph "$graph" --epsilon 1 >/dev/null
}
for statistic in nodes edges mean-degree histogram ccdf sequence largest-degree wedges 3-stars triangles 4-cycles transitivity average-clustering components degeneracy core-numbers core-sizes core-quantiles density densest-part assortativity joint-degrees; do
	ask "$statistic" edge
done
for statistic in edges mean-degree wedges 3-stars triangles ccdf degeneracy density components; do
	ask "$statistic" node
done
