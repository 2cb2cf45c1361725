-- How far this generation has come. Moved first in every batch, by compare-and-set: of two projectors one loses.
create table checkpoint (
  one boolean primary key default true check (one),
  log_id uuid not null,
  position bigint not null,
  -- The log holds no event of this store behind the position up to here, where it lies among the events of others.
  passed bigint not null default 0,
  -- The event at that position, by which a log that was restored from an older copy is told; none before the first.
  stream text,
  revision bigint,
  event_id uuid,
  check (position = 0 or (stream, revision, event_id) is not null)
);

-- How far each stream has come: what was applied already is dropped, a gap stops the projector.
create table bank (
  user_id text not null,
  stream text not null,
  revision bigint not null,
  at timestamptz not null,
  primary key (user_id, stream)
);

create unique index bank_stream on bank (stream);
