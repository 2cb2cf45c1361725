"""The memories of a user."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, TypedDict, Union

from .pages import Next, Pages, by_cursor, by_offset
from .transport import Json, Transport

Conversation = Union[str, Sequence[Mapping[str, Any]]]

Scalar = Union[str, int, float, bool, None]
Bound = Union[str, int, float]
#: Conditions on the value under a key. ``not`` takes a value, or such conditions.
MetadataConditions = TypedDict(
    "MetadataConditions",
    {
        "in": Sequence[Scalar],
        "gt": Bound,
        "gte": Bound,
        "lt": Bound,
        "lte": Bound,
        "exists": bool,
        "not": Union[Scalar, Mapping[str, Any]],
    },
    total=False,
)
#: What metadata have to hold: ``{"size": {"gte": 2}, "any": [{"project": "atlas"}, {"tags": {"in": ["a", "b"]}}]}``.
MetadataFilter = Mapping[str, Union[Scalar, MetadataConditions, Mapping[str, Any], Sequence[Mapping[str, Any]]]]


class LastWrite:
    """The position of the last write, which later reads wait for."""

    def __init__(self, position: Optional[int]) -> None:
        self.position = position

    def note(self, position: Optional[int]) -> None:
        if position is not None and position > (-1 if self.position is None else self.position):
            self.position = position


class Memories:
    """The memories of a user, or of a workspace of that user as one of its agents sees them.

    It reads its own writes, also where several processes serve: each read waits for the last write of this object.
    Every method takes further fields of its operation by their names, and ``timeout`` in seconds; every write also takes
    ``idempotency_key``.

    >>> ana = client.user("ana")                                                # doctest: +SKIP
    >>> scout = client.user("ana").workspace("crew", "scout")                   # doctest: +SKIP
    """

    def __init__(self, transport: Transport, scope: Mapping[str, str], last: LastWrite) -> None:
        self._transport = transport
        self._last = last
        self.scope = dict(scope)

    def workspace(self, workspace_id: str, agent_id: str) -> Memories:
        """The same user's memories in a workspace: ``scout = ana.workspace("crew", "scout")``."""
        scope = {"user_id": self.scope["user_id"], "workspace_id": workspace_id, "agent_id": agent_id}
        return Memories(self._transport, scope, self._last)

    @property
    def position(self) -> Optional[int]:
        """Where the last write stands in the log. Another process reads it by ``client.user("ana", position=position)``."""
        return self._last.position

    def ingest(self, conversation: Conversation, source_site: str, **fields: Any) -> Json:
        """Stores what was said, and decides what it means for what is known.

        ``ana.ingest([{"role": "user", "content": "I moved to Lisbon."}], "chat", session_id="c-17")``
        """
        return self._scoped("ingest", {**_said(conversation), **fields, "source_site": source_site})

    def ingest_quick(self, conversation: Conversation, source_site: str, **fields: Any) -> Json:
        """Stores what was said, without a language model: ``ana.ingest_quick("I like green tea.", "chat")``."""
        return self._scoped("ingestQuick", {**_said(conversation), **fields, "source_site": source_site})

    def ingest_batch(self, conversations: Sequence[Mapping[str, Any]], mode: str = "full", **call: Any) -> Json:
        """Up to 100 conversations, each with an outcome of its own: look at ``failed``.

        ``ana.ingest_batch([{"conversation": "I have a cat.", "source_site": "chat"}], mode="quick")``
        """
        members = [{**each, **self.scope} for each in conversations]
        return self._send("ingestBatch", {"conversations": members, "mode": mode, **call}, {})

    def preview(self, conversation: Conversation, source_site: str, **fields: Any) -> Json:
        """What ``ingest`` would find and decide now: ``ana.preview("I moved to Porto.", "chat")["facts"]``."""
        return self._scoped("previewIngest", {**_said(conversation), **fields, "source_site": source_site})

    def search(self, query: str, *, metadata: Optional[MetadataFilter] = None, **fields: Any) -> Json:
        """The memories that speak to a query, and a text for a prompt.

        ``ana.search("Where do I live?", limit=5, token_budget=500)["injection_text"]``
        """
        return self._scoped("search", {**fields, **_narrowed(metadata), "query": query})

    def search_fast(self, query: str, *, metadata: Optional[MetadataFilter] = None, **fields: Any) -> Json:
        """The same without a language model: ``ana.search_fast("Where do I live?")["memories"]``."""
        return self._scoped("searchFast", {**fields, **_narrowed(metadata), "query": query})

    def explain(
        self, query: str, memory_id: str, *, metadata: Optional[MetadataFilter] = None, **fields: Any
    ) -> Json:
        """Why a search returns a memory, or where it falls: ``ana.explain("Where do I live?", memory_id, mode="fast")``."""
        return self._scoped("explainSearch", {**fields, **_narrowed(metadata), "query": query, "memory_id": memory_id})

    def recall(self, recall_id: str, **call: Any) -> Json:
        """The receipt of a search: ``ana.recall(answer["recall_id"])``."""
        return self._scoped("getRecall", call, id=recall_id)

    def recalls_of(self, memory_id: str, **fields: Any) -> Pages:
        """The searches that returned a memory: ``for recall in ana.recalls_of(memory_id): print(recall["at"])``."""
        return self._pages("memoryRecalls", fields, "recalls", by_cursor, id=memory_id)

    def list(self, *, metadata: Optional[MetadataFilter] = None, **fields: Any) -> Pages:
        """The memories in scope, newest first: ``for memory in ana.list(session_id="c-17"): print(memory["content"])``."""
        return self._pages("listMemories", {**fields, **_narrowed(metadata)}, "memories", by_cursor)

    def get(self, memory_id: str, **call: Any) -> Json:
        """One memory, or ``not_found`` where the scope does not see it: ``ana.get(memory_id)["content"]``."""
        return self._scoped("getMemory", call, id=memory_id)

    def expand(self, memory_ids: Sequence[str], **call: Any) -> Json:
        """Several by id, without those that the scope does not see: ``ana.expand(answer["expand_ids"])``."""
        return self._scoped("expandMemories", {**call, "memory_ids": [*memory_ids]})

    def update(self, memory_id: str, **fields: Any) -> Json:
        """Corrects a memory by hand, as a new version: ``ana.update(memory_id, content="I moved to Porto.")``."""
        return self._scoped("updateMemory", fields, id=memory_id)

    def restore(self, memory_id: str, version: int, **call: Any) -> Json:
        """Makes a memory active again, with the words of a version: ``ana.restore(memory_id, 1)``."""
        return self._scoped("restoreMemory", {**call, "version": version}, id=memory_id)

    def share(self, memory_id: str, visibility: str, **fields: Any) -> Json:
        """Says who in the workspace may read it: ``scout.share(memory_id, "restricted", granted_to=["painter"])``."""
        return self._scoped("shareMemory", {**fields, "visibility": visibility}, id=memory_id)

    def delete(self, memory_id: str, hard: bool = False, only_this: bool = False, **call: Any) -> Json:
        """Deletes a memory and, but for ``only_this``, the others of its owner with its words; the trails stay.

        ``hard`` erases the words, with the admin key: ``ana.delete(memory_id)["ids"]``. ``same_words`` of the answer, where it is
        there, names what still says the same.
        """
        fields = {**call, "hard": hard, **({"only_this": True} if only_this else {})}
        return self._scoped("deleteMemory", fields, id=memory_id)

    def delete_all(self, hard: bool = False, **fields: Any) -> Json:
        """Deletes all of a source, a session or an ingest: ``ana.delete_all(source_site="chat")["deleted"]``."""
        return self._scoped("deleteMemories", {**fields, "hard": hard})

    def audit(self, memory_id: str, **call: Any) -> Json:
        """All versions of a memory, who changed it, when and why: ``ana.audit(memory_id)["trail"]``."""
        return self._scoped("memoryTrail", call, id=memory_id)

    def tellings(self, memory_id: str, **fields: Any) -> Json:
        """Where and when a memory was said, a page at a time: ``ana.tellings(memory_id)["tellings"]``."""
        return self._scoped("memoryTellings", fields, id=memory_id)

    def links(self, memory_id: str, **call: Any) -> Json:
        """What contradicts, supersedes, supports or resembles a memory: ``ana.links(memory_id)["links"]``."""
        return self._scoped("memoryLinks", call, id=memory_id)

    def stats(self, **call: Any) -> Json:
        """How many memories there are, and where they come from: ``ana.stats()["count"]``."""
        return self._scoped("memoryStatistics", call)

    def cap(self, **call: Any) -> Json:
        """How much of the user's quota is used: ``ana.cap()["usage_ratio"]``."""
        return self._owned("memoryCap", call)

    def episodes(self, **fields: Any) -> Pages:
        """The conversations that memories come from: ``for episode in ana.episodes(): print(episode["id"])``."""
        return self._pages("listEpisodes", fields, "episodes", by_offset)

    def episode(self, episode_id: str, **call: Any) -> Json:
        """One conversation, with the turns that the scope may see: ``ana.episode(episode_id)``."""
        return self._scoped("getEpisode", call, id=episode_id)

    def delete_episode(self, episode_id: str, hard: bool = False, **call: Any) -> Json:
        """Deletes all that was said in one ingest, with its memories: ``ana.delete_episode(episode_id)``."""
        return self._scoped("deleteEpisode", {**call, "hard": hard}, id=episode_id)

    def delete_session(self, session_id: str, hard: bool = False, **call: Any) -> Json:
        """Deletes all that was said in one session, with its memories: ``ana.delete_session("c-17")``."""
        return self._scoped("deleteSession", {**call, "hard": hard}, id=session_id)

    def entities(self, **fields: Any) -> Pages:
        """What memories name, most named first: ``for entity in ana.entities(q="lis"): print(entity["name"])``."""
        return self._pages("listEntities", fields, "entities", by_offset)

    def entity(self, name: str, **fields: Any) -> Json:
        """One entity, with the ids of its memories: ``ana.entity("Lisbon")["memory_ids"]``."""
        return self._scoped("getEntity", fields, name=name)

    def lessons(self, **fields: Any) -> Pages:
        """What went wrong before, and warns searches: ``for lesson in ana.lessons(): print(lesson["pattern"])``."""
        return self._pages("listLessons", fields, "lessons", by_offset)

    def lesson_stats(self, **call: Any) -> Json:
        """How many lessons there are: ``ana.lesson_stats()["active"]``."""
        return self._scoped("lessonStatistics", call)

    def report_lesson(self, pattern: str, source_memory_ids: Sequence[str] = (), **fields: Any) -> Json:
        """Reports what went wrong: ``ana.report_lesson("Quoting old prices", [memory_id], severity="high")``."""
        sources = {"pattern": pattern, "source_memory_ids": [*source_memory_ids]}
        return self._scoped("reportLesson", {**fields, **sources})

    def deactivate_lesson(self, lesson_id: str, hard: bool = False, **call: Any) -> Json:
        """Ends a lesson: ``ana.deactivate_lesson(lesson_id)``."""
        return self._scoped("deactivateLesson", {**call, "hard": hard}, id=lesson_id)

    def agents(self, **fields: Any) -> Pages:
        """The user's agents, and how far each is trusted: ``for agent in ana.agents(): print(agent["agent_id"])``."""
        return self._pages("listAgents", fields, "agents", by_offset)

    def trust(self, agent_id: str, **call: Any) -> Json:
        """How far the user trusts an agent, 0.5 until it is set: ``ana.trust("scout")["trust_level"]``."""
        return self._send("getAgentTrust", {**call, **self._owner, "agent_id": agent_id}, {})

    def set_trust(self, agent_id: str, trust_level: float, **fields: Any) -> Json:
        """Sets how far the user trusts an agent, from 0 to 1: ``ana.set_trust("scout", 0.8)``."""
        return self._send("setAgentTrust", {**fields, **self._owner, "agent_id": agent_id, "trust_level": trust_level}, {})

    def trust_history(self, agent_id: str, **fields: Any) -> Pages:
        """How the trust in an agent has changed: ``for change in ana.trust_history("scout"): print(change["at"])``."""
        return self._pages("agentAudit", fields, "changes", by_offset, agent_id=agent_id)

    def conflicts(self, **fields: Any) -> Pages:
        """Contradictions between agents, the open ones: ``for conflict in scout.conflicts(): print(conflict["id"])``."""
        return self._pages("listConflicts", fields, "conflicts", by_offset)

    def conflict(self, conflict_id: str, **call: Any) -> Json:
        """One contradiction with both memories, in a workspace: ``scout.conflict(conflict_id)["existing"]``."""
        return self._scoped("getConflict", call, id=conflict_id)

    def resolve_conflict(self, conflict_id: str, resolution: str, **fields: Any) -> Json:
        """Says which of the two holds, or both: ``scout.resolve_conflict(conflict_id, "resolved_new")``."""
        return self._scoped("resolveConflict", {**fields, "resolution": resolution}, id=conflict_id)

    def auto_resolve_conflicts(self, **call: Any) -> Json:
        """Resolves the user's conflicts that have expired: ``ana.auto_resolve_conflicts()["resolved"]``."""
        return self._owned("autoResolveConflicts", call)

    def audit_summary(self, **call: Any) -> Json:
        """How often memories of the user were stored, changed and deleted: ``ana.audit_summary()["creates"]``."""
        return self._owned("auditSummary", call)

    def audit_recent(self, **fields: Any) -> Json:
        """What was done to the user's memories last: ``ana.audit_recent(limit=50)["mutations"]``."""
        return self._owned("auditRecent", fields)

    @property
    def _owner(self) -> Json:
        return {"user_id": self.scope["user_id"]}

    def _pages(self, name: str, fields: Mapping[str, Any], items: str, following: Next, **params: str) -> Pages:
        def load(start: Json) -> Json:
            return self._scoped(name, {**fields, **start}, **params)

        return Pages(load, items, following, fields.get("offset") or 0)

    def _scoped(self, operation: str, fields: Mapping[str, Any], **params: str) -> Json:
        return self._send(operation, {**fields, **self.scope}, params)

    def _owned(self, operation: str, fields: Mapping[str, Any]) -> Json:
        """Of operations that are about the user, wherever they are asked."""
        return self._send(operation, {**fields, **self._owner}, {})

    def _send(self, operation: str, fields: Mapping[str, Any], params: Mapping[str, str]) -> Json:
        result, position = self._transport.send(operation, fields, params=params, after=self._last.position)
        self._last.note(position)
        return result


def _narrowed(metadata: Optional[MetadataFilter]) -> Mapping[str, Any]:
    return {} if metadata is None else {"metadata": metadata}


def _said(conversation: Conversation) -> Json:
    if isinstance(conversation, str):
        return {"conversation": conversation}
    return {"messages": [dict(message) for message in conversation]}
