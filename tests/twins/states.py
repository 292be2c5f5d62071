"""Whether two models stand at the same place: their `state()` and their picture, made comparable."""

import numpy as np


def plain(value):
    """A state as plain values, arrays with their type, shape and bytes."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def state_of(model):
    """All that the run of a model depends on."""
    return plain(model.state())


def differences(one, other):
    """Names of the parts of two states that differ."""
    return [f"{key}" for key in one.keys() | other.keys() if plain(one.get(key)) != plain(other.get(key))]
