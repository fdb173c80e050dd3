import json
import logging

from wuyi.server.log import JsonFormatter


def test_a_line_is_one_json_object_with_the_fields_it_was_given() -> None:
    record = logging.getLogger("wuyi.server.x").makeRecord(
        "wuyi.server.x", logging.INFO, "x.py", 1, "table %s", ("loaded",), None, extra={"table": "武\n义"}
    )
    line = JsonFormatter().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert said.pop("time").endswith("+00:00")
    assert said == {"level": "info", "logger": "wuyi.server.x", "event": "table loaded", "table": "武\n义"}


def test_an_exception_is_kept_with_its_place() -> None:
    try:
        raise ZeroDivisionError("a bug")
    except ZeroDivisionError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "x.py", 1, "failed", (), (type(error), error, error.__traceback__)
        )
    said = json.loads(JsonFormatter().format(record))
    assert "ZeroDivisionError: a bug" in said["exception"] and "test_log.py" in said["exception"]
