"""Fields are found by the words of engines, of configurations and of people."""

from pricing.catalog.naming.fields import likely_fields
from pricing.catalog.naming.partial_names import squashed
from pricing.comparisons.query import Vary
from pricing.lists import rows_of
from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.fields import fields_of
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import UnitCostQuery
from pricing.variances.query import Actual


def test_words_lead_to_fields_that_a_query_has() -> None:
    queries = (UnitCostQuery, TcoQuery, RunCostQuery)
    known = {name.rpartition(".")[2] for query in queries for name in fields_of(query)}
    known.update(Vary.__struct_fields__, Actual.__struct_fields__)
    rows = rows_of("pricing.catalog.naming", "fields.csv")
    own = {row["field"] for row in rows}

    assert own - known - {"as_of", "catalog", "confidence"} == set()
    assert {
        phrase
        for row in rows
        for phrase in row["phrases"].split("|")
        if squashed(phrase) in {squashed(field) for field in own}
    } == {"devices", "usd per hour"}  # a count or a list; a price of a device, or of a bill's line


def test_a_dotted_name_is_told_the_dotted_field() -> None:
    known = ["deployment.tensor_parallel", "deployment.pipeline_parallel", "load.concurrency"]

    assert likely_fields("deployment.tp_size", known) == ("deployment.tensor_parallel",)
    assert likely_fields("deployment.tensor_paralel", known)[0] == "deployment.tensor_parallel"
    assert likely_fields("xyz", known) == ()
