"""What LibreOffice makes of the workbooks: it works out the same figures, and prints them."""

import re
import shutil
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.catalog.library import Library
from pricing.run_costs.quote import run_costs
from pricing.tco.quote import tco
from service.formats import media as formats
from service.formats.flatten import written
from tests import questions
from tests.property.laws import law
from tests.property.services import BOOKS
from tests.workbooks import compared, sheets

API = {"usd_per_million_input_tokens": 0.6, "usd_per_million_output_tokens": 0.8}
SERVICES: dict[str, dict[str, Any]] = {
    "rented": {"alternative": API, "uncertainty": {"draws": 100}},
    "owned": {"purchase": {"option": "owned"}, "start": "2026-08-15", "horizon_months": 30},
    "euros": {"currency": "EUR", "fiscal_year_start_month": 7, "horizon_months": 20},
    "long": {"purchase": {"plan": "optimal", "provider": "aws"}, "horizon_months": 60},
}
RUN = {"purchases": [{"option": "on_demand"}, {"option": "reserved_1y"}], "currency": "GBP"}
RELEASE = {"catalog": "2026-10-31"}

ALWAYS_WORK_OUT = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode"><value>0</value></prop></item></oor:items>
"""
"""Settings of LibreOffice under which it trusts no figure that stands beside a formula."""

FORMULA = re.compile(r"(</f><v>)[^<]*(</v>)")
CONVERSION_SECONDS = 120


@pytest.fixture(scope="module")
def books(library: Library) -> dict[str, bytes]:
    """Workbooks by name."""
    made = {}
    for name, changes in SERVICES.items():
        query = questions.tco({**changes, **RELEASE})
        made[name] = written(tco(query, library), formats.XLSX, query)
    run = questions.run_cost({**RUN, **RELEASE})
    return {**made, "run": written(run_costs(run, library), formats.XLSX, run)}


@pytest.fixture(scope="module")
def opened(books: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with what LibreOffice makes of them, as workbooks and to be printed."""
    if shutil.which("soffice") is None:
        pytest.fail("there is no LibreOffice: apt-get install libreoffice-calc")
    place = tmp_path_factory.mktemp("office")
    user = place / "profile" / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(ALWAYS_WORK_OUT)
    for name, body in books.items():
        (place / f"{name}.xlsx").write_bytes(forgetful(body))
    for form, files in (("xlsx", list(books)), ("pdf", ["rented"])):
        subprocess.run(
            [
                *("soffice", "--headless", f"-env:UserInstallation=file://{place}/profile"),
                *("--convert-to", form, "--outdir", str(place / "out")),
                *(str(place / f"{name}.xlsx") for name in files),
            ],
            check=True,
            capture_output=True,
            timeout=CONVERSION_SECONDS,
        )
    return place / "out"


def forgetful(body: bytes) -> bytes:
    """A workbook whose formulas have zeros beside them."""
    into = BytesIO()
    with zipfile.ZipFile(BytesIO(body)) as file, zipfile.ZipFile(into, "w") as copy:
        for name in file.namelist():
            text = file.read(name)
            if name.startswith("xl/worksheets/sheet"):
                text = FORMULA.sub(r"\g<1>0\g<2>", text.decode()).encode()
            copy.writestr(name, text)
    return into.getvalue()


@pytest.mark.parametrize("name", [*SERVICES, "run"])
def test_libreoffice_works_out_the_same(books: dict[str, bytes], opened: Path, name: str) -> None:
    ours = sheets(books[name])
    theirs = sheets((opened / f"{name}.xlsx").read_bytes())
    formulas = {
        (sheet, place): cell.value
        for sheet, cells in ours.items()
        for place, cell in cells.items()
        if cell.formula
    }
    found = {at: theirs[at[0]][at[1]].value for at in formulas}

    assert len(formulas) > (4 if name == "run" else 100)
    assert found == {at: pytest.approx(value, rel=1e-9, abs=1e-6) for at, value in formulas.items()}


def test_every_other_cell_is_as_it_was_written(books: dict[str, bytes], opened: Path) -> None:
    for name, body in books.items():
        theirs = sheets((opened / f"{name}.xlsx").read_bytes())
        for sheet, cells in sheets(body).items():
            for place, cell in cells.items():
                known = cell.value if isinstance(cell.value, str) else pytest.approx(cell.value)
                assert theirs[sheet][place].value == known, (name, sheet, place)


def test_it_prints(opened: Path) -> None:
    assert (opened / "rented.pdf").read_bytes().startswith(b"%PDF")


@settings(law, max_examples=200)
@given(changes=st.fixed_dictionaries(BOOKS))
def test_workbook_is_the_answer_to_the_cent(changes: dict[str, Any], library: Library) -> None:
    query = questions.tco({name: value for name, value in changes.items() if value is not None})
    answer = tco(query, library)

    assert compared(written(answer, formats.XLSX, query), answer) == []
