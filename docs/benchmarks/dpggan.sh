#!/bin/sh
# Times a step of GVAE here and in JAX, in turn on this machine, then the decoding of large graphs,
# and prints the tables of dpggan.md.
#
#	GDP_DATA=… docs/benchmarks/dpggan.sh [rounds [nodes …]]
#
# Graphs have 100000 and 1000000 nodes unless nodes are named; 0 decodes none. JAX is installed in a
# separate virtual environment, .artifacts/peers-dpggan unless PEERS names another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
programs go
graphs attributed/cora.npz
peers "${PEERS:-$here/../../.artifacts/peers-dpggan}" "jax, numpy, scipy" jax==0.10.2 scipy==1.17.1 numpy==2.4.6
bench=$(mktemp -d)
trap 'rm -r "$bench"' EXIT
cd "$here/../.."
GOEXPERIMENT=simd go test -c -o "$bench/dpggan" ./models/synthesis/dpggan
rounds=${1:-3}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 100000 1000000
"$python" "$here/dpggan.py" "$bench/dpggan" "$rounds" "$@"
