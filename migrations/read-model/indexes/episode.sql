create index if not exists memory_link_back on memory_link (user_id, to_id);
create index if not exists memory_entity_name on memory_entity (user_id, name);
create index if not exists episode_recent on episode (user_id, recorded_at desc, id);
