import polars as pl

from pricing.sweeps.sheet import Sheet

FRAME = pl.DataFrame({"one": [1.0, 2.0], "other": [3.0, 4.0]})


def test_what_is_kept_is_worked_out_on_any_frame_of_its_columns() -> None:
    sheet = Sheet()
    double = sheet.keep(pl.col("one") * 2.0)
    both = sheet.keep(double + pl.col("other"))

    assert sheet.roots(both) == {"one", "other"}
    assert sheet.on(FRAME).collect({"both": both})["both"].to_list() == [5.0, 8.0]


def test_part_of_the_work_is_done_on_a_frame_of_its_own() -> None:
    sheet = Sheet()
    double = sheet.keep(pl.col("one") * 2.0)
    result = double + pl.col("other")
    names = sheet.ready([result], {"one"})
    early = sheet.on(FRAME.select("one")).collect({name: pl.col(name) for name in names})
    late = sheet.on(early.with_columns(FRAME["other"]))

    assert early.columns == double.meta.root_names()
    assert late.collect({"result": result})["result"].to_list() == [5.0, 8.0]
