"""Long series of random games: the first of them in `make test`, the others in `make soak`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

__all__ = ["chunks"]


def chunks(every: Sequence[int], in_test: int) -> list[Any]:
    """The numbers to run over; those beyond the first few are marked for the long run."""
    return [*every[:in_test], *(pytest.param(number, marks=pytest.mark.soak) for number in every[in_test:])]
