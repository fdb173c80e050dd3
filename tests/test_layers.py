"""The layers of the package: imports point one way, and the core is pure (see CONTRIBUTING.md)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src"
PACKAGE = SRC / "wuyi"

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"errors", "rules"}),
    frozenset({"hand"}),
    frozenset({"scoring"}),
    frozenset({"engine"}),
    frozenset({"bots", "teaching"}),
    frozenset({"drills"}),
    frozenset({"simulate", "env", "review", "server"}),
    frozenset({"cli"}),
    frozenset({"__init__", "__main__"}),
)
"""From the ground up. A part imports itself and what lies below, and not what stands beside it."""

BESIDE_EACH_OTHER = {
    "rules": {"errors"},
    "env": {"simulate"},
    "review": {"simulate"},
    "server": {"review"},
}
"""What may be imported within a layer."""

PURE = ("errors", "rules", "hand", "scoring", "engine")

IMPURE_MODULES = frozenset(
    {
        *("asyncio", "concurrent", "multiprocessing", "queue", "sched", "signal", "threading"),
        *("datetime", "time", "random", "secrets", "uuid"),
        *("fcntl", "glob", "io", "logging", "os", "pathlib", "platform", "shutil", "subprocess", "tempfile"),
        *("http", "select", "selectors", "socket", "socketserver", "sqlite3", "ssl", "urllib"),
    }
)
"""Clocks, threads, files, networks and luck from outside: luck is an argument here."""

IMPURE_CALLS = frozenset({"open", "print", "input", "breakpoint"})

ONLY_IN = {
    "argon2": {"server"},
    "litestar": {"server"},
    "uvicorn": {"server", "cli"},
    "websockets": {"server"},
    "sqlite3": {"server"},
    "asyncpg": {"server"},
    "numba": {"simulate", "env"},
    "gymnasium": {"env"},
    "pettingzoo": {"env"},
}
"""Parts that may use a library which the rest should not know of."""

FILES = sorted(PACKAGE.rglob("*.py"))


def part_of(file: Path) -> str:
    """The part of the package a file belongs to: a folder, or a module at the top."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(file: Path, tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every module imported, in full, with its line; imports for types alone count too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            here = list(file.relative_to(SRC).parts[: -node.level]) if node.level else []
            module = ".".join(here + ([node.module] if node.module else []))
            yield module, node.lineno
            if module == "wuyi":  # `from wuyi import engine`
                for alias in node.names:
                    yield f"wuyi.{alias.name}", node.lineno


def height(part: str) -> int:
    return next(n for n, layer in enumerate(LAYERS) if part in layer)


def parts() -> set[str]:
    return {part_of(file) for file in FILES}


def may_import(part: str, other: str) -> bool:
    return other == part or height(other) < height(part) or other in BESIDE_EACH_OTHER.get(part, ())


@pytest.fixture(scope="module", params=FILES, ids=lambda file: str(file.relative_to(SRC)))
def source(request: pytest.FixtureRequest) -> tuple[Path, ast.Module]:
    file: Path = request.param
    return file, ast.parse(file.read_text(encoding="utf-8"), file)


def test_every_part_has_its_layer() -> None:
    assert parts() <= frozenset().union(*LAYERS)


def test_imports_point_down(source: tuple[Path, ast.Module]) -> None:
    file, tree = source
    part = part_of(file)
    for module, line in imports(file, tree):
        names = module.split(".")
        if names[0] == "wuyi" and len(names) > 1 and names[1] in parts():
            assert may_import(part, names[1]), f"{file}:{line}: {part} imports {module}"


def test_libraries_stay_in_their_part(source: tuple[Path, ast.Module]) -> None:
    file, tree = source
    for module, line in imports(file, tree):
        allowed = ONLY_IN.get(module.split(".")[0])
        assert allowed is None or part_of(file) in allowed, f"{file}:{line}: imports {module}"


def test_the_core_is_pure(source: tuple[Path, ast.Module]) -> None:
    file, tree = source
    if part_of(file) not in PURE:
        return
    for module, line in imports(file, tree):
        assert module.split(".")[0] not in IMPURE_MODULES, f"{file}:{line}: imports {module}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS, f"{file}:{node.lineno}: calls {node.func.id}"


@pytest.mark.parametrize(
    ("part", "other", "allowed"),
    [
        ("engine", "scoring", True),
        ("scoring", "engine", False),
        ("server", "simulate", False),
        ("rules", "errors", True),
        ("errors", "rules", False),
        ("cli", "server", True),
        ("bots", "cli", False),
    ],
)
def test_the_arrows(part: str, other: str, allowed: bool) -> None:
    assert may_import(part, other) is allowed


def test_relative_imports_are_read() -> None:
    file = PACKAGE / "hand" / "tile.py"
    tree = ast.parse("from ..engine import state\nfrom . import meld\nfrom wuyi import bots\nimport os.path")
    modules = [module for module, _ in imports(file, tree)]
    assert modules == ["wuyi.engine", "wuyi.hand", "wuyi", "wuyi.bots", "os.path"]
