"""Markov chains of small roads, with all states and steps written down one by one."""

from itertools import combinations, product

import numpy as np
import pytest


def stationary(chances):
    """The distribution that a Markov chain keeps: (states,), from the chances of its steps, (states, states)."""
    states = len(chances)
    assert chances.sum(axis=1) == pytest.approx(np.ones(states))
    balance = np.vstack([chances.T - np.eye(states), np.ones(states)])
    kept = np.linalg.lstsq(balance, np.append(np.zeros(states), 1), rcond=None)[0]
    assert balance @ kept == pytest.approx(np.append(np.zeros(states), 1), abs=1e-12)
    return kept


def ring_states(length, walkers):
    return [frozenset(taken) for taken in combinations(range(length), walkers)]


def free_to_move(state, length):
    return [patch for patch in sorted(state) if (patch + 1) % length not in state]


def parallel_chain(length, walkers, slowdown):
    """The chances of all steps between the states of a ring, and the mean flux out of each state."""
    states = ring_states(length, walkers)
    number = {state: index for index, state in enumerate(states)}
    chances, flux = np.zeros((len(states), len(states))), np.zeros(len(states))
    for state in states:
        able = free_to_move(state, length)
        flux[number[state]] = (1 - slowdown) * len(able) / length
        for going in product([False, True], repeat=len(able)):
            movers = {patch for patch, goes in zip(able, going, strict=True) if goes}
            after = (state - movers) | {(patch + 1) % length for patch in movers}
            chance = (1 - slowdown) ** len(movers) * slowdown ** (len(able) - len(movers))
            chances[number[state], number[after]] += chance
    return chances, flux


def sequential_chain(length, walkers, slowdown):
    """The same for one walker, drawn at random."""
    states = ring_states(length, walkers)
    number = {state: index for index, state in enumerate(states)}
    chances, flux = np.zeros((len(states), len(states))), np.zeros(len(states))
    for state in states:
        able = free_to_move(state, length)
        for patch in able:
            after = (state - {patch}) | {(patch + 1) % length}
            chances[number[state], number[after]] += (1 - slowdown) / walkers
        chances[number[state], number[state]] += 1 - (1 - slowdown) * len(able) / walkers
        flux[number[state]] = (1 - slowdown) * len(able) / length
    return chances, flux


def open_chain(length, entry, exit, slowdown):
    """The chances of one asking, and the mean flux (entries in L + 1 askings) out of each state."""
    states = list(product([0, 1], repeat=length))
    number = {state: index for index, state in enumerate(states)}
    chances, flux = np.zeros((len(states), len(states))), np.zeros(len(states))
    for state in states:
        road = (1, *state, 0)
        for step in range(length + 1):
            chance = {0: entry, length: exit}.get(step, 1 - slowdown)
            after = list(road)
            if road[step] and not road[step + 1]:
                after[step], after[step + 1] = 0, 1
            else:
                chance = 0
            chances[number[state], number[tuple(after[1:-1])]] += chance / (length + 1)
            chances[number[state], number[state]] += (1 - chance) / (length + 1)
        flux[number[state]] = entry * (not state[0])
    return chances, flux
