"""A real cluster on this machine: the same numbers, also when a worker is lost on the way."""

from __future__ import annotations

import pytest

from legation.sim.campaigns import Plan, simulate

distributed = pytest.importorskip("distributed")

PLAN = Plan("twg", "1939", "idle", campaigns=1200, rounds=2, seed=5, share=100)


@pytest.mark.filterwarnings("ignore")  # Dask's own, about ports and closing
def test_a_cluster_counts_what_one_process_counts() -> None:
    alone = simulate(PLAN)
    lost: list[str] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:

        def lose_one(done: int) -> None:
            if not lost:  # its share is run again by another
                lost.append("a worker")
                next(iter(cluster.workers.values())).process.process.kill()

        there = simulate(PLAN, dask=cluster.scheduler_address, progress=lose_one)
    assert lost
    assert there.tally == alone.tally
