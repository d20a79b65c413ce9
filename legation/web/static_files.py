"""Static files: packed once, and kept by browsers for as long as their address stays the same."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import time
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from legation.web.slim import slim

__all__ = ["FOLDER", "router", "url"]

FOLDER = Path(__file__).parent / "static"
PACKED = (".css", ".html", ".js", ".json", ".md", ".svg", ".txt")
SLIMMED = (".css", ".js")  # of our own; what others wrote is served as they made it
FOREVER = "public, max-age=31536000, immutable"
LOOK_AGAIN = 2  # seconds for which a page's icons need not be looked for on the disk
router = APIRouter(prefix="/static", include_in_schema=False)
mimetypes.add_type("font/woff2", ".woff2")


@lru_cache(maxsize=512)
def _read(path: Path, changed: int) -> tuple[bytes, bytes | None, str]:
    """A file, the same packed if that pays, and its version."""
    blob = path.read_bytes()
    if path.suffix in SLIMMED and path.parent == FOLDER:
        blob = slim(blob.decode(), path.suffix).encode()
    packed = gzip.compress(blob, 9, mtime=0) if path.suffix in PACKED else None
    return blob, packed, hashlib.sha256(blob).hexdigest()[:12]


def _found(name: str) -> Path | None:
    path = (FOLDER / name).resolve()
    return path if path.is_relative_to(FOLDER.resolve()) and path.is_file() else None


def url(name: str) -> str:
    """The address of a static file, which changes with its content."""
    return _url(name, int(time.monotonic() / LOOK_AGAIN))


@lru_cache(maxsize=512)
def _url(name: str, _: int) -> str:
    path = _found(name)
    return f"/static/{name}" + (f"?v={_read(path, path.stat().st_mtime_ns)[2]}" if path else "")


@router.api_route("/{name:path}", methods=["GET", "HEAD"])
def static_file(name: str, request: Request) -> Response:
    try:
        path = _found(name)
    except (OSError, ValueError):
        path = None
    if path is None:
        raise HTTPException(404, f"there is no file {Path(name).name!r}")
    blob, packed, version = _read(path, path.stat().st_mtime_ns)
    named = request.query_params.get("v") == version or path.suffix == ".woff2"
    headers = {"ETag": f'"{version}"', "Cache-Control": FOREVER if named else "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        blob, headers["Content-Encoding"] = packed, "gzip"
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(blob, headers=headers, media_type=kind)
