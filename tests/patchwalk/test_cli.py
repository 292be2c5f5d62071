"""The command line and Mesa's parameter widgets come from the same declaration."""

import csv
import io

import pytest

from models.maze import MazeModel
from patchwalk.cli import main
from patchwalk.mesa_params import mesa_params


def test_list_names_the_models(capsys):
    assert main(["list"]) == 0
    assert "maze" in capsys.readouterr().out


def test_run_prints_a_row_a_run(capsys):
    assert main(["run", "maze", "--width", "11", "--height", "11", "--turtles", "3", "--rng", "5", "--runs", "3"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["seed"] for row in rows] == ["5", "6", "7"]
    assert {row["rooms"] for row in rows} == {"25"}
    model = MazeModel(width=11, height=11, turtles=3, rng=6)
    model.finish()
    assert rows[1]["ticks"] == str(model.ticks)


def test_run_stops_after_ticks_and_writes_a_file(tmp_path):
    table = tmp_path / "runs.csv"
    assert main(["run", "maze", "--rng", "1", "--ticks", "10", "--csv", str(table)]) == 0
    row = next(csv.DictReader(table.read_text().splitlines()))
    assert (row["seed"], row["ticks"]) == ("1", "10")


@pytest.mark.parametrize(
    ("option", "value"), [("--width", "100"), ("--turtles", "65"), ("--curviness", "x"), ("--rng", "-1")]
)
def test_refused_values_are_named(capsys, option, value):
    assert main(["run", "maze", option, value]) == 2
    assert option[2:] in capsys.readouterr().err


def test_a_model_without_commands_says_so(capsys):
    assert main(["maze", "sing"]) == 2
    assert "has no such command" in capsys.readouterr().err


@pytest.mark.parametrize("refused", [("--turtles", "99"), ("--width", "20"), ("--rng", "x")])
def test_refused_values_leave_the_old_table_and_print_no_new_one(tmp_path, capsys, refused):
    table = tmp_path / "runs.csv"
    table.write_text("kept\n")
    assert main(["run", "maze", *refused, "--csv", str(table)]) == 2
    assert table.read_text() == "kept\n"
    assert main(["run", "maze", *refused]) == 2
    assert capsys.readouterr().out == ""


def test_mesa_gets_a_widget_for_each_shown_parameter():
    widgets = mesa_params(MazeModel)
    assert widgets["curviness"] == {
        "type": "SliderInt", "value": 50, "label": "Curviness (%)", "min": 0, "max": 100, "step": 1,
    }  # fmt: skip
    assert widgets["width"]["value"] == 101
    assert widgets["grid"] == {"type": "Select", "value": "square", "values": ["square", "hex"], "label": "Grid"}
    assert widgets["outer_wall"]["type"] == "Checkbox"
    assert "start" not in widgets
