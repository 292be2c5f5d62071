"""The README says what is true."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)


def test_the_model_in_the_readme_is_the_template_that_the_tests_run():
    template = (ROOT / "tests/library/template/models_like/lawn.py").read_text()
    assert template.strip() in {text.strip() for language, text in BLOCKS if language == "python"}


def test_the_script_in_the_readme_runs(capsys):
    script = next(text for language, text in BLOCKS if language == "python" and "MazeModel" in text)
    exec(compile(script, "README.md", "exec"), {})
    assert capsys.readouterr().out.count("\n") == 2


def test_the_two_commands_come_first_and_alone():
    lines = [line for language, text in BLOCKS if language == "bash" for line in text.splitlines()]
    assert next(line for line in lines if "server.py" in line) == "pip install -e . && python server.py"
    assert next(line for line in lines if "pytest" in line) == 'pip install -e ".[test]" && pytest'


def test_every_folder_and_file_that_is_linked_exists():
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
