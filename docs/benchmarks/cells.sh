#!/bin/sh
# Sets up a clone of this checkout with an empty home, as far as the executed tour, then times cells in it, and
# prints the figures of cells.md.
#
#	docs/benchmarks/cells.sh [rounds]
set -eu
. "$(dirname "$0")/need.sh"
programs go git python3
here=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder" && rm -rf "$folder"' EXIT
git clone -q "$here" "$folder/clone"
mkdir "$folder/home"
export HOME="$folder/home" GOEXPERIMENT=simd
unset GOPATH GOCACHE GOMODCACHE
cd "$folder/clone"
uptime
began=$(date +%s)
go run -v ./gdp/cmd/lab --execute 00_tour 2>&1 | grep -E '^\[|^00_tour|^ready' || true
echo "set-up and tour: $(($(date +%s) - began)) s"
go build ./models/eval/audits ./models/synthesis/privdpr ./notebooks/03_private_training # as lab does while the tour is open
JUPYTER_DATA_DIR=.venv/share/jupyter .venv/bin/python "$here/docs/benchmarks/cells.py" "${1:-7}"
