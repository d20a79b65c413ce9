"""Simulations beyond one machine: the shares of a plan on a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator

from legation.core.errors import LegationError
from legation.sim.campaigns import CampaignTally, Plan, share_of

__all__ = ["on_cluster"]

TRIES = 3  # a share that failed with its worker is run again; Dask itself does so when a worker is lost


def on_cluster(address: str, plan: Plan) -> Iterator[CampaignTally]:
    """The tallies of all shares, in the order in which they are done."""
    from distributed import Client, as_completed

    try:
        client = Client(address, timeout=20)
    except (OSError, ValueError) as error:
        raise LegationError(f"there is no Dask cluster at {address}: {error}") from None
    with client:
        waiting = [client.submit(share_of, plan, n, pure=False, retries=TRIES) for n in range(plan.shares)]
        try:
            for future in as_completed(waiting):
                yield future.result()
        finally:
            client.cancel(waiting)
