create index if not exists memory_link_back on memory_link (user_id, to_id);
create index if not exists memory_entity_name on memory_entity (user_id, folded);
create index if not exists episode_recent on episode (user_id, recorded_at desc, id);
create index if not exists memory_telling_of on memory_telling (user_id, episode_id);
create index if not exists memory_telling_later on memory_telling (user_id, episode_id) where not is_first;
create index if not exists memory_telling_time on memory_telling (user_id, coalesce(at, recorded_at)) where not is_first;
create index if not exists episode_session on episode (user_id, session_id);
create index if not exists episode_transcript_prefix on episode_transcript using gin (user_id, prefixes) with (fastupdate = off);
create index if not exists episode_transcript_message on episode_transcript using gin (user_id, message_ids) with (fastupdate = off);
create index if not exists episode_transcript_last on episode_transcript (user_id, transcript, (keys[cardinality(keys)]), recorded_at desc);
create index if not exists episode_transcript_base on episode_transcript (user_id, base);
create index if not exists episode_transcript_recent on episode_transcript (user_id, transcript, recorded_at desc);
create index if not exists episode_unfinished on episode (user_id, request_hash) where state = 'recorded';
create index if not exists episode_pending on episode (recorded_at) where state = 'recorded';
create index if not exists episode_awaiting on episode (recorded_at) where awaits = 'model';
create index if not exists episode_asked on episode (user_id, request_hash) where awaits = 'model';
-- Contradictions are few among links, and looked up both ways for each memory that a search shows.
create index if not exists memory_link_contradicting on memory_link (user_id, from_id) where kind = 'contradicts';
create index if not exists memory_link_contradicted on memory_link (user_id, to_id) where kind = 'contradicts';
