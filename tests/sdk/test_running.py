"""How a bot's process begins and ends."""

from __future__ import annotations

import pytest

from bumblepuppy_sdk import Bot, run
from bumblepuppy_sdk.running import REFEREE, TOKEN


@pytest.mark.parametrize(("given", "missing"), [({}, REFEREE), ({REFEREE: "unix:/x"}, TOKEN)])
def test_a_bot_that_nobody_started_is_told_how_to_be(
    given: dict[str, str],
    missing: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in (REFEREE, TOKEN):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        run(Bot)
    assert ended.value.code == 2
    message = capsys.readouterr().err
    assert message.startswith(f"{missing} is not set.")
    assert "bumblepuppy check" in message
