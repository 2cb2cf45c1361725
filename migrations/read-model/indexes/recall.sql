-- Ids of memories are unique over all users: an answer names none but those of its own.
create index if not exists recall_shown on recall using gin (shown) with (fastupdate = off);
-- What is older than it is to be kept, whoever asked.
create index if not exists recall_day on recall (day);
-- Whether there are words at all, and whose.
create index if not exists recall_words on recall (user_id, id) where words = 'kept';
-- What was erased lately: words of searches that returned it are given up.
create index if not exists memory_erased on memory (deleted_at) where status = 'erased';
