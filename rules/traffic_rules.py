"""The rules of a tick, by name, and the signals that walkers obey."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

Update = Literal["parallel", "random sequential", "shuffled"]
Targets = Literal["strict", "follow"]
Blocked = Literal["wait", "sidestep", "swap", "reroute"]

FASTEST: Final = 20


def whole(value: Any) -> bool:
    """Whether something is a whole number; True and False are none here."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def check_chance(name: str, value: Any) -> None:
    """Refuse what is no chance.

    Raises:
        ValueError: it is so.
    """
    if not isinstance(value, Real) or not 0 <= float(value) <= 1:
        raise ValueError(f"{name} is a chance from 0 to 1, not {value!r}")


@dataclass(frozen=True)
class TrafficRules:
    """What happens in a tick.

    Attributes:
        update: "parallel": everybody proposes one patch, and all move at once; "random sequential": as many times as
            there are walkers one of them is chosen at random and moves if it can; "shuffled": each once, in random
            order.
        targets: in parallel, "strict": a patch has to be free when the tick begins; "follow": it may be left in the
            same tick, so that queues and closed rings move.
        v_max: the most patches a tick. Above 1 as Nagel and Schreckenberg (1992) have it: one faster than before, no
            further than there is room, one slower with the chance `slowdown`. Only strict and parallel, and nobody
            swaps.
        slowdown: the chance of going one patch less far than one could.
        friction: the chance that of several who want one patch nobody gets it; else the lowest key does.
        blocked: what one does whose patch is taken. "wait"; "sidestep": to a free patch on another shortest way, else
            to the free one nearest its goal, back only if there is no other and then at even odds; "swap": exchange
            places with one who wants the reverse; "reroute": wait for `patience` ticks, then go by the ways that avoid
            crowded patches.
        patience: how many ticks one waits before it goes another way.
        congestion: how much longer a patch is for everybody where somebody always stands.
        memory: over how many ticks it is remembered how crowded a patch is.
        alternate: whether goals take turns: in tick t those move that have goal t mod (number of goals).
        quiet: after so many ticks in which nobody moved, gridlock is suspected.
    """

    update: Update = "parallel"
    targets: Targets = "strict"
    v_max: int = 1
    slowdown: float = 0.0
    friction: float = 0.0
    blocked: Blocked = "wait"
    patience: int = 1
    congestion: float = 0.0
    memory: int = 5
    alternate: bool = False
    quiet: int = 20

    def __post_init__(self) -> None:
        """Check them.

        Raises:
            ValueError: a value is out of its range, or two do not go together.
        """
        for name, choices in (("update", Update), ("targets", Targets), ("blocked", Blocked)):
            if getattr(self, name) not in get_args(choices):
                said = ", ".join(map(repr, get_args(choices)))
                raise ValueError(f"{name} is one of {said}, not {getattr(self, name)!r}")
        for name in ("slowdown", "friction"):
            check_chance(name, getattr(self, name))
        if not isinstance(self.congestion, Real) or not 0 <= self.congestion < float("inf"):
            raise ValueError(f"congestion is 0 or more, not {self.congestion!r}")
        if not whole(self.v_max) or not 0 <= self.v_max <= FASTEST:
            raise ValueError(f"v_max is 0 to {FASTEST} patches a tick, not {self.v_max!r}")
        for name in ("patience", "memory", "quiet"):
            if not whole(getattr(self, name)) or getattr(self, name) < 1:
                raise ValueError(f"{name} is 1 tick or more, not {getattr(self, name)!r}")
        if self.v_max > 1 and self.blocked == "swap":
            raise ValueError(f"v_max {self.v_max} goes with all that blocked may be but swap: take v_max 1")
        if self.v_max > 1 and (self.update, self.targets) != ("parallel", "strict"):
            raise ValueError(f"v_max {self.v_max} goes with the parallel update and strict targets only: take v_max 1")

    @property
    def free_speed(self) -> float:
        """Patches a tick, in the mean, of one who has gained speed and has nobody in its way."""
        return max(self.v_max - self.slowdown, 0.0)

    @property
    def fields_change(self) -> bool:
        """Whether the ways change while walkers go."""
        return self.congestion > 0 or self.blocked == "reroute"

    def with_(self, **changes: Any) -> TrafficRules:
        """The same rules but for some.

        Raises:
            ValueError: as when they are made.
        """
        return TrafficRules(**{field.name: getattr(self, field.name) for field in fields(self)} | changes)


@dataclass(frozen=True)
class Ends:
    """The ends of open roads.

    Attributes:
        entries: the patches on which walkers enter.
        exits: the patches from which they leave.
        alpha: the chance that one enters in a tick, if nobody is there.
        beta: the chance that one at an exit leaves in a tick.
    """

    entries: NDArray[np.int64]
    exits: NDArray[np.int64]
    alpha: float = 1.0
    beta: float = 1.0

    def __post_init__(self) -> None:
        """Check the chances.

        Raises:
            ValueError: one is out of range.
        """
        for name in ("alpha", "beta"):
            check_chance(name, getattr(self, name))


class Signals:
    """Traffic lights in one rhythm. Each group of stop patches has green in its turn, with all red in between.

    One who stands on a stop patch while it is red does not leave it.
    """

    def __init__(self, patches: int, stops: Sequence[NDArray[Any]], green: int, all_red: int = 1) -> None:
        """Set them up; the first group has green from tick 1 on.

        Args:
            patches: of the world.
            stops: the stop patches of each group.
            green: how many ticks each group has green, 1 or more.
            all_red: how many ticks nobody has after that.

        Raises:
            ValueError: a number of ticks is too small or none, there is no group, or a stop is off the world.
        """
        if not whole(green) or not whole(all_red) or green < 1 or all_red < 0 or not stops:
            raise ValueError("signals have a group or more, green for 1 tick or more, all red for 0 or more")
        self.stops, self.green, self.all_red = [np.asarray(stop, dtype=np.int32) for stop in stops], green, all_red
        if any(len(stop) and not 0 <= stop.min() <= stop.max() < patches for stop in self.stops):
            raise ValueError(f"stops are patches of the world, 0 to {patches - 1}")
        self._red = np.zeros((len(stops) + 1, patches + 1), dtype=bool)
        self._red[:, np.concatenate(self.stops)] = True
        for group, stop in enumerate(self.stops):
            self._red[group, stop] = False

    @property
    def cycle(self) -> int:
        """After how many ticks everything begins again."""
        return len(self.stops) * (self.green + self.all_red)

    def group(self, tick: int) -> int:
        """Which group has green in a tick (the first is tick 1); -1 if none."""
        turn, since = divmod((tick - 1) % self.cycle, self.green + self.all_red)
        return turn if since < self.green else -1

    def red(self, tick: int) -> NDArray[np.bool_]:
        """Which patches are not left in a tick: bool (patches + 1,), for reading."""
        found: NDArray[np.bool_] = self._red[self.group(tick)]
        return found
