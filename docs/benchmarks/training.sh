#!/bin/sh
# Times one training step, plain and private, of this project and of its peers in
# turn on this machine, and prints the tables of training.md.
#
#	docs/benchmarks/training.sh [rounds]
#
# The peers are installed in a separate virtual environment, .artifacts/training unless
# PEERS names another folder. GDP_DATA names the folder of the data. Both sides have two
# threads. What is missing, a peer, XLA's plugin or a data set, is said, and its rows are left out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${PEERS:-$here/../../.artifacts/training}
if [ ! -x "$venv/bin/python" ]; then
	python3 -m venv "$venv"
	for peer in numpy jax torch opacus; do
		"$venv/bin/pip" install --quiet "$peer" || echo "$peer could not be installed in $venv" >&2
	done
fi
bench=$(mktemp)
trap 'rm -f "$bench"' EXIT
cd "$here/../../models/learn/train"
GOEXPERIMENT=simd go test -c -o "$bench" .
GOMAXPROCS=2 "$venv/bin/python" "$here/training.py" "$bench" "${1:-9}"
