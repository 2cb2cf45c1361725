-- How far the digests of a log's streams have come: its last event that they take in, how many events that are, and up to
-- where the log is known to hold no other (0: nothing is known). Made from the log, and made anew where it no longer holds
-- that event. Checkpoints are signed over them; no check reads them.
create table generations.digested_log (
  log_id uuid primary key,
  position bigint not null,
  stream text not null,
  revision bigint not null,
  event_id uuid,
  events bigint not null,
  passed bigint not null default 0
);

-- The digest of each stream, and the position of its last event.
create table generations.stream_head (
  log_id uuid not null,
  stream text collate "C" not null,
  revision bigint not null,
  digest bytea not null check (length(digest) = 32),
  position bigint not null,
  primary key (log_id, stream)
);
