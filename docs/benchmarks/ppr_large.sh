#!/bin/sh
# Times rows of personalised PageRank on graphs of 10⁶ and 10⁸ edges whose lists of neighbours
# are mapped into memory from a file, and prints what ppr.md says of them. It writes 0.8 GB
# into a temporary folder, below TMPDIR.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go
cd "$here/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
GDP_LARGE=$folder GOEXPERIMENT=simd go test -count=1 -timeout 30m -v -run TestMappedGraphs ./data/metric/ppr
