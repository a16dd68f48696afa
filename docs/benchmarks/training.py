"""Times one training step of this project and of its peers in turn.

Usage: training.py BENCH ROUNDS, with BENCH a test binary of package
models/learn/train; see training.sh. The step: a net with 32 hidden units, ReLU and
cross-entropy, the same 256 examples at every step, plain gradient descent; the
private one clips to C = 1 and adds noise of multiplier 1. Every round times each
side for some steps, and keeps the median step; the tables give medians and ranges
over rounds. First rows of Gaussians, 1433-32-7; then the features of the first
256 nodes of graphs, as dense rows and as sparse ones.
"""

import os
import re
import statistics
import subprocess
import sys
import time
import warnings

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=true intra_op_parallelism_threads=2"
os.environ["OMP_NUM_THREADS"] = "2"
warnings.filterwarnings("ignore")

missing = []


def package(name):
    try:
        return __import__(name)
    except ImportError as e:
        missing.append(f"{sys.executable} has no {name}: {e}")


np, jax, torch, opacus = package("numpy"), package("jax"), package("torch"), package("opacus")
if np is None:
    sys.exit("\n".join(missing))
if jax:
    import jax.numpy as jnp
    from jax.experimental import sparse

bench, rounds = sys.argv[1], int(sys.argv[2])
B, HIDDEN, RATE, C, SIGMA = 256, 32, 0.1, 1.0, 1.0


class Rows:
    """256 rows with their classes; columns, of_row and entries where they are sparse."""

    def __init__(self, x, y, classes, columns=None, of_row=None, entries=None):
        self.x, self.y, self.out = x, y, classes
        self.columns, self.of_row, self.entries = columns, of_row, entries


def gaussians():
    rng = np.random.default_rng(0)
    return Rows(rng.standard_normal((B, 1433), dtype=np.float32), rng.integers(0, 7, B), 7)


def features(name):
    path = os.path.join(os.environ.get("GDP_DATA", ""), "attributed", name + ".npz")
    if not os.path.exists(path):
        missing.append(f"no {path}: GDP_DATA names the folder of the data")
        return None
    f = np.load(path)
    at = f["attr_indptr"][: B + 1]
    columns, entries = f["attr_indices"][: at[-1]], f["attr_data"][: at[-1]]
    of_row = np.repeat(np.arange(B, dtype=np.int32), np.diff(at))
    x = np.zeros((B, int(f["attr_shape"][1])), np.float32)
    x[of_row, columns] = entries
    return Rows(x, f["labels"][:B].astype(np.int64), int(f["labels"].max()) + 1, columns.astype(np.int32), of_row, entries)


def jax_step(rows, kind):
    """A step of JAX. The batch is an argument of the compiled step, as one that changes is: of a constant JAX
    computes the transpose and the norms when it compiles."""
    if not jax:
        return None
    IN, OUT = rows.x.shape[1], rows.out

    def loss(p, x, y):
        z = jnp.maximum(x @ p[0] + p[1], 0) @ p[2] + p[3]
        return -jnp.take_along_axis(jax.nn.log_softmax(z), y[:, None], 1).sum()

    def update(p, g):
        return [a - RATE * b / B for a, b in zip(p, g)]

    def noisy(key, g):
        keys = jax.random.split(key, len(g) + 1)
        return keys[0], [a + SIGMA * C * jax.random.normal(k, a.shape) for k, a in zip(keys[1:], g)]

    def plain(p, key, y, x):
        return update(p, jax.grad(loss)(p, x, y)), key

    def vmapped(p, key, y, x):
        one = lambda p, x, y: loss(p, x[None], y[None])
        g = jax.vmap(jax.grad(one), (None, 0, 0))(p, x, y)
        c = jnp.minimum(1, C / jnp.sqrt(sum((a.reshape(B, -1) ** 2).sum(1) for a in g)))
        key, g = noisy(key, [jnp.tensordot(c, a, 1) for a in g])
        return update(p, g), key

    def ghost(times, turned_times, squares):
        def step(p, key, y, *x):
            z1 = times(p[0], *x) + p[1]
            h = jnp.maximum(z1, 0)
            d2 = jax.nn.softmax(h @ p[2] + p[3]) - jax.nn.one_hot(y, OUT)
            d1 = (d2 @ p[2].T) * (z1 > 0)
            n2 = (squares(*x) + 1) * (d1 * d1).sum(1) + ((h * h).sum(1) + 1) * (d2 * d2).sum(1)
            c = jnp.minimum(1, C / jnp.sqrt(n2))[:, None]
            d1, d2 = d1 * c, d2 * c
            key, g = noisy(key, [turned_times(d1, *x), d1.sum(0), h.T @ d2, d2.sum(0)])
            return update(p, g), key

        return step

    x, known = rows.x, (rows.x * rows.x).sum(1)
    if rows.columns is not None:
        v, r, c = rows.entries, rows.of_row, rows.columns
        turn = np.lexsort((r, c))
        matrix = lambda v, r, c, shape: sparse.BCOO(
            (jnp.array(v), jnp.stack([jnp.array(r), jnp.array(c)], 1)), shape=shape, indices_sorted=True, unique_indices=True)
        bcoo, turned = matrix(v, r, c, x.shape), matrix(v[turn], c[turn], r[turn], x.shape[::-1])
        most = int(np.bincount(r).max())
        place = np.arange(len(c)) - np.searchsorted(r, r)
        wide, values = np.zeros((B, most), np.int32), np.zeros((B, most), np.float32)
        wide[r, place], values[r, place] = c, v
    # What a kind computes, and its batch but for the classes; squared norms come last where they are given.
    step, batch = {
        "plain": lambda: (plain, [x]),
        "vmap": lambda: (vmapped, [x]),
        "norms": lambda: (ghost(lambda w, x: x @ w, lambda d, x: x.T @ d, lambda x: (x * x).sum(1)), [x]),
        "ghost": lambda: (ghost(lambda w, x, n: x @ w, lambda d, x, n: x.T @ d, lambda x, n: n), [x, known]),
        "bcoo": lambda: (ghost(lambda w, m, t, n: m @ w, lambda d, m, t, n: t @ d, lambda m, t, n: n), [bcoo, turned, known]),
        "bcsr": lambda: (
            ghost(lambda w, m, t, n: m @ w, lambda d, m, t, n: t @ d, lambda m, t, n: n),
            [sparse.BCSR.from_bcoo(bcoo), sparse.BCSR.from_bcoo(turned), known]),
        "segments": lambda: (ghost(
            lambda w, v, r, c, *_: jax.ops.segment_sum(v[:, None] * w[c], r, B, indices_are_sorted=True),
            lambda d, v, r, c, *_: jax.ops.segment_sum(v[:, None] * d[r], c, IN),
            lambda *b: b[-1]), [v, r, c, known]),
        "padded": lambda: (ghost(
            lambda w, wide, values, _: jnp.einsum("bk,bkh->bh", values, w[wide]),
            lambda d, wide, values, _: jnp.zeros((IN, HIDDEN)).at[wide.reshape(-1)].add(
                (values[:, :, None] * d[:, None, :]).reshape(-1, HIDDEN)),
            lambda *b: b[-1]), [wide, values, known]),
    }[kind]()
    step = jax.jit(step, donate_argnums=(0, 1))
    batch = jax.tree.map(jnp.array, [rows.y, *batch])
    rng = np.random.default_rng(1)
    shapes = [(IN, HIDDEN), (HIDDEN,), (HIDDEN, OUT), (OUT,)]
    state = [[jnp.array(rng.standard_normal(s, dtype=np.float32) * 0.05) for s in shapes], jax.random.PRNGKey(0)]

    def run():
        state[:] = step(*state, *batch)
        jax.block_until_ready(state)

    return run


def torch_step(rows, kind):
    if not torch or kind != "plain" and not opacus:
        return None
    torch.set_num_threads(2)
    x, y = torch.tensor(rows.x), torch.tensor(rows.y)
    model = torch.nn.Sequential(torch.nn.Linear(x.shape[1], HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, rows.out))
    optimiser = torch.optim.SGD(model.parameters(), lr=RATE)
    loss = torch.nn.CrossEntropyLoss()
    if kind != "plain":
        loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), batch_size=B)
        mode = {"hooks": {"grad_sample_mode": "hooks"}, "ghost": {"grad_sample_mode": "ghost", "criterion": loss}}[kind]
        made = opacus.PrivacyEngine().make_private(
            module=model, optimizer=optimiser, data_loader=loader, noise_multiplier=SIGMA, max_grad_norm=C,
            poisson_sampling=False, **mode)
        model, optimiser = made[0], made[1]
        if kind == "ghost":
            loss = made[2]

    def run():
        optimiser.zero_grad()
        loss(model(x), y).backward()
        optimiser.step()

    return run


def ours(name, steps):
    """Returns what times some steps of a benchmark, or None, and notes why, where it does not run."""

    def time_steps(steps=steps):
        out = subprocess.run(
            [bench, "-test.run=^$", f"-test.bench=^{name}$".replace("/", "$/^"), f"-test.benchtime={steps}x", "-test.v"],
            capture_output=True, text=True)
        found = re.search(r"(\d+(?:\.\d+)?) median-ns", out.stdout)
        return float(found[1]) / 1e6 if found else (out.stdout + out.stderr).strip()

    first = time_steps(1)
    if isinstance(first, str):
        missing.append(f"{name} does not run: " + (re.search(r"_test\.go:\d+: (.*)", first) or [0, first])[1])
        return None
    return time_steps


def theirs(run, steps):
    if run is None:
        return None

    def time_steps():
        times = []
        for _ in range(steps):
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
        return 1e3 * statistics.median(times)

    for _ in range(3):  # compiles
        run()
    return time_steps


def table(title, sides, of):
    """Times the sides that there are in turn; the last column is relative to that of a name."""
    sides = {name: side for name, side in sides.items() if side}
    times = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            times[name].append(side())
    print(f"\n| {title} | ms | lowest and highest | of {of} |")
    print("| --- | --- | --- | --- |")
    for name, t in times.items():
        m = statistics.median(t)
        share = f"{m / statistics.median(times[of]):.2f}" if of in times else ""
        print(f"| {name} | {m:.3g} | {min(t):.3g} … {max(t):.3g} | {share} |", flush=True)


print(f"{rounds} rounds; load before {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores")
dense = gaussians()
table("step, 1433-32-7", {
    "plain, ours on XLA": ours("BenchmarkStep/xla:cpu-plain", 200),
    "plain, ours by kernels": ours("BenchmarkStep/kernels-plain", 200),
    "plain, JAX": theirs(jax_step(dense, "plain"), 200),
    "plain, PyTorch": theirs(torch_step(dense, "plain"), 200),
    "private, ours on XLA": ours("BenchmarkStep/xla:cpu-private", 200),
    "private, ours by kernels": ours("BenchmarkStep/kernels-private", 200),
    "private, ours by kernels, norms of inputs at every step": ours("BenchmarkStep/kernels-private-norms", 200),
    "private, JAX, ghost clipping by hand": theirs(jax_step(dense, "ghost"), 200),
    "private, JAX, ghost clipping by hand, norms of inputs at every step": theirs(jax_step(dense, "norms"), 200),
    "private, JAX, vmap of grad": theirs(jax_step(dense, "vmap"), 10),
    "private, Opacus, ghost clipping": theirs(torch_step(dense, "ghost"), 60),
    "private, Opacus, hooks": theirs(torch_step(dense, "hooks"), 10),
    "plain, ours in pure Go": ours("BenchmarkStep/go-plain", 40),
    "private, ours in pure Go": ours("BenchmarkStep/go-private", 40),
}, "private, JAX, ghost clipping by hand")
for name in ("cora", "coauthor-cs"):
    rows = features(name)
    if rows is None:
        continue
    steps = 200 if name == "cora" else 50
    table(f"private step, {name}, {rows.x.shape[1]}-32-{rows.out}", {
        "ours by kernels, sparse rows": ours(f"BenchmarkRows/{name}-sparse-kernels", steps),
        "ours by kernels, dense rows": ours(f"BenchmarkRows/{name}-dense-kernels", steps),
        "ours on XLA, dense rows": ours(f"BenchmarkRows/{name}-dense-xla:cpu", steps),
        "JAX, dense rows": theirs(jax_step(rows, "ghost"), steps),
        "JAX, BCOO": theirs(jax_step(rows, "bcoo"), steps),
        "JAX, BCSR": theirs(jax_step(rows, "bcsr"), steps),
        "JAX, gather and segment sums": theirs(jax_step(rows, "segments"), steps),
        "JAX, gather of padded rows": theirs(jax_step(rows, "padded"), steps),
    }, "JAX, dense rows")
print(f"\nload after {os.getloadavg()[0]:.2f}")
if missing:
    print("left out:\n- " + "\n- ".join(dict.fromkeys(missing)), file=sys.stderr)
