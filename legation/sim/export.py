"""What a simulation found, on paper: CSV, Parquet, and plots with their bands."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from legation.core.errors import Refused
from legation.sim.campaigns import CampaignResult, band

__all__ = ["FORMATS", "plot", "write"]

FORMATS = (".csv", ".parquet")
PICTURES = (".png", ".svg")
FIELDS = ("name", "round", "value", "worlds", "share", "low", "high")
INK = ("#1f3a5f", "#a33b20", "#4d6b3c", "#8a6d1d", "#5b4a72", "#2f6f73", "#7a3350", "#555555")
DASHES = ("-", "--", ":", "-.")


def write(result: CampaignResult, path: Path) -> None:
    """All rows, in the format that the file's name asks for."""
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, FIELDS)
            writer.writeheader()
            writer.writerows(result.rows())
    elif path.suffix == ".parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        rows = [{**row, "value": str(row["value"])} for row in result.rows()]
        pq.write_table(pa.Table.from_pylist(rows), path)
    else:
        raise Refused(f"{path.name} is no table that can be written", allowed=list(FORMATS))


def plot(result: CampaignResult, names: Iterable[str], path: Path) -> None:
    """How the shares of each value change by round, one panel for each name, with bands of 95 %."""
    if path.suffix not in PICTURES:
        raise Refused(f"{path.name} is no picture that can be drawn", allowed=list(PICTURES))
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import PercentFormatter

    chosen = list(names)
    figure, panels = pyplot.subplots(len(chosen), 1, figsize=(8, 2.6 * len(chosen)), squeeze=False, sharex=True)
    for panel, name in zip(panels[:, 0], chosen, strict=True):
        rounds = result.tally.spread[name]
        numbers = range(1, len(rounds) + 1)
        values = sorted({value for counts in rounds for value in counts}, key=str)
        panel.spines[["top", "right"]].set_visible(False)
        if len(values) > len(INK):  # too many for lines: the middle and the tails
            _quantiles(panel, rounds, numbers)
        else:
            panel.set_ylim(-0.02, 1.02)
            panel.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        for i, value in enumerate(values if len(values) <= len(INK) else ()):
            shares = [counts.get(value, 0) for counts in rounds]
            bands = [band(count, result.tally.campaigns) for count in shares]
            total = result.tally.campaigns
            style = {"color": INK[i % len(INK)], "linestyle": DASHES[i % len(DASHES)]}
            heights = [count / total for count in shares]
            panel.plot(numbers, heights, label=str(value), marker="o", markersize=3, **style)
            panel.fill_between(numbers, *zip(*bands, strict=True), color=style["color"], alpha=0.15)
        panel.set_title(name, fontsize=10, loc="left")
        panel.set_xticks(list(numbers))
        panel.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    panels[-1, 0].set_xlabel("round")
    figure.suptitle(f"{result.tally.campaigns:,} campaigns, policy “{result.plan.policy}”, seed {result.plan.seed}")
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def _quantiles(panel: object, rounds: list[dict[int, int]], numbers: range) -> None:
    """Of a number that takes many values: the median, and the middle half and nine tenths of the worlds."""
    for low, high, ink in ((0.05, 0.95, 0.15), (0.25, 0.75, 0.3)):
        ends = [[_quantile(counts, q) for counts in rounds] for q in (low, high)]
        label = f"{round((high - low) * 100)} % of the worlds"
        panel.fill_between(numbers, *ends, color=INK[0], alpha=ink, label=label)  # type: ignore[attr-defined]
    middle = [_quantile(counts, 0.5) for counts in rounds]
    panel.plot(numbers, middle, color=INK[0], marker="o", markersize=3, label="median")  # type: ignore[attr-defined]


def _quantile(counts: dict[int, int], share: float) -> int:
    wanted, seen = share * sum(counts.values()), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= wanted:
            return value
    return max(counts)
