"""What the browser tests miss is named, and nothing is installed that may not be."""

import pytest

from tools import ensure_browser


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a browser or a font, and an ordinary user on it."""
    monkeypatch.setattr(ensure_browser, "chromium", lambda: None)
    monkeypatch.setattr(ensure_browser, "has_chinese_font", lambda: False)
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(ensure_browser, "install", lambda: pytest.fail("installed without asking"))


def test_what_is_missing_is_named(bare: None, capsys: pytest.CaptureFixture[str]) -> None:
    ensure_browser.main()
    shown = capsys.readouterr().out
    assert "Chromium and a font for Chinese text" in shown
    assert all(package in shown for package in ensure_browser.PACKAGES)


def test_root_installs(
    bare: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def install() -> bool:
        monkeypatch.setattr(ensure_browser, "chromium", lambda: "/usr/bin/chromium")
        monkeypatch.setattr(ensure_browser, "has_chinese_font", lambda: True)
        return True

    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(ensure_browser, "install", install)
    ensure_browser.main()
    assert "skipped" not in capsys.readouterr().out


def test_with_all_there_it_says_nothing(
    bare: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ensure_browser, "chromium", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(ensure_browser, "has_chinese_font", lambda: True)
    ensure_browser.main()
    assert capsys.readouterr().out == ""
