"""Static files: packed once, and kept by browsers for as long as their address stays the same.

The address of a file has its content in it (`?v=`), also where a style sheet points to a font: what is new is seen at
once.  Files that a page always takes together come as one, which packs better and asks less often.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
import time
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from legation.books import all_books
from legation.web.minify import minify

__all__ = ["BUNDLES", "FOLDER", "plate_url", "router", "url"]

FOLDER = Path(__file__).parent / "static"
BUNDLES = {
    "all.css": ("legation.css", "plate.css", "app.css", "shell.css", "told.css", "asked.css"),
    "all.js": (
        *("vendor/htmx.min.js", "live.js", "plate.js", "phone.js", "keys.js"),
        *("app.js", "shell.js", "told.js", "asked.js"),
    ),
}
PACKED = (".css", ".html", ".js", ".json", ".md", ".svg", ".txt")
SLIMMED = (".css", ".js")  # of our own; what others wrote is served as they made it
FOREVER = "public, max-age=31536000, immutable"
LOOK_AGAIN = 2  # seconds for which a page's icons need not be looked for on the disk
router = APIRouter(prefix="/static", include_in_schema=False)
mimetypes.add_type("font/woff2", ".woff2")
PLATES = "plates"  # the folder of a book with its drawn maps
_PLATE = re.compile(rf"{PLATES}/(?P<book>[\w-]+)/(?P<file>[\w-]+\.svg)")
_POINTS = re.compile(r"url\(([^)#:]+)\)")  # to a file beside the style sheet


def _files(name: str) -> tuple[Path, ...]:
    """What is served under a name: a file, several as one, or a plate of a book; nothing if there is none."""
    folder, parts = FOLDER, BUNDLES.get(name, (name,))
    if plate := _PLATE.fullmatch(name):
        if plate["book"] not in all_books():
            return ()
        folder, parts = all_books()[plate["book"]].folder / PLATES, (plate["file"],)
    paths = tuple((folder / part).resolve() for part in parts)
    return paths if all(p.is_relative_to(folder.resolve()) and p.is_file() for p in paths) else ()


def _read(paths: tuple[Path, ...]) -> tuple[bytes, bytes | None, str]:
    """These files as one, the same packed if that pays, and their version."""
    pointed = FOLDER.glob("fonts/*") if paths[0].suffix == ".css" else ()
    return _read_once(paths, tuple(path.stat().st_mtime_ns for path in (*paths, *pointed)))


@lru_cache(maxsize=512)
def _read_once(paths: tuple[Path, ...], changed: tuple[int, ...]) -> tuple[bytes, bytes | None, str]:
    suffix = paths[0].suffix
    blob = (b";\n" if suffix == ".js" else b"\n").join(_content(path) for path in paths)
    packed = gzip.compress(blob, 9, mtime=0) if suffix in PACKED else None
    return blob, packed, hashlib.sha256(blob).hexdigest()[:12]


def _content(path: Path) -> bytes:
    if path.suffix not in SLIMMED or path.parent != FOLDER.resolve():
        return path.read_bytes()
    text = minify(path.read_text(encoding="utf-8"), path.suffix)
    if path.suffix == ".css":
        text = _POINTS.sub(lambda to: f"url({to[1]}{_version(to[1])})", text)
    return text.encode()


def _version(name: str) -> str:
    paths = _files(name)
    return f"?v={_read(paths)[2]}" if paths else ""


def url(name: str) -> str:
    """The address of a static file, which changes with its content."""
    return _url(name, int(time.monotonic() / LOOK_AGAIN))


def plate_url(book: str, name: str) -> str:
    """The address of a drawn map of a book; empty if it has none of that name."""
    return url(file) if _files(file := f"{PLATES}/{book}/{name}.svg") else ""


@lru_cache(maxsize=512)
def _url(name: str, _: int) -> str:
    return f"/static/{name}{_version(name)}"


@router.api_route("/{name:path}", methods=["GET", "HEAD"])
def static_file(name: str, request: Request) -> Response:
    try:
        paths = _files(name)
    except (OSError, ValueError):
        paths = ()
    if not paths:
        raise HTTPException(404, f"there is no file {Path(name).name!r}")
    blob, packed, version = _read(paths)
    named = request.query_params.get("v") == version
    headers = {"ETag": f'"{version}"', "Cache-Control": FOREVER if named else "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        blob, headers["Content-Encoding"] = packed, "gzip"
    kind = mimetypes.guess_type(paths[0].name)[0] or "application/octet-stream"
    return Response(blob, headers=headers, media_type=kind)
