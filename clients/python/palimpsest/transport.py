"""Sends requests, and sends them again where that may help."""

from __future__ import annotations

import email.message
import email.utils
import http.client
import json
import random
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings
from typing import Any, Dict, Mapping, Optional, Tuple

from .endpoints import ENDPOINTS
from .errors import CODES, PalimpsestError, message_in

Json = Dict[str, Any]

FIRST_WAIT_S = 0.2
LONGEST_WAIT_S = 5.0


class Transport:
    """The way to a service. ``timeout`` is in seconds, for a call with all its retries."""

    def __init__(self, url: str, key: str, timeout: float, retries: int) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"not the address of a service: {url!r}")
        self._base = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._retries = retries

    def send(
        self,
        name: str,
        fields: Mapping[str, Any],
        *,
        params: Optional[Mapping[str, str]] = None,
        after: Optional[int] = None,
        retries: Optional[int] = None,
    ) -> Tuple[Json, Optional[int]]:
        """Carries out an operation; gives its answer and, of a write, its position in the log. Raises PalimpsestError.

        ``timeout`` and ``idempotency_key`` among the fields belong to the call.
        """
        given = {field: value for field, value in fields.items() if value is not None}
        timeout = given.pop("timeout", self._timeout)
        key = given.pop("idempotency_key", None)
        _, _, writes = ENDPOINTS[name]
        key = (key or secrets.token_hex(16)) if writes else None
        request = self._request(name, given, params or {}, key, after)
        most = self._retries if retries is None else retries
        ends = time.monotonic() + timeout
        attempt = 0
        while True:
            try:
                body, position = self._attempt(request, key, ends)
                _warn_of_ignored(name, body)
                return body, position
            except PalimpsestError as error:
                if error.code == "timeout":
                    raise
                wait = _wait_before(attempt, error.retry_after or 0.0)
                if not error.retryable or attempt >= most or time.monotonic() + wait > ends:
                    raise
                time.sleep(wait)
                attempt += 1

    def _request(
        self,
        name: str,
        given: Mapping[str, Any],
        params: Mapping[str, str],
        key: Optional[str],
        after: Optional[int],
    ) -> urllib.request.Request:
        method, path, writes = ENDPOINTS[name]
        headers = {"Authorization": f"Bearer {self._key}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        if after is not None and not writes:
            headers["X-Min-Position"] = str(after)
        url = self._base + re.sub(r"\{(\w+)\}", lambda field: urllib.parse.quote(params[field.group(1)], safe=""), path)
        if method in ("GET", "DELETE"):
            query = urllib.parse.urlencode({field: _written(value) for field, value in given.items()})
            return urllib.request.Request(f"{url}?{query}" if query else url, method=method, headers=headers)
        headers["Content-Type"] = "application/json"
        body = json.dumps(given, allow_nan=False).encode()
        return urllib.request.Request(url, data=body, method=method, headers=headers)

    def _attempt(self, request: urllib.request.Request, key: Optional[str], ends: float) -> Tuple[Json, Optional[int]]:
        try:
            status, headers, text = _exchange(request, max(0.001, ends - time.monotonic()))
        except (OSError, http.client.HTTPException) as error:
            if time.monotonic() >= ends:
                raise PalimpsestError("No answer in time", "timeout", idempotency_key=key) from error
            reason = getattr(error, "reason", None) or error
            raise PalimpsestError(f"The service cannot be reached: {reason}", "network", idempotency_key=key) from error
        body = _parsed(text)
        if 200 <= status < 300 and isinstance(body, dict):
            position = headers.get("X-Log-Position")
            return body, None if position is None else int(position)
        raise PalimpsestError(
            message_in(body, status),
            CODES.get(status, "unexpected"),
            status=status,
            request_id=headers.get("X-Request-Id"),
            idempotency_key=key,
            retry_after=_seconds_in(headers.get("Retry-After")),
            body=body,
        )


def _warn_of_ignored(name: str, body: Json) -> None:
    """A misspelt field is an error of the program. Python shows the same warning once."""
    ignored = body.get("ignored_fields")
    if isinstance(ignored, list) and ignored:
        fields = ", ".join(map(str, ignored))
        warnings.warn(f"palimpsest: {name} does not know these fields, which had no effect: {fields}")


def _exchange(request: urllib.request.Request, timeout: float) -> Tuple[int, email.message.Message, bytes]:
    """An answer of any status."""
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers, refusal.read()


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _written(value: Any) -> str:
    """A value of a query."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, (dict, list)) else str(value)


def _seconds_in(retry_after: Optional[str]) -> Optional[float]:
    """Seconds, as the service writes them, or a date, as a proxy may."""
    if retry_after is None:
        return None
    if retry_after.isdigit():
        return float(retry_after)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _wait_before(attempt: int, retry_after: float) -> float:
    """Twice as long each time, at random, so that many clients do not come back at once; never before the service asks."""
    most = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0**attempt)
    return retry_after + most * random.uniform(0.5, 1)
