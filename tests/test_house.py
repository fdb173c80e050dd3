"""The house in order: sizes of files, what may be committed, a light import, READMEs that run and agree."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MOST_LINES = 520
CODE = (".py", ".ts", ".svelte", ".css", ".js")

REGISTRIES = ("pypi|org", "pythonhosted|org", "npmjs|org", "npmjs|com", "deb.debian|org", "crates|io")
"""Hosts, with a bar for the last dot so that this file names none."""

READMES = ("README.md", "README.zh.md")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) ", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
"""A link to a file of the project: no scheme, and not merely a place in the same text."""


def committed() -> list[Path]:
    """The files git has or would have, which leaves out all that is made."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_is_long() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in committed()
        if path.suffix in CODE and (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert not long, "more than one concept in a file?"


def test_no_committed_file_names_a_registry() -> None:
    hosts = [host.replace("|", ".").encode() for host in REGISTRIES]
    contents = {str(path.relative_to(ROOT)): path.read_bytes() for path in committed()}
    assert not [name for name, content in contents.items() if any(host in content for host in hosts)]
    assert not [
        name for name, content in contents.items() if name.endswith("-lock.json") and b'"resolved"' in content
    ]


def python(code: str) -> str:
    """What `code` prints in a Python of its own."""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return answer.stdout.strip()


def test_import_loads_neither_tables_nor_server() -> None:
    modules = set(python("import sys, wuyi; print(*sys.modules)").split())
    heavy = {"wuyi.hand.tables", "wuyi.server", "wuyi.cli", "litestar", "uvicorn", "asyncio", "sqlite3"}
    assert not heavy & modules


def readme(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", READMES)
def test_the_code_of_the_readme_runs(name: str) -> None:
    """The Python blocks, one after the other as one program; those with >>> must print what they show."""
    names: dict[str, object] = {"__name__": name}
    blocks = [code for language, code in FENCE.findall(readme(name)) if language in ("python", "pycon")]
    assert blocks
    for number, code in enumerate(blocks, start=1):
        if ">>>" not in code:
            exec(compile(code, f"{name}, block {number}", "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(code, names, f"{name}, block {number}", name, 0)
        report: list[str] = []
        # The names of one block are there in the next.
        doctest.DocTestRunner().run(test, out=report.append, clear_globs=False)
        names |= test.globs
        assert not report, "".join(report)


def test_the_readmes_agree() -> None:
    """Both languages show the same code, under as many headings of each level."""
    english, chinese = (readme(name) for name in READMES)
    assert FENCE.findall(english) == FENCE.findall(chinese)
    # A # in a shell block is a comment.
    assert HEADING.findall(FENCE.sub("", english)) == HEADING.findall(FENCE.sub("", chinese))


def test_links_lead_somewhere() -> None:
    """What a text of the project links to or shows is in the project too."""
    files = set(committed())
    folders = {folder for file in files for folder in file.parents}
    assert not [
        f"{text.relative_to(ROOT)}: {link}"
        for text in files
        if text.suffix == ".md"
        for link in LINK.findall(FENCE.sub("", text.read_text(encoding="utf-8")))
        if (text.parent / link).resolve() not in files | folders
    ]


def test_the_tile_set_is_what_its_script_writes() -> None:
    command = [sys.executable, str(ROOT / "tools" / "tiles" / "make_faces.py"), "--check"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
