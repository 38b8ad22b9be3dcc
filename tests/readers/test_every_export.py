from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from readers import every_export

if TYPE_CHECKING:
    from pathlib import Path


def test_of_every_real_export_all_is_read_or_it_is_known_why_not(shared_data: Path) -> None:
    rows = list(every_export.rows_of(shared_data / "exports"))
    assert len(rows) == 107
    assert [row for row in rows if row.differs and not row.reason] == []
    assert [row.file for row in rows if row.reason and not row.differs] == []


def test_a_difference_that_nobody_can_explain_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ris").mkdir()
    (tmp_path / "ris" / "bees.ris").write_text("TY  - JOUR\nTI  - Bees\nER  -\nTY  - JOUR\nPY  - 2020\nER  -\n")
    monkeypatch.setattr("sys.argv", ["every_export", str(tmp_path)])
    with pytest.raises(SystemExit, match="a difference has no reason"):
        every_export.main()
    assert "ris/bees.ris: 1 of 2. NOBODY KNOWS WHY" in capsys.readouterr().out


def test_where_there_are_no_exports_the_script_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["every_export", str(tmp_path / "gone")])
    with pytest.raises(SystemExit, match="there are no exports in"):
        every_export.main()
