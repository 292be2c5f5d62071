"""Widgets for a model's parameters, made from what its signature declares."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from typing import Any

import solara

from patchwalk.dashboard.controls import Echoes
from patchwalk.dashboard.parts import markup, press
from patchwalk.parameters import ONE_LINE, Parameter, Parameters

MOST_SEGMENTS = 3
LETTER, AROUND, ROW = 7, 12, 228  # px: of a letter, round the text of a segment, of the narrowest row
LONG_TEXT = 14  # letters; longer options take a row of their own
OWN_VALUES = "own values"
TEXT_ROWS = 4


def written(value: Any) -> str:
    """A number as it stands in its field; no value leaves it empty."""
    return f"{value:.10g}" if isinstance(value, float) else "" if value is None else str(value)


def nearest_stop(value: float, minimum: float, maximum: float, step: float) -> float:
    """The slider's stop nearest to a typed value, as Vuetify counts stops.

    The slider rounds a value between two stops by itself and would report the rounded one as if it had been moved.
    """
    offset = math.fmod(minimum, step)
    stop = min(max(value, minimum), maximum)
    stop = math.floor((stop - offset) / step + 0.5) * step + offset
    return min(round(stop, 10), maximum)


def as_segments(parameter: Parameter) -> bool:
    """Whether the options stand side by side: there are few, and they fit into a row."""
    texts = [str(option) for option in parameter.options]
    return len(texts) <= MOST_SEGMENTS and sum(LETTER * len(text) + AROUND for text in texts) <= ROW


def inline(parameter: Parameter) -> bool:
    """Whether a chooser fits beside its name."""
    texts = [str(option) for option in parameter.options]
    if not as_segments(parameter):
        return max(map(len, texts)) <= LONG_TEXT
    return len(texts) < MOST_SEGMENTS and len("".join(texts)) <= 16 and len(parameter.label) < 9


def label_markup(parameter: Parameter, waiting: bool) -> str:
    """The name and when a change acts, in words."""
    kind, words = ("next", "next Setup") if waiting else ("live", "live") if parameter.live else ("", "at setup")
    return f'<b>{escape(parameter.label)}</b><span class="mark {kind}">{words}</span>'


@solara.component
def ParameterRows(
    parameters: Parameters,
    presets: Any,
    values: Mapping[str, Any],
    waiting: frozenset[str],
    bounds: Mapping[str, tuple[float, float, float]],
    refusal: tuple[str, str] | None,
    on_change: Callable[[str, Any], None],
    on_preset: Callable[[str], None],
    idle: frozenset[str] = frozenset(),
    preset: str | None = None,
) -> None:
    """One row a parameter, in the order of the signature.

    Args:
        parameters: of the model.
        presets: of the model.
        values: name -> value, waiting ones included.
        waiting: names whose value waits for Setup.
        bounds: name -> (minimum, maximum, step) where they differ from the parameter's own.
        refusal: (name, message) of what was refused last, or None.
        on_change: called with name and value (or typed text).
        on_preset: called with a preset's name.
        idle: names of those that have no effect now; they have no row.
        preset: name of the one whose values all stand, or None.
    """
    with solara.Div(classes=["params"], attributes={"role": "group", "aria-label": "Parameters"}):
        if presets:
            PresetRow(presets, preset, on_preset)
        for parameter in parameters.for_page:
            if parameter.kind == "hidden" or parameter.name in idle:
                continue
            refused = refusal[1] if refusal is not None and refusal[0] == parameter.name else ""
            own = (parameter.minimum, parameter.maximum, parameter.step)
            value, waits = values.get(parameter.name, parameter.default), parameter.name in waiting
            if parameter.kind in ("integer", "real"):
                SliderRow(parameter, value, waits, bounds.get(parameter.name, own), refused, on_change).key(
                    parameter.name
                )
            elif parameter.kind == "switch":
                SwitchRow(parameter, bool(value), waits, refused, on_change).key(parameter.name)
            elif parameter.kind == "text":
                TextRow(parameter, value, waits, refused, on_change).key(parameter.name)
            else:
                ChooserRow(parameter, value, waits, refused, on_change).key(parameter.name)


@solara.component
def PresetRow(presets: Any, current: str | None, on_preset: Callable[[str], None]) -> None:
    """A chooser of named sets of values."""
    names = [preset.name for preset in presets]

    def choose(name: str) -> None:
        if name in names and name != current:
            on_preset(name)

    with solara.Div(classes=["p"]):
        markup("<b>Preset</b>", tag="span", classes="lab")
        with solara.Div(classes=["sel"]):
            values = names if current is not None else [*names, OWN_VALUES]
            solara.Select("Preset", values=values, value=current or OWN_VALUES, on_value=choose)


@solara.component
def SliderRow(
    parameter: Parameter,
    value: Any,
    waiting: bool,
    bounds: tuple[float, float, float],
    refusal: str,
    on_change: Callable[[str, Any], None],
) -> None:
    """Name, mark, value in a field, unit, and the track under them.

    The thumb and the field show what the person does at once; the session's answer is taken over when it is news.
    """
    minimum, maximum, step = bounds
    (standing, text), show = solara.use_state((value, written(value)))
    echoes = solara.use_memo(Echoes, [])

    def follow() -> None:
        if refusal or not echoes.is_news(value):
            return
        show((value, written(value)))

    solara.use_effect(follow, [value, refusal])
    stop = nearest_stop(standing, minimum, maximum, step) if standing is not None else minimum
    whole = parameter.kind == "integer" and all(float(number).is_integer() for number in bounds)

    def slide(position: float) -> None:
        if position == stop:
            return
        moved = int(position) if parameter.kind == "integer" else float(position)
        show((moved, written(moved)))
        echoes.send(moved)
        on_change(parameter.name, moved)

    def typed(entry: str) -> None:
        as_it_stands = entry.strip() == written(standing)
        show((standing, written(standing) if as_it_stands else entry))
        if not as_it_stands:
            on_change(parameter.name, entry.strip())

    classes = ["num"] + (["wide"] if len(written(maximum)) > 5 else []) + (["wrong"] if refusal else [])
    with solara.Div(classes=["p", "sl"], attributes={"title": parameter.help} if parameter.help else {}):
        markup(label_markup(parameter, waiting), tag="span", classes="lab")
        with solara.Div(classes=classes):
            solara.InputText(parameter.label, value=text, on_value=typed)
            if parameter.unit:
                markup(escape(parameter.unit), tag="span")
        with solara.Div(classes=["rng"]):
            if whole:
                solara.SliderInt(
                    parameter.label, value=int(stop), min=int(minimum), max=int(maximum), step=int(step),
                    on_value=slide, thumb_label=False,
                )  # fmt: skip
            else:
                solara.SliderFloat(
                    parameter.label, value=stop, min=minimum, max=maximum, step=step, on_value=slide, thumb_label=False
                )
        if parameter.ends:
            left, right = map(escape, parameter.ends)
            markup(f"<span>{left}</span><span></span><span>{right}</span>", classes="ends")
        Refusal(refusal)


@solara.component
def SwitchRow(
    parameter: Parameter, value: bool, waiting: bool, refusal: str, on_change: Callable[[str, Any], None]
) -> None:
    """Name, mark, and a switch."""
    with solara.Div(classes=["p"], attributes={"title": parameter.help} if parameter.help else {}):
        markup(label_markup(parameter, waiting), tag="span", classes="lab")
        with solara.Div(classes=["sw"]):
            solara.Switch(label=parameter.label, value=value, on_value=lambda on: on_change(parameter.name, on))
        Refusal(refusal)


@solara.component
def TextRow(
    parameter: Parameter, value: str, waiting: bool, refusal: str, on_change: Callable[[str, Any], None]
) -> None:
    """Name, mark, and a field of some lines; what was refused stays in it, to be mended."""
    text, show = solara.use_state(value)
    echoes = solara.use_memo(Echoes, [])
    rows = 1 if parameter.maximum <= ONE_LINE else TEXT_ROWS

    def follow() -> None:
        if not refusal and echoes.is_news(value):
            show(value)

    solara.use_effect(follow, [value, refusal])

    def typed(entry: str) -> None:
        show(entry)
        echoes.send(entry)
        on_change(parameter.name, entry)

    with solara.Div(classes=["p", "ch"], attributes={"title": parameter.help} if parameter.help else {}):
        markup(label_markup(parameter, waiting), tag="span", classes="lab")
        with solara.Div(classes=["full", "txt"] + (["wrong"] if refusal else [])):
            solara.InputTextArea(parameter.label, value=text, on_value=typed, rows=rows)
        Refusal(refusal)


@solara.component
def ChooserRow(
    parameter: Parameter, value: Any, waiting: bool, refusal: str, on_change: Callable[[str, Any], None]
) -> None:
    """Name, mark, and up to three segments or a list."""
    beside = inline(parameter)
    few = as_segments(parameter)
    with solara.Div(
        classes=["p"] + (["inl"] if few and beside else []) + ([] if beside else ["ch"]),
        attributes={"title": parameter.help} if parameter.help else {},
    ):
        markup(label_markup(parameter, waiting), tag="span", classes="lab")
        with solara.Div(classes=[] if beside else ["full"]):
            if few:
                Segments(parameter, value, on_change)
            else:
                _Choices(parameter, value, on_change)
        Refusal(refusal)


@solara.component
def Segments(parameter: Parameter, value: Any, on_change: Callable[[str, Any], None]) -> None:
    """All options side by side, as radio buttons."""
    with solara.Div(classes=["seg"], attributes={"role": "radiogroup", "aria-label": parameter.label}):
        for option in parameter.options:
            checked = {"role": "radio", "aria-checked": "true" if option == value else "false"}
            press(
                f"<span>{escape(str(option))}</span>",
                partial(on_change, parameter.name, option),
                attributes=checked,
            )


@solara.component
def _Choices(parameter: Parameter, value: Any, on_change: Callable[[str, Any], None]) -> None:
    options = {str(option): option for option in parameter.options}

    def choose(text: str) -> None:
        if text in options and options[text] != value:
            on_change(parameter.name, options[text])

    with solara.Div(classes=["sel"]):
        solara.Select(parameter.label, values=list(options), value=str(value), on_value=choose)


@solara.component
def Refusal(message: str) -> None:
    """Why a value was not taken; an empty row takes no room."""
    if message:
        markup(escape(message), classes="bad", attributes={"role": "alert"})
    else:
        solara.Div(style="display:none")
