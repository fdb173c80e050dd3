"""The screens that a page is opened at, each in one of the languages."""

from tests.web.table import Table

SIZES = {"phone": (390, 844, "zh"), "phone on its side": (844, 390, "en"), "desktop": (1280, 800, "zh")}


def open_at(table: Table, size: str) -> str:
    """The page in one of the sizes; its language."""
    width, height, language = SIZES[size]
    table.page.set_viewport_size({"width": width, "height": height})
    table.settings(language=language)
    return language


def is_not_too_wide(table: Table) -> None:
    script = "() => [document.documentElement, document.querySelector('main')]"
    wide = table.page.evaluate(f"({script})().map(one => one.scrollWidth - one.clientWidth)")
    assert max(wide) <= 1
