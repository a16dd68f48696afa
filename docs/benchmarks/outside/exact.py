"""The exact ε of the mechanisms of sniper.py: on one pair of inputs, and on the worst inputs of the same length.

Each function takes a mechanism and two inputs, and returns the two largest log-ratios of its output probabilities.
Integrals over a noisy threshold z are sums over a fine grid, whose cells end at all kinks of the integrands.
"""

import itertools

import numpy as np

STEP, END = 1 / 8, 120
NODES, WEIGHTS = np.polynomial.legendre.leggauss(5)
CELLS = np.arange(-END, END, STEP)
Z = CELLS[:, None] + STEP * (NODES + 1) / 2
LAPLACE = lambda y: np.exp(-abs(y)) / 2, lambda y: np.where(y < 0, np.exp(-abs(y)) / 2, 1 - np.exp(-abs(y)) / 2)
EXPONENTIAL = lambda y: np.where(y < 0, 0, np.exp(-abs(y))), lambda y: np.where(y < 0, 0, 1 - np.exp(-abs(y)))


def both(p, q):
    """The suprema of ln(p / q) and ln(q / p), where one of them is positive."""
    some = (p > 0) | (q > 0)
    with np.errstate(divide="ignore"):
        ratio = np.log(p[some]) - np.log(q[some])
    return np.array([ratio.max(), -ratio.min()])


def linear(per_unit):
    """Independent Laplace noise on each number: the ratio is attained where all outputs lie beyond both inputs."""
    return lambda m, x, y: np.full(2, per_unit(m) * abs(x - y).sum())


def largest(noise, position):
    """Report noisy max: the position of the largest of the noisy numbers, or its value."""

    def values(m, x):
        (density, below), b = noise, 2 / m.eps
        p = [density((Z - x[i]) / b) * np.prod([below((Z - v) / b) for j, v in enumerate(x) if j != i], axis=0) for i in range(len(x))]
        return np.array([(q @ WEIGHTS).sum() for q in p]) if position else np.sum(p, axis=0)

    return lambda m, x, y: both(values(m, x), values(m, y))


def svt(rho, nu, c=None, shown=0.0, tied=False):
    """Sparse vector: queries x + noise of scale nu against the threshold t + noise of scale rho, until c exceed it.

    An answer that exceeds it shows its query with fresh noise, whose ε is shown, or where tied the compared value.
    """

    def chance(m, x, under, over):  # for noise of the threshold up to the end of each cell
        p = LAPLACE[0](Z / rho(m))
        for i in under:
            p = p * LAPLACE[1]((Z + m.t - x[i]) / nu(m))
        for i in over:
            p = p * LAPLACE[1]((x[i] - m.t - Z) / nu(m))
        return np.cumsum(p @ WEIGHTS)

    def ratios(m, x, y):
        found, most = np.zeros(2), c(m) if c else len(x)
        value = lambda i, s: s * (abs(CELLS + STEP + m.t - y[i]) - abs(CELLS + STEP + m.t - x[i])) / nu(m)
        for n in range(most + 1):
            for over in itertools.combinations(range(len(x)), n):
                under = [i for i in range(over[-1] + 1 if c and n == most else len(x)) if i not in over]
                ratio = np.log(chance(m, x, under, () if tied else over) / chance(m, y, under, () if tied else over))
                for k, s in enumerate((1, -1)):
                    if not (tied and over):
                        found[k] = max(found[k], s * ratio[-1] + n * (shown and shown(m)))
                        continue
                    for least in over:  # of the shown values, which bounds the noise of the threshold
                        others = [np.maximum.accumulate(value(i, s)[::-1])[::-1] for i in over if i != least]
                        found[k] = max(found[k], np.max(s * ratio + value(least, s) + sum(others)))
        return found

    return ratios


def svt5(m, x, y):
    """Sparse vector without noise on queries: an output is an interval of thresholds."""
    p = LAPLACE[0](Z.ravel() * m.eps1) * np.tile(WEIGHTS, len(CELLS))
    of = [[tuple(o) for o in (np.subtract.outer(-m.t - Z.ravel(), -a) <= 0)] for a in (x, y)]
    names = {o: i for i, o in enumerate(set(of[0] + of[1]))}
    return both(*(np.bincount([names[o] for o in outputs], p, len(names)) for outputs in of))


def bits(p, q):
    """Randomised bits of a Bloom filter, 1 with probability q where the filter has 1 and p elsewhere."""

    def ratios(m, x, y):
        a, b = (m._populate_bloom_filter(v.item(0), 1)[0] for v in (x, y))
        return np.full(2, (a != b).sum() * np.log(q(m) / p(m)))

    return ratios


def geometric(m, x, y):
    return both(*(np.diff(m._compute_f(v.item(0)), prepend=0) for v in (x, y)))


def parallel(m, x, y):
    return sum(EXACT[type(part).__name__][0](part, x, y) for part in m.mechanisms)


FAR = 60.0


def apart(under, over):
    """Queries far above the threshold and below their noise, and others far below it; each moves by 1."""
    x = FAR * np.repeat([1.0, -1.0], [under, over])
    return x, x + np.sign(x)


# Of each mechanism the exact ε, and inputs on which it is the largest, or comes close to the limit.
ones, single = np.ones(10), (np.array([0]), np.array([1]))
EXACT = {
    "LaplaceMechanism": (linear(lambda m: 1 / m.scale), single),
    "TruncatedGeometricMechanism": (geometric, single),
    "NoisyHist1": (linear(lambda m: m.eps), (np.arange(5) * 0, np.arange(5) == 0)),
    "NoisyHist2": (linear(lambda m: 1 / m.eps), (np.arange(5) * 0, np.arange(5) == 0)),
    "ReportNoisyMax1": (largest(LAPLACE, True), apart(4, 1)),
    "ReportNoisyMax2": (largest(EXPONENTIAL, True), apart(4, 1)),
    "ReportNoisyMax3": (largest(LAPLACE, False), (ones[:5], 2 * ones[:5])),
    "ReportNoisyMax4": (largest(EXPONENTIAL, False), (ones[:5], 2 * ones[:5])),
    "SparseVectorTechnique1": (svt(lambda m: 1 / m.eps1, lambda m: 2 * m.c / m.eps2, lambda m: m.c), apart(9, 1)),
    "SparseVectorTechnique2": (svt(lambda m: m.c / m.eps1, lambda m: 2 * m.c / m.eps2, lambda m: m.c), apart(9, 1)),
    "SparseVectorTechnique3": (svt(lambda m: 1 / m.eps1, lambda m: m.c / m.eps2, lambda m: m.c, tied=True), (0 * ones, ones)),
    "SparseVectorTechnique4": (svt(lambda m: 1 / m.eps1, lambda m: 1 / m.eps2, lambda m: m.c), apart(9, 1)),
    "SparseVectorTechnique5": (svt5, (ones, 2 * (np.arange(10) < 5))),
    "SparseVectorTechnique6": (svt(lambda m: 1 / m.eps1, lambda m: 1 / m.eps2), apart(5, 5)),
    "NumericalSVT": (svt(lambda m: 3 / m.eps, lambda m: 6 * m.c / m.eps, lambda m: m.c, shown=lambda m: m.eps / (3 * m.c)), apart(8, 2)),
    "SVT34Parallel": (parallel, apart(8, 2)),
    "LaplaceParallel": (parallel, single),
    "PrefixSum": (linear(lambda m: m.eps), (0 * ones, ones)),
    "Rappor": (bits(lambda m: m.f / 2 * (m.p + m.q) + (1 - m.f) * m.p, lambda m: m.f / 2 * (m.p + m.q) + (1 - m.f) * m.q), (np.array([3]), np.array([4]))),
    "OneTimeRappor": (bits(lambda m: m.f / 2, lambda m: 1 - m.f / 2), (np.array([3]), np.array([4]))),
}


def epsilons(name, mechanism, inputs):
    """ε on the worst inputs and on these, as cells of a table."""
    of, worst = EXACT[name]
    return [f"{of(mechanism, *pair).max():.3g}".replace("inf", "∞") for pair in (worst, inputs)]
