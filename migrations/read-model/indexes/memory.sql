create index if not exists memory_recent on memory (user_id, created_at desc, ordinal, id);
create index if not exists memory_hash on memory (user_id, text_hash);
create index if not exists memory_episode on memory (user_id, episode_id, last_turn);
create index if not exists memory_revision on memory (user_id, revision, id);
create index if not exists memory_session on memory (user_id, session_id);
create index if not exists memory_subject on memory (user_id, subject);
-- What is no longer as it was stored: a search of the past asks the trail about no other.
create index if not exists memory_changed on memory (user_id, id) where version > 1;
create index if not exists memory_pending on memory (user_id, episode_id) where status = 'pending';
create index if not exists memory_evidence_for on memory_evidence (user_id, evidence_id);
create index if not exists memory_observed on memory (user_id, observed_at);
create index if not exists memory_slot on memory (user_id, key) where key is not null;
-- What a memory took the place of.
create index if not exists memory_predecessor on memory (user_id, superseded_by) where superseded_by is not null;
create index if not exists memory_echo on memory (user_id, echo_of) where echo_of is not null;
