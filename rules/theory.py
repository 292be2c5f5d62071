"""What is known exactly about walkers in a row: flux, travel time and queues, to check runs against.

Flux is moves per patch of road and tick. In all of these a walker moves at most one patch a tick, onto a patch that was
free when it was asked ("strict"), and with probability `slowdown` not even then, except where `v_max` is named.

A tick of the random sequential rule asks, with replacement, as many walkers drawn at random as there are; on the open
road with L patches it asks L + 1 times for one of the L + 1 steps: entering, L - 1 steps ahead, leaving.

Sources (the derivations are in the functions):

- parallel, endless ring: M. Schreckenberg, A. Schadschneider, K. Nagel, N. Ito, Phys. Rev. E 51, 2939 (1995);
- parallel, finite ring: the same weights, summed, which M. R. Evans proves, J. Phys. A 30, 5669 (1997);
- without slowing down, any speed: K. Nagel and M. Schreckenberg, J. Physique I 2, 2221 (1992);
- random sequential, ring: all states are equally likely, F. Spitzer, Adv. Math. 5, 246 (1970);
- random sequential, open: B. Derrida, M. R. Evans, V. Hakim, V. Pasquier, J. Phys. A 26, 1493 (1993).
"""

from __future__ import annotations

from typing import Any, Final, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln, logsumexp

from rules.traffic_rules import Update

LONGEST_FINITE: Final = 100  # patches of a ring of which a curve is worked out for each number of walkers


def parallel_ring_flux(density: ArrayLike, slowdown: float) -> NDArray[np.float64]:
    """Flux on an endless ring, all walkers at once: J = (1 - sqrt(1 - 4 (1 - p) rho (1 - rho))) / 2.

    The weights p ** -k of `finite_parallel_ring_flux` are those of a chain in which each patch depends only on the one
    before, with P(10) P(01) p = P(11) P(00). Here 10 is a walker with a free patch ahead, P(01) = P(10), P(11) = rho -
    P(10), P(00) = 1 - rho - P(10). With J = (1 - p) P(10) that is J (1 - J) = (1 - p) rho (1 - rho); J is the smaller
    root.

    Args:
        density: walkers a patch, 0 to 1, of any shape.
        slowdown: 0 to 1.
    """
    rho, p = _share("density", density), _share("slowdown", slowdown)
    # Where the root is 0 but for rounding it may come out below.
    root = np.sqrt(np.maximum(0, 1 - 4 * (1 - p) * rho * (1 - rho)))
    return np.asarray((1 - root) / 2)


def finite_parallel_ring_flux(length: int, walkers: int, slowdown: float) -> float:
    """Flux on a finite ring, all walkers at once.

    A state with k clusters, that is with k walkers who have a free patch ahead, has the weight p ** -k. There are
    L/k C(N - 1, k - 1) C(M - 1, k - 1) such states of N walkers and M = L - N free patches; (1 - p) k of the walkers
    move on average::

        J = (1 - p) / L * sum of k W(k) / sum of W(k),    W(k) = C(N, k) C(M - 1, k - 1) p ** (N - k)

    Without slowing down only the states with the most clusters are left: J = min(N, M) / L.

    Args:
        length: patches of the ring, L, 1 or more.
        walkers: N, 0 to L.
        slowdown: 0 to 1.
    """
    p = float(_share("slowdown", slowdown))
    free = _checked_ring(length, walkers)
    most = min(walkers, free)
    if most == 0 or p == 0:
        return most / length
    k = np.arange(1, most + 1)
    logs = _log_choose(walkers, k) + _log_choose(free - 1, k - 1) - k * np.log(p)
    weights = np.exp(logs - logs.max())
    return float((1 - p) / length * (k * weights).sum() / weights.sum())


def deterministic_moves(length: int, walkers: int, v_max: int) -> int:
    """Patches that all walkers together move in a tick of the rule of Nagel and Schreckenberg, without slowing down.

    min(N v_max, L - N): either all go at full speed, or all free patches are made use of. Exact from tick L on, from
    whatever start.

    Args:
        length: patches of the ring, L, 1 or more.
        walkers: N, 0 to L.
        v_max: the most patches that one moves in a tick, 1 or more.
    """
    free = _checked_ring(length, walkers)
    return min(walkers * _whole("v_max", v_max, 1), free)


def random_sequential_ring_flux(length: int, walkers: int, slowdown: float) -> float:
    """Flux on a finite ring, one walker after the other: J = (1 - p) N (L - N) / (L (L - 1)).

    Each state is entered by as many steps as it can be left by (one for each cluster), so all states are equally
    likely, and the patch ahead of a walker is free with probability (L - N) / (L - 1).

    Args:
        length: patches of the ring, L, 1 or more.
        walkers: N, 0 to L.
        slowdown: 0 to 1.
    """
    free = _checked_ring(length, walkers)
    p = float(_share("slowdown", slowdown))
    return (1 - p) * walkers * free / (length * (length - 1)) if length > 1 else 0.0


def open_road_flux(length: int, entry: float, exit: float, slowdown: float = 0.0) -> float:
    """Flux through an open road, one step after the other: J = Z(L - 1) / Z(L).

    A state's weight is a product of a matrix D for each walker and E for each free patch, between vectors W and V with
    D E = D + E, W E = W / alpha, D V = V / beta; Z(L) = W (D + E) ** L V is the sum of all. Bringing all E before all D
    leaves words E ** i D ** (j - i), each B(L, j) times, a ballot number::

        Z(L) = sum over j = 1 .. L of B(L, j) * sum over i = 0 .. j of alpha ** -i beta ** -(j - i)
        B(L, j) = j (2 L - 1 - j)! / (L! (L - j)!)

    With alpha = beta = 1 it is (L + 2) / (2 (2 L + 1)). A step ahead that succeeds with probability 1 - p is the unit
    in which entering and leaving count.

    Args:
        length: patches of the road, L, 1 or more.
        entry: alpha, the probability that a walker enters the free first patch when asked, above 0 to 1.
        exit: beta, the probability that one leaves the last patch when asked, above 0 to 1.
        slowdown: the probability that one does not step ahead when asked; entering and leaving are not slowed down.
    """
    _whole("length", length, 1)
    alpha, beta = float(_share("entry", entry)), float(_share("exit", exit))
    ahead = 1 - float(_share("slowdown", slowdown))
    if length == 1:  # there is no step ahead that could be slowed down
        return alpha * beta / (alpha + beta) if alpha + beta else 0.0
    if min(alpha, beta, ahead) == 0:
        return 0.0
    into, out = ahead / alpha, ahead / beta
    return float(ahead * np.exp(_log_open_sum(length - 1, into, out) - _log_open_sum(length, into, out)))


def capacity(slowdown: float) -> float:
    """The largest flux on a road, all walkers at once: (1 - sqrt(p)) / 2, at density 1/2.

    Without slowing down this is 1/2: onto a patch that was just left one can step only a tick later.
    """
    return float(parallel_ring_flux(0.5, slowdown))


def travel_time(distance: ArrayLike, slowdown: float) -> NDArray[np.float64]:
    """Mean ticks that one walker alone needs: d / (1 - p), since it waits p / (1 - p) ticks a step.

    Args:
        distance: in steps, 0 or more, of any shape.
        slowdown: 0 to below 1.

    Raises:
        ValueError: it would never arrive.
    """
    p = float(_share("slowdown", slowdown))
    if p == 1:
        raise ValueError("slowdown is below 1 for walkers that arrive, not 1")
    return np.asarray(distance) / (1 - p)


def queue_discharge(green: int) -> int:
    """How many of a long queue pass a signal in one green, all walkers at once, without slowing down: ceil(green / 2).

    The first one leaves in the first tick. The next one finds the patch before the signal taken at that tick's start,
    steps there in the second and leaves in the third, and so on.

    Args:
        green: ticks, 0 or more.
    """
    return (_whole("green", green, 0) + 1) // 2


def known_flux(
    density: ArrayLike, *, update: Update = "parallel", v_max: int = 1, slowdown: float = 0.0
) -> NDArray[np.float64] | None:
    """The exact curve of flux against density on a long ring; None where none is known.

    Args:
        density: walkers a patch, 0 to 1, of any shape.
        update: the rule of a tick.
        v_max: the most patches that one moves in a tick.
        slowdown: 0 to 1.
    """
    if update not in get_args(Update):
        raise ValueError(f"update is one of {get_args(Update)}, not {update!r}")
    rho, p = _share("density", density), float(_share("slowdown", slowdown))
    _whole("v_max", v_max, 1)
    if update == "parallel" and v_max == 1:
        return parallel_ring_flux(rho, p)
    if update == "parallel" and p == 0:
        return np.asarray(np.minimum(rho * v_max, 1 - rho))
    if update == "random sequential" and v_max == 1:
        return np.asarray((1 - p) * rho * (1 - rho))
    return None


def ring_curve(
    length: int, *, update: Update = "parallel", v_max: int = 1, slowdown: float = 0.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Densities, and the exact flux there, on a ring of this length; None where none is known.

    Up to `LONGEST_FINITE` patches it is the flux of the finite ring, of each number of walkers; beyond that the flux of
    endless rings, from which it cannot be told by eye.

    Args:
        length: patches.
        update: the rule of a tick.
        v_max: the most patches that one moves in a tick.
        slowdown: 0 to 1.
    """
    walkers = np.arange(length + 1)
    many = length > LONGEST_FINITE
    densities = np.linspace(0, 1, LONGEST_FINITE // 2 + 1) if many else walkers / length
    found = known_flux(densities, update=update, v_max=v_max, slowdown=slowdown)
    if found is not None and not many and v_max == 1:
        flux = finite_parallel_ring_flux if update == "parallel" else random_sequential_ring_flux
        found = np.array([flux(length, int(number), slowdown) for number in walkers])
    return None if found is None else (densities, found)


def _log_open_sum(length: int, into: float, out: float) -> float:
    """The logarithm of Z(length) for 1 / alpha and 1 / beta."""
    if length == 0:
        return 0.0
    j = np.arange(1, length + 1)
    paths = np.log(j) + gammaln(2 * length - j) - gammaln(length + 1) - gammaln(length - j + 1)
    most, least = max(into, out), min(into, out)
    # The inner sum is most ** j (1 + r + … + r ** j) with r = least / most.
    words = j * np.log(most) + np.log(1 + np.cumsum((least / most) ** j))
    return float(logsumexp(paths + words))


def _log_choose(n: int, k: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))


def _checked_ring(length: int, walkers: int) -> int:
    """The free patches of a ring."""
    _whole("length", length, 1)
    if _whole("walkers", walkers, 0) > length:
        raise ValueError(f"walkers is 0 to {length}, the patches there are, not {walkers}")
    return length - walkers


def _whole(name: str, value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} is a whole number, {least} or more, not {value!r}")
    return int(value)


def _share(name: str, value: ArrayLike) -> NDArray[np.float64]:
    share = np.asarray(value, dtype=np.float64)
    if not ((share >= 0) & (share <= 1)).all():
        raise ValueError(f"{name} is 0 to 1, not {value!r}")
    return share
