create index if not exists conflict_newest on conflict (user_id, created_at desc, id);
create index if not exists conflict_open on conflict (user_id, created_at desc, id) where status = 'open';
create index if not exists conflict_expiring on conflict (expires_at) where status = 'open';
create index if not exists conflict_of_existing on conflict (user_id, existing_id);
create index if not exists conflict_of_new on conflict (user_id, new_id);
create index if not exists conflict_between on conflict (user_id, workspace_id, agent_a, agent_b);
create index if not exists conflict_resolved_early on conflict (resolved_at) where resolved_because = 'expired' and resolved_at < expires_at;
