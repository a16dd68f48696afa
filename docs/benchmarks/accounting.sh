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
venv=${PEERS:-$here/../../.artifacts/dp-accounting}
if [ ! -x "$venv/bin/python" ]; then
	python3 -m venv "$venv"
	"$venv/bin/pip" install --quiet dp-accounting==0.6.0
fi
bench=$(mktemp)
trap 'rm -f "$bench"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go test -c -o "$bench" ./accounting
"$venv/bin/python" "$here/accounting.py" "$bench" "${1:-9}"
