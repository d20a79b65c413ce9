"""For those who run a server: whether it lives, whether it can serve, and what it has done so far."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from legation.core.errors import LegationError
from legation.web.access import OfTheHouse, TheHall
from legation.web.metrics import Metrics

__all__ = ["Counted", "router"]

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> Response:
    """It runs."""
    return Response("ok\n", media_type="text/plain")


@router.get("/readyz")
def readyz(hall: TheHall) -> Response:
    """It can serve: the database answers."""
    try:
        hall.store.check()
    except LegationError as error:
        return Response(f"{error}\n", 503, media_type="text/plain")
    return Response("ok\n", media_type="text/plain")


@router.get("/metrics", dependencies=[OfTheHouse])
def metrics(request: Request, hall: TheHall) -> Response:
    """What it has done so far, in the form of Prometheus."""
    found: Metrics = request.app.state.metrics
    try:
        hall.store.check()
        up = 1.0
    except LegationError:
        up = 0.0
    return Response(found.text({**hall.counts(), "store_up": up}), media_type="text/plain; version=0.0.4")


class Counted:
    """Counts every answer, as a layer around the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.metrics.request(scope["method"], message["status"])
            await send(message)

        await self.app(scope, receive, counted)
