"""Results with names: attributes for people, items for scripts that loop over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record(Mapping[str, Any]):
    """A frozen set of named values: `result.dead_ends` and `result["dead_ends"]` are the same.

    Subclasses only annotate their names; values are given by keyword.
    """

    def __init__(self, **values: Any) -> None:
        names = list(type(self).__annotations__)
        if set(values) != set(names):
            raise TypeError(f"{type(self).__name__} takes {', '.join(names)}, not {', '.join(values)}")
        self.__dict__.update((name, values[name]) for name in names)

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__)

    def __len__(self) -> int:
        return len(self.__dict__)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} does not change")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.items())})"
