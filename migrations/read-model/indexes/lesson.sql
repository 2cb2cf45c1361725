create index if not exists lesson_in_force on lesson (user_id, workspace_id, agent_id, created_at) where status = 'active';
create index if not exists lesson_oldest on lesson (user_id, created_at, id) where status = 'active';
create index if not exists lesson_pattern on lesson (user_id, pattern_hash);
create index if not exists lesson_expired on lesson (ended_at) where status = 'expired';
create index if not exists lesson_source_memory on lesson_source (user_id, memory_id);
create index if not exists lesson_cause on lesson (user_id, workspace_id, agent_id, cause) where cause is not null;
