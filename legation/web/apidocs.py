"""The OpenAPI page: the schema as plain HTML, made here, because nothing may be fetched from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

__all__ = ["docs_page"]

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h2{margin-top:2.5rem;border-bottom:1px solid}summary{cursor:pointer;padding:.4rem 0}
summary b{display:inline-block;min-width:4.5rem}code,pre{font-family:ui-monospace,monospace;font-size:.9em}
pre{overflow:auto;padding:.6rem;border:1px solid}table{border-collapse:collapse}
td,th{text-align:left;padding:.15rem .8rem .15rem 0;vertical-align:top}
"""


def docs_page(schema: dict[str, Any]) -> str:
    """All operations, by their tags."""
    groups: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            tag = operation.get("tags", ["other"])[0]
            groups.setdefault(tag, []).append("".join(_operation(schema, path, method, operation)))
    body = "".join(f"<h2>{escape(tag.capitalize())}</h2>{''.join(found)}" for tag, found in groups.items())
    info = schema["info"]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body><main>'
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info.get('description', ''))}</p>"
        f'<p>The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>{body}</main></body></html>'
    )


def _operation(schema: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"<details><summary><b>{method.upper()}</b> <code>{escape(path)}</code></summary>"
    yield f"<p>{escape(operation.get('description', ''))}</p>"
    parameters = operation.get("parameters", [])
    if parameters:
        yield "<table><thead><tr><th>parameter</th><th>in</th><th></th></tr></thead><tbody>"
        for found in parameters:
            says = found.get("description") or found.get("schema", {}).get("description", "")
            yield f"<tr><td><code>{escape(found['name'])}</code></td><td>{found['in']}</td><td>{escape(says)}</td></tr>"
        yield "</tbody></table>"
    if "requestBody" in operation:
        content = next(iter(operation["requestBody"]["content"].values()))
        yield f"<p>Body</p><pre>{_shown(_example(schema, content['schema']))}</pre>"
    for status, found in operation.get("responses", {}).items():
        model = next(iter(found.get("content", {"": {}}).values())).get("schema", {})
        if status.startswith("2") and model:
            yield f"<p>{status}</p><pre>{_shown(_example(schema, model))}</pre>"
    yield "</details>"


def _shown(value: Any) -> str:
    return escape(json.dumps(value, indent=2, ensure_ascii=False))


def _example(schema: dict[str, Any], part: dict[str, Any], depth: int = 0) -> Any:
    """Something of that shape."""
    if "$ref" in part:
        return _example(schema, schema["components"]["schemas"][part["$ref"].rsplit("/", 1)[1]], depth)
    for key in ("examples", "enum"):
        if part.get(key):
            return part[key][0]
    for key in ("default", "const"):
        if key in part:
            return part[key]
    if "anyOf" in part:
        return _example(schema, part["anyOf"][0], depth)
    kind = part.get("type")
    if kind == "object" and depth < 4:
        return {name: _example(schema, found, depth + 1) for name, found in part.get("properties", {}).items()}
    if kind == "array":
        return [_example(schema, part["items"], depth + 1)] if depth < 4 and part.get("items") else []
    return {"string": "…", "integer": 1, "number": 1.5, "boolean": True, "object": {}}.get(str(kind))
