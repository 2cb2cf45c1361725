-- The keys that parts of stored events are sealed with, each wrapped by a key that is made of the store's secret key. They
-- lie outside the log and outside every set of read tables: no rebuild touches them. A destroyed key keeps its row, so that
-- it is never issued again. What is left of its bytes in the table's file goes with the next vacuum, which one destroyed key
-- is reason enough for.
create table generations.data_key (
  owner uuid not null,
  part int not null,
  wrapped bytea,
  destroyed_at timestamptz,
  primary key (owner, part),
  check ((wrapped is null) = (destroyed_at is not null))
) with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);
