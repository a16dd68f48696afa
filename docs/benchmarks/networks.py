"""Times the loss and the gradients of the project's networks, and of the same networks in JAX.

Usage: networks.py FOLDER ROUNDS BACKEND, with the test binaries of networks.sh in FOLDER. BACKEND is
xla:cpu or xla:cuda,tf32=false. Each round runs every side once, in turn. The table has medians over
rounds. JAX runs on the same device.
"""

import os
import re
import statistics
import subprocess
import sys
import time

folder, rounds, backend = sys.argv[1], int(sys.argv[2]), sys.argv[3]
os.environ["JAX_PLATFORMS"] = "cuda" if "cuda" in backend else "cpu"
try:
    import jax
    import jax.numpy as jnp
    import numpy as np
except ImportError as e:
    jax = None
    print(f"JAX is left out: {e}", file=sys.stderr)


def attributed(name):
    return np.load(os.path.join(os.environ.get("GDP_DATA", ""), "attributed", name + ".npz"))


def csr(f, what):
    """Rows, columns and values of a sparse matrix."""
    at = f[what + "_indptr"]
    return np.repeat(np.arange(len(at) - 1), np.diff(at)), f[what + "_indices"], f[what + "_data"]


def adjacency(f):
    """The normalised adjacency matrix with loops: rows, columns, values."""
    rows, cols, _ = csr(f, "adj")
    n = len(f["labels"])
    pairs = np.unique(np.concatenate([rows * n + cols, cols * n + rows, np.arange(n) * (n + 1)]))
    r, c = pairs // n, pairs % n
    degree = np.bincount(r, minlength=n)
    return n, r, c, (1 / np.sqrt(degree[r] * degree[c])).astype(np.float32)


def times(n, r, c):
    return lambda v, h: jax.ops.segment_sum(v[:, None] * h[c], r, n, indices_are_sorted=True)


def gcn(name):
    """[KW17], two layers with 16 hidden units, without dropout: random masks are inputs of ours."""
    f = attributed(name)
    n, r, c, a = adjacency(f)
    xr, xc, xv = csr(f, "attr")
    classes, width = int(f["labels"].max()) + 1, int(f["attr_shape"][1])
    known = jnp.arange(140)
    y = jnp.array(np.maximum(f["labels"][:140], 0))
    by_a, by_x = times(n, jnp.array(r), jnp.array(c)), times(n, jnp.array(xr), jnp.array(xc))

    def loss(w, a, x):
        h = jnp.maximum(by_a(a, by_x(x, w[0])), 0)
        z = jax.nn.log_softmax(by_a(a, h @ w[1])[known])
        return -jnp.take_along_axis(z, y[:, None], 1).mean() + 2.5e-4 * (w[0] ** 2).sum()

    return loss, [(width, 16), (16, classes)], [a, xv.astype(np.float32)], np.float32


def vgae(name):
    """[DPGGAN21] Eq. 1 to 3 on all pairs, with features as the identity."""
    n, r, c, a = adjacency(attributed(name))
    by_a = times(n, jnp.array(r), jnp.array(c))
    edges = r < c
    u, v = jnp.array(r[edges]), jnp.array(c[edges])

    def loss(w, a, e):
        out = by_a(a, jnp.maximum(by_a(a, w[0]), 0) @ w[1])
        mean, logs = out[:, :16], out[:, 16:]
        z = mean + jnp.exp(logs) * e
        f = jnp.maximum(z @ w[2], 0) @ w[3]
        s = f @ f.T
        pairs = jax.nn.softplus(s).sum() - 2 * (f[u] * f[v]).sum()
        return pairs + 0.05 * (mean**2 + jnp.exp(2 * logs) - 2 * logs - 1).sum()

    e = np.random.default_rng(2).standard_normal((n, 16), dtype=np.float32)
    return loss, [(n, 32), (32, 32), (16, 16), (16, 32)], [a, e], np.float32


def privdpr():
    """[PRIVDPR25] Eq. 4 and 5: ten matrices, float64; norms and singular vectors are inputs."""
    rng = np.random.default_rng(3)
    rows, pairs, depth = 528, 512, 10
    i, j = rng.integers(0, rows, pairs), rng.integers(0, rows, pairs)

    def loss(w, u, v, norm):
        x = w[0]
        for k in range(depth):
            along = norm[k] * (u[k] @ w[k + 1] @ v[k]) / jax.lax.stop_gradient(u[k] @ w[k + 1] @ v[k])
            x = jax.nn.sigmoid(x @ (w[k + 1] / (5 * along)))
        f = x[:, 0]
        return ((0.85 * f[i] + 0.15 / 2708 - f[j]) ** 2).sum()

    shapes = [(rows, 128), (128, 64)] + [(64, 64)] * (depth - 2) + [(64, 1)]
    u = [rng.standard_normal(s[0]) for s in shapes[1:]]
    v = [rng.standard_normal(s[1]) for s in shapes[1:]]
    return loss, shapes, [u, v, np.ones(depth)], np.float64


def theirs(build):
    """Returns what times a step of JAX, in ms."""
    if jax is None:
        return None
    try:
        loss, shapes, inputs, kind = build()
    except OSError as e:
        print(f"JAX leaves out {build}: {e}", file=sys.stderr)
        return None
    jax.config.update("jax_enable_x64", kind == np.float64)
    rng = np.random.default_rng(1)
    w = [jnp.array(0.05 * rng.standard_normal(s), kind) for s in shapes]
    inputs = jax.tree.map(jnp.array, inputs)
    step = jax.jit(jax.value_and_grad(loss))

    def run(steps=20):
        each = []
        for _ in range(steps):
            start = time.perf_counter()
            jax.block_until_ready(step(w, *inputs))
            each.append(time.perf_counter() - start)
        return 1e3 * statistics.median(each)

    run(3)
    return run


PEERS = {
    "gcn/cora": lambda: gcn("cora"),
    "gcn/dblp": lambda: gcn("dblp"),
    "gcn/coauthor-cs": lambda: gcn("coauthor-cs"),
    "dpggan/vae": lambda: vgae("cora"),
    "privdpr": privdpr,
}


def ours(binary):
    """Runs the benchmarks of a package: {(case, where): ms}."""
    out = subprocess.run(
        [os.path.join(folder, binary), "-test.run=^$", "-test.bench=Gradient", "-test.benchtime=300ms"],
        capture_output=True, text=True, env={**os.environ, "GOMLX_BACKEND": ""})
    found = {}
    for name, ns in re.findall(r"^BenchmarkGradient/(\S+?)(?:-\d+)?\s+\d+\s+(\d+) ns/op", out.stdout, re.M):
        case, _, where = name.rpartition("/")
        found[binary.removesuffix(".test") + ("/" + case if case else ""), where] = int(ns) / 1e6
    if not found:
        print(f"{binary}: {(out.stdout + out.stderr).strip()[-300:]}", file=sys.stderr)
    return found


binaries = sorted(f for f in os.listdir(folder) if f.endswith(".test"))
peers, all_times = {}, {}
for _ in range(rounds):
    for binary in binaries:
        for key, ms in ours(binary).items():
            all_times.setdefault(key, []).append(ms)
            case = key[0]
            if case in PEERS and case not in peers:
                peers[case] = theirs(PEERS[case])
    for case, run in peers.items():
        if run:
            all_times.setdefault((case, "JAX"), []).append(run())
sides = ["kernel", "go", backend, "JAX"]
print(f"{rounds} rounds, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
print("| network | " + " | ".join(sides) + f" | kernel, of {backend} |")
print("| --- |" + " --- |" * (len(sides) + 1))
for case in sorted({k[0] for k in all_times}):
    ms = {s: statistics.median(all_times[case, s]) for s in sides if (case, s) in all_times}
    share = f"{ms['kernel'] / ms[backend]:.2f}" if "kernel" in ms and backend in ms else ""
    print(f"| {case} | " + " | ".join(f"{ms[s]:.3g}" if s in ms else "–" for s in sides) + f" | {share} |")
