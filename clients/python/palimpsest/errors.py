"""What went wrong."""

from __future__ import annotations

from typing import Any, Mapping, Optional

CODES: Mapping[int, str] = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    409: "conflict",
    413: "too_large",
    415: "bad_request",
    422: "key_reused",
    429: "rate_limited",
    500: "failed",
    502: "failed",
    503: "unavailable",
}
RETRYABLE = frozenset({"rate_limited", "unavailable", "network", "timeout"})


class PalimpsestError(Exception):
    """Every error of a call.

    ``code`` is a word to decide by: one of ``CODES``, ``unexpected``, or, where there was no answer, ``network`` or ``timeout``.

    >>> try:                                                                    # doctest: +SKIP
    ...     ana.get(memory_id)
    ... except PalimpsestError as error:
    ...     if error.code != "not_found":
    ...         raise
    """

    def __init__(
        self,
        message: str,
        code: str,
        *,
        status: int = 0,
        request_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        retry_after: Optional[float] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        #: The HTTP status; 0 where there was no answer.
        self.status = status
        #: Whether the same call may succeed later. Give a write the same ``idempotency_key`` then.
        self.retryable = code in RETRYABLE
        #: Finds the request in the log of the service.
        self.request_id = request_id
        #: The key that the write was sent with.
        self.idempotency_key = idempotency_key
        #: How many seconds the service asks to wait.
        self.retry_after = retry_after
        #: The answer of the service, with all its fields.
        self.body = body


def message_in(body: Any, status: int) -> str:
    """``message`` says more than ``error``, which is a word where there are both; ``detail`` says more still."""
    if not isinstance(body, dict):
        return f"The service answered {status}"
    said = [body.get("message") or body.get("error"), body.get("detail")]
    return ": ".join(text for text in said if isinstance(text, str)) or f"The service answered {status}"
