"""The client against the real service."""

from __future__ import annotations

import ast
import itertools
import json
import re
import unittest
import urllib.request
import warnings
from pathlib import Path
from typing import Any, Callable

import palimpsest
from palimpsest import Memories, Palimpsest, PalimpsestError
from palimpsest.endpoints import ENDPOINTS

from .service import ADMIN_KEY, KEY, Service

users = itertools.count()
SOURCES = Path(palimpsest.__file__).parent


def setUpModule() -> None:
    global service, client, operator
    service = Service()
    unittest.addModuleCleanup(service.stop)
    client = Palimpsest(service.url, KEY)
    operator = Palimpsest(f"{service.url}/", ADMIN_KEY)


def somebody() -> Memories:
    """A user of the test's own."""
    return client.user(f"client-{next(users)}")


def code_of(call: Callable[[], Any]) -> str:
    try:
        call()
    except PalimpsestError as error:
        return error.code
    return "no error"


class MemoriesOfAUser(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.ana = client.user("ana")
        said = [{"role": "user", "content": "I moved to Lisbon and drink green tea."}]
        stored = cls.ana.ingest(said, "chat", session_id="c-17", metadata={"topic": "moving"})
        cls.memory_id = stored["memoryIds"][0]

    def test_are_found_by_both_searches_which_explain_themselves(self) -> None:
        for search in (self.ana.search, self.ana.search_fast):
            answer = search("Where do I live?", limit=3)
            self.assertEqual([each["id"] for each in answer["memories"]], [self.memory_id])
            self.assertIn("Lisbon", answer["injection_text"])
            self.assertEqual(answer["scope"], {"kind": "user", "userId": "ana"})
        self.assertTrue(self.ana.explain("Where do I live?", self.memory_id, mode="fast")["returned"])

    def test_are_read_one_by_one_several_at_once_and_by_their_metadata(self) -> None:
        self.assertEqual(self.ana.get(self.memory_id)["version"], 1)
        self.assertEqual([each["id"] for each in self.ana.expand([self.memory_id])["memories"]], [self.memory_id])
        self.assertEqual(len([*self.ana.list(metadata={"topic": "moving"})]), 1)
        self.assertEqual([*self.ana.list(metadata={"topic": "another"})], [])
        self.assertEqual(len([*self.ana.list(metadata={"topic": {"in": ["moving", "food"]}})]), 1)
        self.assertEqual(self.ana.search_fast("Lisbon", metadata={"topic": {"not": "moving"}})["count"], 0)
        self.assertEqual(self.ana.stats()["sourceDistribution"], {"chat": 1})
        self.assertEqual(self.ana.cap()["active_memories"], 1)

    def test_come_from_conversations_name_entities_and_have_links(self) -> None:
        [episode] = self.ana.episodes()
        self.assertEqual(self.ana.episode(episode["id"])["session_id"], "c-17")
        self.assertEqual([each["name"] for each in self.ana.entities(q="lis")], ["Lisbon"])
        self.assertEqual(self.ana.entity("lisbon")["memory_ids"], [self.memory_id])
        self.assertIsInstance(self.ana.links(self.memory_id)["links"], list)
        self.assertEqual(self.ana.tellings(self.memory_id, limit=5)["tellings"][0]["session_id"], "c-17")

    def test_leave_receipts_of_searches(self) -> None:
        receipt = self.ana.search("green tea")["recall_id"]
        self.assertEqual(self.ana.recall(receipt)["memories"][0]["memory_id"], self.memory_id)
        self.assertIn(receipt, [each["recall_id"] for each in self.ana.recalls_of(self.memory_id, limit=1)])

    def test_tell_what_an_ingest_would_do_and_do_not_do_it(self) -> None:
        self.assertEqual(self.ana.preview("I own a red bicycle.", "chat")["memoriesStored"], 1)
        self.assertEqual(self.ana.stats()["count"], 1)


class AMemory(unittest.TestCase):
    def test_is_corrected_deleted_restored_and_keeps_its_trail(self) -> None:
        user = somebody()
        [memory_id] = user.ingest_quick("I moved to Porto.", "chat")["memoryIds"]
        user.update(memory_id, content="I moved to Lisbon.")
        self.assertEqual(user.get(memory_id)["content"], "I moved to Lisbon.")
        self.assertEqual(user.delete(memory_id), {"success": True, "ids": [memory_id]})
        self.assertEqual(code_of(lambda: user.get(memory_id)), "not_found")
        user.restore(memory_id, 1)
        self.assertEqual(user.get(memory_id)["version"], 4)
        actions = [each["action"] for each in user.audit(memory_id)["trail"]]
        self.assertEqual(actions, ["add", "update", "delete", "restore"])
        self.assertEqual(user.audit_summary()["creates"], 1)
        self.assertEqual(len(user.audit_recent(limit=2)["mutations"]), 2)

    def test_is_erased_by_the_admin_key_alone(self) -> None:
        user = somebody()
        [memory_id] = user.ingest_quick("My PIN is not for you.", "chat")["memoryIds"]
        self.assertEqual(code_of(lambda: user.delete(memory_id, hard=True)), "forbidden")
        erased = operator.user(user.scope["user_id"]).delete(memory_id, hard=True)
        self.assertEqual(erased, {"success": True, "ids": [memory_id]})


class ManyMemories(unittest.TestCase):
    def test_are_streamed_over_the_pages_from_where_the_caller_says(self) -> None:
        user = somebody()
        crates = [f"Crate {n} of my attic holds {n * 3 + 2} bottles." for n in range(25)]
        said = [{"conversation": crate, "source_site": "chat"} for crate in crates]
        batch = user.ingest_batch(said, mode="quick")
        self.assertEqual((batch["count"], batch["failed"]), (25, 0))
        ids = [each["id"] for each in user.list(limit=10)]
        self.assertEqual(len(set(ids)), 25)
        self.assertEqual([each["id"] for each in user.list(limit=10, offset=20)], ids[20:])
        self.assertEqual(user.list(limit=10).page()["total"], 25)
        self.assertEqual(len([*user.episodes(limit=4)]), 25)
        self.assertEqual(len([*user.episodes(limit=4, offset=22)]), 3)

    def test_are_deleted_by_source_session_and_ingest(self) -> None:
        user = somebody()
        episode = user.ingest_quick("I have a cat.", "chat", session_id="s-1")["episodeId"]
        user.ingest_quick("I have a dog.", "chat", session_id="s-2")
        user.ingest_quick("I have a horse.", "chat", session_id="s-3")
        self.assertEqual(user.delete_episode(episode)["deleted"], 1)
        self.assertEqual(user.delete_session("s-2")["deleted"], 1)
        self.assertEqual(user.delete_all(source_site="chat")["deleted"], 1)

    def test_of_several_users_come_in_one_batch_where_one_that_fails_stops_no_other(self) -> None:
        said = [
            {"user_id": user_id, "conversation": "I have a cat.", "source_site": "chat"}
            for user_id in (somebody().scope["user_id"], "", somebody().scope["user_id"])
        ]
        results = client.ingest_batch(said, mode="quick")["results"]
        self.assertEqual([each["status"] for each in results], [200, 400, 200])


class Workspace(unittest.TestCase):
    def setUp(self) -> None:
        self.owner = somebody()
        self.scout = self.owner.workspace("crew", "scout")
        self.painter = self.owner.workspace("crew", "painter")

    def test_shares_memories_as_their_owner_says(self) -> None:
        [memory_id] = self.scout.ingest_quick("The gate is green.", "chat", visibility="agent_only")["memoryIds"]
        self.assertEqual(code_of(lambda: self.painter.get(memory_id)), "not_found")
        self.scout.share(memory_id, "restricted", granted_to=["painter"])
        self.assertEqual(self.painter.get(memory_id)["agent_id"], "scout")
        self.assertEqual(len(self.painter.search("gate", agent_scope="others")["memories"]), 1)
        self.assertEqual(self.painter.search("gate", agent_scope="self")["memories"], [])

    def test_knows_its_agents_and_how_far_each_is_trusted(self) -> None:
        self.owner.set_trust("scout", 0.9, display_name="The scout")
        self.assertEqual(self.owner.trust("scout")["trust_level"], 0.9)
        self.assertIn("scout", [each["agent_id"] for each in self.owner.agents()])
        self.assertEqual(len([*self.owner.trust_history("scout")]), 1)

    def test_settles_contradictions_of_its_agents(self) -> None:
        self.scout.ingest("The meeting room is on floor 3.", "chat")
        opened = self.painter.ingest("The meeting room is on floor 5.", "chat")["conflicts"]
        [conflict] = self.scout.conflicts()
        self.assertEqual([each["id"] for each in opened], [conflict["id"]])
        self.assertEqual(self.scout.conflict(conflict["id"])["id"], conflict["id"])
        resolved = self.scout.resolve_conflict(conflict["id"], "resolved_both")
        self.assertEqual(resolved["status"], "resolved_both")
        self.assertEqual(self.owner.auto_resolve_conflicts(), {"resolved": 0})


class TheService(unittest.TestCase):
    def test_keeps_lessons(self) -> None:
        user = somebody()
        lesson_id = user.report_lesson("Quoting old prices", severity="high")["lessonId"]
        self.assertEqual([each["pattern"] for each in user.lessons()], ["Quoting old prices"])
        self.assertEqual(user.lesson_stats()["active"], 1)
        self.assertEqual(user.deactivate_lesson(lesson_id), {"success": True})
        self.assertEqual([*user.lessons()], [])

    def test_tells_how_it_is_and_takes_settings(self) -> None:
        self.assertEqual(client.health()["status"], "ok")
        self.assertEqual(client.settings()["config"]["max_search_results"], 10)
        self.assertEqual(client.configure(max_search_results=10)["applied"], ["maxSearchResults"])

    def test_shows_operators_its_inside_and_erases_a_user(self) -> None:
        user = somebody()
        user_id = user.scope["user_id"]
        user.ingest_quick("I have a cat.", "chat")
        self.assertEqual(operator.admin.health()["status"], "ok")
        self.assertIn(user_id, [each["user_id"] for each in operator.admin.users(limit=1)])
        self.assertEqual(operator.admin.user(user_id)["user_id"], user_id)
        operator.admin.erase_user(user_id)
        self.assertEqual(code_of(lambda: operator.admin.user(user_id)), "not_found")
        self.assertGreater(len([*operator.admin.audit()]), 0)
        self.assertEqual(code_of(client.admin.health), "forbidden")


class FieldsThatTheServiceDoesNotKnow(unittest.TestCase):
    def test_are_warned_of_once_for_each_operation(self) -> None:
        user = somebody()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("default")
            for _ in range(2):
                self.assertEqual(user.search("bees", source_sit="chat")["ignored_fields"], ["source_sit"])
            self.assertNotIn("ignored_fields", user.search("bees"))
            user.ingest([{"role": "user", "content": "I keep bees.", "mood": "glad"}], "chat")
        sentence = "does not know these fields, which had no effect"
        self.assertEqual(
            [str(each.message) for each in caught],
            [f"palimpsest: search {sentence}: source_sit", f"palimpsest: ingest {sentence}: messages[].mood"],
        )


class TheSources(unittest.TestCase):
    def test_know_every_operation_of_the_service_as_it_is(self) -> None:
        with urllib.request.urlopen(f"{service.url}/openapi.json") as response:
            paths = json.load(response)["paths"]
        served = {
            operation["operationId"]: (method.upper(), path, "IdempotencyKey" in json.dumps(operation.get("parameters")))
            for path, methods in paths.items()
            for method, operation in methods.items()
            if "application/json" in operation["responses"]["200"]["content"]
        }
        self.assertEqual(ENDPOINTS, served, "to bring them up to date: npm run client-types")

    def test_have_a_method_for_every_operation_but_those_that_describe_or_probe_the_service(self) -> None:
        sources = "".join(each.read_text() for each in SOURCES.glob("*.py") if each.name != "endpoints.py")
        missing = [name for name in ENDPOINTS if f'"{name}"' not in sources]
        self.assertEqual(missing, ["greet", "live", "ready", "describe"])

    def test_run_on_python_3_9(self) -> None:
        for source in SOURCES.glob("*.py"):
            ast.parse(source.read_text(), feature_version=(3, 9))

    def test_have_an_example_in_the_docstring_of_every_method(self) -> None:
        for source in SOURCES.glob("*.py"):
            for node in ast.walk(ast.parse(source.read_text())):
                if not isinstance(node, ast.ClassDef) or node.name in ("Transport", "LastWrite"):
                    continue
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                        with self.subTest(f"{node.name}.{method.name}"):
                            [*examples] = re.findall(r"``(.+?)``", ast.get_docstring(method) or "", re.S)
                            self.assertTrue(any("(" in each or "[" in each for each in examples))
                            for example in examples:
                                ast.parse(example)


if __name__ == "__main__":
    unittest.main()
