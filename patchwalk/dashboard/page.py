"""The page: one visitor, one session, and where the parts stand. It reads as a table of contents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import solara
import solara.lab

from patchwalk.dashboard.controls import Head, RunButtons, Seed, Speed
from patchwalk.dashboard.keysheet import KeySheet
from patchwalk.dashboard.launcher import options
from patchwalk.dashboard.links import Visit, check_address, read_address
from patchwalk.dashboard.panes import BoardPane, Cards, Handles, Links, MonitorList, Status
from patchwalk.dashboard.parameter_widgets import ParameterRows
from patchwalk.dashboard.results import FileMenu, Legend, Plots, ResultsHead, Rows, Tabs
from patchwalk.dashboard.toolbar import Toolbar
from patchwalk.discovery import discover
from patchwalk.session import Session
from patchwalk.status import PageState
from patchwalk.unused import left_out

STYLE_FILES = ("tokens.css", "dashboard.css", "controls.css", "narrow.css")
STYLE = "\n".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in STYLE_FILES)


@solara.component
def Page() -> None:
    """The dashboard, as the address wants it."""
    router = solara.use_router()
    search = router.search or ""
    models = discover(options.package)
    visit = solara.use_memo(lambda: check_address(read_address(search), models), [search])
    titles = {name: cls.title or name.capitalize() for name, cls in models.items()}
    with solara.Div():
        solara.Style(STYLE)
        Dashboard(visit, titles, lambda name: router.push(f"{router.path}?model={name}")).key(search)


def open_session(visit: Visit) -> Session:
    """The session of a visit, set up."""
    session = Session(
        visit.model_class, visit.values, seed=visit.seed, patch_limit=options.patch_limit, name=visit.name
    )
    if visit.seed is not None and not visit.keep:
        session.lock_seed(False)
    return session


def use_session(visit: Visit) -> tuple[Session, PageState, int, Rows]:
    """A session for as long as the page lives.

    Returns:
        The session, its newest page state, how often a patch was looked at, and what is known about it.
    """
    session = solara.use_memo(lambda: open_session(visit), [])
    page, set_page = solara.use_state(session.page)
    (looked, rows), set_rows = solara.use_state((0, ()))

    def run() -> Callable[[], None]:
        ends = [
            session.subscribe(set_page),
            session.on_inspect(lambda found: set_rows(lambda old: (old[0] + bool(found), tuple(found)))),
        ]
        set_page(session.page)
        session.start()  # here, so that Solara's context goes with the thread

        def end() -> None:
            session.close()
            for stop in ends:
                stop()

        return end

    solara.use_effect(run, [])
    return session, page, looked, rows


def use_theme(wanted: str) -> tuple[str, bool, Callable[[], None]]:
    """The theme: as the address says, else as the system does, until somebody switches it.

    Returns:
        `"light"`, `"dark"` or empty for the system's; whether it is dark; how to switch.
    """
    chosen, choose = solara.use_state(wanted)
    system_dark = bool(solara.lab.use_dark_effective())
    dark = chosen == "dark" if chosen else system_dark

    def tell_solara() -> None:
        if chosen:
            solara.lab.theme.dark = dark

    solara.use_effect(tell_solara, [chosen])
    return chosen, dark, lambda: choose("light" if dark else "dark")


@solara.component
def Dashboard(visit: Visit, titles: Mapping[str, str], on_model: Callable[[str], None]) -> None:
    """The whole page for one model; another address makes another one."""
    session, page, looked, rows = use_session(visit)
    theme, dark, switch_theme = use_theme(visit.theme)
    sheet, set_sheet = solara.use_state(False)
    menu, set_menu = solara.use_state(False)
    spoken = visit.model_class.parameter_list.spoken
    problems = tuple(map(spoken, (*visit.problems, *session.missed)))
    noted, set_noted = solara.use_state(bool(problems))
    switches, set_switches = solara.use_state(visit.model_class.board_switches)
    handles = solara.use_memo(Handles, [])

    def show_keys() -> None:
        set_sheet(lambda shown: not shown)

    def leave() -> None:
        question = session.page.question
        if not sheet and not menu and question is not None:
            session.answer(question.choices[0].name)
        elif not sheet and not menu and session.page.key_mode is not None:
            session.mode_key("escape")
        set_sheet(False)
        set_menu(False)

    handles.actions = {"theme": switch_theme, "keys": show_keys, "escape": leave}
    mode = ["keymode"] if page.key_mode is not None else []
    with solara.Div(classes=["pw", *mode], attributes={"id": "pw", "data-theme": "dark" if dark else "light"}):
        with solara.Div(classes=["left"], attributes={"role": "complementary", "aria-label": "Controls"}):
            Head(visit.name, titles, dark, on_model, show_keys, switch_theme)
            LeftColumn(session, visit.model_class, page)
        with solara.Div(classes=["mid"], attributes={"role": "main"}):
            history = (page.can_undo, page.can_redo)
            Toolbar(
                session, visit.model_class, dark, page.tool, page.overlays, page.unused, history, switches,
                lambda name: set_switches(lambda on: on ^ {name}),
            )  # fmt: skip
            with solara.Div(classes=["board"]):
                BoardPane(session, visit, dark, page, switches, handles)
                Cards(session, page, problems if noted else (), lambda: set_noted(False))
            Status(session, visit.model_class, handles)
        with solara.Div(classes=["right"], attributes={"role": "complementary", "aria-label": "Results"}):
            ResultsHead(dark, lambda: set_menu(lambda shown: not shown), show_keys, switch_theme, menu)
            RightColumn(session, visit.model_class, dark, looked, rows, handles, page.unused)
        Links(session, visit, page, theme, handles)
        if menu:
            FileMenu(visit.model_class, lambda suffix: save_file(session, handles, suffix), lambda: set_menu(False))
        if sheet:
            KeySheet(visit.model_class, lambda: set_sheet(False))


def save_file(session: Session, handles: Handles, suffix: str) -> None:
    """Have the browser save a file; where the model cannot write it now, the status line says why."""
    try:
        handles.save(*session.export(suffix))
    except ValueError as refusal:
        session.say(str(refusal))


@solara.component
def LeftColumn(session: Session, model_class: Any, page: PageState) -> None:
    """Run, speed, parameters, seed."""
    refused, message = page.refusal or ("", "")
    message = model_class.parameter_list.spoken(message)
    with solara.Div(classes=["slot"]):
        RunButtons(session, page.state, page.can_go, page.can_finish, bool(page.waiting) or page.state == "error")
        Speed(session, page.speed)
        ParameterRows(
            model_class.parameter_list, model_class.presets, page.values, page.waiting, page.bounds, (refused, message),
            session.change, session.preset, page.idle, page.preset,
        )  # fmt: skip
        Seed(session, page.seed, page.seed_locked, message if refused == "rng" else "")


@solara.component
def RightColumn(
    session: Session,
    model_class: Any,
    dark: bool,
    looked: int,
    rows: Rows,
    handles: Handles,
    unused: frozenset[str],
) -> None:
    """Monitors, legend, plots, tabs."""
    info = solara.use_memo(model_class.info, [])
    with solara.Div(classes=["slot"]):
        with solara.Div(classes=["watch"]):
            MonitorList(session, model_class)
            Legend(session, model_class, dark, unused)
            Plots(session, model_class, dark, handles, left_out(unused, "plot"))
        Tabs(info, rows, looked)
