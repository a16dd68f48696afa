#!/bin/sh
# Times releases of synthetic graphs here and by the code of the benchmark PGB, in turn on this
# machine, and prints the table of synthesis.md.
#
#	GDP_DATA=… docs/benchmarks/synthesis.sh [rounds]
#
# PGB and what it imports are put into .artifacts/pgb unless PGB names another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go git
graphs edges/pgb-facebook.txt
pgb=${PGB:-$here/../../.artifacts/pgb}
peers "$pgb/venv" "community, networkx, numpy, pandas, scipy, sklearn" numpy==2.4.6 networkx==3.6.1 scipy==1.17.1 pandas==3.1.1 scikit-learn==1.9.1 python-louvain==0.16
if [ ! -d "$pgb/code" ]; then
	said=$(git clone --quiet https://github.com/dooohow/PGB "$pgb/code" 2>&1) || missing "the code of PGB in $pgb/code: ${said##*
}"
	git -C "$pgb/code" checkout --quiet 076a910606856d69142aa93b2691da6795029887
fi
gdp=$(mktemp)
trap 'rm -f "$gdp"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go build -o "$gdp" ./gdp/cmd/gdp
"$python" "$here/synthesis.py" "$gdp" "$pgb/code" "${1:-7}"
