create index if not exists memory_link_back on memory_link (user_id, to_id);
create index if not exists memory_entity_name on memory_entity (user_id, name);
create index if not exists episode_recent on episode (user_id, recorded_at desc, id);
create index if not exists episode_duplicate_of on episode_duplicate (user_id, episode_id);
create index if not exists episode_transcript_prefix on episode_transcript using gin (user_id, prefixes) with (fastupdate = off);
create index if not exists episode_transcript_key on episode_transcript using gin (user_id, keys) with (fastupdate = off);
create index if not exists episode_transcript_base on episode_transcript (user_id, base);
create index if not exists episode_transcript_recent on episode_transcript (user_id, transcript, recorded_at desc);
create index if not exists episode_pending on episode (recorded_at) where state = 'recorded';
