"""Files that the page saves: what the model cannot write now is said in the status line."""

from models.routes import RoutesModel
from patchwalk.dashboard.page import save_file
from tests.helpers.stage import Stage


class Handles:
    """Keeps what would go to the browser."""

    def __init__(self):
        self.saved = []

    def save(self, name, data):
        self.saved.append((name, data))


def test_a_file_is_saved_and_what_cannot_be_is_said():
    stage, handles = Stage(RoutesModel, {"terrain": "example"}, seed=1), Handles()
    save_file(stage.session, handles, ".tmj")
    assert [name for name, _ in handles.saved] == ["routes-1-0.tmj"]
    save_file(stage.session, handles, ".map")
    stage.wait(0.1)
    assert len(handles.saved) == 1
    assert "a .map file cannot hold" in stage.screen.last["message"]
