"""The ledgers are indexed without YAML, parsed entry by entry, and strict about ids."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from legation.books import book
from legation.core.errors import BadRulebook, NotFound
from legation.core.ledger import Ledger, LedgerEntry, Ledgers

COUNTS = {
    "awaw-diplomacy": 849,
    "awaw-minors": 690,
    "twg-1939": 312,
    "twg-diplomats-guide-1": 378,
    "twg-diplomats-guide-2": 365,
}


def folder_of(name: str) -> Path:
    return book(name.split("-")[0]).folder / "ledgers"


@pytest.fixture(scope="module")
def ledgers() -> Ledgers:
    return Ledgers(None, folder_of("twg-1939"))


def write(folder: Path, name: str, *entries: str) -> None:
    (folder / f"{name}.yaml").write_text("# a comment\n" + "\n".join(entries) + "\n", encoding="utf-8")


def test_all_five_ledgers_hold_2594_ids() -> None:
    folders = {folder_of(name): None for name in COUNTS}
    assert [name for folder in folders for name in Ledgers.names(folder)] == list(COUNTS)
    sets = [Ledgers(None, folder) for folder in folders]
    assert {ledger.name: len(ledger.ids) for each in sets for ledger in each.ledgers} == COUNTS
    assert sum(len(each) for each in sets) == sum(len(each.ids) for each in sets) == 2594


@pytest.mark.parametrize("name", COUNTS)
def test_the_index_and_the_single_entries_agree_with_the_whole_file_as_yaml(name: str) -> None:
    ledger = Ledger(name, folder_of(name))
    whole = yaml.load((folder_of(name) / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    assert ledger.ids == tuple(fields["id"] for fields in whole)
    assert ledger.kinds == {fields["id"]: fields["kind"] for fields in whole}
    for fields in whole:
        entry = ledger.entry(fields["id"])
        assert entry.ledger == name
        assert (entry.source, entry.kind, entry.rule) == (fields["source"], fields["kind"], fields["rule"].strip())
        assert (entry.params, entry.unclear or "") == (fields.get("params", {}), fields.get("unclear", "").strip())
        assert (entry.reads, entry.editions) == (tuple(fields.get("reads", ())), tuple(fields.get("editions", ())))


@pytest.mark.parametrize(
    ("id", "ledger", "kind"),
    [
        ("DP-GER-1", "awaw-diplomacy", "data"),
        ("DP-GER-3", "awaw-diplomacy", "modifier"),
        ("00.turns", "awaw-minors", "definition"),
        ("82.32A.finland", "awaw-minors", "limit"),
        ("82.32A.vichy@older", "awaw-minors", "limit"),
        ("R39-GEN-START-TURN", "twg-1939", "setup"),
        ("DG-AFF-18", "twg-diplomats-guide-1", "definition"),
        ("DG-HUN-S1", "twg-diplomats-guide-2", "data"),
    ],
)
def test_an_id_is_found_in_its_ledger(id: str, ledger: str, kind: str) -> None:
    ledgers = Ledgers(None, folder_of(ledger))
    assert id in ledgers
    assert ledgers.ledger_of(id).name == ledger
    assert ledgers.kind(id) == ledgers.entry(id).kind == kind


def test_an_entry_has_its_numbers_and_reads() -> None:
    ledgers = Ledgers(None, folder_of("awaw-diplomacy"))
    entry = ledgers.entry("DP-GER-3")
    assert entry.params == {"value": 2, "controller": "axis", "cities": ["Paris"], "mode": "each"}
    assert entry.reads == ("control(Paris)",)
    assert entry.editions == ()
    assert entry.ruling is None
    assert ledgers.entry("DP-GER-3") is entry
    assert entry in {entry}


@pytest.mark.parametrize(
    ("unclear", "ruling"),
    [
        (None, None),
        ("See elsewhere.", None),
        ("Which? RULING: the first.\n", "the first."),
        ("Which? RULING (as DG-SET-4): the first.", "the first."),
        ("Which? RULING, by analogy: the first.", "the first."),
        ("A? RULING: yes. B? RULING: no.", "yes. B? RULING: no."),
    ],
)
def test_the_ruling_is_what_follows_the_word(unclear: str | None, ruling: str | None) -> None:
    assert LedgerEntry("X-1", "x", "Somewhere", "data", "A rule.", unclear=unclear).ruling == ruling


def test_nothing_is_read_before_it_is_asked_for() -> None:
    ledger = Ledger("atlantis", folder_of("twg-1939"))
    with pytest.raises(NotFound, match="no ledger “atlantis”"):
        assert ledger.ids
    with pytest.raises(NotFound, match="did you mean twg-1939"):
        assert Ledgers(["twg-1938"], folder_of("twg-1939")).ids


def test_a_set_of_ledgers_knows_only_its_own_ids() -> None:
    some = Ledgers(["twg-1939"], folder_of("twg-1939"))
    assert len(some) == COUNTS["twg-1939"]
    assert "DP-GER-1" not in some
    with pytest.raises(NotFound, match="no ledger id “DP-GER-1”"):
        some.entry("DP-GER-1")
    with pytest.raises(NotFound, match=r"no entry in the ledger twg-1939: “DP-GER-1”"):
        some.ledgers[0].entry("DP-GER-1")


def test_an_unknown_id_is_refused_with_the_near_misses(ledgers: Ledgers) -> None:
    ledgers.check("DG-HUN-S1", "hungary.py")
    assert ledgers.near("dg-hun-s1")[0] == "DG-HUN-S1"
    assert len(ledgers.near("DG-HUN-S99")) == 3
    with pytest.raises(BadRulebook) as caught:
        ledgers.check("DG-HUNS-1", "hungary.py")
    assert caught.value.where == "hungary.py"
    assert "'DG-HUNS-1'" in str(caught.value)
    assert caught.value.hint == f"did you mean {' or '.join(ledgers.near('DG-HUNS-1'))}?"
    with pytest.raises(BadRulebook, match="no id comes near it"):
        ledgers.check("@@@@@@@@", "hungary.py")


def entry(id: str) -> str:
    return f"- id: {id}\n  source: Somewhere\n  kind: data\n  rule: A rule."


def test_a_repeated_id_names_both_places(tmp_path: Path) -> None:
    write(tmp_path, "one", entry("X-1"), entry("X-2"), entry("'X-1'"))
    with pytest.raises(BadRulebook) as inside:
        assert Ledger("one", tmp_path).ids
    assert str(inside.value) == "the ledger id 'X-1' is repeated (in one.yaml:10); it stands at one.yaml:2 too"

    write(tmp_path, "one", entry("X-1"))
    write(tmp_path, "two", entry("X-0"), entry('"X-1"'))
    with pytest.raises(BadRulebook) as across:
        assert Ledgers(None, tmp_path).ids
    assert str(across.value) == "the ledger id 'X-1' is repeated (in two.yaml:6); it stands at one.yaml:2 too"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- source: Nowhere", r"must begin with '- id: X', X without spaces \(in bad.yaml:2\)"),
        ('- id: "X 1"\n  kind: data', r"must begin with '- id: X'"),
        ("- id: X-1\n  source: Nowhere", r"'X-1' has no line '  kind: word' \(in bad.yaml:2\)"),
    ],
)
def test_an_entry_without_id_or_kind_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, "bad", text)
    with pytest.raises(BadRulebook, match=message):
        assert Ledger("bad", tmp_path).ids


@pytest.mark.parametrize("text", ["  colour: blue", "  params: {a: [}"])
def test_an_entry_that_cannot_be_read_names_its_place(tmp_path: Path, text: str) -> None:
    write(tmp_path, "bad", entry("X-1"), entry("X-2"), text)
    ledger = Ledger("bad", tmp_path)
    assert ledger.entry("X-1").rule == "A rule."
    with pytest.raises(BadRulebook, match=r"'X-2' cannot be read: .*bad.yaml:6"):
        ledger.entry("X-2")
