"""Draw a layout: every one that fits is drawn with the same probability.

First the mines are shared out among the components and the untouched patches, each way weighed by its exact number of
layouts. Then each component is walked back from its end, state by state, in the same way; within a group, and among
the untouched patches, all places are alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.counting import Tally, lowest, unpack
from rules.deduction import Analysis


def draw_layout(analysis: Analysis, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Draw one of the layouts that fit a position, all with the same probability if the layouts can be counted.

    To draw from those that are safe, or mined, on given patches, hand these to `rules.deduction.analyse`. Position and
    generator alone decide the draw if the analysis was made afresh, not by an analyser that has seen other positions.

    Args:
        analysis: of the position.
        rng: where the luck comes from.

    Returns:
        bool layer of the same shape as the position: the mines.

    Raises:
        ValueError: no layout fits, or none was found where they cannot be counted.
    """
    if not analysis.consistent:
        raise ValueError("no layout fits these numbers and this number of mines")
    layout = analysis.known_mines()
    flat = layout.reshape(-1)
    if analysis.hard is not None:
        drawn = analysis.hard.draw(analysis.hard_allowed, rng)
        if drawn is None:
            raise ValueError("no layout was found: these numbers are too entangled")
        flat[drawn] = True
        joint = analysis.joint_with(len(drawn))
    else:
        joint = analysis.joint
    laid = 0  # in the components so far, above their lowest numbers
    for tally, packed in zip(joint.tallies, joint.after[1:], strict=True):
        after = unpack(packed, joint.width)[laid : laid + len(tally.layouts)]
        mines = pick([count * ways for count, ways in zip(tally.layouts, after, strict=False)], rng)
        flat[draw_component(tally, tally.low + mines, rng)] = True
        laid += mines
    flat[choose(analysis.untouched_patches(), joint.rest - joint.low - laid, rng)] = True
    return layout


def draw_component(tally: Tally, mines: int, rng: np.random.Generator) -> list[int]:
    """Draw mines of one component.

    Args:
        tally: of the component.
        mines: how many it has.
        rng: where the luck comes from.

    Returns:
        The mined patches.
    """
    solution, state, drawn = tally.solution, 0, []
    for index in reversed(range(len(solution.stages))):
        ways = tally.binomials[index]
        counts, forward = solution.counts[index], tally.forward[index]
        steps = [step for step in solution.steps[index] if step[2] == state and step[1] <= mines]
        weights = []
        for before, here, _ in steps:
            place = mines - here - lowest(counts[before])
            weights.append(coefficient(forward[before], place, tally.width) * ways[here])
        state, here, _ = steps[pick(weights, rng)]
        drawn.extend(choose(solution.stages[index].patches, here, rng))
        mines -= here
    return drawn


def coefficient(packed: int, place: int, width: int) -> int:
    """One coefficient of a packed polynomial; 0 below the first."""
    return packed >> place * width & (1 << width) - 1 if place >= 0 else 0


def pick(weights: Sequence[int], rng: np.random.Generator) -> int:
    """Draw an index with probability in proportion to its weight, exactly, however large the weights are."""
    luck = below(sum(weights), rng)
    for index, weight in enumerate(weights):
        luck -= weight
        if luck < 0:
            return index
    raise ValueError("all weights are 0")


def below(bound: int, rng: np.random.Generator) -> int:
    """Draw a whole number from 0 to bound - 1, however large."""
    if bound < 2:
        return 0
    if bound < 2**63:
        return int(rng.integers(bound))
    bits = (bound - 1).bit_length()
    while True:
        luck = int.from_bytes(rng.bytes((bits + 7) // 8), "little") & (1 << bits) - 1
        if luck < bound:
            return luck


def choose(patches: Sequence[int] | NDArray[Any], number: int, rng: np.random.Generator) -> list[int]:
    """Draw so many of the patches, every choice with the same probability."""
    if number == 0:
        return []
    if number == len(patches):
        return [int(patch) for patch in patches]
    places: list[int] = rng.choice(len(patches), number, replace=False, shuffle=False).tolist()
    return [int(patches[place]) for place in places]
