"""Both languages of the commands have the same phrases, which take the same words."""

from collections.abc import Iterator, Mapping
from string import Formatter

import pytest

from wuyi.cli import narrate, retell, show
from wuyi.cli.words import LANGUAGES


def fields(phrase: object) -> Iterator[str]:
    """The names in braces of a phrase, or of those of a mapping."""
    if isinstance(phrase, Mapping):
        for each in phrase.values():
            yield from fields(each)
    else:
        yield from {name for _, name, _, _ in Formatter().parse(str(phrase)) if name}


PHRASES: dict[str, Mapping[str, Mapping[str, object]]] = {
    "narrate": {language: narrate.WORDS[language]._asdict() for language in LANGUAGES},
    "retell": {language: retell._TEXT[language] for language in LANGUAGES},
    "show": {language: show._TEXT[language] for language in LANGUAGES},
}


@pytest.mark.parametrize("module", PHRASES)
def test_both_languages_say_the_same(module: str) -> None:
    zh, en = (PHRASES[module][language] for language in LANGUAGES)
    assert zh.keys() == en.keys()
    assert not [key for key in zh if sorted(fields(zh[key])) != sorted(fields(en[key]))]
