import re

from pricing import units


def test_conversions_agree_with_one_another() -> None:
    assert units.HOURS_PER_YEAR == 12 * units.HOURS_PER_MONTH
    assert units.HOURS_PER_YEAR == 365 * 24


def test_gibibyte_is_a_power_of_two_and_gigabyte_of_ten() -> None:
    assert units.BYTES_PER_GIBIBYTE == 1024**3
    assert units.BYTES_PER_GIGABYTE == 1000**3


def test_suffixes_are_snake_case_and_say_what_they_stand_for() -> None:
    odd = {
        suffix
        for suffix, meaning in units.SUFFIXES.items()
        if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", suffix) or not meaning
    }

    assert odd == set()
