-- The keys that parts of stored events are sealed with, each wrapped by a key that is made of the store's secret key. They
-- lie outside the log and outside every set of read tables: no rebuild touches them. A destroyed key keeps its row, so that
-- it is never issued again. What is left of its bytes in the table's file goes with the next vacuum, which one destroyed key
-- is reason enough for.
create table generations.data_key (
  owner uuid not null,
  part int not null,
  wrapped bytea,
  destroyed_at timestamptz,
  -- While a store is changed to another secret key: the same wrapped by that one. Until the log says that the store has the
  -- next key, `wrapped` counts, and afterwards this where it is there: whichever key a process has, one of the two opens.
  rewrapped bytea,
  primary key (owner, part),
  check ((wrapped is null) = (destroyed_at is not null)),
  check (rewrapped is null or wrapped is not null)
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);

-- Which key the data keys of a log are wrapped by, told by a mark from which it cannot be worked out. A process that still has a
-- former one makes no keys any more: nobody could open them. Several logs, each with a secret key of its own, may share a database.
create table generations.wrapping_key (
  prefix text primary key,
  mark text not null
);
