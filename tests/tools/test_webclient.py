"""When the page is built again, and with what."""

import shutil
from pathlib import Path

import pytest

from tools import webclient


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a page of two files."""
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "src" / "main.ts").write_text("1")
    (tmp_path / "web" / "package-lock.json").write_text("{}")
    return tmp_path


@pytest.fixture
def npm(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """npm's place taken by one that notes what it was asked, and makes what it would make."""
    asked: list[str] = []

    def run(root: Path, *arguments: str) -> None:
        asked.append(" ".join(arguments[:2]))
        made = webclient.built(root) / "index.html" if arguments[0] == "run" else root / "web/node_modules/x"
        made.parent.mkdir(parents=True, exist_ok=True)
        made.touch()

    monkeypatch.setattr(webclient, "npm", run)
    return asked


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("v18.20.4\n", False),
        ("v20.18.0\n", False),
        ("v20.19.0\n", True),
        ("v21.7.0\n", False),
        ("v22.11.0\n", False),
        ("v22.12.0\n", True),
        ("v24.1.0\n", True),
        ("", False),
    ],
)
def test_which_node_will_do(version: str, enough: bool) -> None:
    assert webclient.new_enough(version) is enough


def test_it_is_built_once(root: Path, npm: list[str]) -> None:
    assert not webclient.is_fresh(root)
    webclient.build(root)
    assert webclient.is_fresh(root)
    webclient.build(root)
    assert npm == ["ci --no-audit", "run build"]


def test_an_edit_builds_it_again_with_the_same_packages(root: Path, npm: list[str]) -> None:
    webclient.build(root)
    (root / "web" / "src" / "main.ts").write_text("2")
    assert not webclient.is_fresh(root)
    webclient.build(root)
    assert npm == ["ci --no-audit", "run build", "run build"]


def test_another_lock_installs_again(root: Path, npm: list[str]) -> None:
    webclient.build(root)
    (root / "web" / "package-lock.json").write_text('{"packages": {}}')
    webclient.build(root)
    assert npm == ["ci --no-audit", "run build"] * 2


def test_what_is_made_is_no_source(root: Path) -> None:
    before = webclient.digest(root)
    made = root / "web" / "node_modules" / "vite"
    made.mkdir(parents=True)
    (made / "index.js").touch()
    assert webclient.digest(root) == before


def test_a_renamed_source_counts(root: Path) -> None:
    before = webclient.digest(root)
    shutil.move(root / "web" / "src" / "main.ts", root / "web" / "src" / "start.ts")
    assert webclient.digest(root) != before


def test_without_node_it_says_so(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(root))
    with pytest.raises(webclient.WebClientError, match=r"Node >= 20\.19"):
        webclient.build(root)


@pytest.mark.skipif(not webclient.has_node(), reason="no Node on PATH")
def test_a_failure_shows_what_npm_printed(root: Path) -> None:
    with pytest.raises(
        webclient.WebClientError, match=r"(?s)^npm run build failed in web/:\n.*package\.json"
    ):
        webclient.npm(root, "run", "build")
