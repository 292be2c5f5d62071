"""What a person can ask of a session, carried out: one method a command, called in the runner thread only."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from patchwalk.declarations import LOOK, Button, Tool
from patchwalk.parameters import ParameterError
from patchwalk.play import Play, is_session, plain, read_session, to_pointer
from patchwalk.run import Run, Task, tool_of
from patchwalk.settings import equal

POINTER_KINDS = frozenset({"press", "drag", "release", "hover"})


class Commands:
    """Carries out the commands of one session.

    Args:
        run: what they act on.
        name: of the model's module, for files.
    """

    def __init__(self, run: Run, name: str) -> None:
        self.run = run
        self.name = name

    def do(self, command: str, arguments: tuple[Any, ...]) -> None:
        """Carry out one command. What is refused is reported; what the model raises becomes the run's error."""
        run = self.run
        if command != "pointer" or arguments[0] == "press":
            run.said = ""
        if command != "pointer":
            run.settings.refusal = None
        with run.guarded(command.replace("_", " ")):
            try:
                getattr(self, command)(*arguments)
            except ParameterError as refusal:
                run.settings.refusal = (refusal.names[0], str(refusal))
                run.said = run.model_class.parameter_list.spoken(str(refusal))
        run.touched = True

    # --- setting up ------------------------------------------------------------------------------------------------

    def setup(self, *, keep_seed: bool = False, handed_on: bool = True) -> None:
        """Set up anew; the old model stays when the new one is refused."""
        run = self.run
        run.cancel()
        values, seed = run.settings.for_setup(keep_seed=keep_seed)
        if handed_on and run.play.model is not None and run.error is None:
            values |= run.model.handed_on(values)
        run.play.apply({"do": "setup", "values": plain(values), "seed": seed})
        run.settings.was_set_up(run.model)
        run.stood_up()

    def first_setup(self) -> None:
        """Set up what the page was opened with; values that only the model refuses are reported and put back."""
        run, settings = self.run, self.run.settings
        first = settings.refusal
        for _ in range(len(run.model_class.parameter_list) + 1):
            self.do("setup", ())
            if settings.refusal is None:
                break
            refused, first = settings.refusal, first or settings.refusal
            settings.miss(*refused)
            settings.put_back(refused[0])
        if run.play.model is None and run.error is not None and settings.wanted != settings.first:
            what = run.error[1]
            settings.put_back("")
            self.do("setup", ())
            if run.play.model is not None:
                settings.miss("", f"these values cannot be set up, so it begins with its own ({what})")
        if settings.missed:
            settings.refusal = (first[0] if first is not None else "", "; ".join(settings.missed))

    def wanted_changed(self) -> None:
        """At tick 0 a changed at-setup parameter sets up again at once; later it waits."""
        run = self.run
        if run.error is not None or run.task is not None or run.going or run.play.model is None:
            return
        if run.model.ticks == 0 and not run.model.precious and run.settings.waiting(run.model):
            self.setup(keep_seed=True)

    def say(self, text: str) -> None:
        """Say something in the status line."""
        self.run.said = text

    def new_seed(self) -> None:
        """Draw another seed for the next setup."""
        self.run.settings.draw_seed()
        self.wanted_changed()

    def set_seed(self, text: Any) -> None:
        """Take a typed seed."""
        self.run.settings.type_seed(text)
        self.wanted_changed()

    def lock_seed(self, locked: bool) -> None:
        """Keep the seed, or draw a new one at each setup."""
        self.run.settings.lock_seed(locked)

    def change(self, name: str, value: Any) -> None:
        """Want another value of a parameter."""
        self._want({name: value})

    def preset(self, name: str) -> None:
        """Set up with all values of a preset; where something precious stands they wait for Setup, live ones too."""
        run = self.run
        preset = next((preset for preset in run.model_class.presets if preset.name == name), None)
        if preset is None:
            raise ParameterError("preset", f"there is no preset {shown_name(name)}")
        run.settings.choose(preset)
        run.owed -= preset.values.keys()
        if run.error is not None or run.play.model is None or not run.model.precious:
            self.setup(keep_seed=True)

    def _want(self, values: Mapping[str, Any]) -> None:
        run = self.run
        run.owed.update(run.settings.want(values))
        self.pay()
        self.wanted_changed()

    def pay(self) -> None:
        """Give the model the live values that are wanted, unless something long runs; they wait for it then."""
        run = self.run
        if run.task is not None or not run.owed:
            return
        if run.error is not None or run.play.model is None:
            run.owed.clear()  # the next setup takes them
            return
        refusals: list[ParameterError] = []
        for parameter in run.model_class.parameter_list:
            if parameter.name not in run.owed:
                continue
            # Each leaves the list only when its turn comes: what is still owed is not put back to the model's value.
            run.owed.discard(parameter.name)
            value = plain(run.settings.wanted)[parameter.name]
            try:
                if not equal(value, run.model.parameters[parameter.name]):
                    run.apply({"do": "change", "name": parameter.name, "value": value})
            except ParameterError as refusal:
                refusals.append(refusal)
        if refusals:
            run.followed()
            raise refusals[0]

    # --- time ------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One tick; stops Go and whatever takes long."""
        run = self.run
        if not self._may_run():
            return
        run.cancel()
        run.play.tick()
        run.sample()
        run.show_soon()

    def _may_run(self) -> bool:
        run = self.run
        if run.locked:
            run.said = run.why_locked
            return False
        if not run.model.running and run.task is None:
            run.said = run.model.message or "Nothing moves"
            return False
        return True

    def go(self) -> None:
        """Let time pass."""
        if not self.run.going and self.run.task is None and self._may_run():
            self.run.go()

    def stop(self) -> None:
        """Stop Go and whatever takes long."""
        self.run.cancel()

    def toggle(self) -> None:
        """Go or Stop."""
        if self.run.going or self.run.task is not None:
            self.stop()
        else:
            self.go()

    def finish(self) -> None:
        """Go to the end at once."""
        run = self.run
        if not self._may_run():
            return
        if not run.model.can_finish:
            run.said = "This run never ends by itself, so there is nothing to finish"
            return
        run.begin_action("Finish", {"do": "finish"})

    def undo(self) -> None:
        """Back to just before the last thing that was done; a long button is taken back by stopping it."""
        task = self.run.task
        self.run.cancel()
        if task is None or not task.taken_back:
            self._travel("undo", self.run.play.history.can_undo, "There is nothing to undo")

    def redo(self) -> None:
        """Do again what was undone."""
        self.run.cancel()
        self._travel("redo", self.run.play.history.can_redo, "There is nothing to do again")

    def _travel(self, kind: str, possible: bool, otherwise: str) -> None:
        run = self.run
        off = run.error is None and run.play.model is not None and not run.model.undoable
        if run.error is not None or off or not possible:
            run.said = run.why_locked if run.error is not None else "Undo is off in this game" if off else otherwise
            return
        run.apply({"do": kind})
        run.sample()
        run.said = "Undone" if kind == "undo" else "Done again"

    # --- what the model offers -------------------------------------------------------------------------------------

    def button(self, name: str) -> None:
        """Press one of the model's buttons; whatever takes long is stopped before."""
        run = self.run
        button = next((button for button in run.model_class.buttons if button.name == name), None)
        if button is None:
            raise ParameterError(name, f"there is no button {shown_name(name)}")
        if not self._may_act(button):
            return
        if button.setup:
            self.setup()
        action = {"do": "button", "name": name}
        if button.kind == "long":
            run.begin_action(button.label, action, then_go=button.runs)
            return
        run.cancel_task()
        run.apply(action)
        if button.runs and run.model.running:
            self.go()

    def _may_act(self, button: Button | None = None) -> bool:
        """Whether something may be done to the model as it stands, or `button` sets up another."""
        fresh = button is not None and button.setup
        if (self.run.error is not None or self.run.play.model is None) and not fresh:
            self.run.said = self.run.why_locked
            return False
        return True

    def answer(self, choice: str) -> None:
        """Answer the model's question."""
        run = self.run
        question = run.model.question if run.error is None and run.play.model is not None else None
        if question is not None and choice in [known.name for known in question.choices]:
            run.cancel_task()
            run.apply({"do": "answer", "choice": choice})

    def mode_key(self, key: str) -> None:
        """Hand a key to the model's key mode."""
        run = self.run
        mode = run.model.key_mode if run.error is None and run.play.model is not None else None
        if mode is not None:
            run.cancel_task()
            run.apply({"do": "modekey", "mode": mode, "key": key})
            moves = any(known.name == mode and known.runs for known in run.model_class.key_modes)
            if moves and run.error is None and run.model.key_mode == mode and run.model.running:
                self.go()

    def choose_tool(self, name: str) -> None:
        """Take another tool; a held pointer is let go."""
        tool = tool_of(self.run.model_class, name)
        if tool is None:
            raise ParameterError(name, f"there is no tool {shown_name(name)}")
        if self.run.play.held is not None:
            self.run.play.let_go()
            self.run.followed()
        self.run.tool = tool

    def tool_key(self, name: str) -> None:
        """The key of a tool: it takes the tool, or acts at once on the patch under the pointer."""
        run = self.run
        if run.play.model is not None and run.error is None and name in run.model.unused(run.overlays):
            return  # it is not on the page either
        tool = tool_of(run.model_class, name)
        if tool is None or not tool.at_pointer or run.hovered < 0 or run.play.model is None:
            self.choose_tool(name)
        elif run.play.held is None:
            x, y = run.model.world.center(run.hovered)
            event = {"patch": run.hovered, "x": float(x), "y": float(y), "start": run.hovered, "path": [run.hovered]}
            self._point("press", event, tool)
            self._point("release", event, tool)

    def toggle_overlay(self, name: str) -> None:
        """Show an overlay, or no longer."""
        if name in {overlay.name for overlay in self.run.model_class.overlays}:
            self.run.overlays = self.run.overlays ^ {name}
            self.run.show_soon()

    def nudge_speed(self, by: float) -> None:
        """Move the speed slider by so much from where it is when its turn comes."""
        self.set_speed(self.run.pacer.speed + by)

    def set_speed(self, value: float) -> None:
        """Move the speed slider."""
        self.run.pacer.set_speed(value)

    # --- files -----------------------------------------------------------------------------------------------------

    def read_file(self, name: str, data: bytes) -> None:
        """Open a session (`.json`), or hand a file to the model. A file that is none changes nothing."""
        run = self.run
        kinds = [kind for kind in run.model_class.imports if name.lower().endswith(kind.suffix)]
        if name.lower().endswith(".json") and (not kinds or is_session(data)):
            run.begin(Task("Reading", self._replaying(name, data), reads=True))
        elif kinds and kinds[0].values is not None:
            self._set_up_with(name, data, kinds[0].values)
        elif self._may_act():
            encoded = base64.b64encode(data).decode("ascii")
            run.begin_action("Reading", {"do": "file", "name": name, "data": encoded})

    def _set_up_with(self, name: str, data: bytes, values_of: Callable[[str, bytes], Mapping[str, Any]]) -> None:
        """Set up with the parameter values of a file."""
        try:
            self.run.settings.want(values_of(name, data))
        except ValueError as refusal:
            self.run.said = str(refusal)
            return
        self.setup(keep_seed=True, handed_on=False)

    def _replaying(self, name: str, data: bytes) -> Iterator[float | None]:
        """Replay into a new run, and take it over only when all of it was good."""
        run = self.run
        model_name, log, ticks = read_session(data.decode("utf-8", "replace"))
        if model_name != self.name:
            raise ValueError(f"{name}: a session of {shown_name(model_name)}; open that model first")
        play = Play(run.model_class)
        try:
            run.settings.checked(log[0].get("values", {}))
            yield from play.replaying(log, ticks)
        except Exception as error:  # whatever stands in a file, the model that was there stays
            raise ValueError(f"{name}: this session cannot be played again: {error}") from error
        play.worlds += run.play.worlds
        run.play = play
        run.settings.adopt(run.model, log[0].get("values", {}))
        run.stood_up()

    # --- the pointer -----------------------------------------------------------------------------------------------

    def pointer(self, kind: str, event: Mapping[str, Any]) -> None:
        """An event of the board. What is none is passed over: a page can send anything."""
        run = self.run
        if run.play.model is None or kind not in POINTER_KINDS:
            return
        size = run.model.world.size
        try:
            pointer = to_pointer(event, size)
        except ValueError:
            return
        if kind == "hover":
            run.hovered = pointer.patch
        elif kind == "press" and run.tool.name == LOOK.name:
            run.inspected = pointer.patch
            run.show_soon()
        elif kind == "press" or run.play.held is not None:
            self._point(kind, {name: value for name, value in event.items() if name != "kind"}, run.tool)

    def _point(self, kind: str, event: dict[str, Any], tool: Tool) -> None:
        run = self.run
        if run.error is not None or run.task is not None:
            return
        run.apply({"do": kind, "tool": tool.name, "pointer": event})
        if kind != "release" and tool.runs and run.model.running:
            self.go()


def shown_name(name: Any) -> str:
    """A name from outside, for a message."""
    return repr(str(name)[:40])
