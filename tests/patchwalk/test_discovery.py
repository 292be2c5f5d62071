"""Finding models: a module with an info page beside it, and nothing else."""

import sys

import pytest

from patchwalk.discovery import discover, load, model_names
from tests.helpers.stage import library

MODEL = """
from patchwalk.model import WorldModel
from patchwalk.world import make_world

class Base(WorldModel):
    order = {order}
"""


@pytest.fixture
def package(tmp_path, monkeypatch, request):
    """A fresh package of models, name and folder."""
    name = f"models_of_{request.node.name.replace('[', '_').replace(']', '_')}"
    folder = tmp_path / name
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield name, folder
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]


def test_a_model_is_a_module_with_an_info_page_and_nothing_else_is_imported(package):
    name, folder = package
    for stem, order in (("beta", 1), ("alpha", 2)):
        (folder / f"{stem}.py").write_text(MODEL.format(order=order))
        (folder / f"{stem}.md").write_text("# A model")
    (folder / "helper.py").write_text("raise AssertionError('imported')")
    (folder / "notes.md").write_text("no model")
    assert model_names(name) == ["alpha", "beta"]
    assert list(discover(name)) == ["beta", "alpha"]
    assert discover(name)["beta"].info() == "# A model"
    assert f"{name}.helper" not in sys.modules


@pytest.mark.parametrize(
    ("text", "number"), [("x = 1", 0), (MODEL.format(order=1) + "\nclass Other(Base):\n    pass\n", 2)]
)
def test_a_module_defines_exactly_one_model(package, text, number):
    name, folder = package
    (folder / "odd.py").write_text(text)
    (folder / "odd.md").write_text("# Odd")
    with pytest.raises(LookupError, match=f"odd.py defines {number} models"):
        load("odd", name)


def test_no_package_no_models():
    assert model_names("there_is_no_such_package") == []


def test_the_library_and_the_template_are_found_alike():
    assert {"maze", "trails", "walk"} <= set(library())
    assert next(iter(discover("models"))) == "maze"
