create index if not exists memory_text_metadata on memory_text using gin (user_id, metadata) with (fastupdate = off);
create index if not exists episode_metadata on episode using gin (user_id, metadata) with (fastupdate = off);
