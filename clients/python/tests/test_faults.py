"""What the client does where the way to the service, or the service, is not as it should be."""

from __future__ import annotations

import itertools
import time
import unittest
from typing import Any, Callable

from palimpsest import Memories, Palimpsest, PalimpsestError

from .service import KEY, FaultyWay, Service

users = itertools.count()


def setUpModule() -> None:
    global service, way, client
    service = Service()
    unittest.addModuleCleanup(service.stop)
    way = FaultyWay(service.url)
    unittest.addModuleCleanup(way.close)
    client = Palimpsest(way.url, KEY)


def somebody() -> Memories:
    """A user of the test's own."""
    return client.user(f"faults-{next(users)}")


def error_of(call: Callable[[], Any]) -> PalimpsestError:
    try:
        call()
    except PalimpsestError as error:
        return error
    raise AssertionError("no error")


class WriteWhoseAnswerIsLost(unittest.TestCase):
    def setUp(self) -> None:
        way.expect()

    def test_is_sent_again_with_its_key_and_is_not_carried_out_twice(self) -> None:
        user = somebody()
        way.expect("lost", "lost")
        user.report_lesson("Quoting prices of last year", severity="high")
        self.assertEqual(len(way.seen), 3)
        self.assertEqual(len({headers["idempotency-key"] for _, headers in way.seen}), 1)
        # The same report again would have counted once more.
        self.assertEqual(user.lessons().page()["lessons"][0]["failure_count"], 1)

    def test_is_answered_as_the_first_time(self) -> None:
        way.expect("lost")
        stored = somebody().ingest("I play the cello.", "chat")
        self.assertEqual((stored["memoriesStored"], stored["duplicates"]), (1, 0))

    def test_has_another_key_than_other_calls_and_that_of_the_caller_where_they_give_one(self) -> None:
        user = somebody()
        user.set_trust("scout", 0.8)
        user.set_trust("scout", 0.7)
        user.set_trust("scout", 0.6, idempotency_key="my own")
        keys = [headers["idempotency-key"] for _, headers in way.seen]
        self.assertEqual(len(set(keys)), 3)
        self.assertEqual(keys[-1], "my own")


class CallThatMaySucceedLater(unittest.TestCase):
    def test_is_made_again(self) -> None:
        for fate in (503, 429, "broken"):
            with self.subTest(fate):
                way.expect(fate, fate)
                self.assertEqual(somebody().stats()["count"], 0)
                self.assertEqual(len(way.seen), 3)

    def test_is_made_as_often_as_the_client_is_told_and_then_says_why_it_failed(self) -> None:
        way.expect(503, 503)
        error = error_of(Palimpsest(way.url, KEY, retries=1).user("ana").stats)
        self.assertEqual((error.code, error.status, error.retryable), ("unavailable", 503, True))
        self.assertEqual((error.request_id, str(error)), ("on-the-way", "Somewhere on the way"))
        self.assertEqual(len(way.seen), 2)

    def test_is_not_made_again_where_that_would_not_help(self) -> None:
        for status in (400, 404, 409, 500, 502):
            with self.subTest(status):
                way.expect(status)
                error = error_of(somebody().stats)
                self.assertEqual((error.status, error.retryable, len(way.seen)), (status, False, 1))

    def test_is_not_waited_for_longer_than_the_call_may_take(self) -> None:
        way.expect(*[503] * 20)
        started = time.monotonic()
        error = error_of(Palimpsest(way.url, KEY, retries=20, timeout=0.7).user("ana").stats)
        self.assertEqual(error.code, "unavailable")
        self.assertLess(time.monotonic() - started, 0.7)


class CallThatTakesTooLong(unittest.TestCase):
    def test_ends_in_time_and_tells_the_key_to_send_the_write_again_with(self) -> None:
        way.expect("silent")
        error = error_of(lambda: somebody().set_trust("scout", 0.8, timeout=0.2, idempotency_key="once"))
        self.assertEqual((error.code, error.status, error.retryable), ("timeout", 0, True))
        self.assertEqual(error.idempotency_key, "once")


class ServiceThatCannotBeUsed(unittest.TestCase):
    def setUp(self) -> None:
        way.expect()

    def test_is_not_there(self) -> None:
        closed = FaultyWay("")
        closed.close()
        error = error_of(Palimpsest(closed.url, KEY, retries=1).user("ana").stats)
        self.assertEqual((error.code, error.status, error.retryable), ("network", 0, True))
        self.assertIn("The service cannot be reached: ", str(error))

    def test_does_not_know_the_key(self) -> None:
        error = error_of(Palimpsest(service.url, "wrong").user("ana").stats)
        self.assertEqual((error.code, error.status, error.retryable), ("unauthorized", 401, False))
        self.assertEqual((str(error), error.body["error"]), ("The API key is not valid", "UNAUTHORIZED"))

    def test_refuses_what_is_wrong_and_says_all_of_it(self) -> None:
        error = error_of(lambda: somebody().search("", limit=101))
        self.assertEqual((error.code, error.status), ("bad_request", 400))
        self.assertEqual(str(error), error.body["error"])
        self.assertRegex(str(error), r"^query: .*; limit: must be at most 100$")
        self.assertRegex(error.request_id or "", r"^[\w-]{8,}$")

    def test_has_no_address(self) -> None:
        with self.assertRaises(ValueError):
            Palimpsest("nowhere", KEY)


class Read(unittest.TestCase):
    def test_waits_for_the_last_write_of_its_user_and_for_a_position_that_another_process_gives(self) -> None:
        way.expect()
        ana = somebody()
        ana.stats()
        ana.ingest_quick("I live in Lisbon.", "chat")
        ana.workspace("crew", "scout").stats()
        client.user("another").stats()
        client.user("another", position=ana.position).stats()
        waited = [headers.get("x-min-position") for method, headers in way.seen if method == "GET"]
        self.assertEqual(waited, [None, str(ana.position), None, str(ana.position)])


if __name__ == "__main__":
    unittest.main()
