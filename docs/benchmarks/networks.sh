#!/bin/bash
# Times the networks of the project on their kernels, on pure Go, on XLA and in JAX, and prints the
# table of training.md. On a machine with an NVIDIA GPU it runs doctor and a private training first.
#
#	docs/benchmarks/networks.sh build FOLDER          build what the other call runs; needs Go
#	docs/benchmarks/networks.sh run FOLDER [BACKEND [ROUNDS]]
#
# BACKEND is xla:cpu, the default, or xla:cuda,tf32=false. GDP_DATA names the folder of the data.
# FOLDER may be carried to a machine without Go. python3 there, or what PYTHON names, has JAX. With a
# GPU, the plugin and CUDA's libraries of jax are used where PJRT_PLUGIN_LIBRARY_PATH is not set.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${2:?"the folder of the programs is missing"}
case ${1:-} in
build)
	mkdir -p "$folder"
	folder=$(cd "$folder" && pwd)
	cd "$here/../.."
	export GOEXPERIMENT=simd CGO_ENABLED=1
	go build -ldflags=-s -o "$folder/gdp" ./gdp/cmd/gdp
	for package in $(grep -rl --include='*_test.go' 'func BenchmarkGradient(' models | xargs -n1 dirname | sort -u); do
		go test -c -vet=off -ldflags=-s -o "$folder/$(basename "$package").test" "./$package"
	done
	;;
run)
	folder=$(cd "$folder" && pwd)
	backend=${3:-xla:cpu}
	python=${PYTHON:-python3}
	case $backend in
	*cuda*)
		if [ -z "${PJRT_PLUGIN_LIBRARY_PATH:-}" ]; then
			plugin=$("$python" -c "import importlib.util as u; print(u.find_spec('jax_plugins.xla_cuda13').submodule_search_locations[0])")
			mkdir -p "$folder/lib/pjrt"
			ln -sfn "$plugin/xla_cuda_plugin.so" "$folder/lib/pjrt/pjrt_c_api_cuda_plugin.so"
			ln -sfn "$(dirname "$(dirname "$plugin")")/nvidia" "$folder/lib/nvidia"
			export PJRT_PLUGIN_LIBRARY_PATH="$folder/lib/pjrt"
		fi
		nvidia-smi -L
		;;
	esac
	timeout 120 "$folder/gdp" doctor || true
	train="timeout 60 $folder/gdp run features --graph cora --mode dp-sgd --epsilon 4 --delta 1e-5 --relation node"
	echo "== private training on $backend"
	time GOMLX_BACKEND=$backend $train | tail -5
	case $backend in
	*cuda*)
		echo "== TF32, which private training refuses"
		GOMLX_BACKEND=${backend%%,*},tf32=true $train 2>&1 | tail -2 || true
		;;
	esac
	for nodes in 1024 8192 65536; do
		echo "== PrivDPR without privacy, $nodes nodes, five epochs"
		"$python" -c "
import random
random.seed(1)
n = $nodes
for u in range(4 * n):
    print(random.randrange(n), random.randrange(n))" >"$folder/random.txt"
		time GOMLX_BACKEND=$backend timeout 120 "$folder/gdp" run privdpr --mode nonprivate --graph "$folder/random.txt" --set Epochs=5 | tail -1
	done
	echo "== networks"
	timeout 420 "$python" "$here/networks.py" "$folder" "${4:-1}" "$backend"
	;;
*)
	echo "networks.sh: build or run, see the head of this file" >&2
	exit 2
	;;
esac
