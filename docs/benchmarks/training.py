"""Times one training step of this project and of its peers in turn.

Usage: training.py BENCH ROUNDS, with BENCH a test binary of package
models/train; see training.sh. The step: a net 1433-32-7 with ReLU and
cross-entropy, the same 256 examples at every step, plain gradient descent; the
private one clips to C = 1 and adds noise of multiplier 1. Every round times each
side for some steps, and keeps the median step; the table gives medians over
rounds.
"""

import os
import re
import statistics
import subprocess
import sys
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=true intra_op_parallelism_threads=2"
os.environ["OMP_NUM_THREADS"] = "2"

import jax
import jax.numpy as jnp
import numpy as np
import opacus
import torch
import warnings

warnings.filterwarnings("ignore")
bench, rounds = sys.argv[1], int(sys.argv[2])
B, IN, HIDDEN, OUT, RATE, C, SIGMA = 256, 1433, 32, 7, 0.1, 1.0, 1.0
rng = np.random.default_rng(0)
X, Y = rng.standard_normal((B, IN), dtype=np.float32), rng.integers(0, OUT, B)


def jax_step(kind):
    x, y = jnp.array(X), jnp.array(Y)

    def loss(p, x, y):
        z = jnp.maximum(x @ p[0] + p[1], 0) @ p[2] + p[3]
        return -jnp.take_along_axis(jax.nn.log_softmax(z), y[:, None], 1).sum()

    def update(p, g):
        return [a - RATE * b / B for a, b in zip(p, g)]

    def noisy(key, g):
        keys = jax.random.split(key, len(g) + 1)
        return keys[0], [a + SIGMA * C * jax.random.normal(k, a.shape) for k, a in zip(keys[1:], g)]

    def plain(p, key):
        return update(p, jax.grad(loss)(p, x, y)), key

    def vmapped(p, key):
        one = lambda p, x, y: loss(p, x[None], y[None])
        g = jax.vmap(jax.grad(one), (None, 0, 0))(p, x, y)
        c = jnp.minimum(1, C / jnp.sqrt(sum((a.reshape(B, -1) ** 2).sum(1) for a in g)))
        key, g = noisy(key, [jnp.tensordot(c, a, 1) for a in g])
        return update(p, g), key

    def ghost(p, key):
        z1 = x @ p[0] + p[1]
        h = jnp.maximum(z1, 0)
        d2 = jax.nn.softmax(h @ p[2] + p[3]) - jax.nn.one_hot(y, OUT)
        d1 = (d2 @ p[2].T) * (z1 > 0)
        n2 = ((x * x).sum(1) + 1) * (d1 * d1).sum(1) + ((h * h).sum(1) + 1) * (d2 * d2).sum(1)
        c = jnp.minimum(1, C / jnp.sqrt(n2))[:, None]
        d1, d2 = d1 * c, d2 * c
        key, g = noisy(key, [x.T @ d1, d1.sum(0), h.T @ d2, d2.sum(0)])
        return update(p, g), key

    step = jax.jit({"plain": plain, "vmap": vmapped, "ghost": ghost}[kind], donate_argnums=(0, 1))
    shapes = [(IN, HIDDEN), (HIDDEN,), (HIDDEN, OUT), (OUT,)]
    state = [[jnp.array(rng.standard_normal(s, dtype=np.float32) * 0.05) for s in shapes], jax.random.PRNGKey(0)]

    def run():
        state[:] = step(*state)
        jax.block_until_ready(state)

    return run


def torch_step(kind):
    torch.set_num_threads(2)
    x, y = torch.tensor(X), torch.tensor(Y)
    model = torch.nn.Sequential(torch.nn.Linear(IN, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, OUT))
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
    out = subprocess.run(
        [bench, "-test.run=^$", f"-test.bench=^BenchmarkStep$/^{name}$", f"-test.benchtime={steps}x"],
        capture_output=True, text=True, check=True).stdout
    return float(re.search(r"(\d+(?:\.\d+)?) median-ns", out)[1]) / 1e6


def theirs(run, steps):
    times = []
    for _ in range(steps):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1e3 * statistics.median(times)


ROWS = {
    "plain, ours on XLA": lambda: ours("xla:cpu-plain", 300),
    "plain, JAX": (jax_step("plain"), 300),
    "plain, PyTorch": (torch_step("plain"), 300),
    "private, ours on XLA": lambda: ours("xla:cpu-private", 300),
    "private, ours on XLA, inputs' norms by the device": lambda: ours("xla:cpu-private-norms", 300),
    "private, JAX, ghost clipping by hand": (jax_step("ghost"), 300),
    "private, JAX, vmap of grad": (jax_step("vmap"), 20),
    "private, Opacus, ghost clipping": (torch_step("ghost"), 100),
    "private, Opacus, hooks": (torch_step("hooks"), 20),
    "plain, ours in pure Go": lambda: ours("go-plain", 60),
    "private, ours in pure Go": lambda: ours("go-private", 60),
}
times = {name: [] for name in ROWS}
for name, row in ROWS.items():
    if not callable(row):
        theirs(row[0], 5)  # compiles
for _ in range(rounds):
    for name, row in ROWS.items():
        times[name].append(row() if callable(row) else theirs(*row))
median = {name: statistics.median(t) for name, t in times.items()}
private = "private, ours on XLA"
print("| step | ms | of ours on XLA, private |")
print("| --- | --- | --- |")
for name, ms in median.items():
    print(f"| {name} | {ms:.2f} | {ms / median[private]:.2f} |")
