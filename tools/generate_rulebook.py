"""Writes `web/src/rulebook/text/`: docs/rules.md and docs/rules.zh.md for the page, rule by rule.

    python tools/generate_rulebook.py           write the files
    python tools/generate_rulebook.py --check   exit 1 if the committed files differ

The texts are written once, in docs/. Each file is a list of sections of rules, and of the tables that belong
to them; `index.json` says which rule a fan or a reason (docs/reasons.md) is about. The English page speaks
English alone, so there the Chinese terms of the text are put into the words of the glossary.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
DOCS: Final = ROOT / "docs"
TARGET: Final = ROOT / "web" / "src" / "rulebook" / "text"

LANGUAGES: Final = {"zh": "rules.zh.md", "en": "rules.md"}
LAST_SECTION: Final = 9
"""Section 10 is about notation, and the page draws its tiles."""

_RULE: Final = re.compile(r"\*\*(\d+\.\d+)(?: ([^*]+?)\.?)?\*\*\s*(.*)", re.DOTALL)
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_CHINESE: Final = re.compile(r"[\u3400-\u9fff]")
_ASIDE: Final = re.compile(r" \(([^()`]*)\)")
"""Brackets, to be dropped where they hold nothing but a Chinese term."""
_LISTED: Final = re.compile(r"(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])")
"""Between Chinese terms in a row."""

TERMS: Final = (
    # What would be said twice, and what is about the Chinese words themselves.
    ("The white dragon 白 stands", "The white dragon stands"),
    ("赢家接着坐庄 is read as", "the text is read as"),
    ("The last that can be drawn is the 海底:", "The last that can be drawn is the last tile of the hand:"),
    ("Whoever draws the 海底", "Whoever draws that last tile"),
    ("is the 海底 too", "is the last tile of the hand too"),
    ("drawn as the 海底", "drawn as the last tile of the hand"),
    ("1 if 海底", "1 if it is the last tile of the hand"),
    ("(七风 needs", "(Seven honours needs"),
    ("大靠 if one and the same of", "The suits are the same if one and the same of"),
    ("serves all the suits present, 小靠 otherwise", "serves all that are present, and mixed otherwise"),
    ("对对胡天胡", "seven pairs with a heavenly hand"),
    ("With 天胡 it is", "With a heavenly hand it is"),
    ("Under 天胡", "Under a heavenly hand"),
    ("other 白", "other whites"),
    ("a pung or kong of 白", "a pung or kong of whites"),
    ("独听, 单吊 and 全求人 add", "Only wait, single wait for the pair and all from others add"),
    ("全求人 needs", "All from others needs"),
    ("字一色 · 碰碰胡 or 对对胡", "All honours in triplets or pairs"),
    ("字一色 · 乱风", "All honours, loose"),
    ("十三不靠 · 小靠", "Thirteen unconnected, mixed"),
    ("十三不靠 · 大靠", "Thirteen unconnected, same"),
    ("十三不靠 · 七风", "Seven honours"),
    ("海底爆头", "last tile in baotou"),
    ("杠飘", "kong and fly"),
    ("双飘", "flown twice"),
    ("each 飘", "each time a caishen was flown"),
    ("every 飘", "every caishen flown"),
    ("A 飘 counts", "A flown caishen counts"),
    ("a 飘 is", "to fly is"),
    ("itself a 飘", "itself such a flight"),
    ("The 飘,", "The caishen flown,"),
    # Terms.
    ("对对胡", "seven pairs"),
    ("碰碰胡", "all triplets"),
    ("混一色", "half flush"),
    ("清一色", "full flush"),
    ("一条龙", "dragon"),
    ("字一色", "all honours"),
    ("十三不靠", "thirteen unconnected"),
    ("小靠", "mixed"),
    ("大靠", "same"),
    ("七风", "seven honours"),
    ("七对", "seven pairs"),
    ("乱风", "loose honours"),
    ("平胡", "plain hand"),
    ("独听", "only wait"),
    ("单吊", "single wait for the pair"),
    ("全求人", "all from others"),
    ("自摸", "own draw"),
    ("爆头", "baotou"),
    ("杠开", "win on a kong"),
    ("杠爆", "baotou on a kong"),
    ("杠冲", "kong discard"),
    ("拉杠", "robbed kong"),
    ("财飘", "flown caishen"),
    ("海底捞", "last tile"),
    ("天胡", "heavenly hand"),
    ("地胡", "earthly hand"),
    ("三财神", "three caishen"),
    ("承包", "paying for all"),
    ("白", "white"),
)
"""Chinese terms of the English text, the longer before the shorter that they hold."""


def sections(language: str) -> list[dict[str, Any]]:
    """The sections of a text. A rule: `id`, `title` and `parts`; a part is a text, a list or a table."""
    text = (DOCS / LANGUAGES[language]).read_text(encoding="utf-8")
    found = []
    for block in text.split("\n## ")[1:]:
        heading, _, body = block.partition("\n")
        number, _, title = heading.partition(" ")
        if int(number) <= LAST_SECTION:
            rules = list(_rules(number, title, body, language))
            found.append({"id": number, "title": title, "rules": rules})
    return found


def _rules(section: str, title: str, body: str, language: str) -> Iterator[dict[str, Any]]:
    """The rules of a section. What stands before its first number is the section's own, under its number."""
    rule: dict[str, Any] = {"id": section, "title": "", "parts": []}
    for paragraph in re.split(r"\n\n+", body.strip()):
        begins = _RULE.fullmatch(paragraph.strip())
        if begins is not None:
            if rule["parts"]:
                yield rule
            rule = {"id": begins[1], "title": _words(begins[2] or "", language), "parts": []}
            paragraph = begins[3]
        rule["parts"].append(_part(paragraph, language))
    yield rule


def _part(paragraph: str, language: str) -> Any:
    lines = paragraph.strip().split("\n")
    if lines[0].startswith("|"):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        return {"rows": [[_words(cell, language) for cell in row] for row in rows[:1] + rows[2:]]}
    if lines[0].startswith("- "):
        items = re.split(r"\n- ", "\n" + paragraph.strip())[1:]
        return {"items": [_words(item, language) for item in items]}
    return _words(paragraph, language)


def _words(text: str, language: str) -> str:
    """One line without links and stress; in English the terms of `TERMS` in place of the Chinese."""
    text = " ".join(text.split()) if language == "en" else text.replace("\n", "")
    text = _LINK.sub(r"\1", text).replace("**", "").replace("*", "")
    if language == "zh":
        return text
    text = _ASIDE.sub(lambda aside: "" if _is_chinese(aside[1]) else aside[0], text)
    text = _LISTED.sub(", ", text)
    for chinese, english in TERMS:
        text = text.replace(chinese, english)
    return text[:1].upper() + text[1:]


def _is_chinese(text: str) -> bool:
    return bool(_CHINESE.search(text)) and not re.search(r"[A-Za-z\d]", text)


def index() -> dict[str, str]:
    """Which rule a fan or a reason is about, by its id. A fan is a rule of its own: a row of section 5."""
    fans = re.findall(
        r"^\| [^|]+ \| `(\w+)` \|", (DOCS / "rules.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    found = {fan: fan for fan in fans}
    for line in (DOCS / "reasons.md").read_text(encoding="utf-8").splitlines():
        row = re.match(r"\| `(\w+)` \|.*?\((\d+\.\d+)", line)
        if row is not None:
            found[row[1]] = row[2]
    return found


def generate() -> dict[str, str]:
    """The files by name."""
    files: dict[str, Any] = {f"{language}.json": sections(language) for language in LANGUAGES}
    files["index.json"] = index()
    return {name: json.dumps(data, ensure_ascii=False, indent=1) + "\n" for name, data in files.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description="generate the page's rule texts from docs/rules*.md")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    check = parser.parse_args().check
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, text in generate().items():
        path = TARGET / name
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path} differs from docs/: run {Path(__file__).name}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
