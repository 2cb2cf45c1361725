-- Newest first over all memories of a user, ties in an order of their own, so that a page ends where it is full.
create index if not exists memory_version_newest on memory_version (user_id, at desc, id, version desc)
  where status <> 'pending';
-- Counted from the index alone.
create index if not exists memory_version_action on memory_version (user_id, action) where status <> 'pending';
create index if not exists admin_action_newest on admin_action (at desc, user_id, command_id, action, about);
create index if not exists admin_action_of on admin_action (user_id, at desc, command_id, action, about);
