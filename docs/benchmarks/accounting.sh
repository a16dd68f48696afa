#!/bin/sh
# Times the accountants of this project and of dp-accounting in turn on this
# machine, and prints the table of accounting.md.
#
#	docs/benchmarks/accounting.sh [rounds]
#
# dp-accounting is installed in a separate virtual environment, .artifacts/dp-accounting
# unless PEERS names another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go
peers "${PEERS:-$here/../../.artifacts/dp-accounting}" "dp_accounting" dp-accounting==0.6.0
bench=$(mktemp)
trap 'rm -f "$bench"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go test -c -o "$bench" ./accounting
"$python" "$here/accounting.py" "$bench" "${1:-9}"
