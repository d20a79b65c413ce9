"""Case files as YAML documents."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import yaml

from legation.core.book import Book
from legation.core.cases_by_rule import CASES
from legation.core.untrusted import check_depth
from legation.testing.cases.keywords import FINISHED

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):  # type: ignore[misc]
    """YAML with few surprises: `82.32` stays an id and `1/6` a fraction, and a key that stands twice is an error."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        seen: set[str] = set()
        for key, _ in node.value:
            if key.tag != "tag:yaml.org,2002:merge" and isinstance(key.value, str):
                if key.value in seen:
                    message = f"the key {key.value!r} stands there twice"
                    raise yaml.constructor.ConstructorError(None, None, message, key.start_mark)
                seen.add(key.value)
        return super().construct_mapping(node, deep)


for _tag, _shape, _first in (
    ("bool", r"^(?:true|false|yes|no)$", "tfyn"),
    ("int", r"^[-+]?(?:0|[1-9][0-9]*)$", "-+0123456789"),
    ("null", r"^(?:~|null|)$", ["~", "n", ""]),
    ("merge", r"^<<$", "<"),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_shape), list(_first))


@dataclass(frozen=True)
class Document:
    """One document of a case file, not yet understood."""

    path: Path
    number: int
    data: Any
    error: str = ""

    @property
    def place(self) -> str:
        return f"{self.path.as_posix()}, document {self.number}"

    @property
    def name(self) -> str:
        name = self.data.get("name") if isinstance(self.data, dict) else None
        return name if isinstance(name, str) else f"document {self.number}"


def documents(path: Path) -> list[Document]:
    """The documents of a file; the last one carries the error if the file cannot be read to its end."""
    try:
        return parse(path.read_text(encoding="utf-8"), path)
    except UnicodeDecodeError as error:
        return [Document(path, 1, None, f"this is not UTF-8: byte {error.start + 1} is {error.object[error.start]}")]
    except OSError as error:
        return [Document(path, 1, None, f"this cannot be read: {error.strerror}")]


def parse(text: str, path: Path) -> list[Document]:
    found: list[Document] = []
    number = 0
    loader = None
    try:
        check_depth(text.encode("utf-8", "replace"))
        loader = _Loader(text)
        while loader.check_data():
            number += 1
            data = loader.get_data()
            if data is not None:
                found.append(Document(path, number, data))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        found.append(Document(path, max(number, 1), None, f"line {line} is not YAML: {error.problem}"))
    except yaml.YAMLError as error:
        found.append(Document(path, max(number, 1), None, f"this is not YAML: {' '.join(str(error).split())}"))
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError) as error:
        found.append(Document(path, max(number, 1), None, f"this cannot be read: {' '.join(str(error).split())[:200]}"))
    finally:
        if loader is not None:
            loader.dispose()
    return found


def case_files(*paths: Path) -> list[Path]:
    """The case files under these paths, in order."""
    found = [f for path in paths for f in (sorted(path.rglob("*.yaml")) if path.is_dir() else [path])]
    return [f for f in found if f.name != FINISHED]


def cases_of(book: Book) -> list[Path]:
    """The case files that a book brings along."""
    return case_files(book.folder / CASES) if (book.folder / CASES).is_dir() else []
