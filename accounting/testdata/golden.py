"""Golden values for package accounting: golden.json.

    python3 -m venv venv && venv/bin/pip install dp-accounting==0.6.0 mpmath
    venv/bin/python golden.py > golden.json

Two oracles, neither with a lattice of losses:

divergences   R(a) of the Poisson-sampled Gaussian by mpmath quadrature of the
              defining integral, with 30 digits; at integer orders also what
              dp-accounting 0.6.0 says.
curves        epsilon(delta) of its composition by inverting the Laplace
              transform of the loss on a vertical line through the saddle point,
                  delta(e) = 1/(2 pi) * Integral of exp(T K(s) - s e)/(s (s+1)) ds,
              K(s) = ln E_P[exp(s l)] by the trapezoidal rule over the output.
              The larger of the two directions; both are listed.
"""

import json
import math
import sys

import mpmath as mp
import numpy as np
from dp_accounting.rdp import rdp_privacy_accountant as dp

mp.mp.dps = 30


def divergence(q, sigma, a):
    """R(a) = ln E_{N(0,s^2)}[(1 - q + q e^{(2z-1)/(2 s^2)})^a] / (a-1)."""
    q, s, a = mp.mpf(q), mp.mpf(sigma), mp.mpf(a)

    def excess(z):  # (1+u)^a - 1 - a u, whose mean is the moment less 1
        u = q * mp.expm1((2 * z - 1) / (2 * s * s))
        return (mp.expm1(a * mp.log1p(u)) - a * u) * mp.exp(-z * z / (2 * s * s))

    ends = [-14 * s, -6 * s, -2 * s, 0, 2 * s, 6 * s]
    z = 6 * s
    while z < a + 14 * s:
        z += max(4 * s, (a + 14 * s) / 40)
        ends.append(z)
    total = mp.quad(excess, ends)
    return mp.log1p(total / (s * mp.sqrt(2 * mp.pi))) / (a - 1)


class Curve:
    """The composed loss in one direction."""

    def __init__(self, q, sigma, steps, remove):
        self.steps, self.remove = steps, remove
        step = sigma / 12 * min(1, sigma)
        z = np.arange(-13 * sigma, 8 + 14 * sigma, step)
        self.u = q * np.expm1((2 * z - 1) / (2 * sigma**2))
        self.logw = -(z**2) / (2 * sigma**2) + math.log(step / (sigma * math.sqrt(2 * math.pi)))
        self.l = np.log1p(self.u)
        series = sum((-1.0) ** (k + 1) * self.u**k / k for k in range(2, 12))
        self.tail = np.where(np.abs(self.u) < 1e-2, series, self.l - self.u)  # ln(1+u) - u

    def k(self, s):
        # E_Q[(P/Q)^{s+1}], or with the roles exchanged E[(1+u)^{-s}], less 1:
        # the mean of (1+u)^a - 1 - a u = (e^v - 1 - v) + a (ln(1+u) - u).
        s = np.atleast_1d(s).astype(complex)
        out = np.empty(len(s), dtype=complex)
        w = np.exp(self.logw)
        for i in range(0, len(s), 64):
            a = (s[i : i + 64] + 1 if self.remove else -s[i : i + 64])[:, None]
            v = a * self.l
            small = np.abs(v) < 0.1
            x = np.where(small, v, 0)
            series = x * x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6 * (1 + x / 7 * (1 + x / 8 * (1 + x / 9)))))))
            part = np.where(small, series * w, np.exp(np.where(small, 0, v) + self.logw) - (1 + v) * w)
            out[i : i + 64] = np.log1p((part + a * self.tail * w).sum(axis=1))
        return self.steps * out

    def epsilon(self, delta):
        logd = math.log(delta)
        k = lambda t: np.real(self.k(t)[0])
        # The tilt: bisect until delta at the mean is about right.
        low, high = 1e-3, 1e6
        for _ in range(45):
            t = math.sqrt(low * high)
            here, up, down = k(t), k(t * 1.001), k(t * 0.999)
            mean = (up - down) / (0.002 * t)
            var = max(1e-300, (up + down - 2 * here) / (0.001 * t) ** 2)
            if np.isfinite(here) and here - t * mean - math.log(1 + t * math.sqrt(2 * math.pi * var)) > logd:
                low = t
            else:
                high = t
        # The line: up to where the integrand is lost. Midpoints in threes.
        top = 6 / math.sqrt(var)
        while np.real(self.k(t + 1j * top)[0]) - here - 2 * math.log(top / t) > -32:
            top *= 1.3
            if top * math.sqrt(var) > 2000:
                return None
        n = 4050
        s = t + 1j * (np.arange(n) + 0.5) * top / n
        f = np.exp(self.k(s) - here) / (s * (s + 1))
        e = mean
        for _ in range(40):
            g = np.real(f * np.exp(-(s - t) * e))
            value, check = g.sum() * top / n / math.pi, g[1::3].sum() * 3 * top / n / math.pi
            if not (value > 0 and abs(value - check) < 1e-9 * value):
                return None
            step = (here - t * e + math.log(value) - logd) / t
            e += step
            if e <= 0:
                return None
            if abs(step) < 1e-10 * e:
                return e
        return None


def main():
    divergences = []
    print('divergences', file=sys.stderr, flush=True)
    for q, sigma in [(0.01, 1.1), (0.01, 5), (1e-5, 0.4), (1e-5, 100), (0.1, 0.7), (0.5, 2), (0.9, 1), (60 / 216, 1.4017), (0.001, 0.5)]:
        for a in [1.05, 1.5, 2, 3.7, 8, 16.3, 63]:
            row = dict(q=q, sigma=sigma, order=a, exact=mp.nstr(divergence(q, sigma, a), 20))
            if a == int(a):
                row["dp_accounting"] = float(dp._compute_rdp_poisson_subsampled_gaussian(q, sigma, [a])[0])
            divergences.append(row)
    fixed = []
    for q, sigma in [(128 / 31421, 5), (128 / 6594, 5), (0.1, 1), (0.01, 2.5)]:
        for a in [2, 3, 8, 32, 63]:
            fixed.append(dict(q=q, sigma=sigma, order=a, dp_accounting=float(dp._compute_rdp_sample_wor_gaussian(q, sigma, [a])[0])))
    curves = []
    for sigma, q, steps in [
        (0.4, 1e-5, 1000000), (0.4, 0.01, 1000), (0.5, 1e-3, 100000), (0.6, 0.01, 1000),
        (0.7, 0.1, 10), (0.8, 0.001, 100000), (1, 0.01, 1000), (1, 0.5, 10), (1.1, 0.01, 10000),
        (1.5, 0.1, 100), (2, 0.001, 1000000), (2, 0.3, 30), (2, 60 / 216, 800), (5, 0.01, 100), (5, 0.01, 21715),
        (5, 0.01, 1000000), (5, 128 / 31421, 2000), (10, 0.1, 1000), (20, 0.01, 100000), (20, 0.9, 50), (50, 1e-3, 1000000),
        (100, 1e-5, 1000000), (100, 0.1, 100000), (100, 0.01, 1000000),
    ]:
        both = [Curve(q, sigma, steps, remove) for remove in (True, False)]
        for delta in [1e-3, 1e-5, 1e-8, 1e-12]:
            r, a = (c.epsilon(delta) for c in both)
            print(sigma, q, steps, delta, r, a, file=sys.stderr, flush=True)
            if r is not None:
                curves.append(dict(sigma=sigma, q=q, steps=steps, delta=delta, remove=r, add=a))
    print(json.dumps(dict(version="dp-accounting 0.6.0, mpmath " + mp.__version__ + ", numpy " + np.__version__,
                          divergences=divergences, fixed=fixed, curves=curves), indent=0))


main()
