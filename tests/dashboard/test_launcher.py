"""What the one who starts the server may ask for."""

import pytest

from patchwalk.dashboard.launcher import options, serve
from patchwalk.settings import PATCH_LIMIT


def test_a_limit_below_what_a_model_opens_with_is_refused_at_the_start(capsys):
    with pytest.raises(SystemExit):
        serve(["--patch-limit", "5000"])
    assert "101 x 101 is 10,201 patches" in capsys.readouterr().err
    assert options.patch_limit == PATCH_LIMIT
