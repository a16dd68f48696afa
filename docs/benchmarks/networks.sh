#!/bin/sh
# Times the networks of this project by their kernels, on pure Go, on XLA and in JAX, in turn on this
# machine, and prints the table of training.md.
#
#	GDP_DATA=… docs/benchmarks/networks.sh [build | run FOLDER BACKEND [ROUNDS]]
#
# Without arguments it builds the programs in .artifacts/networks and runs them on XLA's CPU plugin.
# "build" only builds them. "run" needs no Go: FOLDER can be carried to a machine with a GPU, where
# BACKEND is xla:cuda,tf32=false and the python3 there, or PYTHON, has JAX with its CUDA plugin.
# PEERS names a virtual environment with JAX, .artifacts/networks/peers by default.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/need.sh"
if [ "${1:-}" = run ]; then
	folder=$(cd "$2" && pwd) backend=$3 rounds=${4:-1} python=${PYTHON:-python3}
else
	programs go
	graphs attributed/cora.npz attributed/dblp.npz attributed/coauthor-cs.npz
	folder=$here/../../.artifacts/networks backend=xla:cpu rounds=5
	mkdir -p "$folder"
	folder=$(cd "$folder" && pwd)
	cd "$here/../.."
	export GOEXPERIMENT=simd CGO_ENABLED=1
	go build -ldflags=-s -o "$folder/gdp" ./gdp/cmd/gdp
	grep -rl --include='*_test.go' 'func BenchmarkGradient(' models | while read -r test; do
		package=$(dirname "$test")
		go test -c -vet=off -ldflags=-s -o "$folder/$(basename "$package").test" "./$package"
	done
	[ "${1:-}" != build ] || exit 0
	peers "${PEERS:-$folder/peers}" "jax, numpy" jax==0.10.2 numpy==2.4.6
fi
on=GOMLX_BACKEND=$backend

# timed WHAT COMMAND… runs a command and prints its last lines and the seconds that it took.
timed() {
	echo "== $1"
	shift
	start=$(date +%s)
	timeout 120 "$@" 2>&1 | tail -3 || true
	echo "$(($(date +%s) - start)) s"
}

if [ "$backend" != xla:cpu ]; then
	if [ -z "${PJRT_PLUGIN_LIBRARY_PATH:-}" ]; then
		plugin=$("$python" -c "import importlib.util as u; print(u.find_spec('jax_plugins.xla_cuda13').submodule_search_locations[0])")
		mkdir -p "$folder/lib/pjrt"
		ln -sfn "$plugin/xla_cuda_plugin.so" "$folder/lib/pjrt/pjrt_c_api_cuda_plugin.so"
		ln -sfn "$(dirname "$(dirname "$plugin")")/nvidia" "$folder/lib/nvidia"
		export PJRT_PLUGIN_LIBRARY_PATH="$folder/lib/pjrt"
	fi
	nvidia-smi -L || true
	"$folder/gdp" doctor || true
	private="run features --graph cora --mode dp-sgd --epsilon 4 --delta 1e-5 --relation node"
	timed "private training" env "$on" "$folder/gdp" $private
	timed "private training in TF32, which is refused" env "GOMLX_BACKEND=${backend%%,*},tf32=true" "$folder/gdp" $private
fi
for nodes in 1024 8192 32768; do
	awk -v n=$nodes 'BEGIN { srand(1); for (i = 0; i < 4 * n; i++) print int(n * rand()), int(n * rand()) }' >"$folder/random.txt"
	timed "PrivDPR without privacy, $nodes nodes, one epoch" env "$on" "$folder/gdp" run privdpr --mode nonprivate --graph "$folder/random.txt" --set Epochs=1
done
timeout 1200 "$python" "$here/networks.py" "$folder" "$rounds" "$backend"
