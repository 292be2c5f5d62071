"""What a model's author says: the declarations, and the methods that a model must have or may have.

`patchwalk.model.WorldModel` adds what every model has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from patchwalk.declarations import (
    LOOK,
    Button,
    Command,
    Export,
    Import,
    KeyMode,
    Monitor,
    Overlay,
    Plot,
    Pointer,
    Preset,
    Question,
    Tool,
)
from patchwalk.parameters import Parameters
from patchwalk.view import Palette, Ramp, Swatch, View
from patchwalk.world import World


class Authored:
    """The part of a model that its author writes.

    Class attributes declare what the page offers; see `patchwalk.declarations`.

    Attributes:
        world: the patches; set by the subclass's `__init__`.
        parameters: name -> checked value; live ones change with `change`. Those of `parameter_list`, and where the
            class has another signature than the one it inherits from, what it hands down.
        seed: the number that this run's randomness starts from.
        ticks: how many ticks have been run.
        running: whether a tick would change something.
        notice: a sentence for the status line; it is forgotten with the next tick.
        question: what the model asks a person, or None.
    """

    title: ClassVar[str] = ""
    palette: ClassVar[Palette] = Palette((Swatch("ground", "", "#FFFFFF", "#202725"),))
    ramp: ClassVar[Ramp | None] = None
    buttons: ClassVar[tuple[Button, ...]] = ()
    tools: ClassVar[tuple[Tool, ...]] = (LOOK,)
    first_tool: ClassVar[str] = LOOK.name  # the one that is chosen at first
    overlays: ClassVar[tuple[Overlay, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()
    monitors: ClassVar[tuple[Monitor, ...]] = ()
    plots: ClassVar[tuple[Plot, ...]] = ()
    imports: ClassVar[tuple[Import, ...]] = ()
    exports: ClassVar[tuple[Export, ...]] = ()
    commands: ClassVar[tuple[Command, ...]] = ()
    key_modes: ClassVar[tuple[KeyMode, ...]] = ()
    parameter_list: ClassVar[Parameters] = Parameters()
    board_switches: ClassVar[frozenset[str]] = frozenset()  # of the board's own, those on at first: "grid", "neighbors"
    more_switches: ClassVar[frozenset[str]] = frozenset()  # further ones that this model offers: "pointy" (of hexes)
    enter_begins: ClassVar[bool] = False  # whether Enter on the board sets up anew when the run is over
    page_values: ClassVar[Mapping[str, Any]] = {}  # with which a page begins, where that is not the default
    # Names of attributes that `state` keeps by itself; "agents" keeps all turtles with their own attributes.
    keeps: ClassVar[tuple[str, ...]] = ()

    world: World
    parameters: dict[str, Any]
    seed: int
    question: Question | None
    ticks: int
    running: bool
    _notice: tuple[int, str]

    # --- what a model must say -------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Let one tick pass. Called only while `running`; `ticks` counts it afterwards."""
        raise NotImplementedError(f"{type(self).__name__} has no tick()")

    def active(self) -> bool:
        """Whether a tick would change something; becomes `running`."""
        raise NotImplementedError(f"{type(self).__name__} has no active()")

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """The picture, as data.

        Args:
            overlays: names of those that are on.
        """
        raise NotImplementedError(f"{type(self).__name__} has no view()")

    # --- what a model may say --------------------------------------------------------------------------------------

    @classmethod
    def resolve(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Fill in what depends on other values, and check what no parameter can check alone.

        Args:
            values: all parameters, each checked for itself.

        Raises:
            ParameterError: they do not go together.
        """
        return values

    @classmethod
    def bounds(cls, values: Mapping[str, Any]) -> dict[str, tuple[float, float, float]]:
        """Name -> (minimum, maximum, step) of sliders whose bounds depend on other values."""
        return {}

    @classmethod
    def idle(cls, values: Mapping[str, Any]) -> frozenset[str]:
        """Names of parameters that have no effect with these values; the page leaves them out."""
        return frozenset()

    @property
    def can_finish(self) -> bool:
        """Whether this run ends by itself, so that Finish may be offered."""
        return False

    @property
    def can_go(self) -> bool:
        """Whether ticks may ever pass as it stands; if not, Step, Go and Finish are not offered."""
        return True

    def changed(self, name: str) -> None:
        """A live parameter has a new value (already in `parameters`)."""

    def press(self, tool: str, pointer: Pointer) -> None:
        """The pointer went down with a tool (or, for gestures with two ends, was released)."""

    def drag(self, tool: str, pointer: Pointer) -> None:
        """The pressed pointer came to another patch."""

    def hold(self, tool: str, pointer: Pointer) -> None:
        """The pointer is down at the start of a tick; only for tools with the gesture `"hold"`."""

    def release(self, tool: str, pointer: Pointer) -> None:
        """The pointer was let go."""

    def answer(self, choice: str) -> None:
        """A person answered `question`."""

    def mode_key(self, mode: str, key: str) -> None:
        """A key was pressed while one of `key_modes` is on."""

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """What there is to know about a patch, as rows of label and value."""
        return [("Patch", self.place(patch))]

    def describe(self, patch: int) -> str:
        """One word or two about a patch, for the status line."""
        return ""

    def legend(self, overlays: frozenset[str]) -> tuple[tuple[str, float], ...]:
        """Places on the ramp, 0 to 1, that the legend names: (label, place) each.

        Args:
            overlays: names of those that are on.
        """
        return ()

    @property
    def notice(self) -> str:
        """What the model said in the present tick, or empty."""
        return self._notice[1] if self._notice[0] == self.ticks else ""

    @notice.setter
    def notice(self, text: str) -> None:
        self._notice = (self.ticks, text)

    @property
    def message(self) -> str:
        """What the status line says about the run."""
        return self.notice

    @property
    def ended(self) -> bool:
        """Whether the run is over, so that only Setup goes on; by default when nothing moves any more."""
        return not self.running

    @property
    def undoable(self) -> bool:
        """Whether what a person does now can be undone; a game in which that would tell too much says no."""
        return True

    @property
    def precious(self) -> bool:
        """Whether a person has made something here that a setup would take away.

        Before the first tick a changed parameter sets up at once; where this says so it waits for Setup.
        """
        return False

    def handed_on(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values that the next setup takes from this model (a map that was drawn by hand), by their names.

        Args:
            values: with which it is to be, each checked for itself.
        """
        return {}

    def unused(self, overlays: frozenset[str]) -> frozenset[str]:
        """Names of what is of no use now; the page leaves it out, and follows when that changes.

        Tools, buttons, overlays and `more_switches` by their names, monitors as `"monitor:NAME"`, plots as
        `"plot:NAME"`, swatches of the palette in the legend as `"color:NAME"`, and its ramp as `"ramp"`. Whatever is
        left out goes on being recorded and is in saved data. It is read a few times a second while the model runs.

        Args:
            overlays: names of those that are on.
        """
        return frozenset()

    @property
    def timing(self) -> bool:
        """Whether the clock of the session runs; see `Monitor.clock`."""
        return False

    @property
    def key_mode(self) -> str | None:
        """Name of the one of `key_modes` that is on, or None."""
        return None

    @property
    def progress(self) -> float | None:
        """How much of a run that ends is done, 0 to 1, or None."""
        return None

    def place(self, patch: int) -> str:
        """A patch as people write it: `(37, 64)`."""
        x, y = self.world.xy(patch)
        return f"({x}, {y})"
