create index if not exists memory_recent on memory (user_id, created_at desc, ordinal, id);
create index if not exists memory_hash on memory (user_id, text_hash);
-- Without a pending list: while fresh rows sit in one, the planner shuns the index, and PGlite has no autovacuum to empty it.
create index if not exists memory_sketch on memory using gin (user_id, sketch) with (fastupdate = off);
create index if not exists memory_episode on memory (user_id, episode_id, last_turn);
create index if not exists memory_search_day on memory_search (user_id, occurred_on);
-- By the end of what is named: most dates lie near the present, and so do the queries.
create index if not exists memory_search_named on memory_search (user_id, upper(named_days), lower(named_days))
  where not isempty(named_days);
create index if not exists memory_search_words on memory_search using gin (user_id, search_vector) with (fastupdate = off);
create index if not exists memory_revision on memory (user_id, revision, id);
create index if not exists memory_session on memory (user_id, session_id);
create index if not exists memory_subject on memory (user_id, subject);
create index if not exists memory_observed on memory (user_id, observed_at);
create index if not exists reader_group_word_alike on reader_group_word using gin (user_id, word gin_trgm_ops) with (fastupdate = off);
