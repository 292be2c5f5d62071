"""Running models without a page: options are made from the parameters, the result is a table of the monitors."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from patchwalk.discovery import discover
from patchwalk.model import WorldModel
from patchwalk.parameters import Parameter, ParameterError, check_seed


def main(arguments: Sequence[str] | None = None, package: str = "models") -> int:
    """Run a command.

    Returns:
        Exit status: 0, or 2 when a value was refused.
    """
    models = discover(package)
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] in models:
        return _command(models[given[0]], given[0], given[1:])
    chosen = _parser(models).parse_args(given)
    try:
        return int(chosen.act(chosen))
    except ParameterError as refusal:
        print(f"patchwalk: {refusal}", file=sys.stderr)
        return 2


def _command(model_class: type[WorldModel], name: str, arguments: list[str]) -> int:
    """One of the model's own commands."""
    commands = {command.name: command for command in model_class.commands}
    if arguments and arguments[0] in commands:
        return commands[arguments[0]].run(arguments[1:])
    print(f"{name} has no such command; it has {', '.join(commands) or 'none'}", file=sys.stderr)
    return 2


def _parser(models: dict[str, type[WorldModel]]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m patchwalk", description="Run Patchwalk's models without a page.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="name the models")
    listing.set_defaults(act=lambda _: _list(models))
    running = commands.add_parser("run", help="run a model and print its monitors as CSV")
    kinds = running.add_subparsers(required=True, metavar="MODEL")
    for name, model_class in models.items():
        one = kinds.add_parser(name, help=model_class.title, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        for parameter in model_class.parameter_list:
            one.add_argument(f"--{parameter.name.replace('_', '-')}", dest=parameter.name, help=_help(parameter))
        one.add_argument("--rng", help="seed of the first run; the next ones count up")
        one.add_argument("--runs", type=int, default=1, help="number of runs")
        one.add_argument("--ticks", type=int, help="at most so many ticks a run; else to the end, or 1000 without one")
        one.add_argument("--csv", type=Path, help="write the table into this file")
        one.set_defaults(act=_run, model_class=model_class)
    return parser


def _help(parameter: Parameter) -> str:
    if parameter.options:
        return " | ".join(str(option) for option in parameter.options)
    if parameter.kind in ("integer", "real"):
        return f"{parameter.minimum:g} to {parameter.maximum:g} {parameter.unit}".strip().replace("%", "%%")
    return "on | off" if parameter.kind == "switch" else parameter.help.replace("%", "%%")


def _list(models: dict[str, type[WorldModel]]) -> int:
    for name, model_class in models.items():
        print(f"{name:16}{model_class.title}")
    return 0


def _run(chosen: argparse.Namespace) -> int:
    model_class: type[WorldModel] = chosen.model_class
    values = {name: value for name in model_class.parameter_list.names if (value := getattr(chosen, name)) is not None}
    model_class.resolve(model_class.parameter_list.check(values))  # refused before a table that was there is opened
    first = check_seed(chosen.rng)
    with chosen.csv.open("w", newline="") if chosen.csv else _standard_output() as stream:
        table = csv.writer(stream, lineterminator="\n")
        read = [monitor for monitor in model_class.monitors if monitor.name != "ticks"]
        table.writerow(["seed", "ticks", *(monitor.name for monitor in read)])
        for k in range(max(0, chosen.runs)):
            model: Any = model_class(**values, rng=None if first is None else first + k)
            if chosen.ticks is None and model.can_finish:
                model.finish()
            else:
                model.advance(1000 if chosen.ticks is None else max(0, chosen.ticks))
            table.writerow([model.seed, model.ticks, *(m.read(model) for m in read)])
    return 0


class _standard_output:  # noqa: N801 (reads like a function)
    """Standard output, left open."""

    def __enter__(self) -> Any:
        return sys.stdout

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()
