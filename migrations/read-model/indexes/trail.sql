create index if not exists memory_version_recent on memory_version (user_id, at desc);
