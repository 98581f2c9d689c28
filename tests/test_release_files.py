"""What a release shows: one version everywhere, and an index that can follow every link."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml

from nzdd import __version__
from nzdd.files.models import mps
from support.models.robot_schedule import PATH, robot_schedule

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")


def table(name, text):
    """The lines of a table of pyproject.toml (Python 3.10 reads no TOML)."""
    return text.partition(f"[{name}]\n")[2].partition("\n[")[0]


def test_one_version():
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{__version__}"\n' in table("project", project)
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    recipe = (ROOT / ".ci/conda/recipe.yaml").read_text("utf-8")
    assert citation["version"] == yaml.safe_load(recipe)["context"]["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_conda_recipe_asks_for_what_the_package_does():
    project = table("project", (ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = re.search(r"^dependencies = \[(.*?)\]", project, re.MULTILINE | re.DOTALL)[1]
    names = {re.match(r"[\w-]+", line)[0] for line in re.findall(r'"(.*?)"', wanted)}
    recipe = yaml.safe_load((ROOT / ".ci/conda/recipe.yaml").read_text("utf-8"))
    given = {line.split()[0] for line in recipe["requirements"]["run"]}
    assert given - {"python"} == (names - {"ortools"}) | {"ortools-python"}


def test_the_index_shows_the_project_and_follows_its_links(tmp_path):
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    where = "https://host.example/owner/nzdd"
    command = [sys.executable, ROOT / ".ci/addresses", where, "v1"]
    subprocess.run(command, cwd=tmp_path, check=True)
    urls = table("project.urls", (tmp_path / "pyproject.toml").read_text("utf-8"))
    assert f'Homepage = "{where}"' in urls
    before = LINK.findall((ROOT / "README.md").read_text("utf-8"))
    after = LINK.findall((tmp_path / "README.md").read_text("utf-8"))
    for old, new in zip(before, after, strict=True):
        if "://" in old:
            assert new == old
            continue
        file = old.partition("#")[0]
        assert new.startswith(f"{where}/") or (new.startswith(f"{where}#") and not file)
        assert new.endswith(old)
        assert not file or (ROOT / file).exists()
        assert ("/raw/v1/" in new) == file.endswith((".svg", ".png"))


@pytest.mark.parametrize(
    "path", [*(ROOT / ".github").rglob("*.yml"), ROOT / ".readthedocs.yaml"], ids=lambda p: p.name
)
def test_configurations_are_well_formed(path):
    found = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(found, dict)
    for job in found.get("jobs", {}).values():
        assert {"steps", "uses"} & set(job)


def test_the_example_model_is_what_its_script_writes():
    found, made = mps.read(PATH), robot_schedule()
    assert (found.matrix != made.matrix).nnz == 0
    for name in ("objective", "row_lower", "row_upper", "lower", "upper", "integrality"):
        assert np.array_equal(getattr(found, name), getattr(made, name))
