"""A connection to a service."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

from .memories import LastWrite, Memories
from .pages import Pages, by_offset
from .transport import Json, Transport


class Palimpsest:
    """A connection to a service. It holds no state but its settings, so one is enough for a program and its threads.

    ``timeout`` is in seconds, for a call with all its retries. A call is made again after 429, 503 or a broken connection.

    >>> client = Palimpsest("http://127.0.0.1:3050", "local-dev-key")           # doctest: +SKIP
    """

    def __init__(self, url: str, key: str, *, timeout: float = 60.0, retries: int = 5) -> None:
        self._transport = Transport(url, key, timeout, retries)
        #: What operators ask; the key has to be the admin key.
        self.admin = Admin(self._transport)

    def user(self, user_id: str, *, position: Optional[int] = None) -> Memories:
        """The personal memories of a user: ``ana = client.user("ana")``. Its reads include the write at ``position``."""
        return Memories(self._transport, {"user_id": user_id}, LastWrite(position))

    def ingest_batch(self, conversations: Sequence[Mapping[str, Any]], mode: str = "full", **call: Any) -> Json:
        """Conversations of several users at once, each with its ``user_id``.

        ``client.ingest_batch([{"user_id": "ana", "conversation": "Hi, I am Ana.", "source_site": "chat"}])``
        """
        return self._send("ingestBatch", {"conversations": [*conversations], "mode": mode, **call})

    def health(self, **call: Any) -> Json:
        """How the service is: ``client.health()["status"]``. Raises ``unavailable`` at once where it is not well."""
        return self._send("health", call, retries=0)

    def settings(self, **call: Any) -> Json:
        """The same, with the settings in force: ``client.settings()["config"]``."""
        return self._send("memoryHealth", call, retries=0)

    def configure(self, **settings: Any) -> Json:
        """Changes settings until the next start, where that is allowed: ``client.configure(max_search_results=25)``."""
        return self._send("turnConfig", settings)

    def _send(self, operation: str, fields: Mapping[str, Any], retries: Optional[int] = None) -> Json:
        return self._transport.send(operation, fields, retries=retries)[0]


class Admin:
    """What operators ask. The key has to be the admin key."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def health(self, **call: Any) -> Json:
        """The inside of the service: ``client.admin.health()["projector"]``."""
        return self._transport.send("adminHealth", call, retries=0)[0]

    def audit(self, **fields: Any) -> Pages:
        """What the admin key was used for: ``for action in client.admin.audit(): print(action["at"])``."""
        return self._pages("adminAudit", fields, "actions")

    def users(self, **fields: Any) -> Pages:
        """Who has memories: ``for user in client.admin.users(): print(user["user_id"])``."""
        return self._pages("adminUsers", fields, "users")

    def user(self, user_id: str, **call: Any) -> Json:
        """How much there is of a user: ``client.admin.user("ana")``."""
        return self._transport.send("adminUser", call, params={"user_id": user_id})[0]

    def erase_user(self, user_id: str, **call: Any) -> Json:
        """Erases all that there is of a user, for good: ``client.admin.erase_user("ana")``."""
        return self._transport.send("eraseUser", call, params={"user_id": user_id})[0]

    def _pages(self, name: str, fields: Mapping[str, Any], items: str) -> Pages:
        def load(start: Json) -> Json:
            return self._transport.send(name, {**fields, **start})[0]

        return Pages(load, items, _next_user if items == "users" else by_offset, fields.get("offset") or 0)


def _next_user(page: Json, _: int) -> Optional[Json]:
    return None if page["next_after"] is None else {"after": page["next_after"]}
