from typing import Literal

ListModelsVerbosity = Literal["brief", "full"]

LIST_MODELS_VERBOSITY_VALUES: set[ListModelsVerbosity] = {
    "brief",
    "full",
}


def check_list_models_verbosity(value: str) -> ListModelsVerbosity:
    if value in LIST_MODELS_VERBOSITY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_MODELS_VERBOSITY_VALUES!r}")
