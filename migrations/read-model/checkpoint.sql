-- How far this generation has come. Moved first in every batch, by compare-and-set: of two projectors one loses.
-- `passed` is how far the log holds no event of this store behind `position`, where it lies among the events of others.
create table checkpoint (
  one boolean primary key default true check (one),
  log_id uuid not null,
  position bigint not null,
  passed bigint not null default 0
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
