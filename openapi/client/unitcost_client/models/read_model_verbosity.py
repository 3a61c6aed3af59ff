from typing import Literal

ReadModelVerbosity = Literal["brief", "full"]

READ_MODEL_VERBOSITY_VALUES: set[ReadModelVerbosity] = {
    "brief",
    "full",
}


def check_read_model_verbosity(value: str) -> ReadModelVerbosity:
    if value in READ_MODEL_VERBOSITY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {READ_MODEL_VERBOSITY_VALUES!r}")
